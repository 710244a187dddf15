import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { isUniqueViolation } from "../../../db/unique-violation.ts";
import { type Encryption, newSecretToken, tokenHash } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import type { Jobs } from "../jobs.ts";
import { deleteDocument, storeDocument } from "../media/media.server.ts";
import type { Media } from "../media/media-port.ts";
import type { Locale } from "../money/minor.ts";
import type { MoneyModel } from "../users/money-model.schema.ts";
import { isUsernameFree } from "../users/profile.server.ts";
import { takeInvitation } from "./creator-invitations.server.ts";
import { isEmailReserved } from "./email-change.server.ts";
import { type LinkServices, mailLink, takeMailedToken } from "./mailed-tokens.server.ts";
import { hashPassword } from "./passwords.server.ts";

interface PendingServices {
  db: Kysely<DB>;
  jobs: Jobs;
  media: Media;
  encryption: Encryption;
  newId: () => string;
  clock: () => Date;
}

export interface PendingRegistration {
  id: string;
  password_hash: string | null;
  document: { id: string; content_type: "image/webp" | "application/pdf"; byte_count: number } | null;
}

/** By token and form id: browsers are shared. */
export async function findPendingRegistration(
  { db, clock }: Pick<PendingServices, "db" | "clock">,
  { token, id }: { token: string | null; id: string | null },
): Promise<PendingRegistration | null> {
  if (token === null || id === null) return null;
  const row = await ofToken(db, token, clock()).where("id", "=", id).executeTakeFirst();
  return row ? readPending(row) : null;
}

export async function forgetRegistration(
  services: PendingServices,
  { id }: PendingRegistration,
): Promise<void> {
  const row = await services.db
    .deleteFrom("pending_registrations")
    .where("id", "=", id)
    .returning("document_id")
    .executeTakeFirst();
  if (row?.document_id) await deleteDocument(services, row.document_id);
}

function ofToken(db: Kysely<DB>, token: string, now: Date) {
  return db
    .selectFrom("pending_registrations")
    .select(["id", "password_hash", "document_id", "content_type", "byte_count"])
    .where("token_hash", "=", tokenHash(token))
    .where("created_at", ">", pendingSince(now));
}

function readPending({
  id,
  password_hash,
  document_id,
  content_type,
  byte_count,
}: {
  id: string;
  password_hash: string | null;
  document_id: string | null;
  content_type: string | null;
  byte_count: number | null;
}): PendingRegistration {
  const isDocument = content_type === "image/webp" || content_type === "application/pdf";
  return {
    id,
    password_hash,
    document:
      document_id !== null && isDocument && byte_count !== null
        ? { id: document_id, content_type, byte_count }
        : null,
  };
}

function pendingSince(now: Date): Date {
  return new Date(now.getTime() - productRules.pending_registration_minutes * 60_000);
}

export async function keepRegistration(
  services: PendingServices,
  token: string | null,
  given: { password: string | null; document: Uint8Array | null },
): Promise<{
  token: string;
  pending: PendingRegistration | null;
  refused: "file_format" | "file_size" | "too_long" | null;
}> {
  const stored = given.document
    ? await storeDocument(services, { id: services.newId(), bytes: given.document })
    : null;
  const fresh = stored?.outcome === "stored" ? stored : null;
  const refused = stored?.outcome === "refused" ? stored.reason : null;
  let isKept = false;
  try {
    const password_hash = given.password === null ? null : await hashPassword(given.password);
    const written = await services.db
      .transaction()
      .execute((trx) => writePending(trx, services, token, { password_hash, document: fresh }));
    isKept = written.pending !== null;
    if (written.replaced !== null) await deleteDocument(services, written.replaced);
    return { token: written.token, pending: written.pending, refused };
  } finally {
    if (fresh && !isKept) await deleteDocument(services, fresh.id);
  }
}

/** Serialised, so that no document is orphaned. */
async function writePending(
  trx: Transaction<DB>,
  { newId, clock }: Pick<PendingServices, "newId" | "clock">,
  token: string | null,
  given: Pick<PendingRegistration, "password_hash" | "document">,
): Promise<{ token: string; pending: PendingRegistration | null; replaced: string | null }> {
  const row = token === null ? undefined : await ofToken(trx, token, clock()).forUpdate().executeTakeFirst();
  const kept = row ? readPending(row) : null;
  const owner = kept && token !== null ? token : newSecretToken();
  const pending = {
    id: kept?.id ?? newId(),
    password_hash: given.password_hash ?? kept?.password_hash ?? null,
    document: given.document ?? kept?.document ?? null,
  };
  if (pending.password_hash === null && pending.document === null)
    return { token: owner, pending: null, replaced: null };
  const columns = {
    password_hash: pending.password_hash,
    document_id: pending.document?.id ?? null,
    content_type: pending.document?.content_type ?? null,
    byte_count: pending.document?.byte_count ?? null,
    created_at: clock(),
  };
  await trx
    .insertInto("pending_registrations")
    .values({ id: pending.id, token_hash: tokenHash(owner), ...columns })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(columns))
    .execute();
  return { token: owner, pending, replaced: given.document ? (kept?.document?.id ?? null) : null };
}

/** The form links to what is in force. */
function termsInForce(now: Date): RawBuilder<number> {
  return sql<number>`(
    select coalesce(max(version), 0) from legal_texts where page = 'terms' and valid_from <= ${now}
  )`;
}

type Registration =
  | { outcome: "registered"; user_id: string }
  | { outcome: "email_taken" }
  | { outcome: "document_refused"; reason: "file_format" | "file_size" | "too_long" }
  | { outcome: "not_invited" }
  | { outcome: "pending_gone" };

class NotInvited extends Error {
  override name = "NotInvited";
}

class PendingGone extends Error {
  override name = "PendingGone";
}

/**
 * With its first document, all or nothing (docs/product.md, 6.1). `invitation`: a mail's token, or "open"
 * where none is needed.
 */
export async function register(
  services: LinkServices & { media: Media; encryption: Encryption },
  given: {
    email: string;
    locale: Locale;
    currency: string;
    money_model: MoneyModel;
    invitation: { token: string | null } | "open";
  } & ({ password: string; document: Uint8Array } | { pending: PendingRegistration }),
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
        currency: given.currency,
        money_model: given.money_model,
        terms_accepted_at: now,
        accepted_terms_version: termsInForce(now),
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!user) return false;
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
    const { email: recipient, invitation, locale } = given;
    if (invitation !== "open" && !(await takeInvitation(trx, services.tokens, invitation.token, now)))
      throw new NotInvited();
    await mailLink(trx, services, { user_id: id, purpose: "register", recipient, locale });
    return true;
  };
  let isNew = false;
  try {
    isNew = await services.db.transaction().execute(writeAccount);
  } catch (error) {
    if (error instanceof PendingGone) return { outcome: "pending_gone" };
    if (error instanceof NotInvited) return { outcome: "not_invited" };
    throw error;
  } finally {
    if (!isNew && !pending) await deleteDocument(services, document.id);
  }
  return isNew ? { outcome: "registered", user_id: id } : { outcome: "email_taken" };
}

export type Resent =
  | { outcome: "sent" }
  | { outcome: "confirmed" }
  | { outcome: "too_early"; seconds: number };

/** Ends earlier links. Refuses if too early or confirmed. */
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

/** Null if invalid. */
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

/** A taken or reserved name is "username_invalid"; an existing one stays. */
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
