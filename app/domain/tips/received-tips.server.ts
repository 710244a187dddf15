import { type Kysely, type SqlBool, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { readImage } from "../media/media.server.ts";
import type { Media } from "../media/media-port.ts";
import { tipIsHidden } from "../moderation/review-queue.server.ts";
import { type Locale, localeOf, type Minor, minor } from "../money/minor.ts";
import { tipIsOnPage } from "../users/profile.server.ts";
import { type ReplyRefusal, replyRefusal } from "./tip-replies.server.ts";

export interface ReceivedTip {
  id: string;
  status: "PENDING" | "ACTIVE" | "DECLINED" | "REFUNDED" | "CHARGEBACK";
  currency: string;
  amount_minor: Minor;
  paid_at: Date;
  read_at: Date | null;
  is_new: boolean;
  sender_name: string | null;
  sender_email: string | null;
  item_name: string | null;
  group: { slug: string; name: string | null } | null;
  is_voucher: boolean;
  is_monthly: boolean;
  /** Present once reviewed; refunded tips keep them. */
  message: string | null;
  has_image: boolean;
  fan_locale: Locale;
  replies: TipReply[];
  refunded_minor: Minor;
  is_on_page: boolean;
  reply: "possible" | ReplyRefusal;
}

interface TipReply {
  message: string;
  created_at: Date;
}

interface TipFilter {
  only_new: boolean;
  fan: string;
}

const KEY_LETTERS = 2;
/** Finds frequent fans without the index. */
const NEAR_TIPS = 200;

/**
 * A page of tips by payment time, or of new ones by visibility, newest first. An unknown `after` begins anew.
 */
export async function listReceivedTips(
  db: Kysely<DB>,
  creatorId: string,
  filter: TipFilter & { after: string | null; size?: number },
): Promise<{ tips: ReceivedTip[]; next: string | null }> {
  const { only_new, fan, after } = filter;
  const last = await findLast(db, creatorId, { only_new, fan, after });
  const size = filter.size ?? productRules.dashboard_tips;
  const { tips, next } = await readTips(db, creatorId, { only_new, fan, last, rows: size });
  return { tips, next: next?.id ?? null };
}

/** Read tips on a first page with many unread. */
const READ_TIPS_MINIMUM = 5;

/**
 * Unread first, newest first; later pages have read ones. `next_unread`: where the list of new tips
 * continues.
 */
export async function listInbox(
  db: Kysely<DB>,
  creatorId: string,
  after: string | null,
): Promise<{ tips: ReceivedTip[]; next: string | null; next_unread: string | null }> {
  const size = productRules.dashboard_tips;
  const last = await findLast(db, creatorId, { only_new: false, fan: "", after });
  const unread =
    after === null
      ? await readRowsAndNext(db, creatorId, { only_new: true, fan: "", rows: size, last: null })
      : null;
  const rows = Math.max(READ_TIPS_MINIMUM, size - (unread?.rows.length ?? 0));
  const read = await readRowsAndNext(db, creatorId, {
    only_new: false,
    only_read: true,
    fan: "",
    rows,
    last,
  });
  return {
    tips: await withReplies(db, [...(unread?.rows ?? []), ...read.rows]),
    next: read.next?.id ?? null,
    next_unread: unread?.next?.id ?? null,
  };
}

/** For programs, after `after`. The caller bounds the number: rows are skipped. */
export async function listNumberedTips(
  db: Kysely<DB>,
  creatorId: string,
  asked: { page: number; only_new?: boolean; after?: string | null; days?: PaidDays },
): Promise<{ tips: ReceivedTip[]; next: string | null }> {
  const { page, only_new = false, after = null, days } = asked;
  const size = productRules.dashboard_tips;
  const order: PageOrder = { only_new, fan: "", rows: size, last: null, ...(days && { days }) };
  order.last = await findLast(db, creatorId, { only_new, fan: "", after });
  if (page > 1) {
    const skipped = inOrder(paidTips(db).where("t.creator_id", "=", creatorId), order);
    const end = await skipped
      .offset((page - 1) * size - 1)
      .limit(1)
      .executeTakeFirst();
    const at = only_new ? end?.activated_at : end?.paid_at;
    if (!end || !at) return { tips: [], next: null };
    order.last = { id: end.id, at };
  }
  const { tips, next } = await readTips(db, creatorId, order);
  return { tips, next: next?.id ?? null };
}

async function readTips(
  db: Kysely<DB>,
  creatorId: string,
  order: PageOrder,
): Promise<{ tips: ReceivedTip[]; next: Place | null }> {
  const { rows, next } = await readRowsAndNext(db, creatorId, order);
  return { tips: await withReplies(db, rows), next };
}

async function readRowsAndNext(
  db: Kysely<DB>,
  creatorId: string,
  order: PageOrder,
): Promise<{ rows: TipRow[]; next: Place | null }> {
  const rows = await readPage(db, creatorId, { ...order, rows: order.rows + 1 });
  const shown = rows.slice(0, order.rows);
  const end = shown.at(-1);
  const at = order.only_new ? end?.activated_at : end?.paid_at;
  return {
    rows: shown,
    next: rows.length > order.rows && end && at ? { id: end.id, at } : null,
  };
}

/** A time, so that it survives the tip's deletion. */
interface Place {
  id: string;
  at: Date;
}

interface PageOrder extends TipFilter {
  rows: number;
  last: Place | null;
  days?: PaidDays;
  only_read?: boolean;
}

interface PaidDays {
  from: string | null;
  to: string | null;
}

const timeOf = (filter: Pick<TipFilter, "only_new">) => (filter.only_new ? "t.activated_at" : "t.paid_at");

async function findLast(
  db: Kysely<DB>,
  creatorId: string,
  filter: TipFilter & { after: string | null },
): Promise<Place | null> {
  if (filter.after === null) return null;
  const last = await db
    .selectFrom("tips as t")
    .select(["t.id", `${timeOf(filter)} as at`])
    .where("t.id", "=", filter.after)
    .where("t.creator_id", "=", creatorId)
    .executeTakeFirst();
  return last?.at ? { id: last.id, at: last.at } : null;
}

/**
 * Next tips first, then the letter index: a fruitless search does not read all tips. Tables read in order.
 */
async function readPage(db: Kysely<DB>, creatorId: string, order: PageOrder): Promise<TipRow[]> {
  const theirs = inOrder(paidTips(db).where("t.creator_id", "=", creatorId), order);
  const words = order.fan.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return await readRows(db, theirs.limit(order.rows), order);
  const isTheirs = isFrom(words);
  const long = words.filter((word) => [...word].length >= KEY_LETTERS);
  if (long.length === 0 || order.rows > NEAR_TIPS)
    return await readRows(db, theirs.where(isTheirs).limit(order.rows), order);
  const near = inOrder(fromTips(db, theirs.limit(NEAR_TIPS)).where(isTheirs), order);
  const found = await readRows(db, near.limit(order.rows), order);
  if (found.length === order.rows) return found;
  // "offset 0" keeps the plan from reading all tips in order.
  const alike = paidTips(db)
    .where(
      sql<SqlBool>`fan_search_keys(t.creator_id, ${FAN_WORDS}) @> (${sql.join(
        long.map((word) => sql`fan_search_keys(${creatorId}::uuid, ${word}::text)`),
        sql` || `,
      )})`,
    )
    .offset(0);
  const everywhere = fromTips(db, alike).where("t.creator_id", "=", creatorId).where(isTheirs);
  return await readRows(db, inOrder(everywhere, order).limit(order.rows), order);
}

type Tips = ReturnType<typeof paidTips>;

function paidTips(db: Kysely<DB>) {
  return db
    .selectFrom("tips as t")
    .selectAll("t")
    .where("t.paid_at", "is not", null)
    .where("t.status", "in", ["PENDING", "ACTIVE", "DECLINED", "REFUNDED", "CHARGEBACK"]);
}

const fromTips = (db: Kysely<DB>, tips: Tips): Tips => db.selectFrom(tips.as("t")).selectAll("t");

function inOrder(tips: Tips, { only_new, only_read, last, days }: PageOrder): Tips {
  const time = timeOf({ only_new });
  let ordered = tips.orderBy(time, "desc").orderBy("t.id", "desc");
  if (only_new) ordered = ordered.where("t.status", "=", "ACTIVE").where("t.read_at", "is", null);
  // The predicate of tips_read_idx.
  if (only_read)
    ordered = ordered.where((eb) => eb.or([eb("t.status", "<>", "ACTIVE"), eb("t.read_at", "is not", null)]));
  if (days?.from)
    ordered = ordered.where(
      "t.paid_at",
      ">=",
      sql<Date>`(${days.from}::date::timestamp at time zone 'Europe/Berlin')`,
    );
  if (days?.to)
    ordered = ordered.where(
      "t.paid_at",
      "<",
      sql<Date>`((${days.to}::date + 1)::timestamp at time zone 'Europe/Berlin')`,
    );
  if (last) ordered = ordered.where(sql<SqlBool>`(${sql.ref(time)}, t.id) < (${last.at}, ${last.id}::uuid)`);
  return ordered;
}

async function readRows(db: Kysely<DB>, tips: Tips, order: Pick<TipFilter, "only_new">): Promise<TipRow[]> {
  return await receivedTips(db, tips).orderBy(timeOf(order), "desc").orderBy("t.id", "desc").execute();
}

/** Null for another creator's. */
export async function findReceivedTip(
  db: Kysely<DB>,
  tip: { tip_id: string; creator_id: string },
): Promise<ReceivedTip | null> {
  const rows = await receivedTips(db, oneTip(db, tip)).execute();
  const [found = null] = await withReplies(db, rows);
  return found;
}

const oneTip = (db: Kysely<DB>, tip: { tip_id: string; creator_id: string }): Tips =>
  paidTips(db).where("t.id", "=", tip.tip_id).where("t.creator_id", "=", tip.creator_id);

export async function readReceivedImage(
  services: { db: Kysely<DB>; media: Media },
  tip: { tip_id: string; creator_id: string },
): Promise<Uint8Array | null> {
  const [row] = await receivedTips(services.db, oneTip(services.db, tip)).execute();
  if (!row?.image_id || !isShown(row)) return null;
  return await readImage(services, row.image_id, "m", { includePrivate: true });
}

/** In portions, newest first. */
export async function* streamReceivedTips(
  db: Kysely<DB>,
  creatorId: string,
  filter: TipFilter & { days?: PaidDays },
): AsyncGenerator<ReceivedTip[]> {
  let last: Place | null = null;
  do {
    const order = { ...filter, last, rows: productRules.exported_tips };
    const page: { tips: ReceivedTip[]; next: Place | null } = await readTips(db, creatorId, order);
    yield page.tips;
    last = page.next;
  } while (last !== null);
}

/** As in tips_fan_search_idx. */
const FAN_WORDS = sql`coalesce(t.sender_name, '') || ' ' || case when t.share_email then coalesce(t.sender_email, '') else '' end`;

function isFrom(words: readonly string[]) {
  const each = words.map((word) => {
    const pattern = sql`lower(${`%${word.replace(/[\\%_]/g, "\\$&")}%`}::text)`;
    return sql`(lower(t.sender_name) like ${pattern} or (t.share_email and lower(t.sender_email) like ${pattern}))`;
  });
  return sql<SqlBool>`not ${tipIsHidden} and ${sql.join(each, sql` and `)}`;
}

function receivedTips(db: Kysely<DB>, tips: Tips) {
  return db
    .selectFrom(tips.as("t"))
    .leftJoin("grouplists as g", "g.id", "t.grouplist_id")
    .select(["g.slug as group_slug", "g.name as group_name"])
    .select(["t.id", "t.status", "t.currency", "t.amount_minor", "t.paid_at", "t.read_at", "t.activated_at"])
    .select(tipIsHidden.as("is_hidden"))
    .select(["t.sender_name", "t.sender_email", "t.share_email", "t.item_name", "t.message", "t.image_id"])
    .select(["t.locale", "t.voucher_id", "t.is_monthly", tipIsOnPage.as("is_on_page")])
    .select(
      sql<number>`(select coalesce(sum(part.amount_minor), 0)::bigint
        from tip_allocations a join refund_parts part on part.allocation_id = a.id join refunds r on r.id = part.refund_id
        where a.tip_id = t.id and r.status <> 'FAILED')`.as("refunded_minor"),
    )
    .$narrowType<{ paid_at: Date; status: ReceivedTip["status"] }>();
}

type TipRow = Awaited<ReturnType<ReturnType<typeof receivedTips>["executeTakeFirstOrThrow"]>>;

/** From activation on, also after a refund. */
function isShown(row: Pick<TipRow, "status" | "activated_at">): boolean {
  return row.activated_at !== null && row.status !== "DECLINED" && row.status !== "PENDING";
}

async function withReplies(db: Kysely<DB>, rows: readonly TipRow[]): Promise<ReceivedTip[]> {
  if (rows.length === 0) return [];
  const replies = await db
    .selectFrom("tip_replies")
    .select(["tip_id", "message", "created_at"])
    .where("tip_id", "=", sql<string>`any(${rows.map(({ id }) => id)}::uuid[])`)
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
    group: row.group_slug === null ? null : { slug: row.group_slug, name: row.group_name },
    is_voucher: row.voucher_id !== null,
    is_monthly: row.is_monthly,
    message: isSeen ? row.message : null,
    has_image: isSeen && row.image_id !== null,
    fan_locale: localeOf(row.locale),
    replies: replies.map(({ message, created_at }) => ({ message, created_at })),
    refunded_minor: minor(Number(row.refunded_minor)),
    is_on_page: row.is_on_page,
    reply:
      replyRefusal({
        ...row,
        refunded_minor: Number(row.refunded_minor),
        reply_count: replies.length,
      }) ?? "possible",
  };
}
