import { forEachRow, type RowsOutcome } from "../../jobs/jobs.server.ts";
import { productRules } from "../../product-rules.ts";
import { listStalePayments, whileProviderAnswers } from "../payments/payments.server.ts";
import type { Providers } from "../payments/provider-port.ts";
import type { TipServices } from "../tips/tips.server.ts";
import { applyPaymentUpdate } from "./apply-update.server.ts";

/**
 * Asks each payment's provider about those that should have moved by now: a notice may have been lost. A payment that
 * fails holds up no other; a provider that does not answer several times in a row is asked again in the next run.
 */
export async function reconcilePayments(
  services: TipServices & { providers: Providers },
): Promise<RowsOutcome> {
  const { db, providers } = services;
  const { stale_minutes, batch } = productRules.reconcile;
  const olderThan = new Date(services.clock().getTime() - stale_minutes * 60_000);
  return await forEachRow(
    await listStalePayments(db, olderThan, batch),
    ({ id }) => id,
    whileProviderAnswers(async (payment) => {
      const { provider, provider_ref } = payment;
      const snapshot = provider_ref ? await providers.get(provider).fetch(provider_ref) : null;
      if (snapshot) await applyPaymentUpdate(services, payment, snapshot);
      return 1;
    }),
  );
}
