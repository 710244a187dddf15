import { type Expression, type ExpressionBuilder, type Kysely, sql, type Transaction } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { isUniqueViolation } from "../../../db/unique-violation.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar.ts";
import type { Crop } from "../media/crop.schema.ts";
import { deleteImage, type StoreImageOutcome, storeImage } from "../media/media.server.ts";
import type { Media } from "../media/media-port.ts";
import { type Minor, minor } from "../money/minor.ts";
import { noteVatId } from "../tax/vies.server.ts";
import { lacksAccount } from "./direct-receiver.ts";
import { isReservedUsername, isUsername } from "./names.ts";
import { NETWORK_NAMES, SOCIAL_NETWORKS, type SocialNetwork, socialUrl } from "./social-networks.ts";
import type { TipAmounts } from "./tip-amounts.ts";

/** Unreviewed ones only if just the picture waited. As tips_on_page_idx (docs/product.md, 5.10). */
export const tipIsOnPage = sql<boolean>`(t.show_on_page and t.off_page_at is null and t.status = 'ACTIVE'
  and (t.sender_name is not null or t.message is not null)
  and (t.review_reason is null or t.review_reason = 'image' or t.reviewed_at is not null))`;

interface ProfilePicture {
  id: string;
  width: number;
  height: number;
}

export interface ProfileItem {
  id: string;
  name: string;
  amount_minor: Minor;
  image: ProfilePicture | null;
}

export interface PublicProfile {
  id: string;
  username: string;
  name: string;
  currency: string;
  is_online: boolean;
  avatar: ProfilePicture | null;
  header: ProfilePicture | null;
  links: { network: SocialNetwork; label: string; url: string }[];
  items: ProfileItem[];
  amounts: TipAmounts;
  default_price_per_message_minor: Minor | null;
  is_verified: boolean;
  is_paused: boolean;
  is_direct: boolean;
  about: string | null;
  goal: { title: string; amount_minor: Minor; reached_minor: Minor; is_monthly: boolean } | null;
  shows_supporters: boolean;
  supporters: Supporter[];
}

export interface Supporter {
  name: string | null;
  words: string | null;
}

/** Null alike for unknown, hidden and not receivable (docs/product.md, 5.5). */
export async function findProfile(
  db: Kysely<DB>,
  username: string,
  now: Date,
): Promise<PublicProfile | null> {
  const asked = { username: username.toLowerCase(), today: businessDate(now) };
  const [row] = await profileByUsername(db, asked);
  return row ? toProfile(row, now) : null;
}

export async function findProfileById(db: Kysely<DB>, id: string, now: Date): Promise<PublicProfile | null> {
  const [row] = await profileById(db, { id, today: businessDate(now) });
  return row ? toProfile(row, now) : null;
}

type ProfileRow = Awaited<ReturnType<typeof profileByUsername>>[number];

function toProfile(row: ProfileRow, now: Date): PublicProfile | null {
  const onlineSince = new Date(now.getTime() - productRules.online_minutes * 60_000);
  if (row.username === null) return null;
  return {
    id: row.id,
    username: row.username,
    name: row.name ?? row.username,
    currency: row.currency,
    is_online: row.show_online_status && row.last_seen_at !== null && row.last_seen_at >= onlineSince,
    avatar: picture(row.avatar_id, row.avatar_width, row.avatar_height),
    header: picture(row.header_id, row.header_width, row.header_height),
    links: inOrder(row.links),
    items: row.items.map((item) => ({
      id: item.id,
      name: item.name,
      amount_minor: minor(item.amount_minor),
      image: picture(item.image_id, item.width, item.height),
    })),
    amounts: {
      presets_minor: hasOwnAmounts(row) ? row.tip_amounts_minor : null,
      marked_minor: hasOwnAmounts(row) ? row.marked_amount_minor : null,
      often_chosen: row.often_chosen.map(({ amount_minor, tips }) => ({
        amount_minor: minor(amount_minor),
        tips: Number(tips),
      })),
      are_offered: !row.only_items || row.items.length === 0,
    },
    default_price_per_message_minor:
      row.default_price_per_message_minor === null ? null : minor(row.default_price_per_message_minor),
    is_verified: row.status === "ACTIVE",
    is_paused: row.paused_at !== null || row.lacks_account,
    is_direct: row.money_model === "DIRECT",
    about: row.about,
    goal:
      row.goal_title === null || row.goal_minor === null || row.reached_minor === null
        ? null
        : {
            title: row.goal_title,
            amount_minor: minor(row.goal_minor),
            reached_minor: minor(Number(row.reached_minor)),
            is_monthly: row.goal_is_monthly,
          },
    shows_supporters: row.show_supporters,
    supporters: row.supporters.map(({ name, words }) => ({ name, words: words && shortened(words) })),
  };
}

/** Amounts in another currency do not apply. */
function hasOwnAmounts(user: { currency: string; tip_amounts_currency: string | null }): boolean {
  return user.tip_amounts_currency === user.currency;
}

const { shown, words_characters } = productRules.creator_page.supporters;

function shortened(words: string): string {
  const letters = [...words.replace(/\s+/gu, " ").trim()];
  if (letters.length <= words_characters) return letters.join("");
  const cut = letters.slice(0, words_characters).join("");
  return `${cut.replace(/\s+\S{0,20}$/u, "")} …`;
}

const reachedMinor = (today: Expression<string>) => sql<number | string | null>`
  case when u.goal_currency <> u.currency then null when u.goal_is_monthly then (
    select coalesce(sum(s.amount_minor), 0) from tip_series s
    where s.creator_id = u.id and s.currency = u.currency and s.status = 'ACTIVE'
  ) when u.goal_currency = u.currency then (
    select coalesce(sum(d.amount_minor), 0) from daily_tip_totals d
    where d.creator_id = u.id and d.currency = u.currency and d.day >= u.goal_from
      and d.day < (date_trunc('month', u.goal_from::timestamp) + interval '1 month')::date
  ) + (
    select coalesce(sum(m.amount_minor), 0) from monthly_tip_totals m
    where m.creator_id = u.id and m.currency = u.currency and m.dimension = 'TYPE'
      and m.month = any(array(
        select generate_series(date_trunc('month', u.goal_from::timestamp) + interval '1 month', ${today}::date::timestamp, interval '1 month')::date))
  ) end`;

/** Null without one, or in another currency. */
export async function findGoal(
  db: Kysely<DB>,
  userId: string,
  today: string,
): Promise<{
  title: string;
  amount_minor: Minor;
  currency: string;
  from: string;
  reached_minor: Minor;
  is_monthly: boolean;
} | null> {
  const row = await db
    .selectFrom("users as u")
    .select(["u.goal_title as title", "u.goal_minor", "u.currency", "u.goal_from as from"])
    .select("u.goal_is_monthly as is_monthly")
    .select(reachedMinor(sql`${today}`).as("reached_minor"))
    .where("u.id", "=", userId)
    .executeTakeFirst();
  if (!row || row.title === null || row.goal_minor === null) return null;
  if (row.from === null || row.reached_minor === null) return null;
  const { title, currency, from, is_monthly } = row;
  return {
    ...{ title, currency, from, is_monthly, amount_minor: minor(row.goal_minor) },
    reached_minor: minor(Number(row.reached_minor)),
  };
}

const { days, tips_counted, tips_minimum } = productRules.tip.often_chosen;

/** As tips_chosen_amounts_idx: paid and kept, no item, voucher, group or own tip. */
const amountWasChosen = sql<boolean>`(t.paid_at is not null and t.tribute_item_id is null and t.voucher_id is null
  and t.group_tip_id is null and t.is_ranked and t.status in ('PENDING', 'ACTIVE', 'DECLINED'))`;

const profileByUsername = hotQuery(
  "profile-by-username",
  { username: parameter<string>(), today: parameter<string>() },
  (db, given) => profiles(db, given("today")).where(sql`lower(u.username)`, "=", given("username")),
);

const profileById = hotQuery(
  "profile-by-id",
  { id: parameter<string>(), today: parameter<string>() },
  (db, given) => profiles(db, given("today")).where("u.id", "=", given("id")),
);

function profiles(db: Kysely<DB>, today: Expression<string>) {
  return db
    .selectFrom("users as u")
    .leftJoin("media_files as avatar", "avatar.id", "u.avatar_id")
    .leftJoin("media_files as header", "header.id", "u.header_id")
    .where("u.status", "in", ["ACTIVE", "CHARGEBACK"])
    .select((eb) => [
      "u.id",
      "u.username",
      "u.name",
      "u.currency",
      "u.show_online_status",
      "u.last_seen_at",
      "u.default_price_per_message_minor",
      "u.status",
      "u.paused_at",
      "u.money_model",
      lacksAccount(eb).as("lacks_account"),
      "u.about",
      "u.goal_title",
      "u.goal_minor",
      "u.goal_is_monthly",
      "u.show_supporters",
      "u.tip_amounts_minor",
      "u.tip_amounts_currency",
      "u.marked_amount_minor",
      "u.only_items",
      reachedMinor(today).as("reached_minor"),
      "avatar.id as avatar_id",
      "avatar.width as avatar_width",
      "avatar.height as avatar_height",
      "header.id as header_id",
      "header.width as header_width",
      "header.height as header_height",
      jsonArrayFrom(
        eb
          .selectFrom("social_links as s")
          .select(["s.network", "s.handle"])
          .whereRef("s.user_id", "=", "u.id")
          .where("s.is_visible", "=", true),
      ).as("links"),
      jsonArrayFrom(
        eb
          .selectFrom("tribute_items as i")
          .leftJoin("media_files as m", "m.id", "i.image_id")
          .select(["i.id", "i.name", "i.amount_minor", "m.id as image_id", "m.width", "m.height"])
          .whereRef("i.user_id", "=", "u.id")
          .whereRef("i.currency", "=", "u.currency")
          .where("i.status", "=", "ACTIVE")
          .orderBy("i.position"),
      ).as("items"),
      jsonArrayFrom(oftenChosen(eb, today)).as("often_chosen"),
      jsonArrayFrom(
        eb
          .selectFrom("tips as t")
          .select(["t.sender_name as name", sql<string | null>`left(t.message, 400)`.as("words")])
          .whereRef("t.creator_id", "=", "u.id")
          .where("u.show_supporters", "=", true)
          .where(tipIsOnPage)
          .orderBy("t.paid_at", "desc")
          .orderBy("t.id", "desc")
          .limit(sql.lit(shown)),
      ).as("supporters"),
    ]);
}

/** Only the newest tips, so that many cost no more. */
function oftenChosen(eb: ExpressionBuilder<DB & { u: DB["users"] }, "u">, today: Expression<string>) {
  const newest = eb
    .selectFrom("tips as t")
    .select("t.amount_minor")
    .whereRef("t.creator_id", "=", "u.id")
    .whereRef("t.currency", "=", "u.currency")
    .where("u.marks_often_chosen", "=", true)
    .where(amountWasChosen)
    .where("t.paid_at", ">=", sql<Date>`${today}::date - ${sql.lit(days)}::integer`)
    .orderBy("t.paid_at", "desc")
    .limit(sql.lit(tips_counted));
  return eb
    .selectFrom(newest.as("newest"))
    .select((of) => ["newest.amount_minor", of.fn.countAll<number>().as("tips")])
    .groupBy("newest.amount_minor")
    .having((of) => of(of.fn.countAll(), ">=", sql.lit(tips_minimum)));
}

function picture(id: string | null, width: number | null, height: number | null): ProfilePicture | null {
  return id === null || width === null || height === null ? null : { id, width, height };
}

function inOrder(links: readonly { network: string; handle: string }[]): PublicProfile["links"] {
  const handles = new Map(links.map((link) => [link.network, link.handle]));
  return NETWORK_NAMES.flatMap((network) => {
    const handle = handles.get(network);
    return handle
      ? [{ network, label: SOCIAL_NETWORKS[network].label, url: socialUrl(network, handle) }]
      : [];
  });
}

export interface ProfileFields {
  username: string;
  name: string;
  firstname: string | null;
  lastname: string | null;
  country_id: number | null;
  company: string | null;
  eu_ust_id: string | null;
  address: string | null;
  zipcode: string | null;
  city: string | null;
  date_of_birth: string | null;
}

type ProfileSaved =
  | { outcome: "saved" }
  | { outcome: "username_invalid" }
  | { outcome: "username_too_soon"; until: Date };

/**
 * Absent fields stay. An old username redirects for 90 days. A job checks a new VAT id (docs/product.md,
 * 6.5).
 */
export async function saveProfile(
  db: Kysely<DB>,
  userId: string,
  fields: Partial<ProfileFields>,
  reservedNames: ReadonlySet<string>,
  now: Date,
): Promise<ProfileSaved> {
  const save = async (trx: Transaction<DB>): Promise<ProfileSaved> => {
    const user = await trx
      .selectFrom("users")
      .select(["username", "username_changed_at", "eu_ust_id"])
      .where("id", "=", userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const username = fields.username ?? user.username;
    const isRenamed = user.username !== null && user.username.toLowerCase() !== username?.toLowerCase();
    if (isRenamed && user.username !== null && username !== null) {
      const until = nextRename(user.username_changed_at);
      if (until > now) return { outcome: "username_too_soon", until };
      if (!(await isUsernameFree(trx, { username, user_id: userId, reservedNames, now })))
        return { outcome: "username_invalid" };
      await keepOldName(trx, { user_id: userId, old_name: user.username, new_name: username, now });
    }
    await trx
      .updateTable("users")
      .set({ ...fields, ...(isRenamed ? { username_changed_at: now } : {}), updated_at: now })
      .where("id", "=", userId)
      .execute();
    const { eu_ust_id: vat_id = user.eu_ust_id } = fields;
    if (vat_id !== user.eu_ust_id) await noteVatId(trx, { user_id: userId, vat_id, now });
    return { outcome: "saved" };
  };
  try {
    return await db.transaction().execute(save);
  } catch (error) {
    if (isUniqueViolation(error)) return { outcome: "username_invalid" };
    throw error;
  }
}

export type ProfilePictureKind = "avatar" | "header";

interface PictureServices {
  db: Kysely<DB>;
  media: Media;
  newId: () => string;
  clock: () => Date;
}

export async function setProfilePicture(
  services: PictureServices,
  userId: string,
  kind: ProfilePictureKind,
  bytes: Uint8Array,
  crop?: Crop,
): Promise<"saved" | Extract<StoreImageOutcome, { outcome: "refused" }>["reason"]> {
  const stored = await storeProfilePicture(services, userId, kind, bytes, crop);
  if (stored.outcome === "refused") return stored.reason;
  await replaceProfilePicture(services, userId, kind, stored.media_id);
  return "saved";
}

export async function storeProfilePicture(
  services: PictureServices,
  userId: string,
  kind: ProfilePictureKind,
  bytes: Uint8Array,
  crop?: Crop,
): Promise<StoreImageOutcome> {
  return await storeImage(services, {
    id: services.newId(),
    bytes,
    key: kind === "avatar" ? "AVATAR" : "HEADER",
    is_public: true,
    owner_id: userId,
    ...(crop ? { crop } : {}),
    now: services.clock(),
  });
}

export async function removeProfilePicture(
  services: PictureServices,
  userId: string,
  kind: ProfilePictureKind,
): Promise<void> {
  await replaceProfilePicture(services, userId, kind, null);
}

export async function replaceProfilePicture(
  services: PictureServices,
  userId: string,
  kind: ProfilePictureKind,
  mediaId: string | null,
): Promise<void> {
  const column = kind === "avatar" ? "avatar_id" : "header_id";
  const old = await services.db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom("users")
      .select(column)
      .where("id", "=", userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    await trx
      .updateTable("users")
      .set({ [column]: mediaId, updated_at: services.clock() })
      .where("id", "=", userId)
      .execute();
    return user[column] ?? null;
  });
  if (old !== null) await deleteImage(services, old);
}

const DAY_MS = 86_400_000;

export async function isUsernameFree(
  db: Kysely<DB>,
  given: { username: string; user_id: string; reservedNames: ReadonlySet<string>; now: Date },
): Promise<boolean> {
  if (!isUsername(given.username) || isReservedUsername(given.username, given.reservedNames)) return false;
  const name = given.username.toLowerCase();
  const taken = await db
    .selectFrom("users")
    .select("id")
    .where((eb) => eb(eb.fn("lower", ["username"]), "=", name))
    .where("id", "!=", given.user_id)
    .executeTakeFirst();
  if (taken) return false;
  const kept = await db
    .selectFrom("username_history")
    .select("user_id")
    .where("username", "=", name)
    .where("user_id", "!=", given.user_id)
    .where("redirects_until", ">", given.now)
    .executeTakeFirst();
  return kept === undefined;
}

async function keepOldName(
  trx: Transaction<DB>,
  given: { user_id: string; old_name: string; new_name: string; now: Date },
): Promise<void> {
  const { user_id, now } = given;
  await trx
    .deleteFrom("username_history")
    .where((is) =>
      is.or([
        is("username", "=", given.new_name.toLowerCase()),
        is.and([is("user_id", "=", user_id), is("redirects_until", "is", null)]),
      ]),
    )
    .execute();
  const redirects_until = new Date(now.getTime() + productRules.username_redirect_days * DAY_MS);
  await trx
    .insertInto("username_history")
    .values({ username: given.old_name.toLowerCase(), user_id, redirects_until })
    .onConflict((conflict) => conflict.column("username").doUpdateSet({ user_id, redirects_until }))
    .execute();
}

/** Null unless the present name became reserved. */
export async function findReservedName(db: Kysely<DB>, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("username_history")
    .select("username")
    .where("user_id", "=", userId)
    .where("redirects_until", "is", null)
    .executeTakeFirst();
  return row?.username ?? null;
}

function nextRename(changedAt: Date | null): Date {
  return new Date((changedAt?.getTime() ?? 0) + productRules.username_change_days * DAY_MS);
}

export async function findRenamed(db: Kysely<DB>, username: string, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom("username_history as e")
    .innerJoin("users as u", "u.id", "e.user_id")
    .select("u.username")
    .where("e.username", "=", username.toLowerCase())
    .where((is) => is.or([is("e.redirects_until", ">", now), is("e.redirects_until", "is", null)]))
    .where("u.status", "in", ["ACTIVE", "CHARGEBACK"])
    .executeTakeFirst();
  return row?.username ?? null;
}
