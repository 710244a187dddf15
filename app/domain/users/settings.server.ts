import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Locale, Minor } from "../money/minor.ts";
import type { SocialChange } from "./profile.schema.ts";
import { isNetwork, MAIN_NETWORKS, NETWORK_NAMES, type SocialNetwork } from "./social-networks.ts";

/** When a creator is told of new tips by mail. */
type EmailNotifications = "OFF" | "DAILY" | "AT_ONCE";

/** Settings of an account; what is left out stays as it is. */
interface Settings {
  /** In the profile currency; null for no price of its own. */
  default_price_per_message_minor: Minor | null;
  email_notifications: EmailNotifications;
  locale: Locale;
  show_online_status: boolean;
  /** Monthly payouts wait for so much, in the profile currency; null for the product's own minimum. */
  min_payout_minor: Minor | null;
  /** 1 monthly, 2 manual. */
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

/**
 * Pauses or resumes receiving tips (docs/product.md, 5.5). A payment that was begun before still counts. Pausing again
 * keeps the first moment.
 */
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

/** Whether a creator wants to stand on the leaderboard. Wanting it again begins anew. */
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

/**
 * Changes the currency of a profile: tips, limits and prices are in the new one from now on, old balances stay in
 * theirs. The message price goes, since its number means something else now. While a payout is under way, in whatever
 * currency, it is refused (docs/product.md, 6.10).
 */
export async function setCurrency(
  db: Kysely<DB>,
  userId: string,
  currency: "EUR" | "USD" | "GBP",
  now: Date,
): Promise<"saved" | "in_progress"> {
  return await db.transaction().execute(async (trx) => {
    // Whoever requests a payout holds the account's row: it comes before this, and is seen, or after it.
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

/** Changes a creator's social links, network by network. A new link is visible unless it says otherwise. */
export async function saveSocialLinks(
  db: Kysely<DB>,
  userId: string,
  changes: readonly SocialChange[],
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Two who change at once come one after the other; and the account has changed with its links.
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

/** A creator's social links with their handles, visible or not. */
export async function listSocialLinks(
  db: Kysely<DB>,
  userId: string,
): Promise<{ network: SocialNetwork; handle: string; is_visible: boolean }[]> {
  const rows = await db
    .selectFrom("social_links")
    .select(["network", "handle", "is_visible"])
    .where("user_id", "=", userId)
    .execute();
  // A network that was taken from the list is not shown any more.
  return rows.flatMap(({ network, ...row }) => (isNetwork(network) ? [{ ...row, network }] : []));
}

/** Replaces a creator's social links; what is missing from the list is removed. */
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

/** Whether a user has a page on any network; `userId` is the column of the user's id ("u.id"). */
export function hasSocialLink(userId: string): RawBuilder<boolean> {
  return hasLinkAmong(userId, NETWORK_NAMES);
}

/** The same for the networks that the drawer's dot is about. */
export function hasMainLink(userId: string): RawBuilder<boolean> {
  return hasLinkAmong(userId, MAIN_NETWORKS);
}

function hasLinkAmong(userId: string, networks: readonly SocialNetwork[]): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from social_links as l
    where l.user_id = ${sql.ref(userId)} and l.network in (${sql.join(networks)})
  )`;
}
