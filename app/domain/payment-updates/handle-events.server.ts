import { productRules } from "../../product-rules.ts";
import { forEachRow, type RowsOutcome } from "../jobs/jobs.ts";
import {
  failUnanswered,
  forgetLookups,
  listDuePayments,
  type Payment,
  recordLookup,
} from "../payments/payment-record.server.ts";
import { handleWebhookEvent, listDueEvents, recordFailedTry } from "../payments/provider-events.server.ts";
import {
  type PaymentProvider,
  type PaymentSnapshot,
  type Providers,
  whileProviderAnswers,
} from "../payments/provider-port.ts";
import { refundUnknownPayment } from "../suspense/surplus-refunds.server.ts";
import type { TipServices } from "../tips/tip-and-payment.server.ts";
import { applySnapshot } from "./apply-snapshot.server.ts";
import { expiresAt, knownHere } from "./provider-page.server.ts";

/** A failure is recorded and rethrown. */
export async function handleProviderEvent(
  services: TipServices & { providers: Providers },
  eventId: string,
): Promise<string> {
  try {
    return await handleWebhookEvent(
      services,
      eventId,
      (payment, snapshot) => applySnapshot(services, payment, snapshot),
      (unknown) => refundUnknownPayment(services, unknown),
    );
  } catch (error) {
    await recordFailedTry(services.db, eventId, String(error), services.clock());
    throw error;
  }
}

/** Without a job, each by its own next time, for days. A silent provider waits for the next run. */
export async function sweepProviderEvents(
  services: TipServices & { providers: Providers },
  onHandled: (eventId: string, outcome: string) => void = () => undefined,
): Promise<RowsOutcome> {
  const due = await listDueEvents(services.db, services.clock(), productRules.reconcile.batch);
  return await forEachRow(
    due,
    ({ id }) => id,
    whileProviderAnswers(async ({ id }) => {
      onHandled(id, await handleProviderEvent(services, id));
      return 1;
    }),
  );
}

/** They should have moved, but an event may be lost. A silent provider waits for the next run. */
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
        if (snapshot) await applySnapshot(services, payment, snapshot);
      } catch (error) {
        await recordLookup(db, id, String(error), now);
        throw error;
      }
      await recordLookup(db, id, null, now);
      return 1;
    }),
  );
}

/** Without look-up, our own clock ends a payment; late money is still taken. */
async function ask(
  provider: PaymentProvider,
  payment: Payment,
  providerRef: string,
  now: Date,
): Promise<PaymentSnapshot | null> {
  if (provider.abilities.looksUp) return await provider.fetch(providerRef);
  return expiresAt(payment.created_at) <= now ? knownHere(payment, providerRef, "EXPIRED") : null;
}
