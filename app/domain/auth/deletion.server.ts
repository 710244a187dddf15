import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../../jobs/jobs.server.ts";
import { productRules } from "../../product-rules.ts";
import { giveUp } from "../ledger/give-up.server.ts";
import { type CreatorBalances, getBalances, lockBalances } from "../ledger/post.server.ts";
import { type Minor, PROFILE_CURRENCIES } from "../money/minor.ts";
import { rebuildRollups } from "../rollups/check-rollups.server.ts";
import { noteVatId } from "../tax/vat-id-checks.server.ts";
import { lockCreators } from "../users/status-changes.server.ts";
import { type Asker, lockAsker } from "./asker.server.ts";
import { findMoneyToCome } from "./deletion-blocks.server.ts";
import { forgetReceivedTips } from "./forgotten-tips.server.ts";
import { findMailedToken, type LinkServices, mailLink, takeMailedToken } from "./mailed-tokens.server.ts";

/** Below every region's minimum: what can be paid out by none of the ways. */
const UNPAYABLE_BELOW = Math.min(
  ...Object.values(productRules.payout.regions).map((region) => region.minimum_minor),
);

/** What of a creator's money stands between them and their deletion. */
export type MoneyLeft =
  | { outcome: "none" }
  /** Only what is below every minimum: it may be given up (docs/product.md, 6.9). */
  | { outcome: "remainder"; sums: { currency: string; amount_minor: Minor }[] }
  /** A balance, a debt, a payout in progress, a refund or a dispute that is open. */
  | { outcome: "open" };

/** Looks at all of a creator's balances, for the page. */
export async function findMoneyLeft(db: Kysely<DB>, userId: string): Promise<MoneyLeft> {
  const balances = PROFILE_CURRENCIES.map(
    async (currency) => [currency, await getBalances(db, userId, currency)] as const,
  );
  return judgeMoney(await Promise.all(balances), await hasMoneyToCome(db, userId));
}

/**
 * True while it is open how money of a creator ends that is in no balance: a refund that the provider may refuse gives it
 * back, a dispute that found nothing to hold makes a debt when it is lost.
 */
async function hasMoneyToCome(db: Kysely<DB>, userId: string): Promise<boolean> {
  const { refund, dispute } = await findMoneyToCome(db, userId);
  return refund || dispute;
}

function judgeMoney(
  balances: readonly (readonly [string, CreatorBalances])[],
  isMoneyToCome: boolean,
): MoneyLeft {
  if (isMoneyToCome) return { outcome: "open" };
  const sums: { currency: string; amount_minor: Minor }[] = [];
  for (const [currency, { creator_available: available, creator_unverified: _, ...others }] of balances) {
    if (Object.values(others).some((amount) => amount !== 0) || available >= UNPAYABLE_BELOW)
      return { outcome: "open" };
    if (available > 0) sums.push({ currency, amount_minor: available });
  }
  return sums.length > 0 ? { outcome: "remainder", sums } : { outcome: "none" };
}

/**
 * Until when an account's last email change can be undone, and nothing is paid out or deleted; null when there is no
 * such change.
 */
export async function findEmailUndoEnd(db: Kysely<DB>, userId: string, now: Date): Promise<Date | null> {
  const user = await db
    .selectFrom("users")
    .select("email_undo_until")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return user.email_undo_until !== null && user.email_undo_until > now ? user.email_undo_until : null;
}

/**
 * Sends the link that deletes an account; refused while there is money (docs/product.md, 6.9), and while an
 * email change can be undone: only its use or its days end that. Throws StaleAsker.
 */
export async function requestDeletion(
  services: LinkServices,
  userId: string,
  asker?: Asker,
): Promise<"sent" | "balance_open" | "email_undo_open"> {
  return await services.db.transaction().execute(async (trx) => {
    await lockAsker(trx, userId, asker);
    const user = await trx
      .selectFrom("users")
      .select(["email", "locale"])
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    if (await findEmailUndoEnd(trx, userId, services.clock())) return "email_undo_open";
    if ((await findMoneyLeft(trx, userId)).outcome === "open") return "balance_open";
    const { email: recipient, locale } = user;
    await mailLink(trx, services, { user_id: userId, purpose: "deletion", recipient, locale });
    return "sent";
  });
}

/** What a creator shares with others, which is locked before their account and handed over before it goes. */
export interface SharedGroups {
  lock(trx: Transaction<DB>): Promise<readonly string[]>;
  list(trx: Transaction<DB>): Promise<readonly string[]>;
  handOver(trx: Transaction<DB>): Promise<void>;
}

type Deleted = "deleted" | "link_void" | "balance_open" | "email_undo_open";

/**
 * Deletes the account of the link, if it is this user's: everything personal goes, at once and for good; ledger rows,
 * and tips without their words, stay. The files go by a job of the same transaction. `forfeits` leaves a remainder
 * below every minimum to the platform; without it such a remainder refuses, as any other money does.
 */
export async function deleteAccount(
  services: Omit<LinkServices, "tokens"> & {
    /** What has to be done while it is still known whose account it is, in the same transaction. */
    beforeErasing?: (trx: Transaction<DB>) => Promise<void>;
    groups?: SharedGroups;
  },
  given: { user_id: string; token: string; forfeits?: boolean },
): Promise<Deleted> {
  for (;;) {
    const ended = await tryDeletion(services, given);
    if (ended !== "joined_meanwhile") return ended;
  }
}

/** "joined_meanwhile": they came into a group before their account was locked; nothing was done. */
async function tryDeletion(
  services: Parameters<typeof deleteAccount>[0],
  given: Parameters<typeof deleteAccount>[1],
): Promise<Deleted | "joined_meanwhile"> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    // Another user's link, or one that comes too early, is not used up by trying.
    const found = await findMailedToken(trx, "deletion", given.token, now);
    if (found?.user_id !== given.user_id) return "link_void";
    const groups = (await services.groups?.lock(trx)) ?? [];
    // The account first of all that is theirs alone: whatever moves its money comes before this, and is seen in the books, or after it, and finds that
    // its owner has left (docs/money.md, 6).
    await lockCreators(trx, [given.user_id]);
    const joined = (await services.groups?.list(trx)) ?? [];
    if (joined.some((id) => !groups.includes(id))) return "joined_meanwhile";
    if (await findEmailUndoEnd(trx, given.user_id, now)) return "email_undo_open";
    const balances: [string, CreatorBalances][] = [];
    // In the order in which money that matures takes the books of several currencies.
    for (const currency of [...PROFILE_CURRENCIES].sort()) {
      const own = (await lockBalances(trx, [given.user_id], currency)).get(given.user_id);
      if (own) balances.push([currency, own]);
    }
    const left = judgeMoney(balances, await hasMoneyToCome(trx, given.user_id));
    if (left.outcome === "open" || (left.outcome === "remainder" && !given.forfeits)) return "balance_open";
    if (!(await takeMailedToken(trx, "deletion", given.token, now))) return "link_void";
    const remainders = left.outcome === "remainder" ? left.sums : [];
    for (const sum of remainders)
      await giveUp(trx, services, { ...sum, creator_id: given.user_id }, "at_deletion", now);
    await services.beforeErasing?.(trx);
    await services.groups?.handOver(trx);
    await erase(trx, services.jobs, given.user_id, now);
    return "deleted";
  });
}

/** Every personal datum, table by table; what is listed here is what a creator's account consists of. */
async function erase(trx: Transaction<DB>, jobs: Jobs, userId: string, now: Date): Promise<void> {
  const { email } = await trx
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const earlier = await trx
    .deleteFrom("email_changes")
    .where("user_id", "=", userId)
    .returning("old_email")
    .execute();
  const emails = [email, ...earlier.map((change) => change.old_email)];
  const own = await trx.selectFrom("media_files").select("id").where("owner_id", "=", userId).execute();
  const documents = await trx
    .deleteFrom("verification_documents")
    .where("user_id", "=", userId)
    .returning("id")
    .execute();
  const pictures = await forgetReceivedTips(trx, userId);
  await trx
    .deleteFrom("traffic_entities")
    .where((eb) =>
      eb.or([
        eb("entity_id", "=", userId),
        eb("entity_id", "in", eb.selectFrom("tribute_items").select("id").where("user_id", "=", userId)),
      ]),
    )
    .execute();
  // An address can name whose page a view led to: it is counted by name.
  await sql`
    delete from traffic_views where creator in (
      select lower(username) from users where id = ${userId}
      union all select lower(username) from username_history where user_id = ${userId})`.execute(trx);
  // Without fans and items' names, as their tips are now.
  await rebuildRollups(trx, now, userId);
  for (const table of [
    "social_links",
    "tribute_items",
    "profile_words",
    "verification_cases",
    "sessions",
    "known_devices",
    "known_networks",
    "mailed_tokens",
    "second_factor_challenges",
    "microblog_requests",
    "microblog_links",
    "microblog_settings",
    "microblog_posts",
    "chat_links",
  ] as const)
    await trx.deleteFrom(table).where("user_id", "=", userId).execute();
  // Its passkeys and recovery codes go along.
  await trx.deleteFrom("second_factors").where("user_id", "=", userId).execute();
  await trx.deleteFrom("username_history").where("user_id", "=", userId).execute();
  // Where money was paid to stays, encrypted, for the legal time (app/domain/retention); all else of it goes.
  await trx
    .deleteFrom("payout_destinations as d")
    .where("d.user_id", "=", userId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("payouts as p").select("p.id").whereRef("p.details_id", "=", "d.id"))),
    )
    .execute();
  await sql`select forget_payout_destinations(${userId}::uuid)`.execute(trx);
  await forgetContentCases(trx, userId);
  await trx.deleteFrom("testimonials").where("creator_id", "=", userId).execute();
  await trx.deleteFrom("leaderboard_ranks").where("creator_id", "=", userId).execute();
  // By account too: an address that was asked for and never confirmed, or was given up long ago, is nowhere else.
  const mails = await trx
    .deleteFrom("mail_outbox")
    .where(({ or, eb }) => or([eb("recipient", "in", emails), eb("user_id", "=", userId)]))
    .returning("id")
    .execute();
  const mailIds = mails.map((mail) => mail.id);
  await trx
    .deleteFrom("demo_mailbox")
    .where(({ or, eb }) =>
      or([eb("recipient", "in", emails), eb("id", "=", sql<string>`any(${mailIds}::uuid[])`)]),
    )
    .execute();
  await trx
    .updateTable("users")
    .set({
      ...NOBODY,
      email: `deleted-${userId}@deleted.invalid`,
      // The end of an id: its beginning is the moment in which it was made, and others may bear that too.
      username: `deleted-${userId.slice(-12)}`,
      status: "LOCKED",
      deleted_at: now,
      updated_at: now,
    })
    .where("id", "=", userId)
    .execute();
  await noteVatId(trx, { user_id: userId, vat_id: null, now });
  await jobs.enqueue(trx, "media.erase", {
    media_ids: [...own.map((file) => file.id), ...pictures],
    document_ids: documents.map((document) => document.id),
  });
}

/** Cases about their content say no more whose it was; what they complained of goes, and their links. */
async function forgetContentCases(trx: Transaction<DB>, userId: string): Promise<void> {
  const cases = await trx
    .updateTable("content_cases")
    .set({ creator_id: null, target: "" })
    .where("creator_id", "=", userId)
    .returning("id")
    .execute();
  const ids = cases.map(({ id }) => id);
  if (ids.length === 0) return;
  await trx
    .deleteFrom("content_case_links")
    .where("case_id", "in", ids)
    .where("side", "=", "CREATOR")
    .execute();
  await trx
    .updateTable("content_complaints")
    .set({ text: "" })
    .where("case_id", "in", ids)
    .where("side", "=", "CREATOR")
    .execute();
}

/** What remains of a person: nothing. */
const NOBODY = {
  password_hash: null,
  name: null,
  username_changed_at: null,
  avatar_id: null,
  header_id: null,
  firstname: null,
  lastname: null,
  country_id: null,
  company: null,
  eu_ust_id: null,
  address: null,
  zipcode: null,
  city: null,
  date_of_birth: null,
  email_verified_at: null,
  email_undo_until: null,
  ranking_enabled_at: null,
  last_seen_at: null,
  locale: null,
  featured_at: null,
  about: null,
  goal_title: null,
  goal_minor: null,
  goal_currency: null,
  goal_from: null,
  show_supporters: false,
} as const;
