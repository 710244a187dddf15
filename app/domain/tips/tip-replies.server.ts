import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { queueMail } from "../../mail/mail.server.ts";
import { reviewContent } from "../moderation/moderation.server.ts";
import { type ReplyRefusal, replyRefusal } from "./received-tips.server.ts";
import type { TipServices } from "./tip-services.ts";

interface OwnTip {
  tip_id: string;
  creator_id: string;
}

/** Marks a tip as read; "missing" for somebody else's, and for one that cannot be seen yet. Repeating it changes nothing. */
export async function markTipRead(db: Kysely<DB>, tip: OwnTip, now: Date): Promise<"read" | "missing"> {
  const row = await db
    .updateTable("tips")
    .set((eb) => ({ read_at: eb.fn.coalesce("read_at", eb.val(now)) }))
    .where("id", "=", tip.tip_id)
    .where("creator_id", "=", tip.creator_id)
    .where("status", "in", ["ACTIVE", "REFUNDED", "CHARGEBACK"])
    .where("activated_at", "is not", null)
    .returning("id")
    .executeTakeFirst();
  return row ? "read" : "missing";
}

/**
 * Marks as read what could be seen when the page was made: a tip that came afterwards stays new. Returns how many.
 */
export async function markAllTipsRead(
  db: Kysely<DB>,
  given: { creator_id: string; seen_at: Date; now: Date },
): Promise<number> {
  const result = await db
    .updateTable("tips")
    .set({ read_at: given.now })
    .where("creator_id", "=", given.creator_id)
    .where("status", "=", "ACTIVE")
    .where("read_at", "is", null)
    .where("activated_at", "<=", given.seen_at)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/**
 * Sends a creator's thank-you to the fan of a tip, by mail in the fan's language, and marks the tip as read
 * (docs/product.md, 5.8). Under the tip's lock, so that three at once are two. "not_allowed": words that the automatic
 * rules would hold up, such as links; a mail in our name carries none. "missing": somebody else's tip.
 */
export async function replyToTip(
  services: Pick<TipServices, "db" | "jobs" | "clock" | "newId">,
  given: OwnTip & { message: string },
): Promise<"sent" | "missing" | "not_allowed" | ReplyRefusal> {
  if (reviewContent({ texts: [given.message], has_image: false }) !== null) return "not_allowed";
  return await services.db.transaction().execute(async (trx) => {
    const tip = await lockReceivedTip(trx, given);
    if (!tip?.paid_at) return "missing";
    const { count } = await trx
      .selectFrom("tip_replies")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("tip_id", "=", tip.id)
      .executeTakeFirstOrThrow();
    const refusal = replyRefusal({ ...tip, reply_count: Number(count) });
    if (refusal !== null || tip.sender_email === null) return refusal ?? "no_email";
    const now = services.clock();
    const position = Number(count) + 1;
    await trx
      .insertInto("tip_replies")
      .values({ id: services.newId(), tip_id: tip.id, position, message: given.message, created_at: now })
      .execute();
    await markTipRead(trx, given, now);
    await queueMail(trx, services, {
      dedupe_key: `thank-you:${tip.id}:${position}`,
      template: "thank_you",
      locale: tip.locale,
      recipient: tip.sender_email,
      user_id: null,
      params: {
        creator_name: tip.creator_name ?? tip.creator_username ?? "",
        creator_username: tip.creator_username ?? "",
        message: given.message,
        currency: tip.currency,
        amount_minor: tip.amount_minor,
        paid_at: tip.paid_at.toISOString(),
      },
      now,
    });
    return "sent";
  });
}

async function lockReceivedTip(trx: Transaction<DB>, given: OwnTip) {
  return await trx
    .selectFrom("tips as t")
    .innerJoin("users as u", "u.id", "t.creator_id")
    .select(["t.id", "t.status", "t.sender_name", "t.sender_email", "t.locale", "t.paid_at"])
    .select(["t.currency", "t.amount_minor", "u.name as creator_name", "u.username as creator_username"])
    .where("t.id", "=", given.tip_id)
    .where("t.creator_id", "=", given.creator_id)
    .forNoKeyUpdate("t")
    .executeTakeFirst();
}
