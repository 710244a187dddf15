import { sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { TipServices } from "../tips/tip-services.ts";
import type { LockedVoucher } from "../tips/voucher-payment.server.ts";
import { reviveExpired } from "./expire-vouchers.server.ts";
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
