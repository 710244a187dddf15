import { type RawBuilder, sql, type Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";

export interface Starter {
  address_hash: Buffer;
  network_hash: Buffer;
  /** 1, but for load tests. */
  crowd_factor: number;
  button_shown_at: Date | null;
}

export type StartJudgement =
  | { outcome: "go"; by_button: boolean }
  | { outcome: "wait"; seconds: number; until: Date }
  | { outcome: "press_button"; seconds: number; shown_at: Date }
  | { outcome: "tried_too_often"; seconds: number; until: Date }
  | { outcome: "blocked"; seconds: number; until: Date };

const rules = productRules.payment_starts;
const MINUTE_MS = 60_000;
const GO: StartJudgement = { outcome: "go", by_button: false };

/**
 * docs/limits.md, Payment starts. Beyond a limit a tip waits once; only very many refuse an address. The
 * caller locks the tip and calls `recordStart` in the same transaction.
 */
export async function judgeStart(trx: Transaction<DB>, given: Given): Promise<StartJudgement> {
  const found = await look(trx, given);
  // No lock: an attack does not block the others.
  const first = await judge(trx, given, found);
  if (first.outcome !== "go") return first;
  const locks = locksFor(given, found);
  if (locks.length === 0) return first;
  await sql`select pg_advisory_xact_lock(hashtextextended(place, 0)) from unnest(${locks}::text[]) as place`.execute(
    trx,
  );
  return await judge(trx, given, await look(trx, given));
}

/** Near a limit, so that parallel starts count each other. */
function locksFor({ receiver_id, starter }: Given, found: Found): string[] {
  const places: [Place, string][] = [
    ["address", starter.address_hash.toString("hex")],
    ["creator", receiver_id],
    ["everywhere", ""],
    ["network", starter.network_hash.toString("hex")],
  ];
  return places
    .filter(([place]) => found[place][0] + rules.at_once >= rules.unpaid[place] * starter.crowd_factor)
    .map(([place, which]) => `payment start ${place} ${which}`);
}

interface Given {
  order_id: string;
  receiver_id: string;
  starter: Starter;
  now: Date;
}

async function judge(trx: Transaction<DB>, given: Given, found: Found): Promise<StartJudgement> {
  const { order_id, now } = given;
  const factor = given.starter.crowd_factor;
  const ends = (since: Date, minutes: number) => {
    const until = new Date(since.getTime() + minutes * MINUTE_MS);
    return { until, seconds: Math.max(1, Math.trunc((until.getTime() - now.getTime()) / 1000)) };
  };
  if (found.tried_too_often_since)
    return { outcome: "tried_too_often", ...ends(found.tried_too_often_since, rules.window_minutes) };
  if (found.address[0] >= rules.blocked.address * factor)
    return { outcome: "blocked", ...ends(now, rules.blocked.minutes) };
  const isCrowded = (place: Place) => found[place][0] >= rules.unpaid[place] * factor;
  const crowded: Place[] = (["address", "network"] as const).filter(isCrowded);
  const isFirstTry = found.is_first_try && crowded.length === 0;
  // Where many pay, open starts are no sign of an attack.
  if (isCrowded("creator") && !(await isGood(trx, given, sql`receiver_id = ${given.receiver_id}`)))
    crowded.push("creator");
  if (isFirstTry) return crowded.length === 0 ? GO : judgeButton(given, found);
  if (isCrowded("everywhere") && !(await isGood(trx, given, sql`true`))) crowded.push("everywhere");
  if (crowded.length === 0) return GO;
  const isDeclining = crowded.some((place) => found[place][1] >= rules.short_wait.declined * factor);
  const minutes = isDeclining ? rules.wait_minutes : rules.short_wait.minutes;
  const { wait_until: until } = await trx
    .insertInto("payment_waits")
    .values({ order_id, since: now, wait_until: new Date(now.getTime() + minutes * MINUTE_MS) })
    .onConflict((conflict) =>
      conflict.column("order_id").doUpdateSet((eb) => ({ since: eb.ref("payment_waits.since") })),
    )
    .returning("wait_until")
    .executeTakeFirstOrThrow();
  if (until <= now) return GO;
  const { seconds } = ends(until, 0);
  return { outcome: "wait", until, seconds: Math.min(seconds, rules.again_seconds) };
}

/** For one start, a few seconds after it was shown. */
function judgeButton({ starter, now }: Given, { started_last }: Found): StartJudgement {
  const { button_shown_at } = starter;
  const isUsed = button_shown_at !== null && started_last !== null && started_last >= button_shown_at;
  const shown_at = button_shown_at === null || isUsed ? now : button_shown_at;
  const { seconds } = rules.button;
  return now.getTime() - shown_at.getTime() >= seconds * 1000
    ? { outcome: "go", by_button: true }
    : { outcome: "press_button", seconds, shown_at };
}

export async function recordStart(
  trx: Transaction<DB>,
  start: {
    payment_id: string;
    order_id: string;
    receiver_id: string;
    starter: Starter;
    by_button: boolean;
    now: Date;
  },
): Promise<void> {
  const { starter, now, ...ids } = start;
  const { address_hash, network_hash } = starter;
  const row = { ...ids, address_hash, network_hash, started_at: now };
  await trx.insertInto("payment_starts").values(row).execute();
}

type Place = keyof typeof rules.unpaid;

type Sums = [unpaid: number, declined: number];

interface Found extends Record<Place, Sums> {
  is_first_try: boolean;
  started_last: Date | null;
  tried_too_often_since: Date | null;
}

/** Limited rows per place: a busy day costs the same. */
async function look(trx: Transaction<DB>, { order_id, receiver_id, starter, now }: Given): Promise<Found> {
  const { address_hash, network_hash } = starter;
  const since = new Date(now.getTime() - rules.window_minutes * MINUTE_MS);
  const open_since = new Date(now.getTime() - rules.open_minutes * MINUTE_MS);
  const places = { order_id, receiver_id, address_hash, network_hash };
  const [found] = await lookAround(trx, { ...places, since, open_since });
  if (!found) throw new Error("a query for one row has none");
  return found;
}

const lookAround = hotQuery(
  "look-at-payment-starts",
  {
    order_id: parameter<string>(),
    receiver_id: parameter<string>(),
    address_hash: parameter<Buffer>(),
    network_hash: parameter<Buffer>(),
    since: parameter<Date>(),
    open_since: parameter<Date>(),
  },
  (_, given) => {
    const sums = (place: RawBuilder<unknown>) => sql<Sums>`(
      select array[
        coalesce(sum(case
          when result = 'PAID' and not by_button then -1
          when result = 'DECLINED' then 1
          when result = 'OPEN' and started_at > ${given("open_since")} then 1
          else 0 end), 0)::int,
        coalesce(sum(case
          when result = 'PAID' and not by_button then -1
          when result = 'DECLINED' then 1
          else 0 end), 0)::int]
      from (
        select result, by_button, started_at from payment_starts
        where ${place} and started_at > ${given("since")} order by started_at desc limit ${sql.lit(rules.looked_at)}
      ) s)`;
    const oldest = (count: number, which: RawBuilder<unknown>) => sql<Date | null>`(
      select started_at from payment_starts
      where order_id = ${given("order_id")} and started_at > ${given("since")} and ${which}
      order by started_at desc offset ${sql.lit(count - 1)} limit 1)`;
    return sql<Found>`
      select
        ${sums(sql`address_hash = ${given("address_hash")}`)} as address,
        ${sums(sql`network_hash = ${given("network_hash")}`)} as network,
        ${sums(sql`receiver_id = ${given("receiver_id")}`)} as creator,
        ${sums(sql`true`)} as everywhere,
        not exists (
          select from payment_starts
          where network_hash = ${given("network_hash")} and started_at > ${given("since")} and (result = 'DECLINED'
            or result = 'OPEN' and address_hash = ${given("address_hash")} and started_at > ${given("open_since")})
        ) as is_first_try,
        ${oldest(1, sql`true`)} as started_last,
        greatest(
          ${oldest(rules.declines_of_a_tip, sql`result = 'DECLINED'`)},
          ${oldest(rules.starts_of_a_tip, sql`true`)}
        ) as tried_too_often_since`;
  },
);

async function isGood(trx: Transaction<DB>, { now }: Given, place: RawBuilder<unknown>): Promise<boolean> {
  const since = new Date(now.getTime() - rules.window_minutes * MINUTE_MS);
  const hadTime = new Date(now.getTime() - rules.good.older_than_seconds * 1000);
  const { rows } = await sql<{ is_good: boolean }>`
    select count(*) filter (where result = 'PAID' and not by_button) >= greatest(
      ${rules.good.paid}, count(*) filter (where result = 'DECLINED')) as is_good
    from (
      select result, by_button from payment_starts
      where ${place} and started_at > ${since} and started_at < ${hadTime}
      order by started_at desc limit ${rules.looked_at}
    ) s`.execute(trx);
  return rows[0]?.is_good ?? false;
}
