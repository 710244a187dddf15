import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";

/** A day's rate of a currency as a source tells it: units for one euro. */
export interface ToldRate {
  currency: string;
  rate_date: string;
  units_per_euro: string;
  source: string;
}

/**
 * Keeps a day's rates; a day that is there already stays. What leaps from the latest rate before it, up or down, is held
 * for an operator instead, the newest of each currency, and what is known serves on. A rate of nothing is none, and keeps
 * no other away.
 */
export async function keepRates(db: Kysely<DB>, rates: readonly ToldRate[], now: Date): Promise<void> {
  await sql`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb)
        as t (currency text, rate_date date, units_per_euro numeric, source text)
      where t.units_per_euro > 0
    ), judged as (
      select told.*, coalesce(greatest(told.units_per_euro / before.units, before.units / told.units_per_euro)
        > 1 + ${productRules.reference_rate_leap_bps}::numeric / 10000, false) as leaps
      from told left join lateral (
        select r.units_per_euro as units from reference_rates r
        where r.currency = told.currency and r.rate_date < told.rate_date order by r.rate_date desc limit 1
      ) as before on true
    ), kept as (
      insert into reference_rates (currency, rate_date, units_per_euro, source, recorded_at)
      select currency, rate_date, units_per_euro, source, ${now}::timestamptz from judged where not leaps
      on conflict do nothing
    )
    insert into held_rates as h (currency, rate_date, units_per_euro, source, held_at)
    select currency, rate_date, units_per_euro, source, ${now}::timestamptz from judged j
    where leaps
      and not exists (select from reference_rates r where r.currency = j.currency and r.rate_date = j.rate_date)
      and not exists (select from held_rates d where d.currency = j.currency and d.rate_date = j.rate_date
        and d.decision is not null)
    on conflict (currency) where decision is null do update set
      rate_date = excluded.rate_date, units_per_euro = excluded.units_per_euro, held_at = excluded.held_at
      where h.rate_date < excluded.rate_date`.execute(db);
}

/** A rate that waits for an operator, and the one that serves meanwhile. */
export interface HeldRate {
  id: string;
  currency: string;
  rate_date: string;
  units_per_euro: string;
  before_date: string | null;
  before_units: string | null;
}

export async function listHeldRates(db: Kysely<DB>): Promise<HeldRate[]> {
  const { rows } = await sql<HeldRate>`
    select h.id, h.currency, h.rate_date, trim_scale(h.units_per_euro)::text as units_per_euro,
      b.rate_date as before_date, trim_scale(b.units_per_euro)::text as before_units
    from held_rates h left join lateral (
      select r.rate_date, r.units_per_euro from reference_rates r
      where r.currency = h.currency and r.rate_date < h.rate_date order by r.rate_date desc limit 1
    ) as b on true
    where h.decision is null order by h.currency`.execute(db);
  return rows;
}

/** How many wait for an operator. */
export async function countHeldRates(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom("held_rates")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("decision", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** A held rate, and whether it is so far from the one before it that two operators have to agree to use it. */
interface HeldLeap {
  currency: string;
  units_per_euro: string;
  before_units: string | null;
  leaps_far: boolean;
}

/** The held rate that an operator was shown, locked; null when it is decided, or a newer rate took its place. */
export async function findHeldLeap(
  trx: Transaction<DB>,
  { id, rate_date }: { id: string; rate_date: string },
): Promise<HeldLeap | null> {
  const { rows } = await sql<HeldLeap>`
    select h.currency, trim_scale(h.units_per_euro)::text as units_per_euro, trim_scale(b.units)::text as before_units,
      coalesce(greatest(h.units_per_euro / b.units, b.units / h.units_per_euro)
        > 1 + ${productRules.reference_rate_far_leap_bps}::numeric / 10000, false) as leaps_far
    from held_rates h left join lateral (
      select r.units_per_euro as units from reference_rates r
      where r.currency = h.currency and r.rate_date < h.rate_date order by r.rate_date desc limit 1
    ) as b on true
    where h.id = ${id} and h.rate_date = ${rate_date}::date and h.decision is null
    for no key update of h`.execute(trx);
  return rows[0] ?? null;
}

/** An operator looked at a held rate; "gone" when the rate is decided already, or a newer rate took its place. */
export async function decideHeldRate(
  trx: Transaction<DB>,
  given: {
    id: string;
    rate_date: string;
    operator_id: string;
    decision: "ACCEPTED" | "REFUSED";
    now: Date;
  },
): Promise<"decided" | "gone"> {
  const { id, rate_date, decision, operator_id, now } = given;
  const { rows } = await sql<{ is_decided: boolean }>`
    select decide_held_rate(${id}::uuid, ${rate_date}::date, ${decision}::text, ${operator_id}::uuid,
      ${now}::timestamptz) as is_decided`.execute(trx);
  return rows[0]?.is_decided ? "decided" : "gone";
}
