import { PgBoss } from "pg-boss";

/** Of a killed process; pg-boss's default is 15 minutes. */
const GIVEN_UP_SECONDS = 60;

export const QUEUES = {
  "payments.notice": {
    notify: true,
    retryLimit: 12,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 900,
    expireInSeconds: GIVEN_UP_SECONDS,
  },
  "payments.refund": {
    notify: true,
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: GIVEN_UP_SECONDS,
  },
  "payments.return-fee": {
    notify: true,
    retryLimit: 500,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: GIVEN_UP_SECONDS,
  },
  "transfers.send": {
    notify: true,
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: GIVEN_UP_SECONDS,
  },
  "transfers.retry": { notify: true, retryLimit: 20, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 },
  "payments.sweep": { retryLimit: 0 },
  "payments.reconcile": { retryLimit: 0 },
  "series.charge": { notify: true, retryLimit: 0, expireInSeconds: 900 },
  "series.remind": { retryLimit: 3, retryDelay: 60, expireInSeconds: 3600 },
  "series.forget": {
    notify: true,
    retryLimit: 12,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: GIVEN_UP_SECONDS,
  },
  "tips.mature": { retryLimit: 0 },
  "tips.expire": { retryLimit: 0 },
  "vouchers.expire": { retryLimit: 0 },
  "vouchers.redemptions": { retryLimit: 0 },
  "tips.review-overdue": { retryLimit: 0 },
  "tips.announce": { retryLimit: 0 },
  "tips.announce-day": { retryLimit: 3, retryDelay: 60 },
  "ledger.check": { retryLimit: 0 },
  "ledger.journal": { retryLimit: 0, expireInSeconds: 3600 },
  "refunds.credit-notes": { retryLimit: 0 },
  "ledger.check-full": { retryLimit: 0, expireInSeconds: 3 * 3600 },
  "settlements.retry": { retryLimit: 0 },
  // The provider may be down, and an operator waits.
  "settlements.fetch": { notify: true, retryLimit: 3, retryDelay: 60, expireInSeconds: 3600 },
  "rollups.slide": { retryLimit: 3, retryDelay: 60 },
  "rates.refresh": { retryLimit: 0 },
  "vat-ids.check": { retryLimit: 0, expireInSeconds: 600 },
  "vat-ids.renew": { retryLimit: 0 },
  // Deleted when done: the address may belong to no account.
  "accounts.password-forgotten": {
    notify: true,
    retryLimit: 12,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 900,
    deleteAfterSeconds: 60,
  },
  "series.asked": {
    notify: true,
    retryLimit: 12,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 900,
    deleteAfterSeconds: 60,
  },
  "accounts.read": { retryLimit: 0 },
  "accounts.disconnect": {
    retryLimit: 30,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
  },
  "media.erase": { notify: true, retryLimit: 30, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 },
  "content-cases.relink": {
    notify: true,
    retryLimit: 30,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
  },
  // The rest waits for the next hour.
  "tracking.close-days": { retryLimit: 0, expireInSeconds: 600 },
  "retention.sweep": { retryLimit: 0, expireInSeconds: 3600 },
  // Continues where it stopped: a retry is safe.
  "payouts.monthly": { retryLimit: 10, retryDelay: 300, expireInSeconds: 3600 },
  "payouts.month-statements": { retryLimit: 5, retryDelay: 600, expireInSeconds: 3600 },
  // A year of postings takes a while; a retry sends nothing twice.
  "sellers.judge": { retryLimit: 3, retryDelay: 600, expireInSeconds: 3600 },
  "microblog.produce": { retryLimit: 0, expireInSeconds: 300 },
  "microblog.post": { retryLimit: 0, expireInSeconds: 600 },
  // The row has the next try; the sweep catches the rest.
  "webhooks.deliver": { notify: true, retryLimit: 0, expireInSeconds: 120 },
  "webhooks.sweep": { retryLimit: 0 },
  // Outlasts the days after which the job itself gives up.
  "mail.send": { notify: true, retryLimit: 1000, retryDelay: 5, retryBackoff: true, retryDelayMax: 900 },
} as const;

const RETIRED = ["media.sweep", "accounts.sweep", "verification.expire-documents"];

export type QueueName = keyof typeof QUEUES;

export async function installQueues(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 2, supervise: false, schedule: false });
  boss.on("error", () => undefined);
  await boss.start();
  try {
    for (const [name, options] of Object.entries(QUEUES)) {
      await boss.createQueue(name, options);
      await boss.updateQueue(name, options);
    }
    for (const name of RETIRED) await boss.deleteQueue(name);
  } finally {
    await boss.stop({ graceful: false });
  }
}
