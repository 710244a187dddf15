import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Locale, Minor } from "../money/minor.ts";
import type { TipAmountsSetting } from "./settings.schema.ts";
import type { SocialChange } from "./social-networks.ts";
import { isNetwork, MAIN_NETWORKS, NETWORK_NAMES, type SocialNetwork } from "./social-networks.ts";

type EmailNotifications = "OFF" | "DAILY" | "AT_ONCE";

interface Settings {
  default_price_per_message_minor: Minor | null;
  email_notifications: EmailNotifications;
  locale: Locale;
  show_online_status: boolean;
  min_payout_minor: Minor | null;
  payout_type_id: 1 | 2;
  payout_method: "BANK" | "PAXUM";
}

export async function saveSettings(
  db: Kysely<DB>,
  userId: string,
  settings: Partial<Settings>,
  now: Date,
): Promise<void> {
  await db
    .updateTable("users")
    .set({
      ...settings,
      ...(settings.email_notifications ? { email_notifications_chosen_at: now } : {}),
      updated_at: now,
    })
    .where("id", "=", userId)
    .execute();
}

/** Minor units of `currency`; void in another one. Begun tips keep their amount. */
export async function saveTipAmounts(
  db: Kysely<DB>,
  userId: string,
  { presets_minor, mark, only_items, currency }: TipAmountsSetting & { currency: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable("users")
    .set({
      tip_amounts_minor: presets_minor,
      tip_amounts_currency: presets_minor && currency,
      marked_amount_minor: typeof mark === "number" ? mark : null,
      marks_often_chosen: mark === "AUTOMATIC",
      only_items,
      updated_at: now,
    })
    .where("id", "=", userId)
    .execute();
}

export async function findTipAmounts(
  db: Kysely<DB>,
  userId: string,
): Promise<{ setting: TipAmountsSetting; currency: string | null; has_items: boolean }> {
  const user = await db
    .selectFrom("users as u")
    .select(["tip_amounts_minor", "tip_amounts_currency", "marked_amount_minor", "marks_often_chosen"])
    .select("only_items")
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("tribute_items as i")
          .select("i.id")
          .whereRef("i.user_id", "=", "u.id")
          .whereRef("i.currency", "=", "u.currency")
          .where("i.status", "=", "ACTIVE"),
      ).as("has_items"),
    )
    .where("u.id", "=", userId)
    .executeTakeFirstOrThrow();
  return {
    setting: {
      presets_minor: user.tip_amounts_minor,
      mark: user.marked_amount_minor ?? (user.marks_often_chosen ? "AUTOMATIC" : "NONE"),
      only_items: user.only_items,
    },
    currency: user.tip_amounts_currency,
    has_items: Boolean(user.has_items),
  };
}

/** Begun payments still count. A repetition keeps the first moment (docs/product.md, 5.5). */
export async function setPaused(db: Kysely<DB>, userId: string, isPaused: boolean, now: Date): Promise<void> {
  await db
    .updateTable("users")
    .set((eb) => ({
      paused_at: isPaused ? eb.fn.coalesce("paused_at", eb.val(now)) : null,
      updated_at: now,
    }))
    .where("id", "=", userId)
    .execute();
}

export async function setRanking(
  db: Kysely<DB>,
  userId: string,
  isWanted: boolean,
  now: Date,
): Promise<void> {
  await db
    .updateTable("users")
    .set((eb) => ({
      ranking_enabled_at: isWanted ? eb.fn.coalesce("ranking_enabled_at", eb.val(now)) : null,
      updated_at: now,
    }))
    .where("id", "=", userId)
    .execute();
}

/** Old balances stay; the message price goes. Refused during a payout (docs/product.md, 6.10). */
export async function setCurrency(
  db: Kysely<DB>,
  userId: string,
  currency: "EUR" | "USD" | "GBP",
  now: Date,
): Promise<"saved" | "in_progress"> {
  return await db.transaction().execute(async (trx) => {
    // Payout requests hold this row.
    const user = await trx
      .selectFrom("users")
      .select("currency")
      .where("id", "=", userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (user.currency === currency) return "saved";
    const payout = await trx
      .selectFrom("payouts")
      .select("id")
      .where("creator_id", "=", userId)
      .where("status", "in", ["REQUESTED", "PROCESSING"])
      .limit(1)
      .executeTakeFirst();
    if (payout) return "in_progress";
    await trx
      .updateTable("users")
      .set({ currency, default_price_per_message_minor: null, updated_at: now })
      .where("id", "=", userId)
      .execute();
    return "saved";
  });
}

export async function saveSocialLinks(
  db: Kysely<DB>,
  userId: string,
  changes: readonly SocialChange[],
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("users").set({ updated_at: now }).where("id", "=", userId).execute();
    const links = await listSocialLinks(trx, userId);
    const changed = changes.flatMap(({ network, handle, is_visible }) => {
      const old = links.find((link) => link.network === network);
      const next = handle === undefined ? old?.handle : handle;
      return next ? [{ network, handle: next, is_visible: is_visible ?? old?.is_visible ?? true }] : [];
    });
    await setSocialLinks(trx, userId, changed);
  });
}

export async function listSocialLinks(
  db: Kysely<DB>,
  userId: string,
): Promise<{ network: SocialNetwork; handle: string; is_visible: boolean }[]> {
  const rows = await db
    .selectFrom("social_links")
    .select(["network", "handle", "is_visible"])
    .where("user_id", "=", userId)
    .execute();
  return rows.flatMap(({ network, ...row }) => (isNetwork(network) ? [{ ...row, network }] : []));
}

export async function setSocialLinks(
  trx: Transaction<DB>,
  userId: string,
  links: readonly { network: SocialNetwork; handle: string; is_visible: boolean }[],
): Promise<void> {
  await trx.deleteFrom("social_links").where("user_id", "=", userId).execute();
  if (links.length > 0) {
    await trx
      .insertInto("social_links")
      .values(links.map((link) => ({ ...link, user_id: userId })))
      .execute();
  }
}

export function hasSocialLink(userId: string): RawBuilder<boolean> {
  return hasLinkAmong(userId, NETWORK_NAMES);
}

export function hasMainLink(userId: string): RawBuilder<boolean> {
  return hasLinkAmong(userId, MAIN_NETWORKS);
}

function hasLinkAmong(userId: string, networks: readonly SocialNetwork[]): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from social_links as l
    where l.user_id = ${sql.ref(userId)} and l.network in (${sql.join(networks)})
  )`;
}
