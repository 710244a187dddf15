import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { VoucherCodes } from "../../crypto/crypto.server.ts";
import { type Minor, minor } from "../money/minor.ts";
import type { VoucherStatus } from "../tips/voucher-payment.server.ts";

/** A voucher that was paid for, as pages show it. */
export interface PaidVoucher {
  id: string;
  status: VoucherStatus;
  amount_minor: Minor;
  currency: string;
  message: string | null;
  sender_name: string | null;
  paid_at: Date;
  matures_at: Date;
  expires_at: Date;
  /** The days that redemptions waited which were given back to it. */
  waited_days: number;
  disputed_at: Date | null;
  locked_at: Date | null;
  code_end: string;
  locale: string;
}

const COLUMNS = [
  ...(["id", "status", "amount_minor", "currency", "message", "sender_name", "paid_at"] as const),
  ...(["matures_at", "expires_at", "waited_days", "disputed_at", "locked_at", "code_end", "locale"] as const),
] as const;

interface Row
  extends Omit<PaidVoucher, "amount_minor" | "paid_at" | "matures_at" | "expires_at" | "code_end"> {
  amount_minor: number;
  paid_at: Date | null;
  matures_at: Date | null;
  expires_at: Date | null;
  code_end: string | null;
}

function toPaid(row: Row | undefined): PaidVoucher | null {
  if (!row) return null;
  const { paid_at, matures_at, expires_at, code_end } = row;
  if (paid_at === null || matures_at === null || expires_at === null || code_end === null) return null;
  return { ...row, amount_minor: minor(row.amount_minor), paid_at, matures_at, expires_at, code_end };
}

/** The voucher of a code, whatever became of it; null for a code that none has. */
export async function findByCode(
  services: { db: Kysely<DB>; voucherCodes: VoucherCodes },
  code: string,
): Promise<PaidVoucher | null> {
  const row = await services.db
    .selectFrom("vouchers")
    .select(COLUMNS)
    .where("code_hash", "in", services.voucherCodes.hashes(code))
    .executeTakeFirst();
  return toPaid(row);
}

/**
 * A voucher that was paid for, by its id, with its code while it is worth something; without it once it is redeemed, over,
 * given back or locked. Who may see it is for the caller to say: the id is no secret.
 */
export async function readVoucher(
  services: { db: Kysely<DB>; voucherCodes: VoucherCodes },
  id: string,
): Promise<(PaidVoucher & { code: string | null }) | null> {
  const row = await services.db
    .selectFrom("vouchers")
    .select(READ_COLUMNS)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? readRow(services, row) : null;
}

/** What of a row is read to show a voucher. */
export const READ_COLUMNS = [...COLUMNS, "code_encrypted"] as const;

/** The same of a row that is there; null for a voucher that is not paid. */
export function readRow(
  { voucherCodes }: { voucherCodes: VoucherCodes },
  row: Row & { code_encrypted: Buffer | null },
): (PaidVoucher & { code: string | null }) | null {
  const { code_encrypted, ...facts } = row;
  const paid = toPaid(facts);
  if (!paid) return null;
  const isOpen = isRedeemable(paid) && code_encrypted !== null;
  return { ...paid, code: isOpen ? voucherCodes.decrypt(row.id, code_encrypted) : null };
}

/** True for a voucher that nobody has redeemed or stopped; whether its time is over is another question. */
export function isRedeemable(voucher: Pick<PaidVoucher, "status" | "disputed_at" | "locked_at">): boolean {
  return voucher.status === "VALID" && voucher.disputed_at === null && voucher.locked_at === null;
}
