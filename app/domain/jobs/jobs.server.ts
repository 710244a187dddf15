import type { Kysely, Transaction } from "kysely";
import { fromKysely, PgBoss } from "pg-boss";
import type { QueueName } from "../../../db/queues.ts";
import type { DB } from "../../../db/schema.ts";

/** What each queue's job carries. */
export interface JobData {
  "payments.notice": { notice_id: string };
  "payments.refund": { refund_id: string };
  "payments.reconcile": Record<string, never>;
  "tips.mature": Record<string, never>;
  "tips.expire": Record<string, never>;
  "tips.review-overdue": Record<string, never>;
  "ledger.check": Record<string, never>;
  "rollups.slide": Record<string, never>;
  "rates.refresh": Record<string, never>;
  "mail.send": { mail_id: string };
}

export interface Jobs {
  /** Enqueues a job in the transaction that causes it: it exists if and only if the cause does. */
  enqueue<Name extends QueueName>(
    trx: Transaction<DB>,
    name: Name,
    data: JobData[Name],
    startAfter?: Date,
  ): Promise<void>;
}

/** The sending side of the queue; the working side is started by the process (app/jobs.server.ts). */
export function createJobs(db: Kysely<DB>): Jobs {
  const sender = new PgBoss({ db: fromKysely(db), supervise: false, schedule: false, migrate: false });
  return {
    async enqueue(trx, name, data, startAfter) {
      await sender.send(name, data, { db: fromKysely(trx), ...(startAfter ? { startAfter } : {}) });
    },
  };
}
