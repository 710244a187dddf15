import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { type AccountStatus, NEXT_STATUSES } from "./user-status.ts";

/**
 * The one door through which an account's status changes; each change is kept with its reason. A step that the
 * product does not know is a bug and throws. The same status again changes nothing.
 */
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

/** Locks an account's row and returns its status, which nothing else changes until the transaction ends. */
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
 * Locks creators' rows in the order of their ids: the first thing that whoever moves their money locks (docs/money.md, 6).
 * A settling tip shares the row with others; nobody else moves that creator's status, data or debts meanwhile.
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

/** Why the account has its present status, in the words that were put down with the change; null when it never changed. */
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
