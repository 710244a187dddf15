import { isUniqueViolation } from "../../../db/unique-violation.ts";
import { queueMail } from "../../mail/mail.server.ts";
import { type Asker, lockAsker } from "./asker.server.ts";
import { isEmailReserved, offerEmailUndo } from "./email-undo.server.ts";
import { type LinkServices, mailLink, takeMailedToken } from "./mailed-tokens.server.ts";
import { moveCaseLinks, voidOpenRights } from "./open-rights.server.ts";

/**
 * Asks for another address: its link goes to the new one, a word of warning to the old one. The old one holds until the
 * link is used. An address that another account has, or may get back, is refused. Throws StaleAsker.
 */
export async function requestEmailChange(
  services: LinkServices,
  given: { user_id: string; email: string; asker?: Asker },
): Promise<"sent" | "email_taken"> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    await lockAsker(trx, given.user_id, given.asker);
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

/** The new address was given up by another account, which may still get it back. */
class ReservedEmail extends Error {}

/**
 * Makes the new address the account's, and a verified one; every other open link and half sign-in of the account ends,
 * and the old address gets a link that undoes the change. Null for a link that does not work. Where somebody else has
 * the address by now, the first to confirm keeps it; the link stays good, for it may become free again.
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
      // After the update, which waits for whoever is giving the address up at this moment.
      if (await isEmailReserved(trx, email, user_id, now)) throw new ReservedEmail();
      await voidOpenRights(trx, user_id);
      // An address that was never confirmed may be a mistyped stranger's: it gets no way into the account.
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
