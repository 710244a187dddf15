import { PgBoss } from "pg-boss";
import type { QueueName } from "../db/queues.ts";
import type { Services } from "./context.ts";
import type { JobData } from "./domain/jobs/jobs.server.ts";
import { checkAndFreeze } from "./domain/ledger/check.server.ts";
import { sendMail } from "./domain/mail/delivery.server.ts";
import { productRules } from "./domain/money/product-rules.ts";
import { handleNotice, listStalePayments, sendRefund } from "./domain/payments/payments.server.ts";
import { refreshRates } from "./domain/rates/ecb.server.ts";
import { slideThirtyDays } from "./domain/rollups/rollups.server.ts";
import {
  activateOverdueReviews,
  applyPaymentNews,
  expireTips,
  releaseMatured,
} from "./domain/tips/tips.server.ts";

type Handlers = { [Name in QueueName]: (data: JobData[Name]) => Promise<void> };

/** What the jobs need of the process. */
export type JobServices = Pick<
  Services,
  | "db"
  | "clock"
  | "newId"
  | "jobs"
  | "provider"
  | "media"
  | "mail"
  | "tokens"
  | "publicUrl"
  | "config"
  | "log"
>;

/** Job → domain function: the whole of it. */
function handlers(services: JobServices): Handlers {
  const { db, clock, log } = services;
  return {
    "payments.notice": ({ notice_id }) =>
      handleNotice(services, notice_id, async (payment, snapshot) => {
        const outcome = await applyPaymentNews(services, payment, snapshot);
        if (/^refunding_/.test(outcome))
          log.error({ payment_id: payment.id, outcome }, "payment needs an operator");
        return outcome;
      }),
    "payments.refund": ({ refund_id }) => sendRefund(services, refund_id),
    "payments.reconcile": async () => {
      const olderThan = new Date(clock().getTime() - 10 * 60_000);
      for (const payment of await listStalePayments(db, olderThan, 200)) {
        const snapshot = payment.provider_ref ? await services.provider.fetch(payment.provider_ref) : null;
        if (snapshot) await applyPaymentNews(services, payment, snapshot);
      }
    },
    "tips.mature": async () => {
      await releaseMatured(db, clock());
    },
    "tips.expire": async () => {
      await expireTips(services, clock());
    },
    "tips.review-overdue": async () => {
      const tipIds = await activateOverdueReviews(db, clock());
      if (tipIds.length > 0)
        log.error({ tip_ids: tipIds }, "reviews overdue: activated without their images");
    },
    "ledger.check": async () => {
      const faults = await checkAndFreeze(services);
      if (faults.length > 0) log.fatal({ faults }, "the books do not add up: payouts are frozen");
    },
    "rollups.slide": () => slideThirtyDays(db, clock()),
    "rates.refresh": async () => {
      if (services.config.REFERENCE_RATES_URL) await refreshRates(db, services.config.REFERENCE_RATES_URL);
    },
    "mail.send": ({ mail_id }) => sendMail(services, mail_id),
  };
}

/** The schedule (cron, Europe/Berlin). */
const SCHEDULE: Partial<Record<QueueName, string>> = {
  "tips.mature": "*/5 * * * *",
  "tips.expire": "7 * * * *",
  "tips.review-overdue": "11 * * * *",
  "payments.reconcile": "*/10 * * * *",
  "ledger.check": `*/${productRules.ledger_check_minutes} * * * *`,
  "rollups.slide": "1 0 * * *",
  "rates.refresh": "30 16,18,21 * * *",
};

/** How many of a queue run at once in one process. */
const CONCURRENCY: Partial<Record<QueueName, number>> = { "payments.notice": 4, "mail.send": 2 };

/** Starts working on the queues, here or in several processes at once; `stop` lets what runs come to its end. */
export async function startJobs(
  services: JobServices,
  databaseUrl: string,
): Promise<{ stop(): Promise<void> }> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: "tribute-jobs",
    max: 4,
    migrate: false,
    useListenNotify: true,
  });
  boss.on("error", (error) => services.log.error({ error: String(error) }, "job queue"));
  await boss.start();
  for (const [name, handle] of Object.entries(handlers(services)) as [
    QueueName,
    (data: object) => Promise<void>,
  ][]) {
    const work = async ([job]: { data: object }[]) => {
      if (!job) return;
      try {
        await handle(job.data);
      } catch (error) {
        services.log.error({ queue: name, error: String(error) }, "job failed");
        throw error;
      }
    };
    for (let worker = 0; worker < (CONCURRENCY[name] ?? 1); worker += 1) {
      await boss.work(name, { pollingIntervalSeconds: 2 }, work);
    }
  }
  for (const [name, cron] of Object.entries(SCHEDULE))
    await boss.schedule(name, cron, {}, { tz: "Europe/Berlin" });
  return { stop: () => boss.stop({ graceful: true, timeout: 10_000 }) };
}
