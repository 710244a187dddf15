import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Tokens } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import type { ContentRules } from "../../product-settings.ts";
import { recordCreatorEvents } from "../creator-events/record-event.server.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { reviewContent } from "../moderation/review-content.ts";
import type { TipServices } from "./tip-and-payment.server.ts";

const rules = productRules.reply;

export type ReplyRefusal = "in_review" | "closed" | "voucher" | "anonymous" | "no_email" | "used_up";

export function replyRefusal(tip: {
  status: string;
  voucher_id: string | null;
  sender_name: string | null;
  sender_email: string | null;
  refunded_minor: number;
  reply_count: number;
}): ReplyRefusal | null {
  if (tip.status === "PENDING") return "in_review";
  if (tip.status !== "ACTIVE" || tip.refunded_minor > 0) return "closed";
  // A voucher's buyer gave the address for the purchase only.
  if (tip.voucher_id !== null) return "voucher";
  if (tip.sender_name === null) return "anonymous";
  if (tip.sender_email === null) return "no_email";
  if (tip.reply_count >= productRules.reply.per_tip_maximum) return "used_up";
  return null;
}

/** "off": the operator allows no thank-yous. */
export function replyUnder<Reply>(
  { thank_yous_maximum }: ContentRules,
  tip: { reply: Reply; replies: readonly unknown[] },
): Reply | "used_up" | "off" {
  if (thank_yous_maximum === 0) return "off";
  return tip.reply === "possible" && tip.replies.length >= thank_yous_maximum ? "used_up" : tip.reply;
}

/** 128 bits of the hash, in any case. */
export function addressKey(email: string): string {
  const hex = createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

async function hasStoppedThankYous(db: Kysely<DB>, email: string): Promise<boolean> {
  const row = await db
    .selectFrom("stopped_thank_yous")
    .select("address_key")
    .where("address_key", "=", addressKey(email))
    .executeTakeFirst();
  return row !== undefined;
}

export async function stopThankYous(
  services: { db: Kysely<DB>; tokens: Pick<Tokens, "verify">; clock: () => Date },
  token: string,
): Promise<boolean> {
  const address_key = services.tokens.verify("thank-you-stop", token);
  if (address_key === null) return false;
  await services.db.transaction().execute(async (trx) => {
    await trx
      .insertInto("stopped_thank_yous")
      .values({ address_key, stopped_at: services.clock() })
      .onConflict((conflict) => conflict.column("address_key").doNothing())
      .execute();
    const unsent = await trx
      .selectFrom("mail_outbox")
      .select(["id", "recipient"])
      .where("template", "=", "thank_you")
      .where("status", "in", ["QUEUED", "FAILED"])
      .execute();
    const theirs = unsent.filter(({ recipient }) => addressKey(recipient) === address_key);
    if (theirs.length === 0) return;
    const ids = theirs.map(({ id }) => id);
    await trx.deleteFrom("mail_outbox").where("id", "in", ids).execute();
  });
  return true;
}

export async function hasReply(db: Kysely<DB>, id: string): Promise<boolean> {
  const row = await db.selectFrom("tip_replies").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

interface OwnTip {
  tip_id: string;
  creator_id: string;
}

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

/** Those visible when the page was made. Returns the number. */
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
 * In the fan's language, under the tip's lock; marks it read. `can_be_taken_back`: the mail waits.
 * "not_allowed": the rules would hold it. "kept": without a mail. "missing": another creator's
 * (docs/product.md, 5.8).
 */
export async function replyToTip(
  services: Pick<TipServices, "db" | "jobs" | "clock" | "newId">,
  given: OwnTip & { message: string; can_be_taken_back?: boolean; rules: ContentRules },
): Promise<"sent" | "kept" | "missing" | "not_allowed" | "too_often" | ReplyRefusal> {
  if (!isMailable(given.message)) return "not_allowed";
  return await services.db.transaction().execute(async (trx) => {
    const tip = await lockReceivedTip(trx, given);
    if (!tip?.paid_at) return "missing";
    const { count } = await trx
      .selectFrom("tip_replies")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("tip_id", "=", tip.id)
      .executeTakeFirstOrThrow();
    if (await isRepeated(trx, tip.id, given.message)) return "sent";
    const refusal = replyRefusal({ ...tip, refunded_minor: 0, reply_count: Number(count) });
    if (refusal !== null || tip.sender_email === null) return refusal ?? "no_email";
    if (count >= given.rules.thank_yous_maximum) return "used_up";
    // Else refunds would make mails to strangers free.
    if (tip.is_refunded) return "closed";
    await lockRecipient(trx, tip.sender_email);
    if (await isThankedOften(trx, tip.sender_email, services.clock())) return "too_often";
    const now = services.clock();
    const position = Number(count) + 1;
    const id = services.newId();
    const isFinalAt = given.can_be_taken_back && afterSeconds(now, rules.mail_waits_seconds);
    await trx
      .insertInto("tip_replies")
      .values({ id, tip_id: tip.id, position, message: given.message, created_at: now })
      .execute();
    await markTipRead(trx, given, now);
    const thanked = { creator_id: given.creator_id, subject_id: tip.id, about_id: id, cause: id };
    const wait = isFinalAt && { not_before: isFinalAt };
    await recordCreatorEvents(trx, services, [{ type: "tip.thanked", ...thanked, ...wait }], now);
    if (await hasStoppedThankYous(trx, tip.sender_email)) return "kept";
    await queueMail(trx, services, {
      dedupe_key: `thank-you:${tip.id}:${position}`,
      template: "thank_you",
      locale: tip.locale,
      recipient: tip.sender_email,
      user_id: null,
      params: {
        creator_name: mailableName(tip.creator_name, tip.creator_username ?? ""),
        creator_username: tip.creator_username ?? "",
        message: given.message,
        currency: tip.currency,
        amount_minor: tip.amount_minor,
        paid_at: tip.paid_at.toISOString(),
        address_key: addressKey(tip.sender_email),
      },
      now,
      ...wait,
    });
    return "sent";
  });
}

/**
 * With its waiting mail. "too_late" after `take_back_seconds`, or once sent; "missing": another creator's
 * (docs/product.md, 5.8).
 */
export async function takeBackReply(
  services: { db: Kysely<DB>; clock: () => Date },
  given: OwnTip,
): Promise<"taken_back" | "too_late" | "missing"> {
  return await services.db.transaction().execute(async (trx) => {
    const tip = await lockReceivedTip(trx, given);
    if (!tip) return "missing";
    const reply = await trx
      .selectFrom("tip_replies")
      .select(["id", "position", "created_at"])
      .where("tip_id", "=", tip.id)
      .orderBy("position", "desc")
      .limit(1)
      .executeTakeFirst();
    if (!reply || !canTakeBack(reply.created_at, services.clock())) return "too_late";
    const mail = await trx
      .selectFrom("mail_outbox")
      .select(["id", "status"])
      .where("dedupe_key", "=", `thank-you:${tip.id}:${reply.position}`)
      .forUpdate()
      .executeTakeFirst();
    if (mail && mail.status !== "QUEUED") return "too_late";
    if (mail) await trx.deleteFrom("mail_outbox").where("id", "=", mail.id).execute();
    await trx.deleteFrom("tip_replies").where("id", "=", reply.id).execute();
    return "taken_back";
  });
}

export function canTakeBack(sentAt: Date, now: Date): boolean {
  return now < afterSeconds(sentAt, rules.take_back_seconds);
}

const afterSeconds = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);

export async function findThankYouText(db: Kysely<DB>, creatorId: string): Promise<string | null> {
  const row = await db
    .selectFrom("users")
    .select("thank_you_text")
    .where("id", "=", creatorId)
    .executeTakeFirst();
  return row?.thank_you_text ?? null;
}

export async function saveThankYouText(db: Kysely<DB>, creatorId: string, text: string): Promise<void> {
  await db.updateTable("users").set({ thank_you_text: text }).where("id", "=", creatorId).execute();
}

/** A form is resent after a lost answer: equal words are one thank-you. */
async function isRepeated(trx: Transaction<DB>, tipId: string, message: string): Promise<boolean> {
  const row = await trx
    .selectFrom("tip_replies")
    .select("id")
    .where("tip_id", "=", tipId)
    .where("message", "=", message)
    .executeTakeFirst();
  return row !== undefined;
}

/** No links, in words or name. */
export function isMailable(text: string): boolean {
  return reviewContent({ texts: [text], has_image: false, is_strict: true }) === null;
}

export function mailableName(name: string | null, username: string): string {
  return name !== null && isMailable(name) ? name : `@${username}`;
}

/** Serialises thank-yous to one address. */
async function lockRecipient(trx: Transaction<DB>, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`thank-you ${email.toLowerCase()}`}, 0))`.execute(
    trx,
  );
}

async function isThankedOften(trx: Transaction<DB>, email: string, now: Date): Promise<boolean> {
  const { count } = await trx
    .selectFrom("tip_replies as r")
    .innerJoin("tips as t", "t.id", "r.tip_id")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where(sql`lower(t.sender_email)`, "=", email.toLowerCase())
    .where("r.created_at", ">", new Date(now.getTime() - 86_400_000))
    .executeTakeFirstOrThrow();
  return Number(count) >= productRules.reply.per_recipient_day_maximum;
}

async function lockReceivedTip(trx: Transaction<DB>, given: OwnTip) {
  return await trx
    .selectFrom("tips as t")
    .innerJoin("users as u", "u.id", "t.creator_id")
    .select(["t.id", "t.status", "t.sender_name", "t.sender_email", "t.locale", "t.paid_at", "t.voucher_id"])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("tip_allocations as a")
          .innerJoin("refund_parts as part", "part.allocation_id", "a.id")
          .innerJoin("refunds as r", "r.id", "part.refund_id")
          .select("r.id")
          .whereRef("a.tip_id", "=", "t.id")
          .where("r.status", "<>", "FAILED"),
      ).as("is_refunded"),
    )
    .select(["t.currency", "t.amount_minor", "u.name as creator_name", "u.username as creator_username"])
    .where("t.id", "=", given.tip_id)
    .where("t.creator_id", "=", given.creator_id)
    .forNoKeyUpdate("t")
    .executeTakeFirst();
}
