import type { Transaction } from "kysely";
import type { QueueName } from "../../db/queues.ts";
import type { DB } from "../../db/schema.ts";

export interface JobData {
  "payments.notice": { notice_id: string };
  "payments.refund": { refund_id: string };
  "payments.return-fee": { payment_id: string };
  "transfers.send": { payment_id: string };
  "transfers.retry": { user_id: string };
  "payments.sweep": Record<string, never>;
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
  "series.charge": Record<string, never>;
  "series.remind": Record<string, never>;
  "series.forget": {
    provider: string;
    account_ref: string | null;
    customer_ref: string;
    method_ref: string;
  };
  "settlements.retry": Record<string, never>;
  "settlements.fetch": { provider: string; operator_id: string };
  "rollups.slide": Record<string, never>;
  "rates.refresh": Record<string, never>;
  "vat-ids.check": Record<string, never>;
  "vat-ids.renew": Record<string, never>;
  "mail.send": { mail_id: string };
  "accounts.password-forgotten": { email: string };
  /** With what was typed, as no other table has it. */
  "series.asked": {
    id: string;
    kind: "LINKS" | "CANCEL" | "WITHDRAW";
    email: string;
    locale: string;
    name: string | null;
    contract: string | null;
    until: string | null;
    reason: string | null;
    /** ISO 8601; when it came in. */
    received_at: string;
    /** Contract and day for the link, encrypted; null for neither. */
    words_encrypted: string | null;
    /** False where the address had its mails for now. */
    is_mailed?: boolean;
  };
  "accounts.read": Record<string, never>;
  "accounts.disconnect": { provider: string; account_ref: string };
  "media.erase": { media_ids: string[]; document_ids: string[]; unless_used?: boolean };
  "content-cases.relink": { user_id: string };
  "tracking.close-days": Record<string, never>;
  "retention.sweep": Record<string, never>;
  "microblog.produce": Record<string, never>;
  "microblog.post": Record<string, never>;
  "payouts.monthly": Record<string, never>;
  "payouts.month-statements": Record<string, never>;
  "sellers.judge": Record<string, never>;
  "webhooks.deliver": { endpoint_id: string };
  "webhooks.sweep": Record<string, never>;
}

/** app/jobs is the queue. */
export interface Jobs {
  /** In the caller's transaction: the job exists if and only if its cause does. */
  enqueue<Name extends QueueName>(
    trx: Transaction<DB>,
    name: Name,
    data: JobData[Name],
    startAfter?: Date,
  ): Promise<void>;
}

export interface FailedRow {
  key: string;
  error: string;
}

export interface RowsOutcome {
  done: number;
  failed: FailedRow[];
}

/**
 * A failed batch is retried row by row, and a failing row skipped. `act` runs its own transaction, rechecks
 * and returns the count.
 */
export async function forRows<Row>(given: {
  size: number;
  find: (last: Row | null) => Promise<readonly Row[]>;
  keyOf: (row: Row) => string;
  act: (rows: readonly Row[]) => Promise<number>;
  batches_maximum?: number;
}): Promise<RowsOutcome> {
  const { size, find, keyOf, act, batches_maximum = Number.POSITIVE_INFINITY } = given;
  const outcome: RowsOutcome = { done: 0, failed: [] };
  let last: Row | null = null;
  for (let batch = 0; batch < batches_maximum; batch += 1) {
    const rows: readonly Row[] = await find(last);
    last = rows.at(-1) ?? null;
    if (last === null) break;
    try {
      outcome.done += await act(rows);
    } catch {
      const { done, failed } = await forEachRow(rows, keyOf, (row) => act([row]));
      outcome.done += done;
      outcome.failed.push(...failed);
    }
    if (rows.length < size) break;
  }
  return outcome;
}

export async function forEachRow<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  act: (row: Row) => Promise<number>,
): Promise<RowsOutcome> {
  const outcome: RowsOutcome = { done: 0, failed: [] };
  for (const row of rows) {
    try {
      outcome.done += await act(row);
    } catch (error) {
      outcome.failed.push({ key: keyOf(row), error: String(error) });
    }
  }
  return outcome;
}
