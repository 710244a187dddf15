import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { isReservedUsername, isUsername } from "./names.ts";

const DAY_MS = 86_400_000;

/**
 * Whether this user may take this name now: well formed, not reserved, not in use, and no user's old address that still
 * redirects (docs/product.md, 6.5). Who takes it a moment later learns it from the unique index.
 */
export async function isUsernameFree(
  db: Kysely<DB>,
  given: { username: string; user_id: string; reservedNames: ReadonlySet<string>; now: Date },
): Promise<boolean> {
  if (!isUsername(given.username) || isReservedUsername(given.username, given.reservedNames)) return false;
  const name = given.username.toLowerCase();
  const taken = await db
    .selectFrom("users")
    .select("id")
    .where((eb) => eb(eb.fn("lower", ["username"]), "=", name))
    .where("id", "!=", given.user_id)
    .executeTakeFirst();
  if (taken) return false;
  const kept = await db
    .selectFrom("username_history")
    .select("user_id")
    .where("username", "=", name)
    .where("user_id", "!=", given.user_id)
    .where("redirects_until", ">", given.now)
    .executeTakeFirst();
  return kept === undefined;
}

/** Keeps an old name's address alive for 90 days. The new name, and one that became reserved, stop redirecting. */
export async function keepOldName(
  trx: Transaction<DB>,
  given: { user_id: string; old_name: string; new_name: string; now: Date },
): Promise<void> {
  const { user_id, now } = given;
  await trx
    .deleteFrom("username_history")
    .where((is) =>
      is.or([
        is("username", "=", given.new_name.toLowerCase()),
        is.and([is("user_id", "=", user_id), is("redirects_until", "is", null)]),
      ]),
    )
    .execute();
  const redirects_until = new Date(now.getTime() + productRules.username_redirect_days * DAY_MS);
  await trx
    .insertInto("username_history")
    .values({ username: given.old_name.toLowerCase(), user_id, redirects_until })
    .onConflict((conflict) => conflict.column("username").doUpdateSet({ user_id, redirects_until }))
    .execute();
}

/** The name that became reserved while this user had it, until the user chooses another; else null. */
export async function findReservedName(db: Kysely<DB>, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("username_history")
    .select("username")
    .where("user_id", "=", userId)
    .where("redirects_until", "is", null)
    .executeTakeFirst();
  return row?.username ?? null;
}

/** When a user may change their name again. */
export function nextRename(changedAt: Date | null): Date {
  return new Date((changedAt?.getTime() ?? 0) + productRules.username_change_days * DAY_MS);
}

/** The present username of whoever had this one in the last 90 days, or null. */
export async function findRenamed(db: Kysely<DB>, username: string, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom("username_history as e")
    .innerJoin("users as u", "u.id", "e.user_id")
    .select("u.username")
    .where("e.username", "=", username.toLowerCase())
    .where((is) => is.or([is("e.redirects_until", ">", now), is("e.redirects_until", "is", null)]))
    .where("u.status", "in", ["ACTIVE", "CHARGEBACK"])
    .executeTakeFirst();
  return row?.username ?? null;
}
