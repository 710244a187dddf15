import { type Insertable, type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { z } from "zod";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import { likePrefix } from "../../../db/like-prefix.ts";
import type { DB, Users } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import type { Locale } from "../money/minor.ts";
import { may, type Right, RightMissing } from "../operator-rights.server.ts";
import { readPage } from "../read-page.server.ts";
import { cleanLine } from "../typed-text.schema.ts";
import { type AccountStatus, NEXT_STATUSES } from "./viewer.ts";

export function latestNewTipId(userId: string): RawBuilder<string | null> {
  return sql<string | null>`(
    select t.id from tips t
    where t.creator_id = ${sql.ref(userId)} and t.status = 'ACTIVE' and t.read_at is null
    order by t.activated_at desc, t.id desc limit 1
  )`;
}

type NewAccount = Pick<Insertable<Users>, "email" | "name" | "username" | "currency" | "locale"> &
  Partial<Omit<Insertable<Users>, "id" | "status" | "created_at" | "updated_at">>;

export async function createAccount(
  db: Kysely<DB>,
  account: NewAccount & { id: string; now: Date },
): Promise<void> {
  const { now, ...fields } = account;
  await db
    .insertInto("users")
    .values({ ...fields, created_at: now, updated_at: now })
    .execute();
}

export async function findOperator(db: Kysely<DB>, email: string): Promise<{ id: string } | null> {
  const operator = await db
    .selectFrom("users")
    .select("id")
    .where("role", "<>", "CREATOR")
    .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
  return operator ?? null;
}

/** Throws RightMissing: a page lacks its guard, or the role changed. */
export async function requireOperator(trx: Transaction<DB>, userId: string, right: Right): Promise<void> {
  const user = await trx
    .selectFrom("users")
    .select("role")
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!user || !may(user.role, right))
    throw new RightMissing(`only operators with the right to ${right} do this`);
}

type Account = Awaited<ReturnType<typeof accountById>>[number];

export async function findAccount(db: Kysely<DB>, userId: string): Promise<Account> {
  const [account] = await accountById(db, { id: userId });
  if (!account) throw new Error("a signed-in user has an account");
  return account;
}

const accountById = hotQuery("account-by-id", { id: parameter<string>() }, (db, given) =>
  accountRows(db).where("u.id", "=", given("id")),
);

function accountRows(db: Kysely<DB>) {
  return db
    .selectFrom("users as u")
    .select([
      latestNewTipId("u.id").as("latest_new_tip_id"),
      "u.id",
      "u.email",
      "u.role",
      "u.name",
      "u.username",
      "u.firstname",
      "u.lastname",
      "u.country_id",
      "u.company",
      "u.eu_ust_id",
      "u.address",
      "u.zipcode",
      "u.city",
      "u.date_of_birth",
      "u.status",
      "u.email_verified_at",
      "u.verification_terms_accepted_at",
      "u.verification_terms_declined_at",
      "u.avatar_id",
      "u.header_id",
      "u.currency",
      "u.ranking_enabled_at",
      "u.payout_type_id",
      "u.payout_method",
      "u.min_payout_minor",
      "u.default_price_per_message_minor",
      "u.show_online_status",
      "u.paused_at",
      "u.email_notifications",
      "u.email_notifications_chosen_at",
      "u.locale",
    ]);
}

export type OwnData = Awaited<ReturnType<typeof ownDataById>>[number];

export async function findOwnData(db: Kysely<DB>, userId: string): Promise<OwnData> {
  const [own] = await ownDataById(db, { id: userId });
  if (!own) throw new Error("a signed-in user has an account");
  return own;
}

const ownDataById = hotQuery("own-data-by-id", { id: parameter<string>() }, (db, given) =>
  ownDataRows(db).where("u.id", "=", given("id")),
);

export function ownDataRows(db: Kysely<DB>) {
  return accountRows(db).select((eb) => [
    eb
      .selectFrom("countries as n")
      .select("n.iso_3166_1")
      .whereRef("n.id", "=", "u.country_id")
      .as("country"),
    jsonArrayFrom(
      eb
        .selectFrom("social_links as l")
        .select(["l.network", "l.handle", "l.is_visible"])
        .whereRef("l.user_id", "=", "u.id"),
    ).as("links"),
  ]);
}

export async function setLocale(db: Kysely<DB>, userId: string, locale: Locale, now: Date): Promise<void> {
  await db.updateTable("users").set({ locale, updated_at: now }).where("id", "=", userId).execute();
}

/** The only place that changes it. Throws on an impossible step. */
export async function setStatus(
  trx: Transaction<DB>,
  userId: string,
  status: AccountStatus,
  reason: string,
  now: Date,
): Promise<void> {
  const from = await lockStatus(trx, userId);
  if (from === status) return;
  if (!NEXT_STATUSES[from].includes(status))
    throw new Error(`an account does not go from ${from} to ${status}`);
  await trx.updateTable("users").set({ status, updated_at: now }).where("id", "=", userId).execute();
  await trx
    .insertInto("account_status_events")
    .values({ user_id: userId, from_status: from, to_status: status, reason, at: now })
    .execute();
}

export async function lockStatus(trx: Transaction<DB>, userId: string): Promise<AccountStatus> {
  const user = await trx
    .selectFrom("users")
    .select("status")
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return user.status;
}

/**
 * By id, before any of their money. Settling shares the lock; status, data and debts stay (docs/money.md, 6).
 */
export async function lockCreators(trx: Transaction<DB>, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await trx
    .selectFrom("users")
    .select("id")
    .where(sql<boolean>`id = any(${[...new Set(userIds)]}::uuid[])`)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

export async function findStatusReason(db: Kysely<DB>, userId: string): Promise<string | null> {
  const event = await db
    .selectFrom("account_status_events")
    .select("reason")
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return event?.reason ?? null;
}

interface ListedUser {
  id: string;
  email: string;
  username: string | null;
  name: string | null;
  role: string;
  status: AccountStatus;
  created_at: Date;
}

const COLUMNS = ["id", "email", "username", "name", "role", "status", "created_at"] as const;

/** By beginning of email or username, or by id. Not deleted accounts. */
export async function searchUsers(
  db: Kysely<DB>,
  search: { words: string; status: AccountStatus | null; after: string | null },
): Promise<{ users: ListedUser[]; next: string | null }> {
  let query = db.selectFrom("users").select(COLUMNS).where("deleted_at", "is", null);
  const words = cleanLine(search.words).replace(/^@/, "").toLowerCase();
  if (words !== "") {
    const pattern = likePrefix(words);
    query = query.where((eb) =>
      eb.or([
        eb(eb.fn("lower", ["email"]), "like", pattern),
        eb(eb.fn("lower", ["username"]), "like", pattern),
        ...(z.uuid().safeParse(words).success ? [eb("id", "=", words)] : []),
      ]),
    );
  }
  if (search.status !== null) query = query.where("role", "=", "CREATOR").where("status", "=", search.status);
  const order = { table: "users", time: "created_at", direction: "desc" } as const;
  const { rows: users, next } = await readPage(query, order, search.after);
  return { users, next };
}

export async function findUserForOperator(db: Kysely<DB>, userId: string) {
  const user = await db
    .selectFrom("users as u")
    .leftJoin("countries as k", "k.id", "u.country_id")
    .leftJoin("second_factors as f", (join) =>
      join.onRef("f.user_id", "=", "u.id").on("f.confirmed_at", "is not", null),
    )
    .select(COLUMNS.map((column) => `u.${column}` as const))
    .select([
      "u.firstname",
      "u.lastname",
      "u.company",
      "u.eu_ust_id",
      "u.address",
      "u.zipcode",
      "u.city",
      "u.date_of_birth",
      "u.currency",
      "u.avatar_id",
      "u.email_verified_at",
      "u.last_seen_at",
      "k.iso_3166_1 as country",
      "f.user_id as factor",
    ])
    .where("u.id", "=", userId)
    .where("u.deleted_at", "is", null)
    .executeTakeFirst();
  if (!user) return null;
  const { factor, ...rest } = user;
  return { ...rest, status: user.status, has_second_factor: factor !== null };
}

export async function findDeletion(db: Kysely<DB>, userId: string): Promise<Date | null> {
  const row = await db.selectFrom("users").select("deleted_at").where("id", "=", userId).executeTakeFirst();
  return row?.deleted_at ?? null;
}

export async function listStatusEvents(
  db: Kysely<DB>,
  userId: string,
): Promise<{ id: number; from_status: AccountStatus; to_status: AccountStatus; reason: string; at: Date }[]> {
  const rows = await db
    .selectFrom("account_status_events")
    .select(["id", "from_status", "to_status", "reason", "at"])
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .limit(productRules.admin_rows)
    .execute();
  return rows.map((row) => ({
    ...row,
    from_status: row.from_status,
    to_status: row.to_status,
  }));
}
