import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar/business-date.ts";

const rules = productRules.overview;

/** In euro cents at the day's rates. */
interface DayOfPayments {
  day: string;
  type: string;
  tips_count: number;
  amount_eur_minor: number;
  charged_eur_minor: number;
}

/** Days without tips have no row. */
export async function readPaymentDays(
  db: Kysely<DB>,
  now: Date,
): Promise<{ days: string[]; paid: DayOfPayments[] }> {
  const today = businessDate(now);
  const { rows: days } = await sql<{ day: string }>`
    select d::date::text as day
    from generate_series(${today}::date - ${rules.days - 1}::int, ${today}::date, interval '1 day') as d`.execute(
    db,
  );
  const { rows: paid } = await sql<DayOfPayments>`
    select day::text as day, type, sum(tips_count)::int as tips_count, sum(amount_eur_minor)::bigint as amount_eur_minor,
      sum(charged_eur_minor)::bigint as charged_eur_minor
    from daily_payment_totals where day > ${today}::date - ${rules.days}::int and day <= ${today}::date
    group by daily_payment_totals.day, type order by daily_payment_totals.day, type`.execute(db);
  return { days: days.map(({ day }) => day), paid };
}

interface Refusal {
  week: string;
  reason: "cancelled" | "declined" | "expired" | "error" | "disputed";
  count: number;
}

export async function readRefusals(
  db: Kysely<DB>,
  now: Date,
): Promise<{ weeks: string[]; refusals: Refusal[] }> {
  const monday = sql`date_trunc('week', ${businessDate(now)}::date::timestamp)::date`;
  const first = sql`(${monday} - ${7 * (rules.weeks - 1)}::int)`;
  const start = sql`(${first}::timestamp at time zone 'Europe/Berlin')`;
  const { rows: weeks } = await sql<{ week: string }>`
    select w::date::text as week from generate_series(${first}, ${monday}, interval '7 days') as w`.execute(
    db,
  );
  const { rows: refusals } = await sql<Refusal>`
    select date_trunc('week', created_at at time zone 'Europe/Berlin')::date::text as week,
      coalesce(failure_reason, 'error') as reason, count(*)::int as count
    from payments where status = 'FAILED' and created_at >= ${start} group by 1, 2
    union all
    select date_trunc('week', opened_at at time zone 'Europe/Berlin')::date::text, 'disputed', count(*)::int
    from disputes where opened_at >= ${start} group by 1`.execute(db);
  return { weeks: weeks.map(({ week }) => week), refusals };
}
