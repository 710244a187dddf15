import { type Kysely, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { type Minor, minor } from "../money/minor.ts";
import { NETWORK_NAMES, SOCIAL_NETWORKS, type SocialNetwork, socialUrl } from "./social-networks.ts";

/** A picture's id and its own size; the pages make addresses of it. */
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

/** What anybody may see of a creator. */
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
}

/**
 * A creator's public profile by username (case does not matter), or null: unknown, hidden and not receivable profiles
 * are the same to everybody (docs/product.md, 5.5). One query.
 */
export async function findProfile(
  db: Kysely<DB>,
  username: string,
  now: Date,
): Promise<PublicProfile | null> {
  const onlineSince = new Date(now.getTime() - productRules.online_minutes * 60_000);
  const [row] = await profileByUsername(db, { username: username.toLowerCase() });
  if (!row?.username) return null;
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
  };
}

const profileByUsername = hotQuery("profile-by-username", { username: parameter<string>() }, (db, given) =>
  db
    .selectFrom("users as u")
    .leftJoin("media_files as avatar", "avatar.id", "u.avatar_id")
    .leftJoin("media_files as header", "header.id", "u.header_id")
    .where(sql`lower(u.username)`, "=", given("username"))
    .where("u.status", "in", ["ACTIVE", "CHARGEBACK"])
    .select((eb) => [
      "u.id",
      "u.username",
      "u.name",
      "u.currency",
      "u.show_online_status",
      "u.last_seen_at",
      "u.default_price_per_message_minor",
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
          // After a change of the profile currency, items of the old one are hidden.
          .whereRef("i.currency", "=", "u.currency")
          .where("i.status", "=", "ACTIVE")
          .orderBy("i.position"),
      ).as("items"),
    ]),
);

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
