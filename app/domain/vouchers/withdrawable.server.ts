import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { VoucherCodes } from "../../crypto/crypto.server.ts";
import { type Minor, minor } from "../money/minor.ts";

/** What whoever withdraws is shown before they confirm it. */
export interface BoughtVoucher {
  id: string;
  amount_minor: Minor;
  currency: string;
  /** All that was paid, fees included. */
  charged_minor: Minor;
  charged_currency: string;
  paid_at: Date;
}

/**
 * The voucher that a buyer names by code and email (docs/product.md, 5.12). One answer for whatever does not match, by the
 * same query: an unknown code, and the code of somebody else's purchase.
 */
export async function findBoughtVoucher(
  services: { db: Kysely<DB>; voucherCodes: VoucherCodes },
  given: { code: string; email: string },
): Promise<{ outcome: "found"; voucher: BoughtVoucher } | { outcome: "not_valid" }> {
  const row = await services.db
    .selectFrom("vouchers as v")
    .innerJoin("payments as p", "p.voucher_id", "v.id")
    .select(["v.id", "v.amount_minor", "v.currency", "v.email", "v.paid_at"])
    .select(["p.charged_minor", "p.charged_currency"])
    .where("v.code_hash", "in", services.voucherCodes.hashes(given.code))
    .where("p.status", "in", ["SUCCESS", "CHARGEBACK", "REFUNDED"])
    .orderBy("p.settled_at")
    .executeTakeFirst();
  if (!row?.paid_at || row.email?.toLowerCase() !== given.email.toLowerCase())
    return { outcome: "not_valid" };
  const { email, paid_at, ...voucher } = row;
  return {
    outcome: "found",
    voucher: {
      ...voucher,
      amount_minor: minor(row.amount_minor),
      charged_minor: minor(row.charged_minor),
      paid_at,
    },
  };
}

/** Whether a voucher's buyer has withdrawn already, so that a repeated post says the same. */
export async function isWithdrawn(db: Kysely<DB>, voucherId: string): Promise<boolean> {
  const row = await db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select("r.id")
    .where("p.voucher_id", "=", voucherId)
    .where("r.asked_by", "=", "BUYER")
    .where("r.status", "<>", "FAILED")
    .executeTakeFirst();
  return row !== undefined;
}
