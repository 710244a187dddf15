import { sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { LockedVoucher, TipServices } from "../tips/tips.server.ts";
import { reviveExpired } from "./expire-vouchers.server.ts";
import { returnRedemption } from "./pending-redemptions.server.ts";

/** Where a voucher stands that was paid: open, given back, or void because its money was taken. The caller holds its lock. */
export async function moveVoucher(
  trx: Transaction<DB>,
  voucherId: string,
  status: "VALID" | "REFUNDED" | "VOID",
  now: Date,
): Promise<void> {
  await trx
    .updateTable("vouchers")
    .set({ status, ended_at: status === "VALID" ? null : now, updated_at: now })
    .where("id", "=", voucherId)
    .execute();
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
