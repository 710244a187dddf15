import type { Kysely } from "kysely";
import { z } from "zod";
import { likePrefix } from "../../../db/like-prefix.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { readPage } from "../list-pages/read-page.server.ts";
import { cleanLine } from "../typed-text/typed-text.schema.ts";
import type { AccountStatus } from "./viewer.ts";

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

/** By beginning of email or username, or by id. A status selects creators. Without deleted accounts. */
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

/** Latest first. */
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

export async function countByStatus(db: Kysely<DB>): Promise<Partial<Record<AccountStatus, number>>> {
  const rows = await db
    .selectFrom("users")
    .select((eb) => ["status", eb.fn.countAll<number>().as("count")])
    .where("role", "=", "CREATOR")
    .where("deleted_at", "is", null)
    .groupBy("status")
    .execute();
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}
