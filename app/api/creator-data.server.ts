import { z } from "zod";
import type { OwnItem } from "../domain/items/items.server.ts";
import { toDecimal } from "../domain/money/minor.ts";
import type { PublicProfile } from "../domain/users/profile.server.ts";
import { creatorData, creatorJson, picture } from "./user-data.server.ts";

const text = z.string().nullable();

/** Fans see ACTIVE items only. */
export const itemData = z.object({
  id: z.string(),
  name: z.string(),
  ...{ currency: z.string(), amount: z.string(), amount_minor: z.int() },
  ...{ mediafile_id: text, image_url: text, image_thumbnail_url: text },
  order: z.int(),
  status: z.enum(["PENDING", "ACTIVE", "DECLINED"]),
  decline_reason: text,
});

export const profileData = creatorData.extend({
  id: z.string(),
  is_online: z.boolean(),
  is_verified: z.boolean(),
  /** Receives no tips now. */
  is_paused: z.boolean(),
  about: text,
  goal: z
    .object({
      title: z.string(),
      ...{ amount: z.string(), amount_minor: z.int(), reached: z.string(), reached_minor: z.int() },
    })
    .nullable(),
  shows_supporters: z.boolean(),
  supporters: z.array(z.object({ name: text, words: text })),
  default_price_per_message: text,
  default_price_per_message_minor: z.int().nullable(),
  links: z.array(z.object({ network: z.string(), label: z.string(), url: z.string() })),
  items: z.array(itemData),
});

/** Amounts as decimals and in minor units. */
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
    goal: goal && {
      title: goal.title,
      ...{ amount: toDecimal(goal.amount_minor, currency), amount_minor: goal.amount_minor },
      ...{ reached: toDecimal(goal.reached_minor, currency), reached_minor: goal.reached_minor },
    },
    shows_supporters: profile.shows_supporters,
    supporters: profile.supporters,
    default_price_per_message: price === null ? null : toDecimal(price, currency),
    default_price_per_message_minor: price,
    links: profile.links,
    items: shownItems(profile, publicUrl),
  };
}
