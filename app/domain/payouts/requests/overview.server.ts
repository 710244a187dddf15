import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import type { Rules } from "../../../product-settings.ts";
import { businessDate } from "../../calendar.ts";
import { type CreatorBalances, getBalancesIn } from "../../ledger/post.server.ts";
import { type Minor, minor, PROFILE_CURRENCIES, type ProfileCurrency } from "../../money/minor.ts";
import { listMaturing } from "../../rollups/waiting-totals.server.ts";
import { type TipsByCountry, tipsByCountrySchema } from "../statements/statement.schema.ts";
import type { PayoutMethod } from "./payout-fees.ts";
import { automaticMinimum } from "./withdrawals.server.ts";

export interface CurrencyMoney {
  currency: ProfileCurrency;
  balances: CreatorBalances;
  maturing: { day: string; amount_minor: Minor }[];
}

interface PayoutSettings {
  payout_type_id: 1 | 2;
  payout_method: PayoutMethod;
  min_payout_minor: Minor | null;
  is_paused: boolean;
  /** By this month's run. */
  is_month_paid: boolean;
  automatic_minimum_minor: Minor;
  currency: string;
  status: string;
  money_model: string;
  /** While an earlier email may take the account back. */
  held_until: Date | null;
}

export interface ListedPayout {
  id: string;
  currency: string;
  amount_minor: Minor;
  fee_minor: Minor;
  net_minor: Minor;
  payout_type: "MONTHLY" | "MANUAL";
  method: PayoutMethod;
  status: ReturnType<typeof displayedStatus>;
  failure_reason: string | null;
  requested_at: Date;
  paid_at: Date | null;
  statement_number: number | null;
  cancellation_number: number | null;
  country_overview: TipsByCountry | null;
}

type Status = "REQUESTED" | "PROCESSING" | "PAID" | "FAILED";

/** A notified return is shown until the statement decides. */
export function displayedStatus(payout: {
  status: Status;
  return_reported_at: Date | null;
}): Status | "RETURN_REPORTED" {
  const isReported = payout.return_reported_at !== null && payout.status !== "FAILED";
  return isReported ? "RETURN_REPORTED" : payout.status;
}

/** The profile's currency, and every other with money. */
export async function getMoney(
  db: Kysely<DB>,
  userId: string,
  profileCurrency: string,
): Promise<CurrencyMoney[]> {
  const [maturing, all] = await Promise.all([
    listMaturing(db, userId),
    getBalancesIn(db, userId, PROFILE_CURRENCIES),
  ]);
  return all
    .filter(
      ({ currency, balances }) =>
        currency === profileCurrency || Object.values(balances).some((amount) => amount !== 0),
    )
    .map((money) => ({
      ...money,
      maturing: maturing
        .filter((row) => row.currency === money.currency)
        .map(({ day, amount_minor }) => ({ day, amount_minor })),
    }));
}

/** Whether we hold anything of a creator's. */
export function isHolding(money: readonly Pick<CurrencyMoney, "balances">[]): boolean {
  return money.some(({ balances }) => Object.values(balances).some((amount) => amount !== 0));
}

export async function getPayoutSettings(
  { db, clock, rules }: { db: Kysely<DB>; clock: () => Date; rules: Rules },
  userId: string,
): Promise<PayoutSettings> {
  const now = clock();
  const month = businessDate(now).slice(0, 7);
  const row = await db
    .selectFrom("users")
    .select(["payout_type_id", "payout_method", "min_payout_minor", "currency", "status", "paused_at"])
    .select(["money_model", "email_undo_until"])
    .select(
      sql<boolean>`exists (
        select from payout_runs r where r.period >= ${month} and r.finished_at is not null
      )`.as("is_month_paid"),
    )
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return {
    payout_type_id: row.payout_type_id === 2 ? 2 : 1,
    payout_method: row.payout_method === "PAXUM" ? "PAXUM" : "BANK",
    min_payout_minor: row.min_payout_minor === null ? null : minor(row.min_payout_minor),
    automatic_minimum_minor: automaticMinimum(row, rules),
    currency: row.currency,
    status: row.status,
    money_model: row.money_model,
    is_paused: row.paused_at !== null,
    is_month_paid: row.is_month_paid,
    held_until: row.email_undo_until !== null && row.email_undo_until > now ? row.email_undo_until : null,
  };
}

/** In Berlin; never before an email change's days end. */
export function nextPayoutDay(
  now: Date,
  {
    payout_day,
    is_month_paid,
    held_until,
  }: Pick<PayoutSettings, "is_month_paid" | "held_until"> & { payout_day: number },
): string {
  const today = businessDate(now);
  const [year = 0, month = 1] = today.split("-").map(Number);
  const dayIn = (months: number) =>
    new Date(Date.UTC(year, month - 1 + months, payout_day)).toISOString().slice(0, 10);
  const day = !is_month_paid && today <= dayIn(0) ? dayIn(0) : dayIn(1);
  const free = held_until === null ? day : businessDate(held_until);
  return free > day ? free : day;
}

export function expectedPayout({ balances, maturing }: CurrencyMoney, day: string): Minor {
  const waiting = maturing.filter((each) => each.day < day).map(({ amount_minor }) => amount_minor);
  return minor(waiting.reduce<number>((sum, amount) => sum + amount, balances.creator_available));
}

export async function listPayouts(
  db: Kysely<DB>,
  userId: string,
  page: { before?: Date | null; number?: number; after?: string | undefined } = {},
): Promise<{ payouts: ListedPayout[]; next: Date | null }> {
  let query = payoutsOf(db, userId)
    .orderBy("p.requested_at", "desc")
    .orderBy("p.currency")
    .orderBy("p.id")
    .offset(((page.number ?? 1) - 1) * productRules.admin_rows)
    .limit(productRules.admin_rows + 1);
  if (page.before) query = query.where("p.requested_at", "<", page.before);
  if (page.after)
    query = query.where(sql<boolean>`exists (
      select from payouts last where last.id = ${page.after} and last.creator_id = p.creator_id
        and (p.requested_at < last.requested_at
          or p.requested_at = last.requested_at and (p.currency, p.id) > (last.currency, last.id)))`);
  const rows = await query.execute();
  const payouts = rows.slice(0, productRules.admin_rows).map(listed);
  return { payouts, next: rows.length > payouts.length ? (payouts.at(-1)?.requested_at ?? null) : null };
}

export async function listOpenPayouts(db: Kysely<DB>, userId: string): Promise<ListedPayout[]> {
  const rows = await payoutsOf(db, userId)
    .where("p.status", "in", ["REQUESTED", "PROCESSING"])
    .orderBy("p.requested_at", "desc")
    .orderBy("p.currency")
    .execute();
  return rows.map(listed);
}

export async function findPayout(
  db: Kysely<DB>,
  given: { user_id: string; payout_id: string },
): Promise<ListedPayout | null> {
  const row = await payoutsOf(db, given.user_id).where("p.id", "=", given.payout_id).executeTakeFirst();
  return row ? listed(row) : null;
}

function payoutsOf(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("payouts as p")
    .leftJoin("payout_statements as s", "s.payout_id", "p.id")
    .leftJoin("statement_cancellations as x", "x.payout_id", "p.id")
    .select([
      "p.id",
      "p.currency",
      "p.amount_minor",
      "p.fee_minor",
      "p.net_minor",
      "p.payout_type",
      "p.method",
      "p.status",
      "p.return_reported_at",
      "p.failure_reason",
      "p.requested_at",
      "p.paid_at",
      "s.number as statement_number",
      "x.number as cancellation_number",
      sql<unknown>`s.facts -> 'tips'`.as("tips"),
    ])
    .where("p.creator_id", "=", userId);
}

type PayoutRow = Awaited<ReturnType<ReturnType<typeof payoutsOf>["executeTakeFirstOrThrow"]>>;

function listed({ tips, return_reported_at, ...row }: PayoutRow): ListedPayout {
  return {
    ...row,
    country_overview: tips === null ? null : tipsByCountrySchema.parse(tips),
    amount_minor: minor(row.amount_minor),
    fee_minor: minor(row.fee_minor),
    net_minor: minor(row.net_minor),
    payout_type: row.payout_type,
    method: row.method,
    status: displayedStatus({ status: row.status, return_reported_at }),
  };
}
