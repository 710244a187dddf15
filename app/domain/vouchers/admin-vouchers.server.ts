import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { likePrefix } from "../../../db/like-prefix.ts";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { type Minor, minor } from "../money/minor.ts";
import { readPage } from "../read-page.server.ts";
import { cleanLine } from "../typed-text.schema.ts";
import { requireOperator } from "../users/user.server.ts";

export interface ListedVoucher {
  id: string;
  status: string;
  amount_minor: number;
  currency: string;
  code_end: string | null;
  email: string | null;
  is_locked: boolean;
  paid_at: Date;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CODE_END = /^[0-9a-hj-km-np-tv-z]{4}$/;

export async function searchVouchers(
  db: Kysely<DB>,
  search: { words: string; status: string | null; after: string | null },
): Promise<{ vouchers: ListedVoucher[]; next: string | null }> {
  let query = db
    .selectFrom("vouchers as v")
    .select(["v.id", "v.status", "v.amount_minor", "v.currency", "v.code_end", "v.email", "v.paid_at"])
    .select((eb) => eb("v.locked_at", "is not", null).as("is_locked"))
    .where("v.paid_at", "is not", null)
    .$narrowType<{ paid_at: Date; is_locked: boolean }>();
  const words = cleanLine(search.words).toLowerCase();
  if (words !== "") query = query.where(sql<boolean>`v.id in (${found(words)})`);
  if (search.status !== null) query = query.where(sql<boolean>`v.status = ${search.status}`);
  const order = { table: "vouchers", as: "v", time: "paid_at", direction: "desc" } as const;
  const { rows: vouchers, next } = await readPage(query, order, search.after);
  return { vouchers, next };
}

function found(words: string): RawBuilder<unknown> {
  if (ID.test(words))
    return sql`
      select id from vouchers where id = ${words}::uuid
      union select voucher_id from payments where id = ${words}::uuid and voucher_id is not null`;
  const byEmail = sql`select id from vouchers where lower(email) like ${likePrefix(words)}`;
  const end = words.replace(/^…/, "").replaceAll("o", "0").replaceAll(/[il]/g, "1");
  if (!CODE_END.test(end)) return byEmail;
  return sql`select id from vouchers where code_end = ${end.toUpperCase()} union ${byEmail}`;
}

export interface VoucherFacts {
  id: string;
  status: string;
  amount_minor: Minor;
  currency: string;
  code_end: string;
  message: string | null;
  sender_name: string | null;
  email: string | null;
  paid_at: Date;
  waited_days: number;
  valid_years: number;
  ended_at: Date | null;
  disputed_at: Date | null;
  lock: { at: Date; reason: string; by: string | null } | null;
  payments: {
    id: string;
    status: string;
    charged_minor: Minor;
    charged_currency: string;
    created_at: Date;
  }[];
  redemptions: ShownRedemption[];
}

interface ShownRedemption {
  id: string;
  status: string;
  amount_minor: Minor;
  currency: string;
  return_reason: string | null;
  asked_at: Date;
  ended_at: Date | null;
  tip_id: string | null;
  creator: { id: string; username: string | null };
}

export async function findVoucherFacts(db: Kysely<DB>, id: string): Promise<VoucherFacts | null> {
  const row = await db
    .selectFrom("vouchers as v")
    .leftJoin("users as u", "u.id", "v.locked_by")
    .select(["v.id", "v.status", "v.amount_minor", "v.currency", "v.code_end", "v.message", "v.sender_name"])
    .select(["v.email", "v.paid_at", "v.waited_days", "v.valid_years", "v.ended_at", "v.disputed_at"])
    .select(["v.locked_at", "v.lock_reason", "u.email as locked_by"])
    .where("v.id", "=", id)
    .where("v.paid_at", "is not", null)
    .executeTakeFirst();
  if (!row?.paid_at) return null;
  const [payments, redemptions] = await Promise.all([
    db
      .selectFrom("payments")
      .select(["id", "status", "charged_minor", "charged_currency", "created_at"])
      .where("voucher_id", "=", id)
      .orderBy("created_at")
      .execute(),
    db
      .selectFrom("voucher_redemptions as r")
      .innerJoin("users as u", "u.id", "r.creator_id")
      .select(["r.id", "r.status", "r.amount_minor", "r.currency", "r.return_reason", "r.asked_at"])
      .select(["r.ended_at", "r.tip_id", "u.id as creator_id", "u.username"])
      .where("r.voucher_id", "=", id)
      .orderBy("r.asked_at")
      .execute(),
  ]);
  const { locked_at, lock_reason, locked_by, ...voucher } = row;
  return {
    ...voucher,
    amount_minor: minor(row.amount_minor),
    code_end: row.code_end ?? "",
    paid_at: row.paid_at,
    lock: locked_at && { at: locked_at, reason: lock_reason ?? "", by: locked_by },
    payments: payments.map((each) => ({ ...each, charged_minor: minor(each.charged_minor) })),
    redemptions: redemptions.map(({ creator_id, username, ...each }) => ({
      ...each,
      amount_minor: minor(each.amount_minor),
      creator: { id: creator_id, username },
    })),
  };
}

interface DeskServices {
  db: Kysely<DB>;
  clock: () => Date;
}

interface VoucherAct {
  voucher_id: string;
  operator_id: string;
}

/** Its code is then "not valid". "gone": blocked or over (docs/product.md, 5.12). */
export async function blockVoucher(
  services: DeskServices,
  given: VoucherAct & { reason: string },
): Promise<"locked" | "gone"> {
  return await services.db.transaction().execute(async (trx) => {
    const voucher = await takeVoucher(trx, given);
    if (!voucher || voucher.locked_at !== null || !isOpen(voucher.status)) return "gone";
    const now = services.clock();
    await trx
      .updateTable("vouchers")
      .set({ locked_at: now, locked_by: given.operator_id, lock_reason: given.reason, updated_at: now })
      .where("id", "=", given.voucher_id)
      .execute();
    await audit(trx, "voucher.locked", given, { reason: given.reason }, now);
    return "locked";
  });
}

export async function unblockVoucher(
  services: DeskServices,
  given: VoucherAct,
): Promise<"unlocked" | "gone"> {
  return await services.db.transaction().execute(async (trx) => {
    const voucher = await takeVoucher(trx, given);
    if (!voucher?.locked_at) return "gone";
    const now = services.clock();
    await trx
      .updateTable("vouchers")
      .set({ locked_at: null, locked_by: null, lock_reason: null, updated_at: now })
      .where("id", "=", given.voucher_id)
      .execute();
    await audit(trx, "voucher.unlocked", given, null, now);
    return "unlocked";
  });
}

const isOpen = (status: string) => status === "VALID" || status === "PENDING";

async function takeVoucher(trx: Transaction<DB>, { voucher_id, operator_id }: VoucherAct) {
  await requireOperator(trx, operator_id, "money");
  return await trx
    .selectFrom("vouchers")
    .select(["id", "status", "locked_at"])
    .where("id", "=", voucher_id)
    .where("paid_at", "is not", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

async function audit(
  trx: Transaction<DB>,
  action: "voucher.locked" | "voucher.unlocked",
  { voucher_id, operator_id }: VoucherAct,
  after: { reason: string } | null,
  now: Date,
): Promise<void> {
  const subject = `voucher:${voucher_id}`;
  await writeAudit(trx, { actor_id: operator_id, action, subject, before: null, after, now });
}
