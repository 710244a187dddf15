import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import type { Rules } from "../../product-settings.ts";
import { businessDate, daysBefore, momentInBerlin } from "../calendar.ts";
import { dayRates, heldForDebts, readPurses } from "../earnings/debts.server.ts";
import { type FailedRow, forRows } from "../jobs.ts";
import { checkAndFreeze, payoutsAreFrozen } from "../ledger/ledger-checks.server.ts";
import { lockBalances, post } from "../ledger/post.server.ts";
import { payoutRequested } from "../ledger/rules/payout-posting-rules.ts";
import { type Minor, minor, PROFILE_CURRENCIES, type ProfileCurrency } from "../money/minor.ts";
import { lockCreators } from "../users/user.server.ts";
import { type PayoutMethod, railOf } from "./requests/payout-fees.ts";
import { automaticMinimum } from "./requests/withdrawals.server.ts";

interface RunServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
  /** As the job begins. */
  rules: PayoutRules;
}

type PayoutRules = Pick<Rules, "payout">;

type MonthlyRun =
  | { outcome: "done"; period: string; payouts: number }
  | { outcome: "done_before"; period: string }
  | { outcome: "frozen"; period: string }
  | { outcome: "unfinished"; period: string; failed: FailedRow[] };

/** Due at 06:00 in Berlin; a month's first days belong to the month before. */
function lastPayoutDay(now: Date, { payout }: PayoutRules): { period: string; due: Date } {
  const month = businessDate(now).slice(0, 7);
  const due = dueIn(month, payout.day);
  if (due <= now) return { period: month, due };
  const before = daysBefore(`${month}-01`, 1).slice(0, 7);
  return { period: before, due: dueIn(before, payout.day) };
}

function dueIn(month: string, day: number): Date {
  const due = momentInBerlin(`${month}-${String(day).padStart(2, "0")}T06:00`);
  if (due === null) throw new Error(`no payout day ${day} in ${month}`);
  return due;
}

/**
 * From the payout day at 06:00 in Berlin until the run ends, also next month. A younger platform waits; a
 * changed day pays no month twice.
 */
export async function isMonthlyRunDue({ db, clock, rules }: Omit<RunServices, "newId">): Promise<boolean> {
  const { period, due } = lastPayoutDay(clock(), rules);
  if (await isPaid(db, period)) return false;
  const { rows } = await sql<{ is_younger: boolean }>`
    select min(timestamp)::timestamptz >= ${due} as is_younger from kysely_migration`.execute(db);
  return rows[0]?.is_younger === false;
}

async function isPaid(db: Kysely<DB>, period: string): Promise<boolean> {
  const run = await db
    .selectFrom("payout_runs")
    .select("period")
    .where("period", ">=", period)
    .where("finished_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return run !== undefined;
}

/**
 * Available money less debts, from the minimum on, without a fee. A failure stops no other creator; a second
 * run pays none twice (docs/product.md, 7.2).
 */
export async function runMonthlyPayouts(services: RunServices): Promise<MonthlyRun> {
  const { db } = services;
  const { period } = lastPayoutDay(services.clock(), services.rules);
  if (await isPaid(db, period)) return { outcome: "done_before", period };
  await db
    .insertInto("payout_runs")
    .values({ period, started_at: services.clock() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await checkAndFreeze(services);
  const { isFrozen, failed } = await payBatches(services, period, null);
  if (isFrozen) return { outcome: "frozen", period };
  if (failed.length > 0) return { outcome: "unfinished", period, failed };
  const { payouts } = await db
    .selectFrom("payouts")
    .select((eb) => eb.fn.countAll<number>().as("payouts"))
    .where("period", "=", period)
    .executeTakeFirstOrThrow();
  await db
    .updateTable("payout_runs")
    .set({ finished_at: services.clock(), payouts_count: payouts })
    .where("period", "=", period)
    .where("finished_at", "is", null)
    .execute();
  await checkAndFreeze(services);
  return { outcome: "done", period, payouts };
}

/**
 * Pays creators skipped for a reversible email change, once its days and the run are over. Returns the
 * failures.
 */
export async function payThoseWhoWaited(services: RunServices): Promise<FailedRow[]> {
  const run = await services.db
    .selectFrom("payout_runs")
    .select(["period", "started_at"])
    .where("finished_at", "is not", null)
    .orderBy("period", "desc")
    .limit(1)
    .executeTakeFirst();
  return run ? (await payBatches(services, run.period, run.started_at)).failed : [];
}

async function payBatches(
  services: RunServices,
  period: string,
  waitedSince: Date | null,
): Promise<{ isFrozen: boolean; failed: FailedRow[] }> {
  const { db } = services;
  const failed: FailedRow[] = [];
  let isFrozen = false;
  for (const currency of PROFILE_CURRENCIES) {
    const outcome = await forRows<string>({
      size: productRules.payout.run_batch,
      keyOf: (creatorId) => `${creatorId} ${currency}`,
      find: async (last) =>
        isFrozen ? [] : await findCandidates(services, currency, last ?? BEFORE_ALL_IDS, waitedSince),
      act: (ids) =>
        db.transaction().execute(async (trx) => {
          isFrozen ||= await payoutsAreFrozen(trx);
          return isFrozen ? 0 : await payBatch(trx, services, currency, period, ids, waitedSince);
        }),
    });
    failed.push(...outcome.failed);
  }
  return { isFrozen, failed };
}

const BEFORE_ALL_IDS = "00000000-0000-0000-0000-000000000000";

interface Payable {
  creator_id: string;
  status: "ACTIVE" | "CHARGEBACK";
  payout_method: PayoutMethod;
  money_model: string;
  min_payout_minor: number | null;
  details_id: string;
  bank_country: string | null;
}

function mayBePaid(now: Date, waitedSince: Date | null) {
  return waitedSince === null
    ? sql<boolean>`(u.email_undo_until is null or u.email_undo_until <= ${now})`
    : sql<boolean>`u.email_undo_until > ${waitedSince} and u.email_undo_until <= ${now}`;
}

async function findCandidates(
  { db, clock, rules }: RunServices,
  currency: ProfileCurrency,
  after: string,
  waitedSince: Date | null,
): Promise<string[]> {
  const { min_payout_minimum_minor } = productRules.payout;
  // On the 1st, statistics lack the new month: a joint plan would scan the tables.
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    cross join lateral (
      select from ledger_account a
      where a.code = 'creator_available' and a.owner = u.id::text and a.currency = ${currency}
        and a.credits - a.debits >= case u.money_model when 'DIRECT' then ${min_payout_minimum_minor}
          else greatest(coalesce(u.min_payout_minor, 0), ${rules.payout.automatic_minimum_minor}) end
      limit 1
    ) available
    where u.id > ${after} and u.status in ('ACTIVE', 'CHARGEBACK') and u.paused_at is null and u.payout_type_id = 1
      and ${mayBePaid(clock(), waitedSince)}
    order by u.id limit ${productRules.payout.run_batch}`.execute(db);
  return rows.map(({ id }) => id);
}

async function payBatch(
  trx: Transaction<DB>,
  services: RunServices,
  currency: ProfileCurrency,
  period: string,
  ids: readonly string[],
  waitedSince: Date | null,
): Promise<number> {
  const now = services.clock();
  // A second statement sees others' changes in further tables.
  await lockCreators(trx, ids);
  const { rows: payable } = await sql<Payable>`
    select u.id as creator_id, u.status, u.payout_method, u.money_model, u.min_payout_minor, d.id as details_id, d.bank_country
    from users u
    cross join lateral (
      select * from payout_destinations d where d.user_id = u.id and d.status = 'ACCEPTED' limit 1
    ) d
    where u.id = any(${ids}::uuid[]) and u.status in ('ACTIVE', 'CHARGEBACK') and u.paused_at is null and u.payout_type_id = 1
      and ${mayBePaid(now, waitedSince)}
      and case u.payout_method when 'PAXUM' then d.has_paxum else d.bank_country is not null end
      and (select count(*) from payout_destinations p where p.user_id = u.id and p.status = 'PENDING') = 0
      and (
        select count(*) from payouts p
        where p.creator_id = u.id and p.currency = ${currency}
          and (p.status in ('REQUESTED', 'PROCESSING') or p.period = ${period})
      ) = 0
    order by u.id`.execute(trx);
  const balances = await lockBalances(
    trx,
    payable.map(({ creator_id }) => creator_id),
    currency,
  );
  const held = await heldFor(trx, payable, currency, now);
  const payouts = payable.flatMap((creator) => {
    const own = balances.get(creator.creator_id)?.creator_available ?? minor(0);
    // Without a current rate the debt holds everything.
    const available = minor(own - (held.get(creator.creator_id) ?? own));
    if (available < automaticMinimum(creator, services.rules)) return [];
    return [{ creator, available, id: services.newId() }];
  });
  if (payouts.length > 0) {
    const rows = payouts.map(({ creator, available, id }) => ({
      ...{ id, creator_id: creator.creator_id, currency, period, details_id: creator.details_id },
      ...{ amount_minor: available, fee_minor: minor(0), fee_vat_minor: minor(0), fee_vat_country: null },
      ...{ net_minor: available, payout_type: "MONTHLY", method: creator.payout_method, status: "REQUESTED" },
      rail: railOf(creator.payout_method, currency, creator.bank_country),
      requested_at: now,
    }));
    // A thousand rows of fifteen near the limit of parameters.
    await sql`
      insert into payouts (id, creator_id, currency, period, details_id, amount_minor, fee_minor, fee_vat_minor,
        net_minor, payout_type, method, rail, status, requested_at)
      select id, creator_id, currency, period, details_id, amount_minor, fee_minor, fee_vat_minor,
        net_minor, payout_type, method, rail, status, requested_at
      from jsonb_populate_recordset(null::payouts, ${JSON.stringify(rows)}::jsonb)`.execute(trx);
    await post(
      trx,
      rows.map((row) => payoutRequested(row, now)),
      now,
    );
  }
  return payouts.length;
}

async function heldFor(
  trx: Transaction<DB>,
  payable: readonly Payable[],
  currency: string,
  now: Date,
): Promise<Map<string, Minor>> {
  const held = new Map(payable.map(({ creator_id }) => [creator_id, minor(0)]));
  const owing = payable.filter(({ status }) => status === "CHARGEBACK").map(({ creator_id }) => creator_id);
  if (owing.length === 0) return held;
  const rates = await dayRates(trx, true, now);
  for (const [creatorId, purse] of await readPurses(trx, owing)) {
    const worth = heldForDebts(purse, currency, rates);
    if (worth === null) held.delete(creatorId);
    else held.set(creatorId, worth);
  }
  return held;
}
