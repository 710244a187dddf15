import type { Insertable, Kysely } from "kysely";
import type { DB, Users } from "../../../db/schema.ts";

export type NewAccount = Pick<Insertable<Users>, "email" | "name" | "username" | "currency" | "locale"> &
  Partial<Omit<Insertable<Users>, "id" | "status" | "created_at" | "updated_at">>;

/** Writes a new account; its status is CREATED. Throws on a taken email or username (unique, case-insensitive). */
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
