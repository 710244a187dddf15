import { type Kysely, sql } from "kysely";

/**
 * What waits for a creator, by the day on which it becomes available and the month in which it was paid: it was summed
 * share by share, for each look at the dashboard. What of a share is counted there stands with the share. No rule guards
 * the sums against falling below zero: a roll-up must never keep money from moving, and `npm run rollups:check` tells.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table waiting_totals (
      creator_id uuid not null references users,
      currency char(3) not null,
      day date not null,
      month date not null,
      amount_minor bigint not null,
      counted_minor bigint not null,
      primary key (creator_id, currency, day, month)
    ) with (fillfactor = 70)`.execute(db);
  await sql`alter table tip_allocations add column pending_minor bigint not null default 0`.execute(db);
  await sql`
    update tip_allocations a set pending_minor = a.amount_minor
      - coalesce((select sum(r.from_pending_minor) from refund_parts r join refunds f on f.id = r.refund_id
        where r.allocation_id = a.id and f.status <> 'FAILED'), 0)
      - coalesce((select sum(h.from_pending_minor) from dispute_holds h join disputes d on d.id = h.dispute_id
        where h.allocation_id = a.id and d.status in ('OPEN', 'LOST')), 0)
    where a.released_at is null`.execute(db);
  await sql`alter table tip_allocations alter column pending_minor drop default`.execute(db);
  await sql`
    insert into waiting_totals (creator_id, currency, day, month, amount_minor, counted_minor)
    select a.creator_id, a.currency, (a.available_at at time zone 'Europe/Berlin')::date,
      date_trunc('month', t.paid_at at time zone 'Europe/Berlin')::date, sum(a.pending_minor), sum(a.counted_minor)
    from tip_allocations a join tips t on t.id = a.tip_id where a.released_at is null group by 1, 2, 3, 4`.execute(
    db,
  );
  // Nothing reads one creator's waiting shares any more.
  await sql`drop index tip_allocations_waiting_idx`.execute(db);
}
