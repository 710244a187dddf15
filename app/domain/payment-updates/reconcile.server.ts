import { forEachRow, type RowsOutcome } from "../../jobs/jobs.server.ts";
import { productRules } from "../../product-rules.ts";
import {
  failUnanswered,
  forgetLookups,
  listDuePayments,
  recordLookup,
} from "../payments/payment-lookups.server.ts";
import type { Payment } from "../payments/payment-record.server.ts";
import type { PaymentProvider, PaymentSnapshot, Providers } from "../payments/provider-port.ts";
import { whileProviderAnswers } from "../payments/provider-silence.ts";
import type { TipServices } from "../tips/tip-services.ts";
import { applyPaymentUpdate } from "./apply-update.server.ts";
import { expiresAt, knownHere } from "./provider-page.server.ts";

/**
 * Asks each payment's provider about those that should have moved by now: a notice may have been lost. Each payment has
 * its own next time; one that fails holds up no other, and its failures are counted. A provider that does not answer
 * several times in a row is asked again in the next run.
 */
export async function reconcilePayments(
  services: TipServices & { providers: Providers },
): Promise<RowsOutcome> {
  const { db, providers } = services;
  const now = services.clock();
  await failUnanswered(db, now);
  await forgetLookups(db, now);
  return await forEachRow(
    await listDuePayments(db, now, productRules.reconcile.batch),
    ({ id }) => id,
    whileProviderAnswers(async (payment) => {
      const { id, provider, provider_ref } = payment;
      try {
        const snapshot = provider_ref ? await ask(providers.get(provider), payment, provider_ref, now) : null;
        if (snapshot) await applyPaymentUpdate(services, payment, snapshot);
      } catch (error) {
        await recordLookup(db, id, String(error), now);
        throw error;
      }
      await recordLookup(db, id, null, now);
      return 1;
    }),
  );
}

/** What the provider says. Of one that cannot be asked, a payment ends by our own clock; late money is taken all the same. */
async function ask(
  provider: PaymentProvider,
  payment: Payment,
  providerRef: string,
  now: Date,
): Promise<PaymentSnapshot | null> {
  if (provider.abilities.looksUp) return await provider.fetch(providerRef);
  return expiresAt(payment.created_at) <= now ? knownHere(payment, providerRef, "EXPIRED") : null;
}
