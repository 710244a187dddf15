import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { forRows, type RowsOutcome } from "../../jobs/jobs.server.ts";
import { post } from "../ledger/post.server.ts";
import { voucherExpired, voucherRevived } from "../ledger/rules/voucher-posting-rules.ts";
import { minor } from "../money/minor.ts";
import type { LockedVoucher } from "../tips/voucher-payment.server.ts";

const BATCH = 200;

/**
 * The daily job (docs/money.md, 3): vouchers whose time is over are nobody's any more, and their code is forgotten. One
 * whose money somebody's bank is asking for waits for that. Returns how many expired.
 */
export async function expireVouchers(db: Kysely<DB>, now: Date): Promise<RowsOutcome> {
  return await forRows<{ id: string; expires_at: Date }>({
    size: BATCH,
    keyOf: ({ id }) => id,
    find: async (last) => {
      const after = last ? sql`and (expires_at, id) > (${last.expires_at}, ${last.id})` : sql``;
      const { rows } = await sql<{ id: string; expires_at: Date }>`
        select id, expires_at from vouchers where ${isOver(now)} ${after}
        order by expires_at, id limit ${BATCH}`.execute(db);
      return rows;
    },
    act: (rows) => db.transaction().execute((trx) => expireBatch(trx, rows, now)),
  });
}

function isOver(now: Date) {
  return sql`status = 'VALID' and expires_at <= ${now} and disputed_at is null`;
}

async function expireBatch(
  trx: Transaction<DB>,
  found: readonly { id: string }[],
  now: Date,
): Promise<number> {
  const { rows: over } = await sql<{
    id: string;
    currency: string;
    amount_minor: number;
    expiries: number;
  }>`
    with over as (
      select id from vouchers where id = any(${found.map(({ id }) => id)}::uuid[]) and ${isOver(now)}
      order by id for no key update skip locked
    )
    update vouchers v set status = 'EXPIRED', ended_at = ${now}, code_encrypted = null, expiries = v.expiries + 1,
      updated_at = ${now}
    from over where v.id = over.id and v.status = 'VALID'
    returning v.id, v.currency, v.amount_minor, v.expiries`.execute(trx);
  const postings = over.map((each) =>
    voucherExpired({ ...each, amount_minor: minor(each.amount_minor) }, now),
  );
  await post(trx, postings, now);
  return over.length;
}

/**
 * Somebody's bank or the provider asks for an expired voucher's money: we owe it again, until that is decided. The caller
 * holds the voucher's lock.
 */
export async function reviveExpired(
  trx: Transaction<DB>,
  voucher: Pick<LockedVoucher, "id" | "status" | "amount_minor" | "currency" | "expiries">,
  now: Date,
): Promise<void> {
  if (voucher.status !== "EXPIRED") return;
  const { id, amount_minor, currency, expiries } = voucher;
  const { rows } = await sql<{ id: number }>`
    select id from ledger_transaction
    where kind = 'voucher_expired' and cause_id = ${id}::uuid and cause_part = ${String(expiries)}`.execute(
    trx,
  );
  const [posted] = rows;
  if (!posted) throw new Error(`voucher ${id} never expired in the books`);
  await post(trx, [voucherRevived({ id, amount_minor, currency, expiries }, posted.id, now)], now);
  await trx
    .updateTable("vouchers")
    .set({ status: "VALID", ended_at: null, updated_at: now })
    .where("id", "=", id)
    .execute();
}
