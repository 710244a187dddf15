import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import type { PayoutTerms, Rules } from "../../../product-settings.ts";
import { writeAudit } from "../../audit/audit.server.ts";
import { giveUp, unpayableBelow } from "../../auth/deletion.server.ts";
import { businessDate } from "../../calendar.ts";
import { dayRates, heldForDebts, readPurses } from "../../earnings/debts.server.ts";
import { payoutsAreFrozen } from "../../ledger/ledger-checks.server.ts";
import { getBalances, lockBalances, post } from "../../ledger/post.server.ts";
import { type PayoutFacts, payoutRequested } from "../../ledger/rules/payout-posting-rules.ts";
import { type Minor, minor, PROFILE_CURRENCIES, type ProfileCurrency } from "../../money/minor.ts";
import { vatRateOn } from "../../tax/countries.server.ts";
import { feeVatCountry, includedVat } from "../../tax/eu-vat.ts";
import { vatIdIsRefused } from "../../tax/vies.server.ts";
import { lockCreators } from "../../users/user.server.ts";
import type { AccountStatus } from "../../users/viewer.ts";
import { maskedDestination } from "../destinations/payout-data.schema.ts";
import { hasOpenPayout } from "../destinations/payout-data.server.ts";
import { type PayoutMethod, railOf, regionOf, withdrawalFee } from "./payout-fees.ts";

export type WithdrawalRefusal =
  | "not_active"
  | "in_progress"
  | "no_payout_data"
  | "payout_data_pending"
  | "address_changed"
  | "currency_changed"
  | "frozen"
  | "debt_without_rate"
  | "below_minimum"
  | "above_available"
  | "held_for_debt"
  | "fee_changed";

type Withdrawal =
  | { outcome: "requested"; payout_id: string }
  | { outcome: "refused"; reason: WithdrawalRefusal };

export interface WithdrawalQuote {
  amount_minor: Minor;
  fee_minor: Minor;
  net_minor: Minor;
  free_from_minor: Minor | null;
  masked_account: string;
}

interface WithdrawalServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
  rules: Pick<Rules, "payout">;
}

interface WithdrawalOrder {
  user_id: string;
  seen_currency?: string;
  currency: ProfileCurrency;
  amount_minor: Minor | null;
  takes_old_rate?: boolean;
  /** The fee shown; null is refused. */
  seen_fee_minor?: Minor | null;
}

interface Destination {
  is_owing: boolean;
  profile_currency: string;
  details_id: string;
  masked_account: string;
  method: PayoutMethod;
  bank_country: string | null;
  country: string | null;
  eu_ust_id: string | null;
  is_vat_id_refused: boolean;
}

export async function quoteWithdrawal(
  { db, clock, rules }: Pick<WithdrawalServices, "db" | "clock" | "rules">,
  order: WithdrawalOrder & { available_minor: Minor },
): Promise<
  | { outcome: "quoted"; quote: WithdrawalQuote }
  | { outcome: "refused"; reason: WithdrawalRefusal; minimum_minor: Minor | null }
> {
  const to = await findDestination(db, order.user_id, CREATORS, clock(), false);
  if (typeof to === "string") return { outcome: "refused", reason: to, minimum_minor: null };
  const held = await heldFor(db, to, order, clock());
  if (held === null) return { outcome: "refused", reason: "debt_without_rate", minimum_minor: null };
  const terms = termsFor(to, rules);
  const found = judgeAmount(terms, order.amount_minor, order.available_minor, held);
  if (typeof found === "string")
    return { outcome: "refused", reason: found, minimum_minor: minor(terms.minimum_minor) };
  const { fee_minor, amount_minor } = found;
  const quote = {
    amount_minor,
    fee_minor,
    net_minor: minor(amount_minor - fee_minor),
    free_from_minor: terms.free_from_minor === null ? null : minor(terms.free_from_minor),
    masked_account: to.masked_account,
  };
  return { outcome: "quoted", quote };
}

/** Once, or refused. */
export async function requestWithdrawal(
  services: WithdrawalServices,
  order: WithdrawalOrder,
): Promise<Withdrawal> {
  return await services.db
    .transaction()
    .execute(async (trx) => await request(trx, services, order, { statuses: CREATORS, requested_by: null }));
}

/** A LOCKED or deleted creator's money, at the same fee; logged. */
export async function payOutLocked(
  services: WithdrawalServices,
  given: { user_id: string; operator_id: string; currency: ProfileCurrency },
): Promise<Withdrawal> {
  const { user_id, operator_id, currency } = given;
  return await services.db.transaction().execute(async (trx): Promise<Withdrawal> => {
    const order = { user_id, currency, amount_minor: null };
    const outcome = await request(trx, services, order, { statuses: ["LOCKED"], requested_by: operator_id });
    if (outcome.outcome === "requested")
      await writeAudit(trx, {
        ...{ actor_id: operator_id, action: "payout.for_locked", subject: `payout:${outcome.payout_id}` },
        ...{ before: null, after: { user: user_id, currency }, now: services.clock() },
      });
    return outcome;
  });
}

interface ActingUser {
  statuses: readonly AccountStatus[];
  requested_by: string | null;
}

const CREATORS: readonly AccountStatus[] = ["ACTIVE", "CHARGEBACK"];

async function request(
  trx: Transaction<DB>,
  services: WithdrawalServices,
  order: WithdrawalOrder,
  { statuses, requested_by }: ActingUser,
): Promise<Withdrawal> {
  const now = services.clock();
  // Lock order: the creator, then the books (docs/money.md, 6).
  const to = await findDestination(trx, order.user_id, statuses, now, true);
  if (typeof to === "string") return { outcome: "refused", reason: to };
  if (to.profile_currency !== (order.seen_currency ?? to.profile_currency))
    return { outcome: "refused", reason: "currency_changed" };
  const own = (await lockBalances(trx, [order.user_id], order.currency)).get(order.user_id);
  const available = own?.creator_available ?? minor(0);
  const held = await heldFor(trx, to, order, now);
  if (held === null) return { outcome: "refused", reason: "debt_without_rate" };
  const terms = judgeAmount(termsFor(to, services.rules), order.amount_minor, available, held);
  if (typeof terms === "string") return { outcome: "refused", reason: terms };
  if (order.seen_fee_minor !== undefined && order.seen_fee_minor !== terms.fee_minor)
    return { outcome: "refused", reason: "fee_changed" };
  const vatCountry = terms.fee_minor > 0 ? feeVatCountry(to) : null;
  const rate = vatCountry === null ? 0 : await vatRateOn(trx, vatCountry, businessDate(now));
  const payout: PayoutFacts = {
    id: services.newId(),
    creator_id: order.user_id,
    currency: order.currency,
    amount_minor: terms.amount_minor,
    fee_minor: terms.fee_minor,
    fee_vat_minor: includedVat(terms.fee_minor, rate),
    fee_vat_country: vatCountry,
    period: null,
  };
  await trx
    .insertInto("payouts")
    .values({
      ...payout,
      fee_vat_bps: rate,
      net_minor: payout.amount_minor - payout.fee_minor,
      payout_type: "MANUAL",
      method: to.method,
      rail: railOf(to.method, order.currency, to.bank_country),
      details_id: to.details_id,
      requested_by,
      status: "REQUESTED",
      requested_at: now,
    })
    .execute();
  await post(trx, [payoutRequested(payout, now)], now);
  return { outcome: "requested", payout_id: payout.id };
}

async function heldFor(
  db: Kysely<DB> | Transaction<DB>,
  to: Destination,
  order: WithdrawalOrder,
  now: Date,
): Promise<Minor | null> {
  if (!to.is_owing) return minor(0);
  const purse = (await readPurses(db, [order.user_id])).get(order.user_id);
  if (!purse || [...purse.values()].every(({ owed_minor }) => owed_minor === 0)) return minor(0);
  return heldForDebts(purse, order.currency, await dayRates(db, order.takes_old_rate !== true, now));
}

function termsFor(
  to: Pick<Destination, "method" | "bank_country">,
  { payout }: Pick<Rules, "payout">,
): PayoutTerms {
  return payout.regions[regionOf(to.method, to.bank_country)];
}

function judgeAmount(
  terms: PayoutTerms,
  amount: Minor | null,
  available: Minor,
  held: Minor,
): { amount_minor: Minor; fee_minor: Minor } | "below_minimum" | "above_available" | "held_for_debt" {
  const free = minor(available - held);
  const asked = amount ?? free;
  const fee = withdrawalFee(terms, asked);
  if (fee === null) return held > 0 && amount === null ? "held_for_debt" : "below_minimum";
  if (asked > available) return "above_available";
  return asked > free ? "held_for_debt" : { amount_minor: asked, fee_minor: fee };
}

async function findDestination(
  db: Kysely<DB> | Transaction<DB>,
  userId: string,
  statuses: ActingUser["statuses"],
  now: Date,
  holdsRow: boolean,
): Promise<Destination | WithdrawalRefusal> {
  const query = db
    .selectFrom("users")
    .select([
      "status",
      "currency",
      "deleted_at",
      "payout_method",
      "eu_ust_id",
      "email_undo_until",
      sql<string | null>`(select c.iso_3166_1 from countries c where c.id = users.country_id)`.as("country"),
      vatIdIsRefused("users").as("is_vat_id_refused"),
    ])
    .where("id", "=", userId);
  const user = await (holdsRow ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!user || !statuses.includes(user.status)) return "not_active";
  if (await hasOpenPayout(db, userId)) return "in_progress";
  if (user.deleted_at !== null) return await retainedDestination(db, userId, user);
  const details = await db
    .selectFrom("payout_destinations")
    .select(["id", "status", "masked_account", "bank_country", "has_paxum"])
    .where("user_id", "=", userId)
    .where("status", "in", ["ACCEPTED", "PENDING"])
    .execute();
  if (details.some((each) => each.status === "PENDING")) return "payout_data_pending";
  const method = user.payout_method;
  const accepted = details.find((each) => each.status === "ACCEPTED");
  const isUsable = method === "PAXUM" ? accepted?.has_paxum : accepted?.bank_country !== null;
  if (!accepted || !isUsable) return "no_payout_data";
  if (user.email_undo_until !== null && user.email_undo_until > now) return "address_changed";
  if (await payoutsAreFrozen(db)) return "frozen";
  return {
    is_owing: user.status !== "ACTIVE",
    profile_currency: user.currency,
    details_id: accepted.id,
    masked_account: maskedDestination(method, accepted),
    method,
    bank_country: accepted.bank_country,
    country: user.country,
    eu_ust_id: user.eu_ust_id,
    is_vat_id_refused: user.is_vat_id_refused,
  };
}

async function retainedDestination(
  db: Kysely<DB> | Transaction<DB>,
  userId: string,
  user: { currency: string },
): Promise<Destination | WithdrawalRefusal> {
  const kept = await findRetainedDestination(db, userId);
  if (!kept) return "no_payout_data";
  if (await payoutsAreFrozen(db)) return "frozen";
  const { id: details_id, ...to } = kept;
  const by_law = { country: null, eu_ust_id: null, is_vat_id_refused: false };
  return { ...to, ...by_law, details_id, profile_currency: user.currency, is_owing: true };
}

/** Never below the platform's minimum. */
/** A direct creator's rest goes out from the smallest sum on. */
export function automaticMinimum(
  { money_model, min_payout_minor }: { money_model: string; min_payout_minor: number | null },
  { payout }: Pick<Rules, "payout">,
): Minor {
  if (money_model === "DIRECT") return minor(productRules.payout.min_payout_minimum_minor);
  return minor(Math.max(min_payout_minor ?? 0, payout.automatic_minimum_minor));
}

const YEAR_MS = 365.25 * 86_400_000;

interface RetainedDestination {
  id: string;
  masked_account: string;
  bank_country: string | null;
  has_paxum: boolean;
  method: PayoutMethod;
}

/** Of a deleted account: a returned payout, or a dispute won later. */
export interface RemainingMoney {
  currency: ProfileCurrency;
  available_minor: Minor;
  is_payable: boolean;
  is_lost: boolean;
}

async function findRetainedDestination(
  db: Kysely<DB> | Transaction<DB>,
  userId: string,
): Promise<RetainedDestination | null> {
  const row = await db
    .selectFrom("payouts as p")
    .innerJoin("payout_destinations as d", "d.id", "p.details_id")
    .innerJoin("users as u", "u.id", "p.creator_id")
    .select(["d.id", "d.masked_account", "d.bank_country", "d.has_paxum", "p.method"])
    .where("p.creator_id", "=", userId)
    .where("u.deleted_at", "is not", null)
    .where(sql<boolean>`octet_length(d.encrypted) > 0`)
    .orderBy("p.requested_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function findRemainingMoney(
  { db, clock, rules }: Pick<WithdrawalServices, "db" | "clock" | "rules">,
  userId: string,
): Promise<RemainingMoney[]> {
  const now = clock();
  const deleted_at = await findLeaving(db, userId);
  if (deleted_at === null) return [];
  const to = await findRetainedDestination(db, userId);
  const all = await Promise.all(
    PROFILE_CURRENCIES.map(async (currency) => {
      const { creator_available: available } = await getBalances(db, userId, currency);
      return { currency, available_minor: available, ...judge(available, to, deleted_at, now, rules) };
    }),
  );
  return all.filter(({ available_minor }) => available_minor > 0);
}

export async function listDeletedWithMoney(
  db: Kysely<DB>,
): Promise<{ user_id: string; username: string | null; currency: string; available_minor: Minor }[]> {
  const { rows } = await sql<{ id: string; username: string | null; currency: string; available: number }>`
    select u.id, u.username, a.currency, (a.credits - a.debits)::bigint as available
    from users u join ledger_account a
      on a.owner = u.id::text and a.owner <> '' and a.code = 'creator_available' and a.credits > a.debits
    where u.deleted_at is not null
    order by u.deleted_at, u.id, a.currency limit ${productRules.admin_rows}`.execute(db);
  return rows.map(({ id, available, ...row }) => ({
    ...row,
    user_id: id,
    available_minor: minor(available),
  }));
}

/** To the platform, once unpayable. "refused" while it can be paid, or may yet. */
export async function giveUpLeft(
  services: WithdrawalServices,
  given: { user_id: string; operator_id: string; currency: ProfileCurrency; reason: string },
): Promise<"given_up" | "refused"> {
  const { user_id, operator_id, currency, reason } = given;
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    await lockCreators(trx, [user_id]);
    const deleted_at = await findLeaving(trx, user_id);
    const own = (await lockBalances(trx, [user_id], currency)).get(user_id);
    const amount = own?.creator_available ?? minor(0);
    if (deleted_at === null || amount === 0) return "refused";
    const to = await findRetainedDestination(trx, user_id);
    if (!judge(amount, to, deleted_at, now, services.rules).is_lost) return "refused";
    const sum = { creator_id: user_id, currency, amount_minor: amount };
    const id = await giveUp(trx, services, sum, "later", now);
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "balance.given_up", subject: `user:${user_id}`, now },
      before: { currency, available_minor: amount },
      after: { giveup_id: id, reason },
    });
    return "given_up";
  });
}

function judge(
  available: Minor,
  to: RetainedDestination | null,
  deletedAt: Date,
  now: Date,
  rules: Pick<Rules, "payout">,
): Pick<RemainingMoney, "is_payable" | "is_lost"> {
  const isTooLittle = to
    ? withdrawalFee(termsFor(to, rules), available) === null
    : available < unpayableBelow(rules);
  const years = productRules.retention.payout_data_years;
  const isTimeOver = now.getTime() > deletedAt.getTime() + years * YEAR_MS;
  return { is_payable: to !== null && !isTooLittle, is_lost: isTooLittle || (to === null && isTimeOver) };
}

async function findLeaving(db: Kysely<DB> | Transaction<DB>, userId: string): Promise<Date | null> {
  const row = await db.selectFrom("users").select("deleted_at").where("id", "=", userId).executeTakeFirst();
  return row?.deleted_at ?? null;
}
