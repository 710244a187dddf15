import { type Expression, type Kysely, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar/business-date.ts";
import { type Minor, minor } from "../money/minor.ts";
import { NETWORK_NAMES, SOCIAL_NETWORKS, type SocialNetwork, socialUrl } from "./social-networks.ts";

/**
 * Agreed, not removed, paid, reviewed. Tips activated without review only if their picture alone waited. As
 * tips_on_page_idx (docs/product.md, 5.10).
 */
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
  default_price_per_message_minor: Minor | null;
  /** By an operator; without debts. */
  is_verified: boolean;
  is_paused: boolean;
  about: string | null;
  goal: { title: string; amount_minor: Minor; reached_minor: Minor } | null;
  shows_supporters: boolean;
  supporters: Supporter[];
}

/** Never amount or picture. */
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
    default_price_per_message_minor:
      row.default_price_per_message_minor === null ? null : minor(row.default_price_per_message_minor),
    is_verified: row.status === "ACTIVE",
    is_paused: row.paused_at !== null,
    about: row.about,
    goal:
      row.goal_title === null || row.goal_minor === null || row.reached_minor === null
        ? null
        : {
            title: row.goal_title,
            amount_minor: minor(row.goal_minor),
            reached_minor: minor(Number(row.reached_minor)),
          },
    shows_supporters: row.show_supporters,
    supporters: row.supporters.map(({ name, words }) => ({ name, words: words && shortened(words) })),
  };
}

const { shown, words_characters } = productRules.creator_page.supporters;

function shortened(words: string): string {
  const letters = [...words.replace(/\s+/gu, " ").trim()];
  if (letters.length <= words_characters) return letters.join("");
  const cut = letters.slice(0, words_characters).join("");
  return `${cut.replace(/\s+\S{0,20}$/u, "")} …`;
}

/** Whole months after the first, so that old goals stay cheap. */
const reachedMinor = (today: Expression<string>) => sql<number | string | null>`
  case when u.goal_currency = u.currency then (
    select coalesce(sum(d.amount_minor), 0) from daily_tip_totals d
    where d.creator_id = u.id and d.currency = u.currency and d.day >= u.goal_from
      and d.day < (date_trunc('month', u.goal_from::timestamp) + interval '1 month')::date
  ) + (
    select coalesce(sum(m.amount_minor), 0) from monthly_tip_totals m
    where m.creator_id = u.id and m.currency = u.currency and m.dimension = 'TYPE'
      and m.month = any(array(
        select generate_series(date_trunc('month', u.goal_from::timestamp) + interval '1 month', ${today}::date::timestamp, interval '1 month')::date))
  ) end`;

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
      "u.about",
      "u.goal_title",
      "u.goal_minor",
      "u.show_supporters",
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
