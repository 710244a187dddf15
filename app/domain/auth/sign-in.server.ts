import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { newSecretToken, tokenHash } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import { isPassword } from "./passwords.server.ts";

export type PasswordCheck =
  | { outcome: "failed" }
  | {
      outcome: "right";
      user_id: string;
      password_hash: string;
      needs_second_factor: boolean;
    };

/** Unknown addresses take as long as wrong passwords (docs/product.md, 6.4). */
export async function checkPassword(
  db: Kysely<DB>,
  given: { email: string; password: string },
): Promise<PasswordCheck> {
  const user = await db
    .selectFrom("users as u")
    .leftJoin("second_factors as f", (join) =>
      join.onRef("f.user_id", "=", "u.id").on("f.confirmed_at", "is not", null),
    )
    .select(["u.id", "u.password_hash", "f.user_id as factor"])
    .where((eb) => eb(eb.fn("lower", ["u.email"]), "=", given.email.toLowerCase()))
    .executeTakeFirst();
  const isRight = await isPassword(given.password, user?.password_hash ?? null);
  if (!isRight || !user?.password_hash) return { outcome: "failed" };
  const { id: user_id, password_hash } = user;
  return { outcome: "right", user_id, password_hash, needs_second_factor: user.factor !== null };
}

/** The compared hash; null if wrong. */
export async function checkOwnPassword(
  db: Kysely<DB>,
  userId: string,
  password: string,
): Promise<string | null> {
  const user = await db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .executeTakeFirst();
  const hash = user?.password_hash ?? null;
  return (await isPassword(password, hash)) ? hash : null;
}

/** Returns the token of a half sign-in, which is void after a password change. */
export async function beginSecondStep(
  db: Kysely<DB>,
  given: { user_id: string; password_hash: string; now: Date },
): Promise<string> {
  const token = newSecretToken();
  const expires_at = new Date(given.now.getTime() + productRules.second_factor_minutes * 60_000);
  await db
    .insertInto("second_factor_challenges")
    .columns(["token_hash", "user_id", "expires_at"])
    .expression(
      db
        .selectFrom("users")
        .select([
          sql<Buffer>`${tokenHash(token)}::bytea`.as("token_hash"),
          "users.id as user_id",
          sql<Date>`${expires_at}::timestamptz`.as("expires_at"),
        ])
        .where("users.id", "=", given.user_id)
        .where("users.password_hash", "=", given.password_hash)
        .forShare(),
    )
    .execute();
  return token;
}

/** Null if wrong, used or expired. */
export async function findSecondStep(db: Kysely<DB>, token: string, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom("second_factor_challenges")
    .select("user_id")
    .where("token_hash", "=", tokenHash(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** True for the call that ended it. */
export async function endSecondStep(db: Kysely<DB>, token: string): Promise<boolean> {
  const row = await db
    .deleteFrom("second_factor_challenges")
    .where("token_hash", "=", tokenHash(token))
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}
