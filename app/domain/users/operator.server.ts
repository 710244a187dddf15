import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";

/** The operator of this email, if there is one. */
export async function findOperator(db: Kysely<DB>, email: string): Promise<{ id: string } | null> {
  const operator = await db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "ADMIN")
    .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
  return operator ?? null;
}

/** Throws unless this is an operator: a page that lets others come so far has a bug. */
export async function requireOperator(trx: Transaction<DB>, userId: string): Promise<void> {
  const user = await trx
    .selectFrom("users")
    .select("role")
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (user?.role !== "ADMIN") throw new Error("only operators act on other people's accounts");
}
