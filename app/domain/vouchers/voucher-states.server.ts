import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { findLastAct, writeAudit } from "../audit/audit.server.ts";
import { giveBack } from "../earnings/settle-tip.server.ts";
import { forRows, type Jobs, type RowsOutcome } from "../jobs.ts";
import { post } from "../ledger/post.server.ts";
import { voucherExpired, voucherPaid, voucherRevived } from "../ledger/rules/posting-rules.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { minor } from "../money/minor.ts";
import type { PaymentSnapshot } from "../payments/provider-port.ts";
import type { SurplusReason } from "../suspense/suspense.server.ts";
import type { LockedVoucher, TipAndPayment, TipServices } from "../tips/tip-and-payment.server.ts";
import { requireOperator } from "../users/user.server.ts";
import { returnRedemption } from "./redeem-voucher.server.ts";
import { endOfCode } from "./voucher.schema.ts";
import { endOfValidity, lastDayOf } from "./voucher-dates.ts";

const DAY_MS = 86_400_000;

/**
 * We owe its face; the buyer gets a code. Refunds a second success, another amount, or a forgotten address.
 * The caller holds the locks (docs/money.md, 3).
 */
export async function settleVoucher(
  trx: Transaction<DB>,
  services: TipServices,
  { payment, voucher }: TipAndPayment & { voucher: LockedVoucher },
  snapshot: PaymentSnapshot,
  now: Date,
): Promise<"settled" | `refunding_${SurplusReason}`> {
  const paidAt = snapshot.paidAt ?? now;
  const isExpected =
    snapshot.amountMinor === payment.charged_minor && snapshot.currency === payment.charged_currency;
  if (!isExpected) return await giveBack(trx, services, payment, snapshot, "other_amount", now);
  if (voucher.paid_at !== null)
    return await giveBack(trx, services, payment, snapshot, "second_success", now);
  const { email } = voucher;
  if (email === null) return await giveBack(trx, services, payment, snapshot, "receiver_cannot_receive", now);
  await post(trx, [voucherPaid(payment, paidAt)], now);
  await trx
    .updateTable("payments")
    .set({
      ...{ status: "SUCCESS", failure_reason: null },
      ...{ provider_ref: snapshot.providerRef, settled_at: paidAt },
    })
    .where("id", "=", payment.id)
    .execute();
  const code = services.voucherCodes.create();
  await trx
    .updateTable("vouchers")
    .set({
      status: "VALID",
      code_hash: services.voucherCodes.hash(code),
      code_encrypted: services.voucherCodes.encrypt(voucher.id, code),
      code_end: endOfCode(code),
      paid_at: paidAt,
      matures_at: new Date(paidAt.getTime() + payment.hold_days * DAY_MS),
      expires_at: endOfValidity({ ...voucher, paid_at: paidAt, waited_days: 0 }),
      updated_at: now,
    })
    .where("id", "=", voucher.id)
    .execute();
  const { amount_minor, currency } = voucher;
  await queueMail(trx, services, {
    dedupe_key: `voucher:${voucher.id}`,
    template: "voucher_bought",
    locale: voucher.locale,
    recipient: email,
    user_id: null,
    params: {
      ...{ voucher_id: voucher.id, payment_id: payment.id, amount_minor, currency },
      valid_until: lastDayOf({ ...voucher, paid_at: paidAt, waited_days: 0 }),
      withdrawal_days: voucher.withdrawal_days,
    },
    now,
  });
  return "settled";
}

/** To the original address only. "gone" when its code is no longer shown. */
export async function resendVoucher(
  services: { db: Kysely<DB>; jobs: Jobs; clock: () => Date; newId: () => string },
  given: { voucher_id: string; operator_id: string },
): Promise<"mailed" | "gone"> {
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, given.operator_id, "payments");
    const voucher = await trx
      .selectFrom("vouchers as v")
      .innerJoin("payments as p", (join) =>
        join.onRef("p.voucher_id", "=", "v.id").on("p.status", "=", "SUCCESS"),
      )
      .select(["v.id", "v.status", "v.email", "v.locale", "v.amount_minor", "v.currency", "v.paid_at"])
      .select(["v.waited_days", "v.valid_years", "v.withdrawal_days", "p.id as payment_id"])
      .where("v.id", "=", given.voucher_id)
      .forNoKeyUpdate("v")
      .executeTakeFirst();
    if (!voucher?.paid_at || !voucher.email || voucher.status !== "VALID") return "gone";
    const now = services.clock();
    // Once a minute.
    const since = new Date(now.getTime() - productRules.support.resend_seconds * 1000);
    const act = { action: "voucher.mail_sent", subject: `voucher:${voucher.id}` } as const;
    if ((await findLastAct(trx, { ...act, since })) !== null) return "mailed";
    const { payment_id, amount_minor, currency, paid_at, withdrawal_days } = voucher;
    await queueMail(trx, services, {
      dedupe_key: `voucher:${voucher.id}:again:${services.newId()}`,
      template: "voucher_bought",
      locale: voucher.locale,
      recipient: voucher.email,
      user_id: null,
      params: {
        voucher_id: voucher.id,
        payment_id,
        amount_minor,
        currency,
        valid_until: lastDayOf({ ...voucher, paid_at }),
        withdrawal_days,
      },
      now,
    });
    await writeAudit(trx, {
      ...act,
      ...{ actor_id: given.operator_id, before: null, after: null, now },
    });
    return "mailed";
  });
}

/** Blocks redemption. The caller holds its lock. */
export async function markVoucherRefunded(trx: Transaction<DB>, voucherId: string, now: Date): Promise<void> {
  await trx
    .updateTable("vouchers")
    .set({ status: "REFUNDED", ended_at: now, updated_at: now })
    .where("id", "=", voucherId)
    .execute();
}

/** Open while whole, void once a part is gone, refunded at zero. The caller holds its lock. */
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

export async function forgetCode(trx: Transaction<DB>, voucherId: string): Promise<void> {
  await trx.updateTable("vouchers").set({ code_encrypted: null }).where("id", "=", voucherId).execute();
}

/** Before money is taken back. False for a redeemed one, which stays. The caller holds its lock. */
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

/** Blocks redemption. The caller holds its lock. */
export async function noteDisputed(trx: Transaction<DB>, voucherId: string, now: Date): Promise<void> {
  await sql`
    update vouchers v set disputed_at = case when exists (
        select from disputes d join payments p on p.id = d.payment_id
        where p.voucher_id = v.id and d.status = 'OPEN'
      ) then coalesce(v.disputed_at, ${now}) end
    where v.id = ${voucherId}::uuid`.execute(trx);
}

const BATCH = 200;

/** Erases codes; disputed ones wait (docs/money.md, 3). */
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

/** After 24 hours, unless a payment is PROCESSING; late money revives them (docs/product.md, 5.1). */
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

function isUnpaidSince(since: Date) {
  return sql`v.status in ('DRAFT', 'AWAITING_PAYMENT') and v.updated_at < ${since}
    and not exists (select from payments p where p.voucher_id = v.id and p.status = 'PROCESSING')`;
}
