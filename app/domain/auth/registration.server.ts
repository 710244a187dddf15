import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { isUniqueViolation } from "../../../db/unique-violation.ts";
import type { Encryption } from "../../crypto/crypto.server.ts";
import { deleteDocument, storeDocument } from "../../media/media.server.ts";
import type { MediaStore } from "../../media/media-store.ts";
import { productRules } from "../../product-rules.ts";
import type { Locale } from "../money/minor.ts";
import { isUsernameFree } from "../users/usernames.server.ts";
import { isEmailReserved } from "./email-undo.server.ts";
import { type LinkServices, mailLink, takeMailedToken } from "./mailed-tokens.server.ts";
import { hashPassword } from "./passwords.server.ts";
import type { PendingRegistration } from "./pending-registration.server.ts";

export type Registration =
  | { outcome: "registered"; user_id: string }
  | { outcome: "email_taken" }
  | { outcome: "document_refused"; reason: "file_format" | "file_size" | "too_long" }
  /** What was kept for it was used at the same moment, or its time is over. */
  | { outcome: "pending_gone" };

/** Rolls a registration back whose kept parts are gone. */
class PendingGone extends Error {
  override name = "PendingGone";
}

/**
 * Opens a creator's account with the first verification document, and sends the mail that confirms the address; all of
 * it or nothing (docs/product.md, 6.1). The terms were accepted by the form.
 */
export async function register(
  services: LinkServices & { media: MediaStore; encryption: Encryption },
  given: { email: string; locale: Locale } & (
    | { password: string; document: Uint8Array }
    | { pending: PendingRegistration }
  ),
): Promise<Registration> {
  const now = services.clock();
  const pending = "pending" in given ? given.pending : null;
  const document =
    "pending" in given
      ? given.pending.document
      : await storeDocument(services, { id: services.newId(), bytes: given.document });
  if (document === null) return { outcome: "pending_gone" };
  if ("reason" in document) return { outcome: "document_refused", reason: document.reason };
  const id = services.newId();
  const password_hash = "pending" in given ? given.pending.password_hash : await hashPassword(given.password);
  if (password_hash === null) return { outcome: "pending_gone" };
  const writeAccount = async (trx: Transaction<DB>) => {
    const user = await trx
      .insertInto("users")
      .values({
        id,
        email: given.email,
        password_hash,
        locale: given.locale,
        terms_accepted_at: now,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!user) return false;
    // Looked at after the insert, which waits for whoever is giving the address up at this moment.
    if (await isEmailReserved(trx, given.email, null, now)) {
      await trx.deleteFrom("users").where("id", "=", id).execute();
      return false;
    }
    await trx
      .insertInto("verification_documents")
      .values({
        id: document.id,
        user_id: id,
        kind: "mediafile_pass",
        content_type: document.content_type,
        byte_count: document.byte_count,
        created_at: now,
      })
      .execute();
    if (pending) {
      const used = await trx
        .deleteFrom("pending_registrations")
        .where("id", "=", pending.id)
        .where("document_id", "=", document.id)
        .returning("id")
        .execute();
      if (used.length === 0) throw new PendingGone();
    }
    const { email: recipient, locale } = given;
    await mailLink(trx, services, { user_id: id, purpose: "register", recipient, locale });
    return true;
  };
  let isNew = false;
  try {
    isNew = await services.db.transaction().execute(writeAccount);
  } catch (error) {
    if (error instanceof PendingGone) return { outcome: "pending_gone" };
    throw error;
  } finally {
    // What belongs to no account does not stay, whatever went wrong; what is kept has a time of its own.
    if (!isNew && !pending) await deleteDocument(services, document.id);
  }
  return isNew ? { outcome: "registered", user_id: id } : { outcome: "email_taken" };
}

export type Resent =
  | { outcome: "sent" }
  | { outcome: "confirmed" }
  /** Seconds to wait. */
  | { outcome: "too_early"; seconds: number };

/** Sends the confirming mail again; earlier links end. Too early, already confirmed: nothing is sent. */
export async function resendRegistrationMail(services: LinkServices, userId: string): Promise<Resent> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<Resent> => {
    const user = await trx
      .selectFrom("users")
      .select(["email", "locale", "email_verified_at"])
      .where("id", "=", userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (user.email_verified_at !== null) return { outcome: "confirmed" };
    const last = await trx
      .selectFrom("mailed_tokens")
      .select("created_at")
      .where("user_id", "=", userId)
      .where("purpose", "=", "register")
      .executeTakeFirst();
    const waited = last ? (now.getTime() - last.created_at.getTime()) / 1000 : Number.POSITIVE_INFINITY;
    if (waited < productRules.resend_seconds) {
      return { outcome: "too_early", seconds: productRules.resend_seconds - Math.trunc(waited) };
    }
    const { email: recipient, locale } = user;
    await mailLink(trx, services, { user_id: userId, purpose: "register", recipient, locale });
    return { outcome: "sent" };
  });
}

/** Confirms the address that an account was opened with. Returns whose it is; null for a link that does not work. */
export async function confirmRegistration(
  db: Kysely<DB>,
  token: string,
  now: Date,
): Promise<{ user_id: string } | null> {
  return await db.transaction().execute(async (trx) => {
    const taken = await takeMailedToken(trx, "register", token, now);
    if (!taken) return null;
    await trx
      .updateTable("users")
      .set({ email_verified_at: now, updated_at: now })
      .where("id", "=", taken.user_id)
      .where("email_verified_at", "is", null)
      .execute();
    return { user_id: taken.user_id };
  });
}

/**
 * Gives an account its username, display name and country (/register/complete). A name that is taken, by somebody who
 * was a moment quicker too, or reserved is "username_invalid"; an account that has a username keeps it.
 */
export async function completeProfile(
  db: Kysely<DB>,
  userId: string,
  given: { username: string; name: string; country_id: number },
  reservedNames: ReadonlySet<string>,
  now: Date,
): Promise<"completed" | "username_invalid"> {
  if (!(await isUsernameFree(db, { username: given.username, user_id: userId, reservedNames, now })))
    return "username_invalid";
  try {
    await db
      .updateTable("users")
      .set({ ...given, username_changed_at: now, updated_at: now })
      .where("id", "=", userId)
      .where("username", "is", null)
      .execute();
    return "completed";
  } catch (error) {
    if (isUniqueViolation(error)) return "username_invalid";
    throw error;
  }
}

/** Notes what a creator says of the verification's terms; declining can be taken back by accepting later. */
export async function decideTerms(
  db: Kysely<DB>,
  userId: string,
  isAccepted: boolean,
  now: Date,
): Promise<void> {
  await db
    .updateTable("users")
    .set({
      verification_terms_accepted_at: isAccepted ? now : null,
      verification_terms_declined_at: isAccepted ? null : now,
      updated_at: now,
    })
    .where("id", "=", userId)
    .execute();
}
