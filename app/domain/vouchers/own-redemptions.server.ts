import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { VoucherCodes } from "../../crypto/crypto.server.ts";
import { type Minor, minor } from "../money/minor.ts";

/** A voucher that waits for its creator's verification. */
export interface PendingRedemption {
  id: string;
  amount_minor: Minor;
  currency: string;
  code_end: string;
  asked_at: Date;
}

/** A creator's vouchers that wait for their verification, the oldest first. */
export async function listPendingRedemptions(
  db: Kysely<DB>,
  creatorId: string,
): Promise<PendingRedemption[]> {
  const rows = await db
    .selectFrom("voucher_redemptions as r")
    .innerJoin("vouchers as v", "v.id", "r.voucher_id")
    .select(["r.id", "r.amount_minor", "r.currency", "v.code_end", "r.asked_at"])
    .where("r.creator_id", "=", creatorId)
    .where("r.status", "=", "PENDING")
    .orderBy("r.asked_at")
    .limit(100)
    .execute();
  return rows.map((row) => ({ ...row, amount_minor: minor(row.amount_minor), code_end: row.code_end ?? "" }));
}

/** How a creator has redeemed a voucher before, so that a repeated post says the same; null for who has not. */
export async function findOwnRedemption(
  services: { db: Kysely<DB>; voucherCodes: VoucherCodes },
  given: { code: string; creator_id: string },
): Promise<{ status: "PENDING" | "DONE"; tip_id: string | null } | null> {
  const row = await services.db
    .selectFrom("voucher_redemptions as r")
    .innerJoin("vouchers as v", "v.id", "r.voucher_id")
    .select(["r.status", "r.tip_id"])
    .where("v.code_hash", "in", services.voucherCodes.hashes(given.code))
    .where("r.creator_id", "=", given.creator_id)
    .where("r.status", "<>", "RETURNED")
    .executeTakeFirst();
  if (!row) return null;
  return { status: row.status === "DONE" ? "DONE" : "PENDING", tip_id: row.tip_id };
}
