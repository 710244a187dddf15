import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { isUniqueViolation } from "../../../db/unique-violation.ts";
import { queueMail } from "../mail/mail.server.ts";
import { type LinkServices, mailLink, takeMailedToken } from "./mailed-tokens.server.ts";

/**
 * Asks for another address: its link goes to the new one, a word of warning to the old one. The old one holds until the
 * link is used. An address that another account has is refused.
 */
export async function requestEmailChange(
  services: LinkServices,
  given: { user_id: string; email: string },
): Promise<"sent" | "email_taken"> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom("users")
      .select(["email", "locale"])
      .where("id", "=", given.user_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const other = await trx
      .selectFrom("users")
      .select("id")
      .where((eb) => eb(eb.fn("lower", ["email"]), "=", given.email.toLowerCase()))
      .where("id", "!=", given.user_id)
      .executeTakeFirst();
    if (other) return "email_taken";
    const { user_id, email: recipient } = given;
    const { locale } = user;
    const token_id = await mailLink(trx, services, { user_id, purpose: "email", recipient, locale });
    await queueMail(trx, services, {
      dedupe_key: `email-notice:${token_id}`,
      template: "email_change_notice",
      locale,
      recipient: user.email,
      params: { new_email: given.email },
      now,
    });
    return "sent";
  });
}

/**
 * Makes the new address the account's, and a verified one. Null for a link that does not work. Where somebody else has
 * the address by now, the first to confirm keeps it; the link stays good, for it may become free again.
 */
export async function confirmEmailChange(
  db: Kysely<DB>,
  token: string,
  now: Date,
): Promise<{ user_id: string } | null> {
  try {
    return await db.transaction().execute(async (trx) => {
      const taken = await takeMailedToken(trx, "email", token, now);
      if (!taken?.email) return null;
      await trx
        .updateTable("users")
        .set({ email: taken.email, email_verified_at: now, updated_at: now })
        .where("id", "=", taken.user_id)
        .execute();
      return { user_id: taken.user_id };
    });
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}
