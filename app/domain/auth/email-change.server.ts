import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { isUniqueViolation } from "../../../db/unique-violation.ts";
import { tokenHash } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { endConnectedAccount } from "../users/end-connected-account.server.ts";
import { issueMailedToken, type LinkServices, mailLink, takeMailedToken } from "./mailed-tokens.server.ts";
import { dropSecondFactor } from "./second-factor.server.ts";
import {
  type ActingUser,
  endOldRights,
  lockActingUser,
  moveCaseLinks,
  voidOpenRights,
} from "./sessions.server.ts";

/** The old address stays until confirmation. Throws StaleSession. */
export async function requestEmailChange(
  services: LinkServices,
  given: { user_id: string; email: string; asker?: ActingUser },
): Promise<"sent" | "email_taken"> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    await lockActingUser(trx, given.user_id, given.asker);
    const user = await trx
      .selectFrom("users")
      .select(["email", "locale"])
      .where("id", "=", given.user_id)
      .executeTakeFirstOrThrow();
    const other = await trx
      .selectFrom("users")
      .select("id")
      .where((eb) => eb(eb.fn("lower", ["email"]), "=", given.email.toLowerCase()))
      .where("id", "!=", given.user_id)
      .executeTakeFirst();
    if (other || (await isEmailReserved(trx, given.email, given.user_id, now))) return "email_taken";
    const { user_id, email: recipient } = given;
    const { locale } = user;
    const token_id = await mailLink(trx, services, { user_id, purpose: "email", recipient, locale });
    await queueMail(trx, services, {
      dedupe_key: `email-notice:${token_id}`,
      template: "email_change_notice",
      locale,
      recipient: user.email,
      user_id,
      params: { new_email: given.email },
      now,
    });
    return "sent";
  });
}

class ReservedEmail extends Error {}

/**
 * Ends open links and half sign-ins; mails the old address an undo link. Null for an invalid link. A taken
 * address leaves the link valid.
 */
export async function confirmEmailChange(
  services: LinkServices,
  token: string,
): Promise<{ user_id: string } | null> {
  const now = services.clock();
  try {
    return await services.db.transaction().execute(async (trx) => {
      const taken = await takeMailedToken(trx, "email", token, now);
      if (!taken?.email) return null;
      const { user_id, email } = taken;
      const before = await trx
        .selectFrom("users")
        .select(["email", "email_verified_at", "locale"])
        .where("id", "=", user_id)
        .executeTakeFirstOrThrow();
      await trx
        .updateTable("users")
        .set({ email, email_verified_at: now, updated_at: now })
        .where("id", "=", user_id)
        .execute();
      if (await isEmailReserved(trx, email, user_id, now)) throw new ReservedEmail();
      await voidOpenRights(trx, user_id);
      // An unconfirmed address may be a stranger's: no undo link.
      const isOther = before.email.toLowerCase() !== email.toLowerCase();
      if (isOther) await moveCaseLinks(trx, services, user_id);
      if (isOther && before.email_verified_at !== null)
        await offerEmailUndo(trx, services, { user_id, old: before, new_email: email, now });
      return { user_id };
    });
  } catch (error) {
    if (error instanceof ReservedEmail || isUniqueViolation(error)) return null;
    throw error;
  }
}

/** The caller holds the user. */
async function offerEmailUndo(
  trx: Transaction<DB>,
  services: Omit<LinkServices, "db">,
  given: {
    user_id: string;
    old: { email: string; locale: string | null };
    new_email: string;
    now: Date;
  },
): Promise<void> {
  const { user_id, old, new_email, now } = given;
  const id = services.newId();
  const undo_until = new Date(now.getTime() + productRules.email_undo_days * 86_400_000);
  await trx
    .insertInto("email_changes")
    .values({
      ...{ id, user_id, old_email: old.email, new_email, changed_at: now, undo_until },
      undo_hash: tokenHash(services.tokens.sign("email-undo", id)),
    })
    .execute();
  await trx.updateTable("users").set({ email_undo_until: undo_until }).where("id", "=", user_id).execute();
  await queueMail(trx, services, {
    dedupe_key: `email-changed:${id}`,
    template: "email_changed",
    locale: old.locale,
    recipient: old.email,
    user_id,
    params: { token_id: id, new_email, undo_until: undo_until.toISOString() },
    now,
  });
}

/** An account gave it up and may get it back. */
export async function isEmailReserved(
  db: Kysely<DB> | Transaction<DB>,
  email: string,
  exceptUserId: string | null,
  now: Date,
): Promise<boolean> {
  const reserved = await db
    .selectFrom("email_changes")
    .select("id")
    .where((eb) => eb(eb.fn("lower", ["old_email"]), "=", email.toLowerCase()))
    .where("undo_until", ">", now)
    .$if(exceptUserId !== null, (query) => query.where("user_id", "!=", exceptUserId))
    .executeTakeFirst();
  return reserved !== undefined;
}

/** The restored address, without using the link. */
export async function findEmailUndo(
  db: Kysely<DB>,
  token: string,
  now: Date,
): Promise<{ email: string } | null> {
  const change = await findChange(db, token, now);
  const [first] = change ? await openChanges(db, change.user_id, now) : [];
  return first ? { email: first.old_email } : null;
}

interface UndoneEmailChange {
  user_id: string;
  password_token: string | null;
}

/**
 * Restores the address before the first reversible change. Ends sessions, tokens, links and the password;
 * discards payout data since then. Factors and passkeys end if made since, or within `email_undo_days`
 * before. Null if invalid.
 */
export async function undoEmailChange(
  services: LinkServices,
  token: string,
): Promise<UndoneEmailChange | null> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<UndoneEmailChange | null> => {
    const found = await findChange(trx, token, now);
    if (!found) return null;
    const { user_id } = found;
    await trx.selectFrom("users").select("id").where("id", "=", user_id).forNoKeyUpdate().execute();
    const changes = await openChanges(trx, user_id, now);
    const [first] = changes;
    const used = changes.find((each) => each.id === found.id);
    if (!first || !used) return null;
    const { locale } = await trx
      .updateTable("users")
      .set({ email: first.old_email, email_verified_at: now, password_hash: null, updated_at: now })
      // Skipped monthly payouts are made from now on.
      .set({ email_undo_until: now })
      .where("id", "=", user_id)
      .returning("locale")
      .executeTakeFirstOrThrow();
    await trx.deleteFrom("email_changes").where("user_id", "=", user_id).execute();
    await endOldRights(trx, user_id, null);
    await moveCaseLinks(trx, services, user_id);
    await discardSecondFactor(trx, services, user_id, daysBefore(first.changed_at));
    await discardPayoutData(trx, user_id, first.recorded_at);
    await trx
      .deleteFrom("microblog_links")
      .where("user_id", "=", user_id)
      .where("linked_at", ">=", first.changed_at)
      .execute();
    await trx
      .deleteFrom("chat_links")
      .where("user_id", "=", user_id)
      .where("linked_at", ">=", first.changed_at)
      .execute();
    await endConnectedAccount(trx, services.jobs, { user_id, since: first.changed_at, now });
    const token_id = await issueMailedToken(trx, services, {
      ...{ user_id, purpose: "password", email: null, now },
    });
    await queueMail(trx, services, {
      dedupe_key: `email-restored:${token_id}`,
      template: "email_restored",
      locale,
      recipient: first.old_email,
      user_id,
      params: { token_id },
      now,
    });
    // Only the restored address may set the password.
    const isTheirs = used.old_email.toLowerCase() === first.old_email.toLowerCase();
    return { user_id, password_token: isTheirs ? services.tokens.sign("password", token_id) : null };
  });
}

async function findChange(db: Kysely<DB>, token: string, now: Date) {
  return await db
    .selectFrom("email_changes")
    .select(["id", "user_id"])
    .where("undo_hash", "=", tokenHash(token))
    .where("undo_until", ">", now)
    .executeTakeFirst();
}

async function openChanges(db: Kysely<DB>, userId: string, now: Date) {
  return await db
    .selectFrom("email_changes")
    .select(["id", "old_email", "changed_at", "recorded_at"])
    .where("user_id", "=", userId)
    .where("undo_until", ">", now)
    .orderBy("recorded_at")
    .orderBy("id")
    .execute();
}

function daysBefore(change: Date): Date {
  return new Date(change.getTime() - productRules.email_undo_days * 86_400_000);
}

async function discardSecondFactor(
  trx: Transaction<DB>,
  services: Omit<LinkServices, "db">,
  userId: string,
  since: Date,
): Promise<void> {
  const factor = await trx
    .selectFrom("second_factors")
    .select("confirmed_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (factor?.confirmed_at && factor.confirmed_at >= since)
    await dropSecondFactor(trx, services, userId, null);
  for (const table of ["recovery_codes", "passkeys"] as const)
    await trx.deleteFrom(table).where("user_id", "=", userId).where("created_at", ">=", since).execute();
}

/** `since` is database time. Paid data is older: no payout was possible since. */
async function discardPayoutData(trx: Transaction<DB>, userId: string, since: Date): Promise<void> {
  const discarded = await trx
    .deleteFrom("payout_destinations")
    .where("user_id", "=", userId)
    .where("recorded_at", ">=", since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("payouts")
            .select("payouts.id")
            .whereRef("payouts.details_id", "=", "payout_destinations.id"),
        ),
      ),
    )
    .returning("status")
    .execute();
  if (!discarded.some((each) => each.status === "ACCEPTED")) return;
  await sql`select restore_payout_destination(${userId}::uuid)`.execute(trx);
}

export async function isEmailTaken(trx: Transaction<DB>, email: string, now: Date): Promise<boolean> {
  const taken = await trx
    .selectFrom("users")
    .select("id")
    .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
  return taken !== undefined || (await isEmailReserved(trx, email, null, now));
}
