import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../../jobs/jobs.server.ts";
import { queueMail } from "../../mail/mail.server.ts";
import { type Asker, lockAsker } from "./asker.server.ts";
import { findMailedToken, type LinkServices, mailLink, takeMailedToken } from "./mailed-tokens.server.ts";
import { endOldRights } from "./open-rights.server.ts";
import { hashPassword } from "./passwords.server.ts";

/**
 * Takes down that a user forgot a password. Whether the address is known is looked at by the job, so that neither
 * the answer nor its time tells.
 */
export async function requestPasswordReset(
  services: Pick<LinkServices, "db" | "jobs">,
  email: string,
): Promise<void> {
  await services.db
    .transaction()
    .execute((trx) => services.jobs.enqueue(trx, "accounts.password-forgotten", { email }));
}

/** The job: sends the link to a known address; nothing for an unknown one. */
export async function sendPasswordReset(services: LinkServices, email: string): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom("users")
      .select(["id", "email", "locale"])
      .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.toLowerCase()))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user) return;
    const { id: user_id, email: recipient, locale } = user;
    await mailLink(trx, services, { user_id, purpose: "password", recipient, locale });
  });
}

/**
 * Sets a new password by the link of a mail; all sessions, open links and half sign-ins end, and the owner is told by mail. The link also proves the
 * address. Null for a link that does not work, or one for another address than `email` names (the API's form of it).
 */
export async function resetPassword(
  services: Omit<LinkServices, "tokens">,
  given: { token: string; password: string; email?: string },
): Promise<{ user_id: string } | null> {
  const now = services.clock();
  const password_hash = await hashPassword(given.password);
  return await services.db.transaction().execute(async (trx) => {
    // Looked at first: an address that was mistyped does not use the link up.
    const found = await findMailedToken(trx, "password", given.token, now);
    if (!found) return null;
    if (given.email !== undefined && !(await isEmailOf(trx, found.user_id, given.email))) return null;
    const taken = await takeMailedToken(trx, "password", given.token, now);
    if (!taken) return null;
    await setPassword(trx, services, { user_id: taken.user_id, password_hash, now, keep_session_id: null });
    await trx
      .updateTable("users")
      .set({ email_verified_at: now })
      .where("id", "=", taken.user_id)
      .where("email_verified_at", "is", null)
      .execute();
    return { user_id: taken.user_id };
  });
}

/**
 * Changes the password of a signed-in user, whose old one has been checked; all other sessions and open links end. Throws
 * StaleAsker when it is another one by now, or the session has ended.
 */
export async function changePassword(
  services: Omit<LinkServices, "tokens">,
  given: { user_id: string; asker: Required<Asker>; password: string },
): Promise<void> {
  const password_hash = await hashPassword(given.password);
  const now = services.clock();
  await services.db.transaction().execute(async (trx) => {
    await lockAsker(trx, given.user_id, given.asker);
    const keep_session_id = given.asker.session_id;
    await setPassword(trx, services, { user_id: given.user_id, password_hash, now, keep_session_id });
  });
}

async function setPassword(
  trx: Transaction<DB>,
  services: { jobs: Jobs; newId: () => string },
  given: { user_id: string; password_hash: string; now: Date; keep_session_id: string | null },
): Promise<void> {
  const user = await trx
    .updateTable("users")
    .set({ password_hash: given.password_hash, updated_at: given.now })
    .where("id", "=", given.user_id)
    .returning(["email", "locale"])
    .executeTakeFirstOrThrow();
  await endOldRights(trx, given.user_id, given.keep_session_id);
  await queueMail(trx, services, {
    dedupe_key: `password-changed:${given.user_id}:${given.now.toISOString()}`,
    template: "password_changed",
    locale: user.locale,
    recipient: user.email,
    user_id: given.user_id,
    params: { changed_at: given.now.toISOString() },
    now: given.now,
  });
}

async function isEmailOf(trx: Transaction<DB>, userId: string, email: string): Promise<boolean> {
  const user = await trx.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirst();
  return user?.email.toLowerCase() === email.toLowerCase();
}
