import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar.ts";
import { tipIsHidden } from "../moderation/review-queue.server.ts";
import { divideHalfUp, type Minor, minor, PROFILE_CURRENCIES } from "../money/minor.ts";
import { SHARE_FACTS, sumWaitingByMonth } from "../rollups/waiting-totals.server.ts";
import { type Period, periodBefore, splitMonths, stepsOf } from "./periods.ts";

const MONTHS = 12;

export interface Sum {
  tips_count: number;
  amount_minor: Minor;
}

/** One currency and period (docs/product.md, 8.2). */
export interface Statistics {
  currency: string;
  unit: "day" | "month" | "year";
  /** Last first, from the first tip on; `waiting_minor` only for whole months. */
  steps: (Sum & { step: string; waiting_minor: Minor })[];
  types: (Sum & { key: string })[];
  countries: (Sum & { key: string })[];
  /** "" without an item; a group's tips have the group. */
  items: (Sum & { key: string; group: { slug: string; name: string | null } | null })[];
  figures: Figures;
  before: Figures | null;
}

export interface Figures {
  all: Sum;
  average_minor: Minor;
  best_day: (Sum & { day: string }) | null;
}

export async function listTipCurrencies(
  db: Kysely<DB>,
  creatorId: string,
  ownCurrency: string,
): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select currency from unnest(${[...PROFILE_CURRENCIES]}::text[]) as c (currency)
    where exists (select from monthly_tip_totals m where m.creator_id = ${creatorId}::uuid and m.currency = c.currency
      and m.tips_count > 0)`.execute(db);
  return rows
    .map(({ currency }) => currency)
    .sort((a, b) => Number(b === ownCurrency) - Number(a === ownCurrency) || a.localeCompare(b));
}

/** Null before the first tip. */
export async function findFirstTipDay(
  db: Kysely<DB>,
  creatorId: string,
  currency: string,
): Promise<string | null> {
  const first = await db
    .selectFrom("daily_tip_totals")
    .select("day")
    .where("creator_id", "=", creatorId)
    .where("currency", "=", currency)
    .where("tips_count", ">", 0)
    .orderBy("day")
    .limit(1)
    .executeTakeFirst();
  return first?.day ?? null;
}

export async function readStatistics(
  db: Kysely<DB>,
  asked: { creator_id: string; currency: string; period: Period; before: Period | null },
  now: Date,
): Promise<Statistics> {
  const { creator_id, currency, period, before } = asked;
  const { months, days: loose } = splitMonths(period, businessDate(now));
  const [days, daysBefore, parts, waiting] = await Promise.all([
    readDays(db, creator_id, currency, period),
    before === null ? null : readDays(db, creator_id, currency, before),
    readParts(db, creator_id, currency, { months, loose }),
    sumWaitingByMonth(db, creator_id, currency),
  ]);
  const { unit, steps } = stepsOf(period);
  const whole = unit === "month" ? new Map([...waiting].filter(([month]) => months.includes(month))) : null;
  const sums = steps.map((step) => ({
    step,
    ...sumOf(days.filter(({ day }) => day.startsWith(step))),
    waiting_minor: whole?.get(step) ?? minor(0),
  }));
  const partsOf = (dimension: string) =>
    parts
      .filter((part) => part.dimension === dimension)
      .map(({ key, group_slug: slug, group_name: name, ...sum }) => ({
        ...{ key, group: slug === null ? null : { slug, name } },
        ...{ tips_count: sum.tips_count, amount_minor: minor(sum.amount_minor) },
      }))
      .filter(isSome);
  return {
    ...{ currency, unit },
    steps: sums.slice(0, sums.findLastIndex(isSome) + 1),
    types: partsOf("TYPE"),
    countries: partsOf("COUNTRY"),
    items: partsOf("ITEM"),
    figures: figuresOf(days),
    before: daysBefore && figuresOf(daysBefore),
  };
}

function figuresOf(days: readonly (Sum & { day: string })[]): Figures {
  const all = sumOf(days);
  const count = BigInt(Math.max(1, all.tips_count));
  const [best_day = null] = days
    .filter(isSome)
    .sort((a, b) => b.amount_minor - a.amount_minor || (a.day < b.day ? 1 : -1));
  return { all, average_minor: minor(Number(divideHalfUp(BigInt(all.amount_minor), count))), best_day };
}

export interface FanFigures {
  all: number;
  new: number;
  returning: number;
}

export async function countFans(
  db: Kysely<DB>,
  creatorId: string,
  currency: string,
  period: Period | null,
): Promise<FanFigures> {
  if (period === null) {
    const found = await db
      .selectFrom("fan_counts")
      .select(["fans_count", "returning_count"])
      .where("creator_id", "=", creatorId)
      .where("currency", "=", currency)
      .executeTakeFirst();
    const all = found?.fans_count ?? 0;
    return { all, new: all, returning: found?.returning_count ?? 0 };
  }
  const start = sql`(${period.from}::date::timestamp at time zone 'Europe/Berlin')`;
  const end = sql`((${period.to}::date + 1)::timestamp at time zone 'Europe/Berlin')`;
  const own = sql`t.creator_id = f.creator_id and t.fan_key = f.fan_key and t.currency = f.currency`;
  const { rows } = await sql<FanFigures>`
    select count(*)::int as all, (count(*) filter (where earlier.is_new))::int as new,
      (count(*) filter (where seen.tips_count > 1))::int as returning
    from fan_totals f
    cross join lateral (
      select count(*) as tips_count, max(paid_at) as last_paid_at from (
        select t.paid_at from tips t where ${own} and t.paid_at < ${end} order by t.paid_at desc limit 2
      ) as last_two
    ) as seen
    cross join lateral (
      select not exists (select from tips t where ${own} and t.paid_at < ${start}) as is_new
    ) as earlier
    where f.creator_id = ${creatorId}::uuid and f.currency = ${currency} and f.fan_key <> '' and f.tips_count > 0
      and f.last_paid_at >= ${start} and seen.last_paid_at >= ${start}`.execute(db);
  return rows[0] ?? { all: 0, new: 0, returning: 0 };
}

export async function readMonths(
  db: Kysely<DB>,
  creatorId: string,
  currency: string,
  now: Date,
): Promise<(Sum & { month: string; waiting_minor: Minor })[]> {
  const months = lastMonths(businessDate(now));
  const [days, waiting] = await Promise.all([
    readDays(db, creatorId, currency, { from: `${months[0]}-01`, to: businessDate(now) }),
    sumWaitingByMonth(db, creatorId, currency),
  ]);
  return months.map((month) => ({
    month,
    ...sumOf(days.filter(({ day }) => day.startsWith(month))),
    waiting_minor: waiting.get(month) ?? minor(0),
  }));
}

export async function readWeek(
  db: Kysely<DB>,
  creatorId: string,
  currency: string,
  now: Date,
): Promise<{ days: (Sum & { day: string })[]; all: Sum }> {
  const week = weekOf(businessDate(now));
  const kept = await readDays(db, creatorId, currency, { from: week[0] ?? "", to: week.at(-1) ?? "" });
  const days = week.map((day) => ({ day, ...sumOf(kept.filter((each) => each.day === day)) }));
  return { days, all: sumOf(days) };
}

/**
 * This month until today, and the same days of the last, in minor units of `currency` (docs/product.md, 5.7).
 */
export async function readGrowth(db: Kysely<DB>, creatorId: string, currency: string, now: Date) {
  const today = businessDate(now);
  const month = { from: `${today.slice(0, 7)}-01`, to: today };
  const before = periodBefore({ name: "own", ...month }) ?? month;
  const days = await readDays(db, creatorId, currency, { from: before.from, to: today });
  const sumOfDays = ({ from, to }: Period) =>
    sumOf(days.filter(({ day }) => day >= from && day <= to)).amount_minor;
  return { until: before.to, this_minor: sumOfDays(month), before_minor: sumOfDays(before) };
}

function isSome({ tips_count, amount_minor }: Sum): boolean {
  return tips_count > 0 || amount_minor > 0;
}

function sumOf(sums: readonly Sum[]): Sum {
  return {
    tips_count: sums.reduce((total, each) => total + each.tips_count, 0),
    amount_minor: minor(sums.reduce((total, each) => total + each.amount_minor, 0)),
  };
}

async function readDays(
  db: Kysely<DB>,
  creatorId: string,
  currency: string,
  { from, to }: Period,
): Promise<(Sum & { day: string })[]> {
  return await db
    .selectFrom("daily_tip_totals")
    .select(["day", "tips_count", "amount_minor"])
    .where("creator_id", "=", creatorId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where("currency", "=", currency)
    .orderBy("day")
    .execute();
}

/** Whole months by totals, other days by tips. */
async function readParts(
  db: Kysely<DB>,
  creatorId: string,
  currency: string,
  { months, loose }: { months: readonly string[]; loose: readonly Period[] },
) {
  const ofDays = sql`
    union all
    select dimension, key, (share.counted_minor > 0)::int, share.counted_minor
    from jsonb_to_recordset(${JSON.stringify(loose)}::jsonb) as d ("from" date, "to" date)
    cross join lateral (
      select a.counted_minor, ${SHARE_FACTS}
      from tips t join tip_allocations a on a.tip_id = t.id join payments p on p.id = a.payment_id
      where t.creator_id = ${creatorId}::uuid and a.currency = ${currency}
        and t.paid_at >= (d."from"::timestamp at time zone 'Europe/Berlin')
        and t.paid_at < ((d."to" + 1)::timestamp at time zone 'Europe/Berlin')
    ) as share
    cross join lateral (values
      ('COUNTRY', share.country), ('ITEM', share.item), ('TYPE', share.type)) as k (dimension, key)`;
  const { rows } = await sql<{
    dimension: string;
    key: string;
    tips_count: number;
    amount_minor: number;
    group_slug: string | null;
    group_name: string | null;
  }>`
    select part.dimension, part.key, part.tips_count, part.amount_minor, g.slug as group_slug, g.name as group_name
    from (
      select dimension, key, sum(tips_count)::int as tips_count, sum(amount_minor)::bigint as amount_minor
      from (
        select dimension, key, tips_count, amount_minor from monthly_tip_totals
        where creator_id = ${creatorId}::uuid and currency = ${currency}
          and month = any(${months.map((month) => `${month}-01`)}::date[])
        ${loose.length === 0 ? sql`` : ofDays}
      ) as kept group by dimension, key
    ) as part
    left join grouplists g on part.dimension = 'ITEM' and g.id = case
      when part.key ~ '^group:[0-9a-f-]{36}$' then substr(part.key, 7)::uuid end
    order by part.dimension, part.amount_minor desc, part.key`.execute(db);
  return rows;
}

function lastMonths(today: string): string[] {
  const [year = 0, month = 0] = today.split("-").map(Number);
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - MONTHS + index, 1)).toISOString().slice(0, 7),
  );
}

function weekOf(today: string): string[] {
  const at = Date.parse(`${today}T00:00:00Z`);
  const sinceMonday = (new Date(at).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, index) =>
    new Date(at + (index - sinceMonday) * 86_400_000).toISOString().slice(0, 10),
  );
}

/** Less reversals (docs/product.md, 8.2). */
export interface Fan {
  name: string | null;
  email: string | null;
  is_everybody_else: boolean;
  currency: string;
  tips_count: number;
  amount_minor: Minor;
  last_paid_at: Date;
}

export interface FanPlace {
  at: Date;
  skip: number;
}

/**
 * Latest tip first; hidden words give no name. Pages go by time and offset: fan keys derive from private
 * addresses.
 */
export async function listFans(
  db: Kysely<DB>,
  creatorId: string,
  after: FanPlace | null,
): Promise<{ fans: Fan[]; next: FanPlace | null }> {
  const size = productRules.fans_page;
  const until = after === null ? sql`` : sql`and f.last_paid_at <= ${after.at}`;
  const { rows } = await sql<Omit<Fan, "amount_minor"> & { amount_minor: number }>`
    with page as (
      select f.fan_key, f.currency, f.tips_count, f.amount_minor, f.last_paid_at from fan_totals f
      where f.creator_id = ${creatorId}::uuid and f.tips_count > 0 ${until}
      order by f.last_paid_at desc, f.fan_key desc, f.currency
      limit ${size + 1} offset ${after?.skip ?? 0}
    )
    select named.sender_name as name, shared.sender_email as email, p.fan_key = '' as is_everybody_else,
      p.currency, p.tips_count, p.amount_minor, p.last_paid_at
    from page p
    left join lateral (
      select t.sender_name from tips t
      where t.creator_id = ${creatorId}::uuid and t.fan_key = p.fan_key and t.paid_at is not null
        and t.sender_name is not null and not ${tipIsHidden}
      order by t.paid_at desc, t.id desc limit 1
    ) named on true
    left join lateral (
      select t.sender_email from tips t
      where t.creator_id = ${creatorId}::uuid and t.fan_key = p.fan_key and t.paid_at is not null
        and t.share_email and not ${tipIsHidden}
      order by t.paid_at desc, t.id desc limit 1
    ) shared on true
    order by p.last_paid_at desc, p.fan_key desc, p.currency`.execute(db);
  const fans = rows.slice(0, size).map((row) => ({ ...row, amount_minor: minor(row.amount_minor) }));
  const last = fans.at(-1);
  if (rows.length <= size || !last) return { fans, next: null };
  const at = last.last_paid_at;
  const alike = fans.filter((fan) => fan.last_paid_at.getTime() === at.getTime()).length;
  const before = after !== null && after.at.getTime() === at.getTime() ? after.skip : 0;
  return { fans, next: { at, skip: before + alike } };
}
