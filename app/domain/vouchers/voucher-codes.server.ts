import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { VoucherCodes } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import { createKeyedQueue } from "../concurrency.server.ts";
import { type Minor, minor } from "../money/minor.ts";
import type { VoucherStatus } from "../tips/tip-and-payment.server.ts";

const rules = productRules.voucher.lockout;
const SPAN_MS = rules.minutes * 60_000;

interface TryServices {
  db: Kysely<DB>;
  clock: () => Date;
}

interface LockedOut {
  outcome: "locked";
  until: Date;
}

/**
 * `key`: a keyed hash of account or address. A try counts before the check, so parallel ones stay within
 * five. The fifth wrong one locks for an hour, right codes too (docs/limits.md).
 */
export async function withinTries<Answer extends { outcome: string }>(
  services: TryServices,
  key: Buffer,
  check: () => Promise<Answer>,
): Promise<Answer | LockedOut> {
  return await inTurn(key.toString("base64url"), async () => {
    const until = await takeTry(services, key);
    if (until !== null) return { outcome: "locked", until };
    const answer = await check();
    if (answer.outcome !== "not_valid") await giveBackTry(services.db, key);
    return answer;
  });
}

const inTurn = createKeyedQueue({ name: "codes of vouchers", waiting: 100 });

/** Null if not locked out. */
export async function findLockout({ db, clock }: TryServices, key: Buffer): Promise<Date | null> {
  const row = await db
    .selectFrom("voucher_tries")
    .select("locked_until")
    .where("key", "=", key)
    .where("locked_until", ">", clock())
    .executeTakeFirst();
  return row?.locked_until ?? null;
}

/**
 * One statement locks and counts; an old lock or an errorless hour restarts. Returns the refusing lock's end.
 */
async function takeTry(services: TryServices, key: Buffer): Promise<Date | null> {
  const now = services.clock();
  const lockEnd = new Date(now.getTime() + SPAN_MS);
  const countEnd = new Date(now.getTime() - SPAN_MS);
  const count = sql`case when k.locked_until is not null or k.last_at <= ${countEnd} then 1 else k.wrong_codes + 1 end`;
  const { rows } = await sql`
    insert into voucher_tries as k (key, wrong_codes, last_at) values (${key}, 1, ${now})
    on conflict (key) do update set
      wrong_codes = ${count},
      last_at = ${now},
      locked_until = case when ${count} >= ${rules.wrong_codes}::int then ${lockEnd}::timestamptz end
    where k.locked_until is null or k.locked_until <= ${now}
    returning key`.execute(services.db);
  if (rows.length > 0) return null;
  return (await findLockout(services, key)) ?? now;
}

async function giveBackTry(db: Kysely<DB>, key: Buffer): Promise<void> {
  await sql`
    update voucher_tries set wrong_codes = greatest(wrong_codes - 1, 0), locked_until = null
    where key = ${key}`.execute(db);
}

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
  /** Days of returned redemptions. */
  waited_days: number;
  /** As at the purchase. */
  valid_years: number;
  withdrawal_days: number;
  disputed_at: Date | null;
  locked_at: Date | null;
  code_end: string;
  locale: string;
}

const COLUMNS = [
  ...(["id", "status", "amount_minor", "currency", "message", "sender_name", "paid_at"] as const),
  ...(["matures_at", "expires_at", "waited_days", "disputed_at", "locked_at", "code_end", "locale"] as const),
  ...(["valid_years", "withdrawal_days"] as const),
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

/** The code while valid. The caller checks access. */
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

export const READ_COLUMNS = [...COLUMNS, "code_encrypted"] as const;

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

/** Expiry is separate. */
export function isRedeemable(voucher: Pick<PaidVoucher, "status" | "disputed_at" | "locked_at">): boolean {
  return voucher.status === "VALID" && voucher.disputed_at === null && voucher.locked_at === null;
}
