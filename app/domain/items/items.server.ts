import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { type ReviewView, reviewContent } from "../moderation/review-content.ts";
import {
  type ContentServices,
  decideContent,
  type ReviewDecision,
  type ReviewedContent,
  readReviewPage,
  reviewedContent,
} from "../moderation/review-queue.server.ts";
import { type Minor, minor } from "../money/minor.ts";
import { canReceive } from "../users/viewer.ts";

export interface OwnItem {
  id: string;
  name: string;
  amount_minor: Minor;
  currency: string;
  image_id: string | null;
  status: "PENDING" | "ACTIVE" | "DECLINED";
  decline_reason: string | null;
}

export async function listOwnItems(db: Kysely<DB>, userId: string): Promise<OwnItem[]> {
  const rows = await db
    .selectFrom("tribute_items")
    .select(["id", "name", "amount_minor", "currency", "image_id", "status", "decline_reason"])
    .where("user_id", "=", userId)
    .orderBy("position")
    .execute();
  return rows.map((row) => ({ ...row, amount_minor: minor(row.amount_minor) }));
}

type ItemCreated =
  | { outcome: "created"; id: string; status: "ACTIVE" | "PENDING" }
  | { outcome: "too_many" }
  | { outcome: "too_many_waiting" }
  | { outcome: "image_unknown" };

export async function createItem(
  services: { db: Kysely<DB>; newId: () => string; clock: () => Date },
  item: Pick<NewItem, "user_id" | "name" | "amount_minor" | "currency" | "image_id" | "review_always">,
): Promise<ItemCreated> {
  return await services.db.transaction().execute(async (trx) => {
    const ids = await lockItems(trx, item.user_id);
    const twin = await findTwin(trx, item, services.clock());
    if (twin && item.image_id !== null) {
      if (twin.status !== "PENDING" && !(await hasRoomInQueue(trx, item.user_id)))
        return { outcome: "too_many_waiting" };
      return await revise(trx, services, { ...item, id: twin.id });
    }
    if (twin)
      return { outcome: "created", id: twin.id, status: twin.status === "ACTIVE" ? "ACTIVE" : "PENDING" };
    if (ids.length >= productRules.item.per_creator_maximum) return { outcome: "too_many" };
    if (reasonOf(item) !== null && !(await hasRoomInQueue(trx, item.user_id)))
      return { outcome: "too_many_waiting" };
    if (item.image_id !== null && !(await takeImage(trx, { ...item, image_id: item.image_id })))
      return { outcome: "image_unknown" };
    const id = services.newId();
    const status = await addItem(trx, { ...item, id, now: services.clock() });
    return { outcome: "created", id, status };
  });
}

export type ItemRevised = ItemCreated | { outcome: "gone" };

/** A declined item always waits. "gone": not theirs, missing or not declined (docs/product.md, 5.9). */
export async function reviseItem(
  services: { db: Kysely<DB>; newId: () => string; clock: () => Date },
  item: ChangedItem,
): Promise<ItemRevised> {
  return await services.db.transaction().execute(async (trx): Promise<ItemRevised> => {
    await lockItems(trx, item.user_id);
    const declined = await findDeclinedItem(trx, item);
    if (declined === null) return { outcome: "gone" };
    if (!(await hasRoomInQueue(trx, item.user_id))) return { outcome: "too_many_waiting" };
    return await revise(trx, services, item);
  });
}

export async function findItemOwner(db: Kysely<DB>, id: string): Promise<string | null> {
  const row = await db.selectFrom("tribute_items").select("user_id").where("id", "=", id).executeTakeFirst();
  return row?.user_id ?? null;
}

export async function findDeclinedItem(
  db: Kysely<DB>,
  given: { id: string; user_id: string },
): Promise<OwnItem | null> {
  const items = await listOwnItems(db, given.user_id);
  return items.find(({ id, status }) => id === given.id && status === "DECLINED") ?? null;
}

type ChangedItem = Pick<NewItem, "id" | "user_id" | "name" | "amount_minor" | "currency" | "image_id">;

async function revise(
  trx: Transaction<DB>,
  services: { clock: () => Date },
  item: ChangedItem,
): Promise<ItemCreated> {
  const { image_id } = item;
  const before = await trx
    .selectFrom("tribute_items")
    .select("image_id")
    .where("id", "=", item.id)
    .executeTakeFirstOrThrow();
  if (image_id !== null && image_id !== before.image_id && !(await takeImage(trx, { ...item, image_id })))
    return { outcome: "image_unknown" };
  await handInAgain(trx, { ...item, now: services.clock() });
  return { outcome: "created", id: item.id, status: "PENDING" };
}

async function hasRoomInQueue(trx: Transaction<DB>, userId: string): Promise<boolean> {
  const { status, waiting } = await trx
    .selectFrom("users as u")
    .select("u.status")
    .select(({ selectFrom }) =>
      selectFrom("tribute_items as i")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .whereRef("i.user_id", "=", "u.id")
        .where("i.status", "=", "PENDING")
        .as("waiting"),
    )
    .where("u.id", "=", userId)
    .executeTakeFirstOrThrow();
  return canReceive(status) || Number(waiting) < productRules.item.unverified_waiting_maximum;
}

async function findTwin(
  trx: Transaction<DB>,
  item: Pick<NewItem, "user_id" | "name" | "amount_minor" | "currency">,
  now: Date,
): Promise<{ id: string; status: string } | undefined> {
  return await trx
    .selectFrom("tribute_items")
    .select(["id", "status"])
    .where("user_id", "=", item.user_id)
    .where("name", "=", item.name)
    .where("amount_minor", "=", item.amount_minor)
    .where("currency", "=", item.currency)
    .where("created_at", ">", new Date(now.getTime() - productRules.item.twice_seconds * 1000))
    .limit(1)
    .executeTakeFirst();
}

export async function moveItem(
  db: Kysely<DB>,
  item: { id: string; user_id: string },
  to: "earlier" | "later" | number,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const ids = await lockItems(trx, item.user_id);
    const from = ids.indexOf(item.id);
    if (from === -1) return false;
    const target = to === "earlier" ? from - 1 : to === "later" ? from + 1 : to;
    ids.splice(from, 1);
    ids.splice(Math.max(0, target), 0, item.id);
    await saveOrder(trx, ids);
    return true;
  });
}

export async function deleteItem(db: Kysely<DB>, item: { id: string; user_id: string }): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const ids = await lockItems(trx, item.user_id);
    if (!ids.includes(item.id)) return false;
    await trx.deleteFrom("tribute_items").where("id", "=", item.id).execute();
    await saveOrder(
      trx,
      ids.filter((id) => id !== item.id),
    );
    return true;
  });
}

async function lockItems(trx: Transaction<DB>, userId: string): Promise<string[]> {
  await trx.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
  const rows = await trx
    .selectFrom("tribute_items")
    .select("id")
    .where("user_id", "=", userId)
    .orderBy("position")
    .execute();
  return rows.map(({ id }) => id);
}

async function saveOrder(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  await sql`
    update tribute_items i set position = o.place - 1
    from unnest(${ids}::uuid[]) with ordinality o (id, place)
    where o.id = i.id and i.position <> o.place - 1`.execute(trx);
}

async function takeImage(
  trx: Transaction<DB>,
  { image_id, user_id }: { image_id: string; user_id: string },
): Promise<boolean> {
  const result = await trx
    .updateTable("media_files as m")
    .set({ is_public: true })
    .where("m.id", "=", image_id)
    .where("m.owner_id", "=", user_id)
    .where("m.key", "=", "TRIBUTE_IMAGE")
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("tribute_items as i").select("i.id").whereRef("i.image_id", "=", "m.id"))),
    )
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export interface NewItem {
  id: string;
  user_id: string;
  name: string;
  amount_minor: Minor;
  currency: string;
  image_id: string | null;
  is_reviewed?: boolean;
  review_always?: boolean;
  now: Date;
}

/** Appended; shown at once or after review, as returned. */
export async function addItem(db: Kysely<DB>, item: NewItem): Promise<"ACTIVE" | "PENDING"> {
  const { now, is_reviewed = false, review_always: _, ...fields } = item;
  const reason = reasonOf(item);
  const status = reason === null || is_reviewed ? "ACTIVE" : "PENDING";
  await db
    .insertInto("tribute_items")
    .values((eb) => ({
      ...fields,
      position: eb
        .selectFrom("tribute_items")
        .select(sql<number>`count(*)::integer`.as("next"))
        .where("user_id", "=", item.user_id),
      status,
      review_reason: reason,
      created_at: now,
    }))
    .execute();
  return status;
}

async function handInAgain(db: Kysely<DB>, item: Omit<NewItem, "is_reviewed">): Promise<void> {
  const { id, user_id, now, ...fields } = item;
  const reason = reasonOf(item);
  await db
    .updateTable("tribute_items")
    .set({ ...fields, status: "PENDING", decline_reason: null, reviewed_by: null, reviewed_at: null })
    .set((eb) => ({ review_reason: reason ?? eb.ref("review_reason"), created_at: now }))
    .where("id", "=", id)
    .where("user_id", "=", user_id)
    .execute();
}

function reasonOf({ name, image_id, review_always }: Pick<NewItem, "name" | "image_id" | "review_always">) {
  return reviewContent({ texts: [name], has_image: image_id !== null, is_always: review_always });
}

interface ItemAct {
  item_id: string;
  operator_id: string;
  /** What the operator saw; another version is "gone". */
  seen?: string | null;
}

export async function acceptItem(services: ContentServices, given: ItemAct): Promise<"accepted" | "gone"> {
  return await decide(services, { ...given, outcome: "accepted", reason: null });
}

export async function declineItem(
  services: ContentServices,
  given: ItemAct & { reason: string },
): Promise<"declined" | "gone"> {
  return await decide(services, { ...given, outcome: "declined" });
}

async function decide<Outcome extends "accepted" | "declined">(
  services: ContentServices,
  { item_id: id, seen = null, ...given }: ItemAct & { outcome: Outcome; reason: string | null },
): Promise<Outcome | "gone"> {
  return await decideContent(services, "item", { id, ...given }, async (trx, columns) => {
    const result = await trx
      .updateTable("tribute_items")
      .set(columns)
      .where("id", "=", id)
      .where("status", "=", "PENDING")
      .$if(seen !== null, (query) => query.where("created_at", "=", seenAt(seen)))
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  });
}

function seenAt(seen: string | null): Date {
  const parsed = z.iso.datetime().safeParse(seen);
  return new Date(parsed.success ? parsed.data : 0);
}

interface ReviewedItem extends ReviewedContent {
  status: string;
  item_name: string;
  has_image: boolean;
  created_at: Date;
}

interface ItemUnderReview extends ReviewedItem, ReviewDecision {}

export async function listItemReviews(
  db: Kysely<DB>,
  page: { view: ReviewView; after: string | null },
): Promise<{ items: ReviewedItem[]; next: string | null }> {
  const { rows, next } = await readReviewPage(reviewedItems(db), "item", page);
  return { items: rows.map(toReviewed), next };
}

export async function findItemReview(db: Kysely<DB>, itemId: string): Promise<ItemUnderReview | null> {
  const row = await reviewedItems(db)
    .leftJoin("users as o", "o.id", "c.reviewed_by")
    .select(["c.reviewed_at", "c.decline_reason", "o.email as reviewed_by"])
    .where("c.id", "=", itemId)
    .executeTakeFirst();
  if (!row) return null;
  const { reviewed_by, reviewed_at, decline_reason } = row;
  return { ...toReviewed(row), reviewed_by, reviewed_at, decline_reason };
}

function reviewedItems(db: Kysely<DB>) {
  return db
    .selectFrom("tribute_items as c")
    .innerJoin("users as u", "u.id", "c.user_id")
    .select(["c.id", "c.status", "c.review_reason", "c.currency", "c.amount_minor", "c.image_id"])
    .select(["c.name as item_name", "c.created_at", "u.id as creator_id", "u.username", "u.name"])
    .where("c.review_reason", "is not", null);
}

type ItemRow = Awaited<ReturnType<ReturnType<typeof reviewedItems>["executeTakeFirstOrThrow"]>>;

function toReviewed(row: ItemRow): ReviewedItem {
  const { status, item_name, created_at } = row;
  return { ...reviewedContent(row), status, item_name, created_at, has_image: row.image_id !== null };
}
