import { type Insertable, type Kysely, sql, type Transaction, type Updateable } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { forRows, type Jobs, type RowsOutcome } from "../jobs.ts";
import { type Locale, localeOf, type Minor, minor } from "../money/minor.ts";
import type { PaymentType } from "../payments/provider-port.ts";
import { TAKES_PAYMENTS } from "../users/direct-receiver.ts";
import type { PublicProfile } from "../users/profile.server.ts";
import { canReceive } from "../users/viewer.ts";
import { messagePriceOf, type PaymentChoice } from "./tip.schema.ts";

interface TypedAtOnce {
  details: { name?: string | undefined; message?: string | undefined; show_on_page: boolean };
  payment: PaymentChoice;
}

function paymentColumns(form: PaymentChoice) {
  return {
    payment_type: form.type ?? null,
    country: form.country,
    pay_currency: form.pay_currency,
    sender_email: form.email ?? null,
    share_email: form.share_email,
  };
}

function typedColumns({ details, payment }: TypedAtOnce, now: Date) {
  const { name = null, message = null, show_on_page } = details;
  return { sender_name: name, message, show_on_page, details_seen_at: now, ...paymentColumns(payment) };
}

export type TipStatus =
  | "DRAFT"
  | "AWAITING_PAYMENT"
  | "PENDING"
  | "ACTIVE"
  | "DECLINED"
  | "EXPIRED"
  | "REFUNDED"
  | "CHARGEBACK";

export interface TipDraft {
  id: string;
  status: TipStatus;
  amount_minor: Minor;
  currency: string;
  is_monthly: boolean;
  item_id: string | null;
  item_name: string | null;
  sender_name: string | null;
  message: string | null;
  image_id: string | null;
  sender_email: string | null;
  share_email: boolean;
  show_on_page: boolean;
  payment_type: PaymentType | null;
  country: string | null;
  pay_currency: string | null;
  details_seen: boolean;
  /** The signed-in user who would rank by it. */
  begun_by: string | null;
  locale: Locale;
  receiver: {
    id: string;
    path: string;
    name: string | null;
    avatar_id: string | null;
    /** Also null in another currency than the tip's. */
    default_price_per_message_minor: Minor | null;
    shows_supporters: boolean;
    is_paused: boolean;
    /** A direct receiver's provider; null for any. */
    provider: string | null;
  };
  /** `chosen` members; null is all. */
  group: { id: string; slug: string; chosen: readonly string[] | null; is_direct: boolean } | null;
}

interface NewTip {
  id: string;
  amount_minor: Minor;
  is_monthly?: boolean;
  locale: Locale;
  earlier: TipDraft | null;
  typed?: TypedAtOnce;
  /** As far as known; an earlier draft's choice precedes it. */
  payment?: PaymentChoice | null;
  sender_name?: string | null;
  /** Only until payment, for its receivers (docs/product.md, 8.3). */
  viewer_id: string | null;
  now: Date;
}

/** A new draft each time; copies the details of `earlier` (docs/product.md, 5.3). */
export async function startTip(
  db: Kysely<DB>,
  tip: NewTip & { profile: PublicProfile; item_id: string | null },
): Promise<void> {
  const item = tip.profile.items.find((each) => each.id === tip.item_id);
  const receiver = { creator_id: tip.profile.id, currency: tip.profile.currency };
  const begun_by = tip.viewer_id === tip.profile.id ? tip.viewer_id : null;
  const named = { tribute_item_id: item?.id ?? null, item_name: item?.name ?? null };
  const insert = (on: Kysely<DB>) => insertDraft(on, tip, { ...receiver, ...named, begun_by });
  await (tip.earlier?.image_id ? db.transaction().execute(insert) : insert(db));
}

/** `chosen` null is all members. "gone": closed meanwhile. */
export async function startGroupTip(
  db: Kysely<DB>,
  tip: NewTip & { group: { id: string; currency: string }; chosen: readonly string[] | null },
): Promise<"started" | "gone"> {
  return await db.transaction().execute(async (trx) => {
    // Closing checks for tips under this lock, and archives a group with drafts.
    const group = await trx
      .selectFrom("grouplists")
      .select("id")
      .where("id", "=", tip.group.id)
      .where("archived_at", "is", null)
      .forKeyShare()
      .executeTakeFirst();
    if (!group) return "gone";
    const begun_by = tip.viewer_id === null ? null : await memberOf(trx, group.id, tip.viewer_id);
    await insertDraft(trx, tip, {
      grouplist_id: tip.group.id,
      chosen_creator_ids: tip.chosen === null ? null : [...tip.chosen],
      currency: tip.group.currency,
      begun_by,
    });
    return "started";
  });
}

async function memberOf(trx: Transaction<DB>, groupId: string, viewerId: string): Promise<string | null> {
  const member = await trx
    .selectFrom("grouplist_users")
    .select("creator_id")
    .where("grouplist_id", "=", groupId)
    .where("creator_id", "=", viewerId)
    .where("status", "in", ["OWNER", "MEMBER"])
    .executeTakeFirst();
  return member?.creator_id ?? null;
}

async function insertDraft(
  db: Kysely<DB>,
  tip: NewTip,
  receiver: Pick<
    Insertable<DB["tips"]>,
    | "creator_id"
    | "tribute_item_id"
    | "item_name"
    | "currency"
    | "grouplist_id"
    | "chosen_creator_ids"
    | "begun_by"
  >,
): Promise<void> {
  const { earlier, typed } = tip;
  const payment = !earlier?.country && tip.payment ? paymentColumns(tip.payment) : null;
  if (earlier?.image_id) {
    await db.updateTable("tips").set({ image_id: null }).where("id", "=", earlier.id).execute();
  }
  const row = {
    id: tip.id,
    ...receiver,
    begun_by: receiver.begun_by ?? earlier?.begun_by ?? null,
    amount_minor: tip.amount_minor,
    is_monthly: tip.is_monthly ?? false,
    locale: tip.locale,
    sender_name: earlier ? earlier.sender_name : (tip.sender_name ?? null),
    message: earlier?.message ?? null,
    image_id: earlier?.image_id ?? null,
    sender_email: earlier?.sender_email ?? null,
    share_email: earlier?.share_email ?? false,
    show_on_page: earlier?.show_on_page ?? false,
    payment_type: earlier?.payment_type ?? null,
    country: earlier?.country ?? null,
    pay_currency: earlier?.pay_currency ?? null,
    ...payment,
    ...(typed && typedColumns(typed, tip.now)),
    created_at: tip.now,
    updated_at: tip.now,
  };
  await db.insertInto("tips").values(row).execute();
}

type DraftPage = { username: string } | { slug: string };

/** Null alike for unknown tips, other pages, and hidden receivers. */
export async function findDraft(db: Kysely<DB>, tipId: string, page: DraftPage): Promise<TipDraft | null> {
  const [row] = await draftById(db, { tip_id: tipId });
  const receiver = row ? receiverOf(row, page) : null;
  if (!row || receiver === null) return null;
  return {
    id: row.id,
    status: row.status,
    amount_minor: minor(row.amount_minor),
    currency: row.currency,
    is_monthly: row.is_monthly,
    item_id: row.item_id,
    item_name: row.item_name,
    sender_name: row.sender_name,
    message: row.message,
    image_id: row.image_id,
    sender_email: row.sender_email,
    share_email: row.share_email,
    show_on_page: row.show_on_page,
    payment_type: row.payment_type,
    country: row.country,
    pay_currency: row.pay_currency,
    details_seen: row.details_seen_at !== null,
    begun_by: row.begun_by,
    locale: localeOf(row.locale),
    receiver,
    group:
      row.group_id === null || row.group_slug === null
        ? null
        : {
            ...{ id: row.group_id, slug: row.group_slug, chosen: row.chosen_creator_ids },
            is_direct: row.is_direct_group === true,
          },
  };
}

type DraftRow = Awaited<ReturnType<typeof draftById>>[number];

function receiverOf(row: DraftRow, page: DraftPage): TipDraft["receiver"] | null {
  if ("slug" in page) {
    const isOpen = row.group_status === "APPROVED" && row.group_archived_at === null;
    if (row.group_id === null || row.group_slug !== page.slug || !isOpen) return null;
    return {
      id: row.group_id,
      path: `/gl/${row.group_slug}`,
      name: row.group_name,
      avatar_id: row.group_avatar_id,
      default_price_per_message_minor: null,
      shows_supporters: false,
      is_paused: false,
      provider: null,
    };
  }
  const { receiver_id: id, receiver_status: status, username, show_supporters, profile_currency } = row;
  if (id === null || !username || status === null || profile_currency === null) return null;
  if (username.toLowerCase() !== page.username.toLowerCase() || !canReceive(status)) return null;
  const price = messagePriceOf({ ...row, profile_currency });
  return {
    id,
    path: `/${username}`,
    name: row.name ?? username,
    avatar_id: row.avatar_id,
    default_price_per_message_minor: price === null ? null : minor(price),
    shows_supporters: show_supporters ?? false,
    is_paused: row.receiver_paused_at !== null || (row.is_direct === true && row.direct_provider === null),
    provider: row.direct_provider,
  };
}

const draftById = hotQuery("draft-by-id", { tip_id: parameter<string>() }, (db, given) =>
  db
    .selectFrom("tips as t")
    .leftJoin("users as u", "u.id", "t.creator_id")
    .leftJoin("grouplists as g", (join) =>
      join.onRef("g.id", "=", "t.grouplist_id").on("t.creator_id", "is", null),
    )
    .leftJoin("connected_accounts as connected", (join) =>
      join.onRef("connected.user_id", "=", "u.id").on("u.money_model", "=", "DIRECT").on(TAKES_PAYMENTS),
    )
    .select([
      sql<boolean | null>`u.money_model = 'DIRECT'`.as("is_direct"),
      "connected.provider as direct_provider",
      sql<boolean | null>`g.money_model = 'DIRECT'`.as("is_direct_group"),
      "t.id",
      "t.status",
      "t.amount_minor",
      "t.currency",
      "t.is_monthly",
      "t.tribute_item_id as item_id",
      "t.item_name",
      "t.sender_name",
      "t.message",
      "t.image_id",
      "t.sender_email",
      "t.share_email",
      "t.show_on_page",
      "t.payment_type",
      "t.country",
      "t.pay_currency",
      "t.details_seen_at",
      "t.begun_by",
      "t.locale",
      "t.chosen_creator_ids",
      "u.id as receiver_id",
      "u.username",
      "u.name",
      "u.avatar_id",
      "u.status as receiver_status",
      "u.paused_at as receiver_paused_at",
      "u.default_price_per_message_minor",
      "u.show_supporters",
      "u.currency as profile_currency",
      "g.id as group_id",
      "g.slug as group_slug",
      "g.name as group_name",
      "g.avatar_id as group_avatar_id",
      "g.status as group_status",
      "g.archived_at as group_archived_at",
    ])
    .where("t.id", "=", given("tip_id")),
);

export function isEditable(status: TipStatus): boolean {
  return status === "DRAFT" || status === "AWAITING_PAYMENT";
}

export async function saveDetails(
  db: Kysely<DB>,
  tipId: string,
  details: {
    sender_name: string | null;
    message: string | null;
    image_id: string | null;
    show_on_page: boolean;
    now: Date;
  },
): Promise<boolean> {
  const { now, ...fields } = details;
  return await updateEditable(db, tipId, { ...fields, details_seen_at: now, updated_at: now });
}

/** All choices at once. False as above. */
export async function saveSummary(
  db: Kysely<DB>,
  tipId: string,
  form: PaymentChoice & {
    locale: Locale;
    name?: string | undefined;
    message?: string | undefined;
    show_on_page: boolean;
  },
  now: Date,
): Promise<boolean> {
  const { name = null, message = null, show_on_page, locale } = form;
  const words = { sender_name: name, message, show_on_page };
  return await updateEditable(db, tipId, { ...words, ...paymentColumns(form), locale, updated_at: now });
}

/** Clears a remembered fan's data; the typed message stays. False as above. */
export async function forgetPayer(
  db: Kysely<DB>,
  tipId: string,
  message: string | null,
  now: Date,
): Promise<boolean> {
  const nothing = { sender_name: null, sender_email: null, share_email: false };
  return await updateEditable(db, tipId, { ...nothing, message, updated_at: now });
}

/** Although other input is wrong. False as above. */
export async function saveImage(
  db: Kysely<DB>,
  tipId: string,
  image_id: string,
  now: Date,
): Promise<boolean> {
  return await updateEditable(db, tipId, { image_id, updated_at: now });
}

/** False as above. */
export async function savePaymentChoice(
  db: Kysely<DB>,
  tipId: string,
  form: PaymentChoice & { locale: Locale },
  now: Date,
): Promise<boolean> {
  return await updateEditable(db, tipId, { ...paymentColumns(form), locale: form.locale, updated_at: now });
}

async function updateEditable(
  db: Kysely<DB>,
  tipId: string,
  fields: Updateable<DB["tips"]>,
): Promise<boolean> {
  const result = await db
    .updateTable("tips")
    .set(fields)
    .where("id", "=", tipId)
    .where("status", "in", ["DRAFT", "AWAITING_PAYMENT"])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

interface ExpiryServices {
  db: Kysely<DB>;
  jobs: Jobs;
}

/**
 * Unless a payment is PROCESSING; late money revives them. The words stay until money can no longer come
 * (docs/product.md, 5.1).
 */
export async function expireTips(services: ExpiryServices, now: Date): Promise<RowsOutcome> {
  const { db } = services;
  const since = new Date(now.getTime() - productRules.tip.unpaid_hours * 3_600_000);
  const { batch } = productRules.retention;
  return await forRows<{ id: string; updated_at: Date }>({
    size: batch,
    keyOf: ({ id }) => id,
    find: async (last) => {
      const after = last ? sql`and (t.updated_at, t.id) > (${last.updated_at}, ${last.id})` : sql``;
      const { rows } = await sql<{ id: string; updated_at: Date }>`
        select t.id, t.updated_at from tips t where ${isOver(since)} ${after}
        order by t.updated_at, t.id limit ${batch}`.execute(db);
      return rows;
    },
    act: (rows) =>
      db.transaction().execute(async (trx) => {
        const { rows: expired } = await sql<{ image_id: string | null; was_begun: boolean }>`
          update tips t set status = 'EXPIRED', updated_at = ${now}
          where t.id = any(${rows.map(({ id }) => id)}::uuid[]) and ${isOver(since)}
          returning t.image_id, exists (select from payments p where p.tip_id = t.id) as was_begun`.execute(
          trx,
        );
        const unused = expired.flatMap(({ image_id, was_begun }) => (was_begun ? [] : (image_id ?? [])));
        if (unused.length > 0) await erasePictures(trx, services.jobs, unused);
        return expired.length;
      }),
  });
}

function isOver(since: Date) {
  return sql`t.status in ('DRAFT', 'AWAITING_PAYMENT') and t.updated_at < ${since}
    and not exists (select from payments p where p.tip_id = t.id and p.status = 'PROCESSING')`;
}

async function erasePictures(trx: Transaction<DB>, jobs: Jobs, media_ids: string[]): Promise<void> {
  await trx.deleteFrom("media_files").where("id", "in", media_ids).execute();
  await jobs.enqueue(trx, "media.erase", { media_ids, document_ids: [] });
}

/** False if unknown, taken, or not a fan's. */
export async function takeFansImage(
  db: Kysely<DB>,
  given: { tip_id: string; image_id: string; now: Date },
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const free = await trx
      .selectFrom("media_files as m")
      .select("m.id")
      .where("m.id", "=", given.image_id)
      .where("m.key", "=", "TIP_IMAGE")
      .where("m.owner_id", "is", null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("tips").select("tips.id").whereRef("tips.image_id", "=", "m.id"))),
      )
      // Serialises two tips and the sweep.
      .forUpdate()
      .executeTakeFirst();
    if (!free) return false;
    const { image_id, now } = given;
    const result = await trx
      .updateTable("tips")
      .set({ image_id, updated_at: now })
      .where("id", "=", given.tip_id)
      .where("status", "=", "DRAFT")
      .where("image_id", "is", null)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  });
}

export async function leaveFansImage(db: Kysely<DB>, tip: { tip_id: string; now: Date }): Promise<void> {
  await db
    .updateTable("tips")
    .set({ image_id: null, updated_at: tip.now })
    .where("id", "=", tip.tip_id)
    .execute();
}
