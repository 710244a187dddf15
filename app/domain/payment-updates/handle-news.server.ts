import { forEachRow, type RowsOutcome } from "../../jobs/jobs.server.ts";
import { productRules } from "../../product-rules.ts";
import type { Providers } from "../payments/provider-port.ts";
import { whileProviderAnswers } from "../payments/provider-silence.ts";
import { listDueNews, recordFailedTry } from "../payments/unhandled-news.server.ts";
import { handleWebhookEvent } from "../payments/webhook-events.server.ts";
import { giveBackStray } from "../suspense/surplus-refunds.server.ts";
import type { TipServices } from "../tips/tip-services.ts";
import { applyPaymentUpdate } from "./apply-update.server.ts";

/**
 * Handles a provider's news: asks it for the truth and applies that. Returns a word for what happened. A try that fails
 * is put down with its reason, and the error goes on to the caller.
 */
export async function handleNews(
  services: TipServices & { providers: Providers },
  noticeId: string,
): Promise<string> {
  try {
    return await handleWebhookEvent(
      services,
      noticeId,
      (payment, snapshot) => applyPaymentUpdate(services, payment, snapshot),
      (stray) => giveBackStray(services, stray),
    );
  } catch (error) {
    await recordFailedTry(services.db, noticeId, String(error), services.clock());
    throw error;
  }
}

/**
 * Tries again what no job works on any more, each piece of news by itself and by its own next time, for days. A provider
 * that does not answer several times in a row is asked again in the next run.
 */
export async function sweepNews(
  services: TipServices & { providers: Providers },
  told: (noticeId: string, outcome: string) => void = () => undefined,
): Promise<RowsOutcome> {
  const due = await listDueNews(services.db, services.clock(), productRules.reconcile.batch);
  return await forEachRow(
    due,
    ({ id }) => id,
    whileProviderAnswers(async ({ id }) => {
      told(id, await handleNews(services, id));
      return 1;
    }),
  );
}
