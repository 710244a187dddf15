import { sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { type Locale, localeOf, type Minor, minor } from "../money/minor.ts";
import type { HoldOnCreator, TipReceiver } from "./tip-receiver.ts";

/** A voucher whose payment moves, under its lock. */
export interface LockedVoucher {
  id: string;
  status: VoucherStatus;
  amount_minor: Minor;
  currency: string;
  email: string | null;
  locale: Locale;
  paid_at: Date | null;
  expires_at: Date | null;
  /** The days that redemptions waited which were given back. */
  waited_days: number;
  disputed_at: Date | null;
  /** How often it has expired. */
  expiries: number;
  /** Who redeemed it, or waits for that; null while nobody does. */
  redemption: LockedRedemption | null;
}

export type VoucherStatus =
  | "DRAFT"
  | "AWAITING_PAYMENT"
  | "LAPSED"
  | "VALID"
  | "PENDING"
  | "REDEEMED"
  | "EXPIRED"
  | "REFUNDED"
  | "VOID";

export interface LockedRedemption {
  id: string;
  creator_id: string;
  status: "PENDING" | "DONE";
  asked_at: Date;
  amount_minor: Minor;
  currency: string;
  tip_id: string | null;
}

/**
 * Locks the voucher that a payment is for, then who redeemed it and the tip that it became: the first of what is locked of
 * it (docs/money.md, 6), so that whoever redeems comes before or after. Null for a payment that is no voucher's.
 */
export async function lockVoucherOf(
  trx: Transaction<DB>,
  paymentId: string,
  hold: HoldOnCreator,
): Promise<{ voucher: LockedVoucher; receiver: TipReceiver | null } | null> {
  const { rows } = await sql<{ id: string }>`
    select v.id from vouchers v where v.id = (select voucher_id from payments where id = ${paymentId}::uuid)
    for no key update of v`.execute(trx);
  const [found] = rows;
  return found ? await readLocked(trx, found.id, hold) : null;
}

/** The same by the voucher's id. */
export async function lockVoucher(
  trx: Transaction<DB>,
  voucherId: string,
  hold: HoldOnCreator,
): Promise<{ voucher: LockedVoucher; receiver: TipReceiver | null } | null> {
  const { rows } = await sql<{ id: string }>`
    select v.id from vouchers v where v.id = ${voucherId}::uuid for no key update of v`.execute(trx);
  return rows[0] ? await readLocked(trx, voucherId, hold) : null;
}

async function readLocked(trx: Transaction<DB>, voucherId: string, hold: HoldOnCreator) {
  const { redemption, ...voucher } = await readVoucher(trx, voucherId);
  if (!redemption) return { voucher: { ...voucher, redemption: null }, receiver: null };
  const { rows } = await sql<Omit<TipReceiver, "is_giver">>`
    select u.id, u.status, coalesce(u.name, u.username, '') as name, coalesce(u.username, '') as username
    from users u where u.id = ${redemption.creator_id}::uuid
    ${hold === "alone" ? sql`for no key update of u` : sql`for share of u`}`.execute(trx);
  if (redemption.tip_id !== null)
    await sql`select from tips where id = ${redemption.tip_id}::uuid for no key update`.execute(trx);
  return { voucher: { ...voucher, redemption }, receiver: rows[0] ? { ...rows[0], is_giver: false } : null };
}

async function readVoucher(trx: Transaction<DB>, voucherId: string): Promise<LockedVoucher> {
  const row = await trx
    .selectFrom("vouchers as v")
    .leftJoin("voucher_redemptions as r", (join) =>
      join.onRef("r.voucher_id", "=", "v.id").on("r.status", "<>", "RETURNED"),
    )
    .select([
      "v.id",
      "v.status",
      "v.amount_minor",
      "v.currency",
      "v.email",
      "v.locale",
      "v.paid_at",
      "v.expires_at",
      "v.waited_days",
      "v.disputed_at",
      "v.expiries",
      "r.id as redemption_id",
      "r.creator_id",
      "r.status as redemption_status",
      "r.asked_at",
      "r.tip_id",
      "r.amount_minor as credit_minor",
      "r.currency as credit_currency",
    ])
    .where("v.id", "=", voucherId)
    .executeTakeFirstOrThrow();
  const { redemption_id, creator_id, redemption_status, credit_minor, credit_currency, tip_id, asked_at } =
    row;
  const isTaken =
    redemption_id !== null &&
    creator_id !== null &&
    credit_minor !== null &&
    credit_currency !== null &&
    asked_at !== null;
  return {
    id: row.id,
    status: row.status,
    amount_minor: minor(row.amount_minor),
    currency: row.currency,
    email: row.email,
    locale: localeOf(row.locale),
    paid_at: row.paid_at,
    expires_at: row.expires_at,
    waited_days: row.waited_days,
    disputed_at: row.disputed_at,
    expiries: row.expiries,
    redemption: isTaken
      ? {
          id: redemption_id,
          creator_id,
          status: redemption_status === "DONE" ? "DONE" : "PENDING",
          asked_at,
          amount_minor: minor(credit_minor),
          currency: credit_currency,
          tip_id,
        }
      : null,
  };
}
