import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Rules } from "../../product-settings.ts";
import type { Jobs } from "../jobs.ts";
import { type CreatorBalances, getBalancesIn, lockBalances, post } from "../ledger/post.server.ts";
import { balanceForfeited, leftoverGivenUp } from "../ledger/rules/payout-posting-rules.ts";
import { type Minor, minor, PROFILE_CURRENCIES } from "../money/minor.ts";
import { rebuildRollups } from "../rollups/check-rollups.server.ts";
import { noteVatId } from "../tax/vies.server.ts";
import { endConnectedAccount } from "../users/end-connected-account.server.ts";
import { lockCreators } from "../users/user.server.ts";
import { findMailedToken, type LinkServices, mailLink, takeMailedToken } from "./mailed-tokens.server.ts";
import { isThereAnotherAdmin, lockOperators } from "./operators.server.ts";
import { type ActingUser, lockActingUser } from "./sessions.server.ts";

type DeletionBlock =
  | { kind: "balance" | "debt" | "payout"; currency: string; amount_minor: Minor }
  | { kind: "refund" | "dispute" | "transfer" };

async function findMoneyToCome(
  db: Kysely<DB>,
  userId: string,
): Promise<{ refund: boolean; dispute: boolean; transfer: boolean }> {
  const { rows } = await sql<{ refund: boolean; dispute: boolean; transfer: boolean }>`
    select
      exists (
        select from refunds r join refund_parts part on part.refund_id = r.id
          join tip_allocations a on a.id = part.allocation_id
        where r.status = 'REQUESTED' and a.creator_id = ${userId}::uuid) as refund,
      exists (
        select from disputes d join tip_allocations a on a.payment_id = d.payment_id
        where d.status = 'OPEN' and a.creator_id = ${userId}::uuid) as dispute,
      exists (
        select from direct_transfers t join tip_allocations a on a.id = t.allocation_id
        where a.creator_id = ${userId}::uuid and (t.state in ('OPEN', 'ASKED', 'REFUSED') or exists (
          select from direct_reversals v where v.transfer_id = t.id and v.state in ('OPEN', 'ASKED')))) as transfer`.execute(
    db,
  );
  return rows[0] ?? { refund: false, dispute: false, transfer: false };
}

export async function listDeletionBlocks(db: Kysely<DB>, userId: string): Promise<DeletionBlock[]> {
  const toCome = await findMoneyToCome(db, userId);
  const blocks: DeletionBlock[] = [];
  let isHeld = false;
  for (const { currency, balances: own } of await getBalancesIn(db, userId, PROFILE_CURRENCIES)) {
    // Pending redemptions return to their vouchers.
    const balance = minor(own.creator_available + own.creator_pending);
    if (balance > 0) blocks.push({ kind: "balance", currency, amount_minor: balance });
    if (own.creator_receivable > 0)
      blocks.push({ kind: "debt", currency, amount_minor: own.creator_receivable });
    if (own.payout_in_transit > 0)
      blocks.push({ kind: "payout", currency, amount_minor: own.payout_in_transit });
    isHeld ||= own.creator_dispute_hold > 0;
  }
  if (toCome.refund) blocks.push({ kind: "refund" });
  if (toCome.transfer) blocks.push({ kind: "transfer" });
  if (toCome.dispute || isHeld) blocks.push({ kind: "dispute" });
  return blocks;
}

type PayoutRules = Pick<Rules, "payout">;

/** Below every minimum payout. */
export function unpayableBelow({ payout }: PayoutRules): number {
  return Math.min(...Object.values(payout.regions).map(({ minimum_minor }) => minimum_minor));
}

type MoneyLeft =
  | { outcome: "none" }
  /** May be given up. */
  | { outcome: "remainder"; sums: { currency: string; amount_minor: Minor }[] }
  | { outcome: "open" };

export async function findMoneyLeft(db: Kysely<DB>, userId: string, rules: PayoutRules): Promise<MoneyLeft> {
  const money = await getBalancesIn(db, userId, PROFILE_CURRENCIES);
  return judgeMoney(
    money.map(({ currency, balances }) => [currency, balances] as const),
    await hasMoneyToCome(db, userId),
    rules,
  );
}

/** A refund may fail; a dispute without a hold may become a debt. */
async function hasMoneyToCome(db: Kysely<DB>, userId: string): Promise<boolean> {
  const { refund, dispute, transfer } = await findMoneyToCome(db, userId);
  return refund || dispute || transfer;
}

function judgeMoney(
  balances: readonly (readonly [string, CreatorBalances])[],
  isMoneyToCome: boolean,
  rules: PayoutRules,
): MoneyLeft {
  if (isMoneyToCome) return { outcome: "open" };
  const sums: { currency: string; amount_minor: Minor }[] = [];
  for (const [currency, { creator_available: available, creator_unverified: _, ...others }] of balances) {
    if (Object.values(others).some((amount) => amount !== 0) || available >= unpayableBelow(rules))
      return { outcome: "open" };
    if (available > 0) sums.push({ currency, amount_minor: available });
  }
  return sums.length > 0 ? { outcome: "remainder", sums } : { outcome: "none" };
}

export async function findEmailUndoEnd(db: Kysely<DB>, userId: string, now: Date): Promise<Date | null> {
  const user = await db
    .selectFrom("users")
    .select("email_undo_until")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return user.email_undo_until !== null && user.email_undo_until > now ? user.email_undo_until : null;
}

/** Refused while there is money or a reversible email change. Throws StaleSession. */
export async function requestDeletion(
  services: LinkServices & { rules: PayoutRules },
  userId: string,
  asker?: ActingUser,
): Promise<"sent" | "balance_open" | "email_undo_open" | "last_admin"> {
  return await services.db.transaction().execute(async (trx) => {
    await lockActingUser(trx, userId, asker);
    const user = await trx
      .selectFrom("users")
      .select(["email", "locale"])
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    if (await findEmailUndoEnd(trx, userId, services.clock())) return "email_undo_open";
    if (await isLastAdmin(trx, userId)) return "last_admin";
    if ((await findMoneyLeft(trx, userId, services.rules)).outcome === "open") return "balance_open";
    const { email: recipient, locale } = user;
    await mailLink(trx, services, { user_id: userId, purpose: "deletion", recipient, locale });
    return "sent";
  });
}

/** Locked before the account. */
export interface SharedGroups {
  lock(trx: Transaction<DB>): Promise<readonly string[]>;
  list(trx: Transaction<DB>): Promise<readonly string[]>;
  handOver(trx: Transaction<DB>): Promise<void>;
}

export type Deleted = "deleted" | "link_void" | "balance_open" | "email_undo_open" | "last_admin";

/** The user's mailed link, or an operator's right; false is "link_void". */
type DeletionRight = { token: string } | { allows: (trx: Transaction<DB>) => Promise<boolean> };

async function isLastAdmin(trx: Transaction<DB>, userId: string): Promise<boolean> {
  const user = await trx.selectFrom("users").select("role").where("id", "=", userId).executeTakeFirst();
  if (user?.role !== "ADMIN") return false;
  await lockOperators(trx);
  return !(await isThereAnotherAdmin(trx, userId));
}

/**
 * Personal data goes at once; ledger rows and tips without words stay. A job deletes files. `forfeits` gives
 * up a remainder below every minimum.
 */
export async function deleteAccount(
  services: Omit<LinkServices, "tokens"> & {
    rules: PayoutRules;
    beforeErasing?: (trx: Transaction<DB>) => Promise<void>;
    afterErasing?: (trx: Transaction<DB>, former: { email: string; locale: string | null }) => Promise<void>;
    groups?: SharedGroups;
  },
  given: { user_id: string; forfeits?: boolean } & DeletionRight,
): Promise<Deleted> {
  for (;;) {
    const ended = await tryDeletion(services, given);
    if (ended !== "joined_meanwhile") return ended;
  }
}

/** "joined_meanwhile": nothing was done. */
async function tryDeletion(
  services: Parameters<typeof deleteAccount>[0],
  given: Parameters<typeof deleteAccount>[1],
): Promise<Deleted | "joined_meanwhile"> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    if (!(await mayDelete(trx, given, now))) return "link_void";
    if (await isLastAdmin(trx, given.user_id)) return "last_admin";
    const groups = (await services.groups?.lock(trx)) ?? [];
    // Before its money, so that concurrent moves come first or find it deleted (docs/money.md, 6).
    await lockCreators(trx, [given.user_id]);
    const joined = (await services.groups?.list(trx)) ?? [];
    if (joined.some((id) => !groups.includes(id))) return "joined_meanwhile";
    if (await findEmailUndoEnd(trx, given.user_id, now)) return "email_undo_open";
    const balances: [string, CreatorBalances][] = [];
    for (const currency of [...PROFILE_CURRENCIES].sort()) {
      const own = (await lockBalances(trx, [given.user_id], currency)).get(given.user_id);
      if (own) balances.push([currency, own]);
    }
    const left = judgeMoney(balances, await hasMoneyToCome(trx, given.user_id), services.rules);
    if (left.outcome === "open" || (left.outcome === "remainder" && !given.forfeits)) return "balance_open";
    if (!(await takeRight(trx, given, now))) return "link_void";
    const remainders = left.outcome === "remainder" ? left.sums : [];
    for (const sum of remainders)
      await giveUp(trx, services, { ...sum, creator_id: given.user_id }, "at_deletion", now);
    await services.beforeErasing?.(trx);
    await services.groups?.handOver(trx);
    const former = await erase(trx, services.jobs, given.user_id, now);
    await services.afterErasing?.(trx, former);
    return "deleted";
  });
}

/** Under the account's lock: one of two presses deletes. */
async function takeRight(trx: Transaction<DB>, given: DeletionRight, now: Date): Promise<boolean> {
  if (!("token" in given)) return await given.allows(trx);
  return (await takeMailedToken(trx, "deletion", given.token, now)) !== null;
}

async function mayDelete(
  trx: Transaction<DB>,
  given: { user_id: string } & DeletionRight,
  now: Date,
): Promise<boolean> {
  if (!("token" in given)) return await given.allows(trx);
  const found = await findMailedToken(trx, "deletion", given.token, now);
  return found?.user_id === given.user_id;
}

const OWN_TABLES = [
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
  "support_notes",
  "webhook_endpoints",
  "overlays",
  "connected_payouts",
  "connected_accounts",
] as const;

/** The caller locks the user. Returns what the last mail needs. */
export async function erase(
  trx: Transaction<DB>,
  jobs: Jobs,
  userId: string,
  now: Date,
): Promise<{ email: string; locale: string | null }> {
  const { email, locale } = await trx
    .selectFrom("users")
    .select(["email", "locale"])
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
  await forgetTraffic(trx, userId);
  await rebuildRollups(trx, now, userId);
  await endConnectedAccount(trx, jobs, { user_id: userId, now });
  for (const table of OWN_TABLES) await trx.deleteFrom(table).where("user_id", "=", userId).execute();
  await trx.deleteFrom("second_factors").where("user_id", "=", userId).execute();
  await trx.deleteFrom("username_history").where("user_id", "=", userId).execute();
  await forgetDestinations(trx, userId);
  await forgetContentCases(trx, userId);
  await trx.deleteFrom("testimonials").where("creator_id", "=", userId).execute();
  await trx.deleteFrom("leaderboard_ranks").where("creator_id", "=", userId).execute();
  await forgetMails(trx, userId, emails);
  await trx
    .updateTable("users")
    .set({
      ...ERASED,
      email: `deleted-${userId}@deleted.invalid`,
      // The end of the id: its beginning is a time.
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
  return { email, locale };
}

async function forgetTraffic(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx
    .deleteFrom("traffic_entities")
    .where((eb) =>
      eb.or([
        eb("entity_id", "=", userId),
        eb("entity_id", "in", eb.selectFrom("tribute_items").select("id").where("user_id", "=", userId)),
      ]),
    )
    .execute();
  await sql`
    delete from traffic_views where creator in (
      select lower(username) from users where id = ${userId}
      union all select lower(username) from username_history where user_id = ${userId})`.execute(trx);
}

async function forgetDestinations(trx: Transaction<DB>, userId: string): Promise<void> {
  // Payout destinations stay, encrypted, for the legal time (app/domain/retention).
  await trx
    .deleteFrom("payout_destinations as d")
    .where("d.user_id", "=", userId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("payouts as p").select("p.id").whereRef("p.details_id", "=", "d.id"))),
    )
    .execute();
  await sql`select forget_payout_destinations(${userId}::uuid)`.execute(trx);
}

async function forgetMails(trx: Transaction<DB>, userId: string, emails: readonly string[]): Promise<void> {
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
}

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

const ERASED = {
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
  thank_you_text: null,
  goal_title: null,
  goal_minor: null,
  goal_currency: null,
  goal_from: null,
  goal_is_monthly: false,
  show_supporters: false,
  tip_amounts_minor: null,
  tip_amounts_currency: null,
  marked_amount_minor: null,
} as const;

const NO_WORDS = {
  sender_name: null,
  sender_email: null,
  message: null,
  item_name: null,
  tribute_item_id: null,
  image_id: null,
  decline_reason: null,
  fan_key: null,
  show_on_page: false,
} as const;

/** Returns the pictures no longer used. The caller locks the creator. */
async function forgetReceivedTips(trx: Transaction<DB>, userId: string): Promise<string[]> {
  // Group tips first, in the review's lock order.
  const shared = await lockSharedTips(trx, userId);
  const tips = trx.selectFrom("tips").select("image_id").where("image_id", "is not", null);
  const own = await tips.where("creator_id", "=", userId).execute();
  const ofGroups = shared.length === 0 ? [] : await tips.where("id", "in", shared).execute();
  await trx
    .deleteFrom("tip_replies")
    .where("tip_id", "in", (eb) => eb.selectFrom("tips").select("id").where("creator_id", "=", userId))
    .execute();
  await trx.deleteFrom("monthly_thanks").where("creator_id", "=", userId).execute();
  await trx
    .deleteFrom("refund_requests")
    .where("status", "<>", "OPEN")
    .where("tip_id", "in", (eb) => eb.selectFrom("tips").select("id").where("creator_id", "=", userId))
    .execute();
  await trx.updateTable("tips").set({ begun_by: null }).where("begun_by", "=", userId).execute();
  await trx.updateTable("tips").set(NO_WORDS).where("creator_id", "=", userId).execute();
  if (shared.length > 0)
    await trx
      .updateTable("tips")
      .set(NO_WORDS)
      .where("id", "in", shared)
      .where(
        sql<boolean>`not exists (
          select from users u where u.deleted_at is null and u.id <> ${userId}::uuid and u.id in (${SHARING}))`,
      )
      .execute();
  const pictures = [...new Set([...own, ...ofGroups].flatMap(({ image_id }) => image_id ?? []))];
  if (pictures.length === 0) return [];
  const shown = await tips.where("image_id", "in", pictures).execute();
  return pictures.filter((id) => !shown.some(({ image_id }) => image_id === id));
}

/** Of a group's tip in `tips`; without credits, its members. */
const SHARING = sql`
  select s.creator_id from tips s where s.group_tip_id = tips.id
  union all
  select unnest(p.member_ids) from payments p
  where p.tip_id = tips.id and not exists (select from tips s where s.group_tip_id = tips.id)`;

async function lockSharedTips(trx: Transaction<DB>, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from tips t
    where t.id in (
      select group_tip_id from tips where creator_id = ${userId}::uuid and group_tip_id is not null
      union all
      select w.id from tips w join payments p on p.tip_id = w.id
      where w.creator_id is null and w.paid_at is not null and w.group_turn is null and ${userId}::uuid = any(p.member_ids))
    order by t.id for no key update of t`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Gives up money that cannot be paid out. The caller locks the balances (docs/money.md, 3). */
export async function giveUp(
  trx: Transaction<DB>,
  services: { newId: () => string },
  sum: { creator_id: string; currency: string; amount_minor: Minor },
  when: "at_deletion" | "later",
  now: Date,
): Promise<string> {
  const given = { ...sum, id: services.newId() };
  await trx
    .insertInto("give_ups")
    .values({ ...given, given_up_at: now })
    .execute();
  const posting = when === "later" ? leftoverGivenUp(given, now) : balanceForfeited(given, now);
  await post(trx, [posting], now);
  return given.id;
}
