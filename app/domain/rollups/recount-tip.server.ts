import { sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { GONE_BACK, SHARE_FACTS } from "./counted-shares.ts";
import { countedOfGroupTip, recountGroupTip } from "./group-totals.server.ts";
import { thirtyDaysStart } from "./thirty-days.server.ts";

/**
 * Counts a tip for what is left of it, after a refund or the end of a dispute: on the very day, month and fan for which
 * it was counted. A part lowers the amount, the last part the number too; what comes back counts again. In EUR exactly
 * that is taken back which was counted, whatever the rates are today. The caller holds the payment's lock.
 */
export async function recountTip(trx: Transaction<DB>, paymentId: string, now: Date): Promise<void> {
  const shares = await trx
    .selectFrom("tip_allocations")
    .select("id")
    .where("payment_id", "=", paymentId)
    .orderBy("creator_id")
    .execute();
  const ofGroup = await countedOfGroupTip(trx, paymentId);
  for (const { id } of shares) await recountShare(trx, id, thirtyDaysStart(now));
  if (ofGroup) await recountGroupTip(trx, paymentId, ofGroup, now);
}

// Each table is locked in the order in which counting writes it: neither waits for the other in a circle.
async function recountShare(trx: Transaction<DB>, allocationId: string, windowStart: string): Promise<void> {
  await sql`
    with found as (
      select a.id, a.amount_minor, a.worth_eur_minor, a.counted_minor as before, a.amount_minor - ${GONE_BACK} as after,
        ${SHARE_FACTS}, (a.available_at at time zone 'Europe/Berlin')::date as waits_until, a.released_at is null as waits
      from tip_allocations a join tips t on t.id = a.tip_id join payments p on p.id = a.payment_id
      where a.id = ${allocationId}::uuid for no key update of a
    ), change as materialized (
      select *, date_trunc('month', day)::date as month, after - before as minor,
        worth_eur_minor * after / amount_minor - worth_eur_minor * before / amount_minor as eur_minor,
        (after > 0)::int - (before > 0)::int as tips
      from found where after <> before
    ), waiting as (
      insert into waiting_totals as w (creator_id, currency, day, month, amount_minor, counted_minor)
      select creator_id, currency, waits_until, month, 0, minor from change where waits
      on conflict (creator_id, currency, day, month) do update set
        counted_minor = w.counted_minor + excluded.counted_minor
    ), days as (
      update daily_tip_totals d set tips_count = d.tips_count + c.tips, amount_minor = d.amount_minor + c.minor,
        amount_eur_minor = d.amount_eur_minor + c.eur_minor
      from change c where d.creator_id = c.creator_id and d.day = c.day and d.currency = c.currency
    ), held_months as (
      select m.dimension, m.key from monthly_tip_totals m join change c
        on m.creator_id = c.creator_id and m.currency = c.currency and m.month = c.month
        and (m.dimension, m.key) in (('COUNTRY', c.country), ('ITEM', c.item), ('TYPE', c.type))
      order by m.dimension for no key update of m
    ), months as (
      update monthly_tip_totals m set tips_count = m.tips_count + c.tips, amount_minor = m.amount_minor + c.minor
      from change c, held_months h
      where m.creator_id = c.creator_id and m.currency = c.currency and m.month = c.month
        and m.dimension = h.dimension and m.key = h.key
    ), fans as (
      update fan_totals f set tips_count = f.tips_count + c.tips, amount_minor = f.amount_minor + c.minor
      from change c where f.creator_id = c.creator_id and f.fan_key = c.fan_key and f.currency = c.currency
      returning f.creator_id, f.fan_key, f.currency, f.tips_count as after, f.tips_count - c.tips as before
    ), fan_sums as (
      update fan_counts n set
        fans_count = n.fans_count + (f.after > 0)::int - (f.before > 0)::int,
        returning_count = n.returning_count + (f.after > 1)::int - (f.before > 1)::int
      from fans f where n.creator_id = f.creator_id and n.currency = f.currency and f.fan_key <> '' and f.after <> f.before
    ), noted as (
      update tip_allocations a set counted_minor = c.after from change c where a.id = c.id
    )
    select change_ranks(creator_id, day, tips, eur_minor, ${windowStart}::date) from change where is_ranked`.execute(
    trx,
  );
}
