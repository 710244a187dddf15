import { type Kysely, type SqlBool, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { readImage } from "../../media/media.server.ts";
import type { MediaStore } from "../../media/media-store.ts";
import { productRules } from "../../product-rules.ts";
import { tipIsHidden } from "../moderation/moderation.server.ts";
import { type Locale, localeOf, type Minor, minor } from "../money/minor.ts";

/** A tip as its creator sees it (docs/product.md, 5.7): paid, whatever the review says of its words. */
export interface ReceivedTip {
  id: string;
  status: "PENDING" | "ACTIVE" | "DECLINED" | "REFUNDED" | "CHARGEBACK";
  currency: string;
  amount_minor: Minor;
  paid_at: Date;
  read_at: Date | null;
  /** It can be seen whole and has not been read. */
  is_new: boolean;
  /** Null for an anonymous tip, and for one whose words an operator declined. */
  sender_name: string | null;
  /** Null without the fan's consent. */
  sender_email: string | null;
  item_name: string | null;
  /** Words and picture are there once the review has let them through; a tip that went back keeps them. */
  message: string | null;
  has_image: boolean;
  /** In which a thank-you is written. */
  fan_locale: Locale;
  replies: TipReply[];
  /** What of it went back to the fan by refunds. */
  refunded_minor: Minor;
  /** Whether another thank-you can be sent, or why not. */
  reply: "possible" | ReplyRefusal;
}

interface TipReply {
  message: string;
  created_at: Date;
}

/** Why a fan cannot be thanked (docs/product.md, 5.8). */
export type ReplyRefusal = "in_review" | "closed" | "anonymous" | "no_email" | "used_up";

export interface TipFilter {
  /** Only what has not been read. */
  only_new: boolean;
  /** Part of the sender's name or of a shared email; "" for all. */
  fan: string;
}

/**
 * A page of a creator's tips: all by the time they were paid, new ones by the time from which they could be seen, the
 * newest first. `after` is the last tip of the page before; another creator's is not found, and the page begins anew.
 */
export async function listReceivedTips(
  db: Kysely<DB>,
  creatorId: string,
  filter: TipFilter & { after: string | null; size?: number },
): Promise<{ tips: ReceivedTip[]; next: string | null }> {
  const { after } = filter;
  const last =
    after === null
      ? undefined
      : await db
          .selectFrom("tips as t")
          .select(["t.id", `${timeOf(filter)} as at`])
          .where("t.id", "=", after)
          .where("t.creator_id", "=", creatorId)
          .executeTakeFirst();
  const place = last?.at ? { id: last.id, at: last.at } : null;
  const { tips, next } = await readTips(db, creatorId, filter, {
    place,
    size: filter.size ?? productRules.dashboard_tips,
  });
  return { tips, next: next?.id ?? null };
}

/** Where a page ends: the time of its last tip, by which the list is ordered, and its id. */
interface Place {
  id: string;
  at: Date;
}

const timeOf = (filter: TipFilter) => (filter.only_new ? "t.activated_at" : "t.paid_at");

/** The tips after a place; the place is a time, so that it is found again when the tip that stood there is gone. */
async function readTips(
  db: Kysely<DB>,
  creatorId: string,
  filter: TipFilter,
  { place, size }: { place: Place | null; size: number },
): Promise<{ tips: ReceivedTip[]; next: Place | null }> {
  const time = timeOf(filter);
  let query = receivedTips(db, creatorId)
    .orderBy(time, "desc")
    .orderBy("t.id", "desc")
    .limit(size + 1);
  if (filter.only_new) query = query.where("t.status", "=", "ACTIVE").where("t.read_at", "is", null);
  if (filter.fan !== "") query = query.where(isFrom(filter.fan));
  if (place !== null)
    query = query.where(sql<SqlBool>`(${sql.ref(time)}, t.id) < (${place.at}, ${place.id}::uuid)`);
  const rows = await query.execute();
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const at = filter.only_new ? last?.activated_at : last?.paid_at;
  return {
    tips: await withReplies(db, shown),
    next: rows.length > size && last && at ? { id: last.id, at } : null,
  };
}

/** One received tip of a creator, or null: another creator's is not found. */
export async function findReceivedTip(
  db: Kysely<DB>,
  tip: { tip_id: string; creator_id: string },
): Promise<ReceivedTip | null> {
  const rows = await receivedTips(db, tip.creator_id).where("t.id", "=", tip.tip_id).execute();
  const [found = null] = await withReplies(db, rows);
  return found;
}

/** The picture (WebP) of a creator's own tip, or null where there is none, or none to be seen. */
export async function readReceivedImage(
  services: { db: Kysely<DB>; media: MediaStore },
  tip: { tip_id: string; creator_id: string },
): Promise<Uint8Array | null> {
  const [row] = await receivedTips(services.db, tip.creator_id).where("t.id", "=", tip.tip_id).execute();
  if (!row?.image_id || !isShown(row)) return null;
  return await readImage(services, row.image_id, "m", { includePrivate: true });
}

/** All of a creator's tips for a spreadsheet, in portions, the newest first. */
export async function* streamReceivedTips(
  db: Kysely<DB>,
  creatorId: string,
  filter: TipFilter,
): AsyncGenerator<ReceivedTip[]> {
  let place: Place | null = null;
  do {
    const page: { tips: ReceivedTip[]; next: Place | null } = await readTips(db, creatorId, filter, {
      place,
      size: productRules.exported_tips,
    });
    yield page.tips;
    place = page.next;
  } while (place !== null);
}

function isFrom(fan: string) {
  const pattern = `%${fan.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  // What a review declined is not found by its words either.
  return sql<SqlBool>`not ${tipIsHidden} and (lower(t.sender_name) like ${pattern}
    or (t.share_email and lower(t.sender_email) like ${pattern}))`;
}

function receivedTips(db: Kysely<DB>, creatorId: string) {
  return db
    .selectFrom("tips as t")
    .select(["t.id", "t.status", "t.currency", "t.amount_minor", "t.paid_at", "t.read_at", "t.activated_at"])
    .select(tipIsHidden.as("is_hidden"))
    .select(["t.sender_name", "t.sender_email", "t.share_email", "t.item_name", "t.message", "t.image_id"])
    .select("t.locale")
    .select(
      sql<number>`(select coalesce(sum(r.tip_minor), 0)::bigint from refunds r join payments p on p.id = r.payment_id
        where p.tip_id = t.id and r.status <> 'FAILED' and r.asked_by <> 'PRODUCT')`.as("refunded_minor"),
    )
    .where("t.creator_id", "=", creatorId)
    .where("t.paid_at", "is not", null)
    .where("t.status", "in", ["PENDING", "ACTIVE", "DECLINED", "REFUNDED", "CHARGEBACK"])
    .$narrowType<{ paid_at: Date; status: ReceivedTip["status"] }>();
}

type TipRow = Awaited<ReturnType<ReturnType<typeof receivedTips>["executeTakeFirstOrThrow"]>>;

/** Words and picture are seen once a tip was activated, and go on being seen when its money went back. */
function isShown(row: Pick<TipRow, "status" | "activated_at">): boolean {
  return row.activated_at !== null && row.status !== "DECLINED" && row.status !== "PENDING";
}

async function withReplies(db: Kysely<DB>, rows: readonly TipRow[]): Promise<ReceivedTip[]> {
  if (rows.length === 0) return [];
  const replies = await db
    .selectFrom("tip_replies")
    .select(["tip_id", "message", "created_at"])
    .where(
      "tip_id",
      "in",
      rows.map(({ id }) => id),
    )
    .orderBy("tip_id")
    .orderBy("position")
    .execute();
  const byTip = Map.groupBy(replies, ({ tip_id }) => tip_id);
  return rows.map((row) => toReceived(row, byTip.get(row.id) ?? []));
}

function toReceived(row: TipRow, replies: readonly TipReply[]): ReceivedTip {
  const isSeen = isShown(row);
  return {
    id: row.id,
    status: row.status,
    currency: row.currency,
    amount_minor: minor(row.amount_minor),
    paid_at: row.paid_at,
    read_at: row.read_at,
    is_new: row.status === "ACTIVE" && row.read_at === null,
    sender_name: row.is_hidden ? null : row.sender_name,
    sender_email: !row.is_hidden && row.share_email ? row.sender_email : null,
    item_name: row.item_name,
    message: isSeen ? row.message : null,
    has_image: isSeen && row.image_id !== null,
    fan_locale: localeOf(row.locale),
    replies: replies.map(({ message, created_at }) => ({ message, created_at })),
    refunded_minor: minor(Number(row.refunded_minor)),
    reply:
      replyRefusal({
        ...row,
        refunded_minor: Number(row.refunded_minor),
        reply_count: replies.length,
      }) ?? "possible",
  };
}

/** Whether the fan of a tip can be thanked once more (docs/product.md, 5.8); null if so. */
export function replyRefusal(tip: {
  status: string;
  sender_name: string | null;
  sender_email: string | null;
  refunded_minor: number;
  reply_count: number;
}): ReplyRefusal | null {
  if (tip.status === "PENDING") return "in_review";
  if (tip.status !== "ACTIVE" || tip.refunded_minor > 0) return "closed";
  if (tip.sender_name === null) return "anonymous";
  if (tip.sender_email === null) return "no_email";
  if (tip.reply_count >= productRules.reply.per_tip_maximum) return "used_up";
  return null;
}
