import { z } from "zod";
import {
  type DirectAccounts,
  ProviderConflict,
  ProviderRefused,
  ProviderUnavailable,
} from "../../provider-port.ts";
import type { Ask } from "./client.server.ts";
import { type Session, TRANSFER_KEY } from "./objects.ts";

const LISTED = 1_000;

const madeSchema = z.object({
  id: z.string().regex(/^[!-~]{1,100}$/),
  amount: z.int().positive(),
  metadata: z.record(z.string(), z.string()).nullable(),
});
type Made = z.infer<typeof madeSchema>;

export function stripeTransfers(
  ask: Ask,
  sessionOf: (providerRef: string) => Promise<Session | null>,
): Required<Pick<DirectAccounts, "transfer" | "reverseTransfer">> {
  return {
    async transfer({ transferId, accountRef, amountMinor, currency, providerRef, paymentId }) {
      const earlier = await ask(z.array(madeSchema), (stripe) =>
        stripe.transfers.list({ transfer_group: paymentId, limit: 100 }).autoPagingToArray({ limit: LISTED }),
      );
      const known = findOwn(earlier, transferId, amountMinor);
      if (known) return { transferRef: known.id };
      const source = providerRef === null ? null : await chargeOf(sessionOf, providerRef);
      const { id } = await askOnce(() =>
        ask(madeSchema, (stripe) =>
          stripe.transfers.create(
            {
              ...{ amount: amountMinor, currency: currency.toLowerCase(), destination: accountRef },
              ...{ transfer_group: paymentId, metadata: { [TRANSFER_KEY]: transferId } },
              ...(source !== null && { source_transaction: source }),
            },
            { idempotencyKey: transferId },
          ),
        ),
      );
      return { transferRef: id };
    },

    async reverseTransfer({ reversalId, transferRef, amountMinor }) {
      const earlier = await ask(z.array(madeSchema), (stripe) =>
        stripe.transfers.listReversals(transferRef, { limit: 100 }).autoPagingToArray({ limit: LISTED }),
      );
      const known = findOwn(earlier, reversalId, amountMinor);
      if (known) return { reversalRef: known.id };
      const { id } = await askOnce(() =>
        ask(madeSchema, (stripe) =>
          stripe.transfers.createReversal(
            transferRef,
            { amount: amountMinor, metadata: { [TRANSFER_KEY]: reversalId } },
            { idempotencyKey: reversalId },
          ),
        ),
      );
      return { reversalRef: id };
    },
  };
}

/** Stripe repeats its first answer to a key for a day alone. */
function findOwn(earlier: readonly Made[], id: string, amount: number): Made | undefined {
  const found = earlier.find(({ metadata }) => metadata?.[TRANSFER_KEY] === id);
  if (found && found.amount !== amount) throw new ProviderRefused(`stripe: ${id} is of another amount`);
  return found;
}

async function chargeOf(
  sessionOf: (providerRef: string) => Promise<Session | null>,
  providerRef: string,
): Promise<string> {
  const paid = (await sessionOf(providerRef))?.payment_intent?.latest_charge;
  if (!paid) throw new ProviderRefused(`stripe: no payment ${providerRef}`);
  return paid.id;
}

/** Another body by the same key leaves the outcome open. */
async function askOnce<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ProviderConflict) throw new ProviderUnavailable(error.message);
    throw error;
  }
}
