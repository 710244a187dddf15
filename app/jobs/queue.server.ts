import { AsyncLocalStorage } from "node:async_hooks";
import type { Kysely, Transaction } from "kysely";
import { fromKysely, PgBoss } from "pg-boss";
import type { QueueName } from "../../db/queues.ts";
import type { DB } from "../../db/schema.ts";

export interface JobData {
  "payments.notice": { notice_id: string };
  "payments.refund": { refund_id: string };
  "payments.reconcile": Record<string, never>;
  "tips.mature": Record<string, never>;
  "tips.expire": Record<string, never>;
  "vouchers.expire": Record<string, never>;
  "vouchers.redemptions": Record<string, never>;
  "tips.review-overdue": Record<string, never>;
  "tips.announce": Record<string, never>;
  "tips.announce-day": Record<string, never>;
  "ledger.check": Record<string, never>;
  "ledger.journal": Record<string, never>;
  "refunds.credit-notes": Record<string, never>;
  "ledger.check-full": Record<string, never>;
  "settlements.retry": Record<string, never>;
  "settlements.fetch": { provider: string; operator_id: string };
  "rollups.slide": Record<string, never>;
  "rates.refresh": Record<string, never>;
  "vat-ids.check": Record<string, never>;
  "vat-ids.renew": Record<string, never>;
  "mail.send": { mail_id: string };
  "accounts.password-forgotten": { email: string };
  "media.erase": { media_ids: string[]; document_ids: string[] };
  "content-cases.relink": { user_id: string };
  "tracking.close-days": Record<string, never>;
  "retention.sweep": Record<string, never>;
  "microblog.produce": Record<string, never>;
  "microblog.post": Record<string, never>;
  "payouts.monthly": Record<string, never>;
  "payouts.month-statements": Record<string, never>;
  "sellers.judge": Record<string, never>;
}

export interface Jobs {
  /** In the caller's transaction: the job exists if and only if its cause does. */
  enqueue<Name extends QueueName>(
    trx: Transaction<DB>,
    name: Name,
    data: JobData[Name],
    startAfter?: Date,
  ): Promise<void>;
}

type Connection = ReturnType<typeof fromKysely>;

/**
 * Sending only; app/jobs/schedule.server.ts works. pg-boss uses the caller's connection: a second one per
 * transaction could exhaust the pool and deadlock.
 */
export function createJobs(db: Kysely<DB>): Jobs {
  const pool = fromKysely(db);
  const caller = new AsyncLocalStorage<Connection>();
  const connection: Connection = {
    executeSql: (text, values) => (caller.getStore() ?? pool).executeSql(text, values),
  };
  const sender = new PgBoss({ db: connection, supervise: false, schedule: false, migrate: false });
  return {
    async enqueue(trx, name, data, startAfter) {
      const own = fromKysely(trx);
      const options = { db: own, ...(startAfter ? { startAfter } : {}) };
      await caller.run(own, () => sender.send(name, data, options));
    },
  };
}
