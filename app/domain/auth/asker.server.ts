import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";

/** By what right a signed-in user asks for something: looked at again under the account's lock, when it is done. */
export interface Asker {
  /** The browser's session, or the one of the API's token. */
  session_id: string;
  /** What the password was compared with, where it was asked again. */
  password_hash?: string;
}

/** The session ended, or the password was changed, between the check of a request and what it was to do. */
export class StaleAsker extends Error {
  override name = "StaleAsker";
}

/**
 * Holds the user's row, which everybody holds who ends sessions or sets a password, and makes sure that the asker may
 * still act. Without an asker it is a command of the machine, and the row is only held. Throws StaleAsker.
 */
export async function lockAsker(
  trx: Transaction<DB>,
  userId: string,
  asker: Asker | undefined,
): Promise<void> {
  const user = await trx
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!asker) return;
  if (!user || !(await hasSession(trx, userId, asker.session_id))) throw new StaleAsker();
  if (asker.password_hash !== undefined && asker.password_hash !== user.password_hash) throw new StaleAsker();
}

async function hasSession(db: Kysely<DB>, userId: string, sessionId: string): Promise<boolean> {
  const session = await db
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return session !== undefined;
}
