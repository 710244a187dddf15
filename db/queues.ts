import { PgBoss } from "pg-boss";

/** A job that a killed process was at is taken up again after this; pg-boss would wait for 15 minutes. */
const GIVEN_UP_SECONDS = 60;

/** The job queues (pg-boss). What each does stands in app/jobs/schedule.server.ts. */
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
  "payments.reconcile": { retryLimit: 0 },
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
  // The provider may be away for a while; who asked waits for it.
  "settlements.fetch": { notify: true, retryLimit: 3, retryDelay: 60, expireInSeconds: 3600 },
  "rollups.slide": { retryLimit: 3, retryDelay: 60 },
  "rates.refresh": { retryLimit: 0 },
  "vat-ids.check": { retryLimit: 0, expireInSeconds: 600 },
  "vat-ids.renew": { retryLimit: 0 },
  // Its job holds an address that may belong to no account: it is deleted as soon as it is done.
  "accounts.password-forgotten": {
    notify: true,
    retryLimit: 12,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 900,
    deleteAfterSeconds: 60,
  },
  "media.erase": { notify: true, retryLimit: 30, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 },
  "content-cases.relink": {
    notify: true,
    retryLimit: 30,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
  },
  // It works through what is due in batches; whatever is left waits for the next hour.
  "tracking.close-days": { retryLimit: 0, expireInSeconds: 600 },
  "retention.sweep": { retryLimit: 0, expireInSeconds: 3600 },
  // It goes on where it stopped, so trying again is safe.
  "payouts.monthly": { retryLimit: 10, retryDelay: 300, expireInSeconds: 3600 },
  "payouts.month-statements": { retryLimit: 5, retryDelay: 600, expireInSeconds: 3600 },
  // A year of postings takes a while; what was sent is not sent again.
  "sellers.judge": { retryLimit: 3, retryDelay: 600, expireInSeconds: 3600 },
  "microblog.produce": { retryLimit: 0, expireInSeconds: 300 },
  "microblog.post": { retryLimit: 0, expireInSeconds: 600 },
  // For longer than the days after which a mail stands before an operator: the job itself ends it then.
  "mail.send": { notify: true, retryLimit: 1000, retryDelay: 5, retryBackoff: true, retryDelayMax: 900 },
} as const;

/** Queues of earlier versions: their jobs and schedules go with them. */
const RETIRED = ["media.sweep", "accounts.sweep", "verification.expire-documents"];

export type QueueName = keyof typeof QUEUES;

/** Installs pg-boss's schema and our queues, as part of the migrations. */
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
