import { PgBoss } from "pg-boss";
import type { QueueName } from "../../db/queues.ts";
import type { Services } from "../context.ts";
import { sendPasswordReset } from "../domain/auth/passwords.server.ts";
import { readDueAccounts } from "../domain/connected-accounts/account-news.server.ts";
import { endAccount } from "../domain/connected-accounts/connected-accounts.server.ts";
import { relinkCases } from "../domain/content-cases/decide-case.server.ts";
import { deliverTo, sweepDeliveries } from "../domain/creator-events/deliver.server.ts";
import { releaseDueFunds } from "../domain/earnings/maturing.server.ts";
import { alarmOldRates, isRefreshDue, refreshRates } from "../domain/exchange-rates/rates.server.ts";
import { listOverdueGroups } from "../domain/grouplists/group-reviews.server.ts";
import type { JobData, RowsOutcome } from "../domain/jobs.ts";
import { numberTransactions } from "../domain/ledger/journal.server.ts";
import { checkAndFreeze, type Extent, mailChainHead } from "../domain/ledger/ledger-checks.server.ts";
import { eraseMedia } from "../domain/media/media.server.ts";
import { offeredNetworks } from "../domain/microblog/network-port.ts";
import { postDue } from "../domain/microblog/post-due.server.ts";
import { producePosts } from "../domain/microblog/produce.server.ts";
import { listOverdueReviews } from "../domain/moderation/review-queue.server.ts";
import { chargeDueSeries } from "../domain/payment-updates/charge-series.server.ts";
import { updateSeriesDaily } from "../domain/payment-updates/daily-series.server.ts";
import {
  alarm,
  handleProviderEvent,
  processRefund,
  processTransfers,
  reconcilePayments,
  sendForgottenRefunds,
  sweepAllTransfers,
  sweepProviderEvents,
} from "../domain/payment-updates/handle-events.server.ts";
import { payableCurrencies } from "../domain/payments/quote.server.ts";
import { retryExceptions } from "../domain/payments/settlements/exception-acts.server.ts";
import { fetchSettlement } from "../domain/payments/settlements/settlement-import.server.ts";
import {
  isMonthlyRunDue,
  payThoseWhoWaited,
  runMonthlyPayouts,
} from "../domain/payouts/monthly-run.server.ts";
import {
  issueCreditNotes,
  issueMonthStatements,
  lastMonth,
} from "../domain/payouts/statements/month-statements.server.ts";
import { askBackLate } from "../domain/refunds/end-all-series.server.ts";
import { returnApplicationFee } from "../domain/refunds/fee-returns.server.ts";
import { sweepRetention } from "../domain/retention/sweep.server.ts";
import { turnRankDay } from "../domain/rollups/thirty-days.server.ts";
import { judgeSellers } from "../domain/sellers/seller-notices.server.ts";
import { answerForm } from "../domain/series/declarations.server.ts";
import { checkVatIds, renewVatIdChecks } from "../domain/tax/vies.server.ts";
import { announceDay, announceNewTips } from "../domain/tips/announce.server.ts";
import { expireTips } from "../domain/tips/drafts.server.ts";
import { activateOverdueReviews } from "../domain/tips/review.server.ts";
import { closeTrafficDays } from "../domain/tracking/traffic.server.ts";
import { retryShares } from "../domain/transfers/send-transfers.server.ts";
import { settleRedemptions } from "../domain/vouchers/redeem-voucher.server.ts";
import { expireVouchers, lapseVouchers } from "../domain/vouchers/voucher-states.server.ts";
import { sendMail } from "../mail/delivery.server.ts";
import { productRules } from "../product-rules.ts";
import { defaultSettings, type Settings } from "../product-settings.ts";

export type JobHandlers = { [Name in QueueName]: (data: JobData[Name]) => Promise<void> };

export type JobServices = Pick<
  Services,
  | "db"
  | "clock"
  | "newId"
  | "voucherCodes"
  | "encryption"
  | "networks"
  | "webhooks"
  | "jobs"
  | "providers"
  | "media"
  | "mail"
  | "tokens"
  | "publicUrl"
  | "noticeUrl"
  | "config"
  | "issuer"
  | "log"
> & { settings?: { current(): Settings } };

type Report = (queue: QueueName, outcome: Pick<RowsOutcome, "failed">) => void;

export function jobHandlers(services: JobServices): JobHandlers {
  const report: Report = (queue, { failed }) => {
    for (const { key, error } of failed) services.log.error({ queue, key, error }, "a row was passed over");
    if (failed.length > 0) throw new Error(`${failed.length} rows were passed over`);
  };
  return {
    ...paymentHandlers(services, report),
    ...tipHandlers(services, report),
    ...ledgerHandlers(services),
    ...payoutHandlers(services, report),
    ...seriesHandlers(services, report),
    ...rateAndVatHandlers(services),
    ...otherHandlers(services, report),
  };
}

function paymentHandlers(services: JobServices, report: Report) {
  const { clock, log } = services;
  return {
    "payments.notice": async ({ notice_id }) => {
      alarm(log, notice_id, await handleProviderEvent(services, notice_id));
    },
    "payments.refund": ({ refund_id }) => processRefund(services, refund_id),
    "transfers.send": ({ payment_id }) => processTransfers(services, payment_id),
    "transfers.retry": async ({ user_id }) => {
      await retryShares(services, user_id);
    },
    "payments.return-fee": ({ payment_id }) => returnApplicationFee(services, payment_id),
    "payments.sweep": async () => {
      const swept = await sweepProviderEvents(services, (id, outcome) => alarm(log, id, outcome));
      report("payments.sweep", swept);
    },
    "payments.reconcile": async () => {
      const reconciled = await reconcilePayments(services);
      const forgotten = new Date(clock().getTime() - productRules.refund.forgotten_hours * 3_600_000);
      const refunded = await sendForgottenRefunds(services, forgotten);
      const passed = await sweepAllTransfers(services);
      const failed = [...reconciled.failed, ...refunded.failed, ...passed.failed];
      report("payments.reconcile", { failed });
    },
    "refunds.credit-notes": async () => {
      await issueCreditNotes(services);
    },
    "settlements.retry": async () => {
      report("settlements.retry", await retryExceptions(services));
    },
    "settlements.fetch": async (order) => {
      log.info({ ...(await fetchSettlement(services, order)) }, "a settlement was fetched");
    },
  } satisfies Partial<JobHandlers>;
}

function tipHandlers(services: JobServices, report: Report) {
  const { db, clock, log } = services;
  return {
    "tips.mature": async () => {
      report("tips.mature", await releaseDueFunds(db, clock()));
    },
    "tips.expire": async () => {
      const tips = await expireTips(services, clock());
      const vouchers = await lapseVouchers(db, clock());
      report("tips.expire", { failed: [...tips.failed, ...vouchers.failed] });
    },
    "tips.review-overdue": async () => {
      const { activated, failed } = await activateOverdueReviews(services, clock());
      if (activated.length > 0)
        log.error({ tip_ids: activated }, "reviews overdue: activated without their images");
      const tipIds = await listOverdueReviews(db, "tip", clock());
      if (tipIds.length > 0) log.error({ tip_ids: tipIds }, "reviews overdue: tips wait for an operator");
      const itemIds = await listOverdueReviews(db, "item", clock());
      if (itemIds.length > 0) log.error({ item_ids: itemIds }, "reviews overdue: items wait for an operator");
      const wordsIds = await listOverdueReviews(db, "words", clock());
      if (wordsIds.length > 0)
        log.error({ words_ids: wordsIds }, "reviews overdue: words wait for an operator");
      const groupIds = await listOverdueGroups(db, clock());
      if (groupIds.length > 0)
        log.error({ grouplist_ids: groupIds }, "reviews overdue: groups wait for an operator");
      report("tips.review-overdue", { failed });
    },
    "tips.announce": async () => {
      report("tips.announce", await announceNewTips(services));
    },
    "tips.announce-day": async () => {
      report("tips.announce-day", await announceDay(services));
    },
    "vouchers.expire": async () => {
      report("vouchers.expire", await expireVouchers(db, clock()));
    },
    "vouchers.redemptions": async () => {
      report("vouchers.redemptions", await settleRedemptions(services));
    },
  } satisfies Partial<JobHandlers>;
}

function ledgerHandlers(services: JobServices) {
  const { db, clock, log } = services;
  const check = async (extent: Extent) => {
    const { faults, checkpoint, chain, is_delayed } = await checkAndFreeze(services, extent);
    // External logs prove later that the chain was not cut.
    log.info({ chain }, "the head of the chain");
    if (faults.length > 0) log.fatal({ faults }, "the books do not add up: payouts are frozen");
    // External logs prove later that the books before it are unchanged.
    else if (is_delayed) log.error("no checkpoint of the books: somebody writes postings for too long");
    else if (checkpoint) log.info({ checkpoint }, "the books are checked up to here");
  };
  return {
    "ledger.check": () => check("DELTA"),
    "ledger.check-full": async () => {
      await check("FULL");
      await mailChainHead(services);
    },
    "ledger.journal": async () => {
      const { closed } = await numberTransactions(db, clock());
      if (closed.length > 0) log.info({ months: closed }, "the journal is closed");
    },
    "rollups.slide": () => turnRankDay(db, clock()),
  } satisfies Partial<JobHandlers>;
}

function seriesHandlers(services: JobServices, report: Report) {
  const charging = () => ({ ...services, rules: settingsOf(services).rules });
  return {
    "series.charge": async () => {
      report("series.charge", await chargeDueSeries(charging()));
    },
    "series.remind": async () => {
      report("series.remind", await updateSeriesDaily(charging()));
      report("series.remind", await askBackLate(services));
    },
    "series.asked": (entered) =>
      answerForm({ ...services, support_email: settingsOf(services).brand.support_email }, entered),
    "series.forget": ({ provider, account_ref, customer_ref, method_ref }) => {
      const method = { customerRef: customer_ref, methodRef: method_ref, label: "", expiresOn: null };
      return services.providers.get(provider).saved?.forget(method, account_ref) ?? Promise.resolve();
    },
  } satisfies Partial<JobHandlers>;
}

function payoutHandlers(services: JobServices, report: Report) {
  const { clock, log } = services;
  return {
    "payouts.monthly": async () => {
      const run = { ...services, rules: settingsOf(services).rules };
      if (!(await isMonthlyRunDue(run)))
        return report("payouts.monthly", { failed: await payThoseWhoWaited(run) });
      const ended = await runMonthlyPayouts(run);
      if (ended.outcome === "frozen") log.fatal(ended, "the month's payouts are frozen");
      else if (ended.outcome === "unfinished") report("payouts.monthly", ended);
      else log.info(ended, "the month's payouts");
    },
    "payouts.month-statements": async () => {
      const month = lastMonth(clock());
      const statements = await issueMonthStatements(services, month);
      if (statements > 0) log.info({ month, statements }, "the month's statements");
    },
    "sellers.judge": async () => {
      report("sellers.judge", await judgeSellers(services));
    },
  } satisfies Partial<JobHandlers>;
}

function rateAndVatHandlers(services: JobServices) {
  const { db, clock, log } = services;
  return {
    "rates.refresh": async () => {
      const { REFERENCE_RATES_URL: url, mode } = services.config;
      try {
        if (url && (await isRefreshDue(db, clock()))) await refreshRates(db, url, clock());
      } finally {
        const asked = url || mode === "live" ? payableCurrencies(services.providers) : [];
        const old = await alarmOldRates(db, asked, clock());
        if (old.length > 0) log.error({ rates: old }, "reference rates are old");
      }
    },
    "vat-ids.check": async () => {
      const { vies } = services.config;
      if (vies === null) return;
      const { outages } = await checkVatIds(services, vies);
      if (outages.length > 0) log.warn({ outages }, "VIES does not answer");
    },
    "vat-ids.renew": async () => {
      if (services.config.vies !== null) await renewVatIdChecks(db, clock());
    },
  } satisfies Partial<JobHandlers>;
}

function otherHandlers(services: JobServices, report: Report) {
  const { db, clock, log } = services;
  return {
    "mail.send": ({ mail_id }) => sendMail(services, mail_id),
    "accounts.password-forgotten": ({ email }) => sendPasswordReset(services, email),
    "accounts.read": async () => report("accounts.read", await readDueAccounts(services)),
    "accounts.disconnect": (account) => endAccount(services, account),
    "media.erase": async (gone) => report("media.erase", await eraseMedia(services, gone)),
    "content-cases.relink": ({ user_id }) => relinkCases(services, user_id),
    "tracking.close-days": () => closeTrafficDays(db, clock()),
    "retention.sweep": async () => {
      const { ended, failed } = await sweepRetention(services);
      const counts = Object.fromEntries(Object.entries(ended).filter(([, count]) => count > 0));
      log.info({ ended: counts, failed: failed.length }, "what is no longer needed is removed");
      if (failed.length > 0) throw new Error(`${failed.length} things could not be removed`);
    },
    "webhooks.deliver": ({ endpoint_id }) => deliverTo(services, endpoint_id),
    "webhooks.sweep": async () => {
      await sweepDeliveries(services);
    },
    "microblog.produce": async () => {
      report("microblog.produce", await producePosts(withOfferedNetworks(services)));
    },
    "microblog.post": async () => {
      const { failed, paused } = await postDue(withOfferedNetworks(services));
      if (paused.length > 0) log.error({ networks: paused }, "a microblogging network takes nobody's posts");
      report("microblog.post", { failed });
    },
  } satisfies Partial<JobHandlers>;
}

function settingsOf({ settings }: JobServices): Settings {
  return settings?.current() ?? defaultSettings;
}

function withOfferedNetworks(services: JobServices): JobServices {
  const { features } = settingsOf(services);
  return { ...services, networks: offeredNetworks(services.networks, features) };
}

/** Cron, Europe/Berlin. */
const SCHEDULE: Partial<Record<QueueName, string>> = {
  "series.charge": "*/5 * * * *",
  "series.remind": "5 9 * * *",
  "tips.mature": "*/5 * * * *",
  "tips.expire": "7 * * * *",
  "vouchers.expire": "13 * * * *",
  "vouchers.redemptions": "* * * * *",
  "tips.review-overdue": "11 * * * *",
  "tips.announce": "* * * * *",
  "tips.announce-day": "0 8 * * *",
  "payments.sweep": "* * * * *",
  "payments.reconcile": "*/10 * * * *",
  "ledger.check": `*/${productRules.ledger_check_minutes} * * * *`,
  "ledger.check-full": "40 3 * * *",
  "ledger.journal": "* * * * *",
  "refunds.credit-notes": "* * * * *",
  "settlements.retry": "*/10 * * * *",
  // Due at midnight; other hours catch up.
  "rollups.slide": "1 * * * *",
  "tracking.close-days": "23 * * * *",
  "retention.sweep": "37 * * * *",
  // Due on the payout day at 06:00; other hours catch up.
  "payouts.monthly": "0 * * * *",
  "webhooks.sweep": "* * * * *",
  "accounts.read": "29 * * * *",
  "microblog.produce": "* * * * *",
  "microblog.post": "* * * * *",
  "payouts.month-statements": "17 2 * * *",
  "sellers.judge": "50 4 * * *",
  // Due with the bank's new file; other hours catch up.
  "rates.refresh": "10 * * * *",
  "vat-ids.check": "* * * * *",
  "vat-ids.renew": "50 4 * * *",
};

const CONCURRENCY: Partial<Record<QueueName, number>> = {
  ...{ "payments.notice": 4, "mail.send": 2 },
  // Silent addresses hold up to ten seconds each.
  "webhooks.deliver": 20,
};

/** New jobs notify workers, retries do not: pg-boss would look every 30 seconds. */
const LOOKS = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 } as const;

const LOOKING_WORKERS = 4;
const RARE_LOOKS = { pollingIntervalSeconds: 20, notifyPollingIntervalSeconds: 20 } as const;

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
  boss.on("error", (error) => services.log.error({ error: error.message }, "job queue"));
  await boss.start();
  // Object.entries forgets which handler belongs to which queue; what is enqueued has its queue's type
  // (db/queues.ts).
  for (const [name, handle] of Object.entries(jobHandlers(services)) as [
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
    const workers = Array.from({ length: CONCURRENCY[name] ?? 1 }, () => Promise.withResolvers<string>());
    for (const [index, own] of workers.entries()) {
      const next = workers[(index + 1) % workers.length] ?? own;
      const workOn = async (jobs: { data: object }[]) => {
        // For jobs that arrived while all workers were busy.
        for (const { promise } of [own, next]) boss.notifyWorker(await promise);
        await work(jobs);
      };
      own.resolve(await boss.work(name, index < LOOKING_WORKERS ? LOOKS : RARE_LOOKS, workOn));
    }
  }
  for (const [name, cron] of Object.entries(SCHEDULE))
    await boss.schedule(name, cron, {}, { tz: "Europe/Berlin" });
  return { stop: () => boss.stop({ graceful: true, timeout: 10_000 }) };
}
