import { type RawBuilder, sql, type Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";

/** From where a payment is started, as keyed hashes: nobody reads out of them where people are. */
export interface Starter {
  address_hash: Buffer;
  network_hash: Buffer;
  /** How many times the bounds hold: 1, but for load tests. */
  crowd_factor: number;
}

export type StartJudgement =
  | { outcome: "go" }
  /** Too many starts around it are not paid. It may be tried again in so many seconds; at `until` it goes on. */
  | { outcome: "wait"; seconds: number; until: Date }
  /** Too many of this tip's own tries were declined, or begun. */
  | { outcome: "tried_too_often"; seconds: number; until: Date }
  /** So many starts from this address were not paid that even who has waited is refused for a while. */
  | { outcome: "blocked"; seconds: number; until: Date };

const rules = productRules.payment_starts;
const MINUTE_MS = 60_000;
/** Whoever starts payments comes one after the other, so that a hundred at once count each other. */
const STARTS_LOCK = 7_205_759_401;

/**
 * Whether a tip's payment may be started now (docs/limits.md, Payment starts): stolen cards that are tried out show as
 * starts that are declined or left open. When there are too many of them from an address, in a network, for a creator or
 * altogether, a tip waits once, and then goes on; only an address with very many of them is refused. The caller holds
 * the tip's row, and writes the start down with `recordStart` in the same transaction.
 */
export async function judgeStart(
  trx: Transaction<DB>,
  given: { tip_id: string; creator_id: string; starter: Starter; now: Date },
): Promise<StartJudgement> {
  // Whoever has to wait is told without the lock, so that an attack does not hold up who may go on.
  const first = await judge(trx, given);
  if (first.outcome !== "go") return first;
  await sql`select pg_advisory_xact_lock(${STARTS_LOCK})`.execute(trx);
  return await judge(trx, given);
}

async function judge(
  trx: Transaction<DB>,
  given: { tip_id: string; creator_id: string; starter: Starter; now: Date },
): Promise<StartJudgement> {
  const { tip_id, now } = given;
  const factor = given.starter.crowd_factor;
  const found = await look(trx, given);
  const ends = (since: Date, minutes: number) => {
    const until = new Date(since.getTime() + minutes * MINUTE_MS);
    return { until, seconds: Math.max(1, Math.trunc((until.getTime() - now.getTime()) / 1000)) };
  };
  if (found.tried_too_often_since)
    return { outcome: "tried_too_often", ...ends(found.tried_too_often_since, rules.window_minutes) };
  if (found.address[0] >= rules.blocked.address * factor)
    return { outcome: "blocked", ...ends(now, rules.blocked.minutes) };
  const bounds = rules.unpaid;
  const crowded = [
    { sums: found.address, bound: bounds.address },
    { sums: found.network, bound: bounds.network },
    ...(found.is_good_for_creator ? [] : [{ sums: found.creator, bound: bounds.creator }]),
    ...(found.is_good_everywhere ? [] : [{ sums: found.everywhere, bound: bounds.everywhere }]),
  ].filter(({ sums: [unpaid], bound }) => unpaid >= bound * factor);
  if (crowded.length === 0) return { outcome: "go" };
  const isDeclining = crowded.some(
    ({ sums: [, declined] }) => declined >= rules.short_wait.declined * factor,
  );
  const minutes = isDeclining ? rules.wait_minutes : rules.short_wait.minutes;
  // A tip waits once: what it was told first holds, whatever comes meanwhile.
  const { wait_until: until } = await trx
    .insertInto("payment_waits")
    .values({ tip_id, since: now, wait_until: new Date(now.getTime() + minutes * MINUTE_MS) })
    .onConflict((conflict) =>
      conflict.column("tip_id").doUpdateSet((eb) => ({ since: eb.ref("payment_waits.since") })),
    )
    .returning("wait_until")
    .executeTakeFirstOrThrow();
  if (until <= now) return { outcome: "go" };
  const { seconds } = ends(until, 0);
  return { outcome: "wait", until, seconds: Math.min(seconds, rules.again_seconds) };
}

/** Writes down from where a payment was started. */
export async function recordStart(
  trx: Transaction<DB>,
  start: { payment_id: string; tip_id: string; creator_id: string; starter: Starter; now: Date },
): Promise<void> {
  const { starter, now, ...ids } = start;
  const { address_hash, network_hash } = starter;
  await trx
    .insertInto("payment_starts")
    .values({ ...ids, address_hash, network_hash, started_at: now })
    .execute();
}

/** Of the last starts in a place, how many more than are paid are declined, open or broken off; and are declined. */
type Sums = [unpaid: number, declined: number];

interface Found {
  address: Sums;
  network: Sums;
  creator: Sums;
  everywhere: Sums;
  /** Where many pay, open starts are no sign: of those that had time to end, most were paid. */
  is_good_for_creator: boolean;
  is_good_everywhere: boolean;
  /** The start with which the tip's own tries became too many for an hour; null while they are not. */
  tried_too_often_since: Date | null;
}

async function look(
  trx: Transaction<DB>,
  { tip_id, creator_id, starter, now }: Parameters<typeof judgeStart>[1],
): Promise<Found> {
  const { address_hash, network_hash } = starter;
  const [found] = await lastStarts(trx, {
    ...{ tip_id, creator_id, address_hash, network_hash },
    since: new Date(now.getTime() - rules.window_minutes * MINUTE_MS),
    open_since: new Date(now.getTime() - rules.open_minutes * MINUTE_MS),
    had_time: new Date(now.getTime() - rules.good.older_than_seconds * 1000),
  });
  if (!found) throw new Error("a query for one row has none");
  return found;
}

/** Planned once on each connection: to plan it takes longer than to run it, and that in the lock. */
const lastStarts = hotQuery(
  "last-payment-starts",
  {
    tip_id: parameter<string>(),
    creator_id: parameter<string>(),
    address_hash: parameter<Buffer>(),
    network_hash: parameter<Buffer>(),
    since: parameter<Date>(),
    open_since: parameter<Date>(),
    had_time: parameter<Date>(),
  },
  (_db, given) => {
    const since = given("since");
    const isDeclined = sql`(p.status = 'FAILED' and p.failure_reason in ('declined', 'error'))`;
    // Only the last starts are read, so that it costs the same on a busy day.
    const unpaid = (place: RawBuilder<boolean>) => sql<Sums>`(
      select array[
        coalesce(sum(case
          when p.status = 'SUCCESS' then -1
          when ${isDeclined} then 1
          when p.status in ('CREATED', 'REDIRECTED', 'FAILED') and s.started_at > ${given("open_since")} then 1
          else 0 end), 0)::int,
        coalesce(sum(case when p.status = 'SUCCESS' then -1 when ${isDeclined} then 1 else 0 end), 0)::int]
      from (
        select payment_id, started_at from payment_starts
        where ${place} and started_at > ${since} order by started_at desc limit ${sql.lit(rules.looked_at)}
      ) s join payments p on p.id = s.payment_id)`;
    const isGood = (place: RawBuilder<boolean>) => sql<boolean>`(
      select count(*) filter (where p.status = 'SUCCESS') >= greatest(
        ${sql.lit(rules.good.paid)}, count(*) filter (where ${isDeclined}))
      from (
        select payment_id from payment_starts
        where ${place} and started_at > ${since} and started_at < ${given("had_time")}
        order by started_at desc limit ${sql.lit(rules.looked_at)}
      ) s join payments p on p.id = s.payment_id)`;
    /** When the oldest of so many of the tip's starts was; with one more there would be too many within the hour. */
    const oldest = (count: number, which: RawBuilder<unknown>) => sql<Date | null>`(
      select s.started_at from payment_starts s join payments p on p.id = s.payment_id
      where s.tip_id = ${given("tip_id")} and s.started_at > ${since} and ${which}
      order by s.started_at desc offset ${sql.lit(count - 1)} limit 1)`;
    return sql<Found>`
      select
        ${unpaid(sql`address_hash = ${given("address_hash")}`)} as address,
        ${unpaid(sql`network_hash = ${given("network_hash")}`)} as network,
        ${unpaid(sql`creator_id = ${given("creator_id")}`)} as creator,
        ${unpaid(sql`true`)} as everywhere,
        ${isGood(sql`creator_id = ${given("creator_id")}`)} as is_good_for_creator,
        ${isGood(sql`true`)} as is_good_everywhere,
        greatest(
          ${oldest(rules.declines_of_a_tip, isDeclined)},
          ${oldest(rules.starts_of_a_tip, sql`true`)}
        ) as tried_too_often_since`;
  },
);
