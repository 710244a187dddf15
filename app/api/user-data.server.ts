import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { servicesContext } from "../context.ts";
import type { OwnItem } from "../domain/items/items.server.ts";
import { toDecimal } from "../domain/money/minor.ts";
import type { CreatorSummary } from "../domain/users/creator-lists.server.ts";
import type { PublicProfile } from "../domain/users/profile.server.ts";
import { NETWORK_NAMES } from "../domain/users/social-networks.ts";
import { findOwnData, type OwnData } from "../domain/users/user.server.ts";
import { ACCOUNT_STATUSES } from "../domain/users/viewer.ts";
import { apiJson } from "../http/api.server.ts";
import { decimal } from "./amounts.ts";

const text = z.string().nullable();
const time = z.iso.datetime().nullable();
const money = decimal.nullable();

export const userData = z
  .object({
    id: z.string(),
    email: z.string(),
    ...{
      name: text,
      username: text,
      firstname: text,
      lastname: text,
      country_id: z.int().nullable(),
      country: text,
    },
    ...{ company: text, eu_ust_id: text, address: text, zipcode: text, city: text },
    date_of_birth: z.iso.date().nullable(),
    date_of_birth_day: z.int().nullable(),
    date_of_birth_month: z.int().nullable(),
    date_of_birth_year: z.int().nullable(),
    status: z.enum(ACCOUNT_STATUSES),
    email_verified_at: time,
    verification_terms_accepted_at: time,
    verification_terms_declined_at: time,
    has_new_tips: z.boolean(),
    latest_new_tip_id: text,
    avatar_url: text,
    avatar_thumbnail_url: text,
    header_url: text,
    profile_url: text,
    currency: z.string(),
    ranking_enabled_at: time,
    payout_type_id: z.int(),
    payout_method: z.enum(["BANK", "PAXUM"]),
    min_payout: money,
    min_payout_minor: z.int().nullable(),
    default_price_per_message: money,
    default_price_per_message_minor: z.int().nullable(),
    show_online_status: z.boolean(),
    paused_at: time,
    email_notifications: z.enum(["OFF", "DAILY", "AT_ONCE"]),
    locale: text,
    ...Object.fromEntries(
      NETWORK_NAMES.flatMap((network) => [
        [network, text] as const,
        [`${network}_visible`, z.boolean().nullable()] as const,
      ]),
    ),
  })
  .meta({ id: "User" });

const creatorFields = {
  ...{ username: z.string(), name: text, currency: z.string() },
  ...{ avatar_url: text, avatar_thumbnail_url: text, header_url: text, profile_url: z.string() },
};

export const creatorData = z.object(creatorFields).meta({ id: "Creator" });

/** {data}: decimals beside minor units (docs/product.md, 10.1). */
export async function apiUser(
  context: Readonly<RouterContextProvider>,
  userId: string,
  init: { status?: number; headers?: HeadersInit } = {},
): Promise<Response> {
  const { db, publicUrl } = context.get(servicesContext);
  return apiJson(userAnswer(await findOwnData(db, userId), publicUrl), init);
}

/** Caches must separate users by credentials. */
export const OF_OWN_DATA = { Vary: "Authorization, Cookie" };

/** From these data only, so its ETag is exact. */
export function userAnswer(account: OwnData, publicUrl: string): { data: object } {
  const decimal = (minor: number | null) => (minor === null ? null : toDecimal(minor, account.currency));
  const [year = null, month = null, day = null] = account.date_of_birth?.split("-").map(Number) ?? [];
  const social = NETWORK_NAMES.flatMap((network) => {
    const link = account.links.find((each) => each.network === network);
    return [
      [network, link?.handle ?? null],
      [`${network}_visible`, link?.is_visible ?? null],
    ];
  });
  const data = {
    id: account.id,
    email: account.email,
    name: account.name,
    username: account.username,
    firstname: account.firstname,
    lastname: account.lastname,
    country_id: account.country_id,
    country: account.country,
    company: account.company,
    eu_ust_id: account.eu_ust_id,
    address: account.address,
    zipcode: account.zipcode,
    city: account.city,
    date_of_birth: account.date_of_birth,
    date_of_birth_day: day,
    date_of_birth_month: month,
    date_of_birth_year: year,
    status: account.status,
    email_verified_at: account.email_verified_at,
    verification_terms_accepted_at: account.verification_terms_accepted_at,
    verification_terms_declined_at: account.verification_terms_declined_at,
    has_new_tips: account.latest_new_tip_id !== null,
    latest_new_tip_id: account.latest_new_tip_id,
    avatar_url: picture(publicUrl, account.avatar_id, "m"),
    avatar_thumbnail_url: picture(publicUrl, account.avatar_id, "s"),
    header_url: picture(publicUrl, account.header_id, "m"),
    profile_url: account.username === null ? null : `${publicUrl}/${account.username}`,
    currency: account.currency,
    ranking_enabled_at: account.ranking_enabled_at,
    payout_type_id: account.payout_type_id,
    payout_method: account.payout_method,
    min_payout: decimal(account.min_payout_minor),
    min_payout_minor: account.min_payout_minor,
    default_price_per_message: decimal(account.default_price_per_message_minor),
    default_price_per_message_minor: account.default_price_per_message_minor,
    show_online_status: account.show_online_status,
    paused_at: account.paused_at,
    email_notifications: account.email_notifications,
    locale: account.locale,
    ...Object.fromEntries(social),
  };
  return { data };
}

export function creatorJson(creator: CreatorSummary, publicUrl: string) {
  return {
    username: creator.username,
    name: creator.name,
    currency: creator.currency,
    avatar_url: picture(publicUrl, creator.avatar_id, "m"),
    avatar_thumbnail_url: picture(publicUrl, creator.avatar_id, "s"),
    header_url: picture(publicUrl, creator.header_id, "m"),
    profile_url: `${publicUrl}/${creator.username}`,
  };
}

export function picture(publicUrl: string, id: string | null, size: "s" | "m"): string | null {
  return id === null ? null : `${publicUrl}/media/${id}/${size}.webp`;
}

/** Fans see ACTIVE items only. */
export const itemData = z
  .object({
    id: z.string(),
    name: z.string(),
    ...{ currency: z.string(), amount: decimal, amount_minor: z.int() },
    ...{ mediafile_id: text, image_url: text, image_thumbnail_url: text },
    order: z.int(),
    status: z.enum(["PENDING", "ACTIVE", "DECLINED"]),
    decline_reason: text,
  })
  .meta({ id: "Item" });

export const goalData = z
  .object({
    title: z.string(),
    is_monthly: z.boolean(),
    ...{ amount: decimal, amount_minor: z.int(), reached: decimal, reached_minor: z.int() },
  })
  .meta({ id: "Goal" });

export const profileData = z
  .object({
    ...creatorFields,
    id: z.string(),
    is_online: z.boolean(),
    is_verified: z.boolean(),
    is_paused: z.boolean(),
    about: text,
    goal: goalData.nullable(),
    shows_supporters: z.boolean(),
    supporters: z.array(z.object({ name: text, words: text }).meta({ id: "Supporter" })),
    default_price_per_message: money,
    default_price_per_message_minor: z.int().nullable(),
    links: z.array(
      z.object({ network: z.string(), label: z.string(), url: z.string() }).meta({ id: "ProfileLink" }),
    ),
    items: z.array(itemData),
  })
  .meta({ id: "Profile" });

export function itemJson(item: OwnItem, order: number, publicUrl: string): z.input<typeof itemData> {
  const { id, name, amount_minor, currency, image_id, status, decline_reason } = item;
  return {
    ...{ id, name, currency, amount: toDecimal(amount_minor, currency), amount_minor },
    mediafile_id: image_id,
    image_url: picture(publicUrl, image_id, "m"),
    image_thumbnail_url: picture(publicUrl, image_id, "s"),
    ...{ order, status, decline_reason },
  };
}

export function shownItems({ items, currency }: PublicProfile, publicUrl: string) {
  return items.map(({ image, ...item }, order) => {
    const shown = { ...item, currency, image_id: image?.id ?? null };
    return itemJson({ ...shown, status: "ACTIVE", decline_reason: null }, order, publicUrl);
  });
}

export function goalJson(
  { title, is_monthly, amount_minor, reached_minor }: NonNullable<PublicProfile["goal"]>,
  currency: string,
): z.input<typeof goalData> {
  return {
    ...{ title, is_monthly, amount: toDecimal(amount_minor, currency), amount_minor },
    ...{ reached: toDecimal(reached_minor, currency), reached_minor },
  };
}

export function profileJson(profile: PublicProfile, publicUrl: string): z.input<typeof profileData> {
  const { currency, goal, default_price_per_message_minor: price } = profile;
  const pictures = { avatar_id: profile.avatar?.id ?? null, header_id: profile.header?.id ?? null };
  return {
    id: profile.id,
    ...creatorJson({ ...profile, ...pictures }, publicUrl),
    is_online: profile.is_online,
    is_verified: profile.is_verified,
    is_paused: profile.is_paused,
    about: profile.about,
    goal: goal && goalJson(goal, currency),
    shows_supporters: profile.shows_supporters,
    supporters: profile.supporters,
    default_price_per_message: price === null ? null : toDecimal(price, currency),
    default_price_per_message_minor: price,
    links: profile.links,
    items: shownItems(profile, publicUrl),
  };
}
