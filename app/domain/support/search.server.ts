import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { likePrefix } from "../../../db/like-prefix.ts";
import type { DB } from "../../../db/schema.ts";
import type { VoucherCodes } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import { readReceiptNumber } from "../money/formats.ts";
import type { Providers } from "../payments/provider-port.ts";
import { PROVIDER_KINDS } from "../payments/providers/providers.server.ts";
import type { PaymentStatus } from "../payments/states.ts";
import type { AccountStatus, Viewer } from "../users/viewer.ts";
import type { ListedVoucher } from "../vouchers/admin-vouchers.server.ts";
import { readTypedCode } from "../vouchers/voucher.schema.ts";
import { findByCode } from "../vouchers/voucher-codes.server.ts";

interface FoundUser {
  id: string;
  email: string;
  username: string | null;
  name: string | null;
  role: Viewer["role"];
  status: AccountStatus;
  deleted_at: Date | null;
  account: string | null;
}

interface FoundPayment {
  id: string;
  status: PaymentStatus;
  charged_minor: number;
  charged_currency: string;
  username: string | null;
  group_slug: string | null;
  voucher_id: string | null;
  payer_email: string | null;
  created_at: Date;
}

interface Rows<Row> {
  rows: Row[];
  has_more: boolean;
}

export interface Found {
  users: Rows<FoundUser>;
  payments: Rows<FoundPayment>;
  vouchers: Rows<ListedVoucher>;
}

const { shown_rows, read_rows } = productRules.support;

/**
 * By beginning of name, username or emails; by whole id, receipt number, provider's id or voucher code; by an
 * IBAN's end. Each branch reads bounded rows of an index (docs/product.md, 6.15).
 */
export async function searchEverything(
  services: { db: Kysely<DB>; voucherCodes: VoucherCodes; providers: Providers },
  words: string,
): Promise<Found> {
  const { db } = services;
  // The index begins with the provider; switched-off ones have payments, too.
  const providers = [...PROVIDER_KINDS, ...services.providers.all].map(({ name }) => name);
  const id = z.uuid().safeParse(words.toLowerCase()).data ?? null;
  const code = readTypedCode(words);
  const byCode = code === null ? null : await findByCode(services, code);
  const [users, payments, vouchers] = await Promise.all([
    findUsers(db, words, id),
    findPayments(db, words, id, providers),
    findVouchers(db, words, id, byCode?.id ?? null),
  ]);
  return { users: cut(users), payments: cut(payments), vouchers: cut(vouchers) };
}

function cut<Row>(rows: readonly Row[]): Rows<Row> {
  return { rows: rows.slice(0, shown_rows), has_more: rows.length > shown_rows };
}

/** Each branch is limited: a short term never reads a whole table. */
function union(branches: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(
    branches.map((branch) => sql`(${branch} limit ${sql.lit(read_rows)})`),
    sql` union `,
  );
}

/**
 * "DE•• •••• 3000" is all that is unencrypted. More characters narrow only the country: else a search would
 * reveal an IBAN digit by digit, unlogged.
 */
function ibanPattern(words: string): { end: string; pattern: string } | null {
  const typed = words.replace(/\s/g, "").toUpperCase();
  const isWhole = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(typed);
  if (!isWhole && !/^[A-Z0-9]{4,8}$/.test(typed)) return null;
  const end = typed.slice(-4);
  return { end, pattern: isWhole ? `${typed.slice(0, 2)}•• •••• ${end}` : `__•• •••• ${end}` };
}

const IS_IBAN = sql`d.masked_account like '__•• •••• ____'`;

async function findUsers(db: Kysely<DB>, words: string, id: string | null): Promise<FoundUser[]> {
  const lower = words.toLowerCase();
  const named = (column: RawBuilder<unknown>, term = lower) =>
    sql`select id from users where ${column} like ${likePrefix(term)}`;
  const iban = ibanPattern(words);
  const ofIban =
    iban &&
    sql`${IS_IBAN} and right(d.masked_account, 4) = ${iban.end} and d.masked_account like ${iban.pattern}`;
  const hits = union([
    named(sql`lower(email)`),
    named(sql`lower(username)`, lower.replace(/^@/, "")),
    named(sql`lower(name)`),
    named(sql`lower(lastname)`),
    named(sql`lower(firstname || ' ' || lastname)`),
    ...(ofIban === null ? [] : [sql`select d.user_id from payout_destinations d where ${ofIban}`]),
    ...(id === null ? [] : [sql`select id from users where id = ${id}::uuid`]),
  ]);
  const { rows } = await sql<FoundUser>`
    select u.id, u.email, u.username, u.name, u.role, u.status, u.deleted_at,
      (select d.masked_account from payout_destinations d
        where d.user_id = u.id and ${ofIban ?? sql`false`} limit 1) as account
    from users u
    where u.id = any(array(${hits})) and (u.deleted_at is null or u.id = ${id}::uuid)
    order by u.created_at desc, u.id desc limit ${sql.lit(shown_rows + 1)}`.execute(db);
  return rows;
}

async function findPayments(
  db: Kysely<DB>,
  words: string,
  id: string | null,
  providers: readonly string[],
): Promise<FoundPayment[]> {
  const pattern = likePrefix(words.toLowerCase());
  const number = readReceiptNumber(words);
  const hits = union([
    sql`select p.id from tips t join payments p on p.tip_id = t.id
      where t.sender_email is not null and lower(t.sender_email) like ${pattern}`,
    sql`select p.id from vouchers v join payments p on p.voucher_id = v.id
      where v.email is not null and lower(v.email) like ${pattern}`,
    sql`select id from payments where provider = any(${[...providers]}::text[]) and provider_ref = ${words}`,
    ...(number === null ? [] : [sql`select id from payments where receipt_number = ${number}`]),
    ...(id === null
      ? []
      : [
          sql`select id from payments where id = ${id}::uuid`,
          sql`select id from payments where tip_id = ${id}::uuid`,
          sql`select id from payments where voucher_id = ${id}::uuid`,
        ]),
  ]);
  const { rows } = await sql<FoundPayment>`
    select p.id, p.status, p.charged_minor, p.charged_currency, u.username, g.slug as group_slug, p.voucher_id,
      coalesce(t.sender_email, v.email) as payer_email, p.created_at
    from payments p
      left join tips t on t.id = p.tip_id
      left join vouchers v on v.id = p.voucher_id
      left join users u on u.id = t.creator_id
      left join grouplists g on g.id = t.grouplist_id and t.creator_id is null
    where p.id = any(array(${hits}))
    order by p.created_at desc, p.id desc limit ${sql.lit(shown_rows + 1)}`.execute(db);
  return rows;
}

async function findVouchers(
  db: Kysely<DB>,
  words: string,
  id: string | null,
  byCode: string | null,
): Promise<ListedVoucher[]> {
  const ids = [id, byCode].filter((each) => each !== null);
  const hits = union([
    sql`select id from vouchers where email is not null and lower(email) like ${likePrefix(words.toLowerCase())}`,
    ...ids.map((each) => sql`select id from vouchers where id = ${each}::uuid`),
  ]);
  const { rows } = await sql<ListedVoucher>`
    select v.id, v.status, v.amount_minor, v.currency, v.code_end, v.email, v.locked_at is not null as is_locked,
      v.paid_at
    from vouchers v
    where v.id = any(array(${hits})) and v.paid_at is not null
    order by v.paid_at desc, v.id desc limit ${sql.lit(shown_rows + 1)}`.execute(db);
  return rows;
}
