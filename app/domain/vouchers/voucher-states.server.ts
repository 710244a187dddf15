import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { forRows, type RowsOutcome } from "../../jobs/jobs.server.ts";
import { productRules } from "../../product-rules.ts";
import { post } from "../ledger/post.server.ts";
import { voucherExpired, voucherRevived } from "../ledger/rules/voucher-posting-rules.ts";
import { minor } from "../money/minor.ts";
import type { LockedVoucher, TipServices } from "../tips/tip-and-payment.server.ts";
import { returnRedemption } from "./pending-redemptions.server.ts";

/** All of a voucher is on its way back: nobody redeems it from now on. The caller holds its lock. */
export async function markVoucherRefunded(trx: Transaction<DB>, voucherId: string, now: Date): Promise<void> {
  await trx
    .updateTable("vouchers")
    .set({ status: "REFUNDED", ended_at: now, updated_at: now })
    .where("id", "=", voucherId)
    .execute();
}

/**
 * Where a voucher stands that nobody has redeemed, after refunds and lost disputes have left of it what they have: open
 * while it is whole, void once a part is gone, be it less than a cent of its face, and refunded while all that is gone. The
 * caller holds its lock.
 */
export async function restateVoucher(
  trx: Transaction<DB>,
  voucher: Pick<LockedVoucher, "id">,
  now: Date,
): Promise<void> {
  await sql`
    with gone as (
      select coalesce((
          select sum(r.tip_minor) from refunds r join payments p on p.id = r.payment_id
          where p.voucher_id = ${voucher.id}::uuid and r.status <> 'FAILED' and r.asked_by <> 'PRODUCT'
        ), 0) + coalesce((
          select sum(d.voucher_minor) from disputes d join payments p on p.id = d.payment_id
          where p.voucher_id = ${voucher.id}::uuid and d.status = 'LOST'
        ), 0) as minor, exists (
          select from refunds r join payments p on p.id = r.payment_id
          where p.voucher_id = ${voucher.id}::uuid and r.status <> 'FAILED' and r.asked_by <> 'PRODUCT'
        ) or exists (
          select from disputes d join payments p on p.id = d.payment_id
          where p.voucher_id = ${voucher.id}::uuid and d.status = 'LOST' and d.charged_minor > 0
        ) as is_any
    ), stands as (
      select v.id, case when not gone.is_any then 'VALID'
        when gone.minor = v.amount_minor and v.status = 'REFUNDED' then 'REFUNDED' else 'VOID' end as status
      from vouchers v cross join gone
      where v.id = ${voucher.id}::uuid and v.status in ('VALID', 'VOID', 'REFUNDED')
    )
    update vouchers v set status = stands.status, updated_at = ${now},
      ended_at = case when stands.status <> 'VALID' then coalesce(v.ended_at, ${now}) end
    from stands where v.id = stands.id and v.status <> stands.status`.execute(trx);
}

/** Forgets the code of a voucher whose money has gone back for good. */
export async function forgetCode(trx: Transaction<DB>, voucherId: string): Promise<void> {
  await trx.updateTable("vouchers").set({ code_encrypted: null }).where("id", "=", voucherId).execute();
}

/**
 * Somebody's bank or the provider asks for a voucher's money: a redemption that waits is given back, and an expired voucher
 * is owed again, so that what is taken is what we owe. A redeemed one stays: its money is taken from who redeemed it. The
 * caller holds its lock. Returns true when nobody has it.
 */
export async function takeHold(
  trx: Transaction<DB>,
  services: TipServices,
  voucher: LockedVoucher,
  now: Date,
): Promise<boolean> {
  const { redemption } = voucher;
  if (redemption?.status === "PENDING")
    await returnRedemption(trx, services, { ...voucher, redemption }, "DISPUTED", now);
  await reviveExpired(trx, voucher, now);
  return redemption?.status !== "DONE";
}

/** Nobody redeems a voucher while a dispute about its payment is open. The caller holds its lock. */
export async function noteDisputed(trx: Transaction<DB>, voucherId: string, now: Date): Promise<void> {
  await sql`
    update vouchers v set disputed_at = case when exists (
        select from disputes d join payments p on p.id = d.payment_id
        where p.voucher_id = v.id and d.status = 'OPEN'
      ) then coalesce(v.disputed_at, ${now}) end
    where v.id = ${voucherId}::uuid`.execute(trx);
}

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
async function reviveExpired(
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

/**
 * Vouchers that are not paid within 24 hours lapse, unless a payment is PROCESSING, as tips do (docs/product.md, 5.1);
 * late money revives them.
 */
export async function lapseVouchers(db: Kysely<DB>, now: Date): Promise<RowsOutcome> {
  const since = new Date(now.getTime() - productRules.tip.unpaid_hours * 3_600_000);
  const { batch } = productRules.retention;
  return await forRows<{ id: string; updated_at: Date }>({
    size: batch,
    keyOf: ({ id }) => id,
    find: async (last) => {
      const after = last ? sql`and (v.updated_at, v.id) > (${last.updated_at}, ${last.id})` : sql``;
      const { rows } = await sql<{ id: string; updated_at: Date }>`
        select v.id, v.updated_at from vouchers v where ${isUnpaidSince(since)} ${after}
        order by v.updated_at, v.id limit ${batch}`.execute(db);
      return rows;
    },
    act: async (rows) => {
      const { numAffectedRows } = await sql`
        update vouchers v set status = 'LAPSED', updated_at = ${now}
        where v.id = any(${rows.map(({ id }) => id)}::uuid[]) and ${isUnpaidSince(since)}`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  });
}

/** Of vouchers `v`, those that have been unpaid for too long. */
function isUnpaidSince(since: Date) {
  return sql`v.status in ('DRAFT', 'AWAITING_PAYMENT') and v.updated_at < ${since}
    and not exists (select from payments p where p.voucher_id = v.id and p.status = 'PROCESSING')`;
}
