import { type Kysely, sql } from "kysely";

/**
 * What each turn of a dispute moved, as it was at the time: the dispute itself keeps only what it claims now. From these
 * rows alone its postings can be written down once more and compared (docs/money.md, 4). And how much of a share was
 * released.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table dispute_acts (
      dispute_id uuid not null references disputes,
      turn integer not null check (turn >= 0),
      act text not null check (act in ('OPENED', 'YIELDED', 'WON', 'LOST', 'REVERSED')),
      -- Of the charge, our fee and its VAT; and what the bank took beyond that.
      charged_minor bigint not null check (charged_minor >= 0),
      service_fee_minor bigint not null check (service_fee_minor >= 0),
      vat_minor bigint not null check (vat_minor >= 0),
      suspense_minor bigint not null check (suspense_minor >= 0),
      loss_minor bigint not null check (loss_minor >= 0),
      acted_at timestamptz not null,
      -- Brought over from the books, which do not say what an earlier turn claimed and did not move.
      is_from_books boolean not null default false,
      primary key (dispute_id, turn, act)
    )`.execute(db);
  await sql`
    create table dispute_act_parts (
      dispute_id uuid not null,
      turn integer not null,
      act text not null,
      allocation_id uuid not null references tip_allocations,
      claimed_minor bigint not null check (claimed_minor >= 0),
      -- Held, or given back: of or to waiting money, and what is available.
      pending_minor bigint not null check (pending_minor >= 0),
      available_minor bigint not null check (available_minor >= 0),
      primary key (dispute_id, turn, act, allocation_id),
      foreign key (dispute_id, turn, act) references dispute_acts
    )`.execute(db);
  await bringOver(db);
  await sql`alter table tip_allocations add column released_minor bigint check (released_minor between 0 and amount_minor)`.execute(
    db,
  );
  // Of bank transfers nothing was released: they never waited.
  await sql`
    update tip_allocations a set released_minor = coalesce(m.amount_minor, 0)
    from tip_allocations b
    left join ledger_transaction t on t.kind = 'released' and t.cause_id = b.id and t.cause_part = ''
    left join ledger_transfer m on m.transaction_id = t.id
    where b.id = a.id and a.released_at is not null and a.pending_shard is not null`.execute(db);
  await sql`alter table tip_allocations add check ((released_minor is not null) = (released_at is not null and pending_shard is not null))`.execute(
    db,
  );
  for (const table of ["dispute_acts", "dispute_act_parts"]) {
    await sql`
      create trigger ${sql.id(`${table}_rows_stay`)} before update or delete on ${sql.table(table)}
      for each row execute function refuse_change()`.execute(db);
    await sql`
      create trigger ${sql.id(`${table}_table_stays`)} before truncate on ${sql.table(table)}
      for each statement execute function refuse_change()`.execute(db);
  }
}

/** What happened until now: of turns that are over the books have it, of the present one the dispute itself. */
async function bringOver(db: Kysely<never>): Promise<void> {
  await sql`
    with sides as (
      select t.id, t.cause_id as dispute_id, t.cause_part::integer as turn, t.created_at,
        case t.kind when 'dispute_opened' then 'OPENED' when 'dispute_yielded' then 'YIELDED' when 'dispute_won' then 'WON'
          when 'dispute_lost' then 'LOST' else 'REVERSED' end as act,
        case when t.kind in ('dispute_won', 'dispute_yielded', 'dispute_reversed') then c.code else d.code end as code,
        case when t.kind = 'dispute_reversed' then d.code when t.kind = 'dispute_lost' then c.code end as other,
        m.currency, m.amount_minor
      from ledger_transaction t
      join ledger_transfer m on m.transaction_id = t.id
      join ledger_account d on d.id = m.debit_account
      join ledger_account c on c.id = m.credit_account
      where t.kind in ('dispute_opened', 'dispute_yielded', 'dispute_won', 'dispute_lost', 'dispute_reversed')
    ), moved as (
      select dispute_id, turn, act, min(created_at) as at,
        coalesce(sum(amount_minor) filter (where code = 'creator_pending'), 0) as pending,
        coalesce(sum(amount_minor) filter (where code = 'creator_available'), 0) as available,
        coalesce(sum(amount_minor) filter (where code in ('creator_dispute_hold', 'creator_receivable')), 0) as claimed,
        coalesce(sum(amount_minor) filter (where code = 'creator_dispute_hold'), 0) as held,
        coalesce(sum(amount_minor) filter (where code = 'service_fee_revenue'), 0) as fee,
        coalesce(sum(amount_minor) filter (where code = 'vat_output'), 0) as vat,
        coalesce(sum(amount_minor) filter (where code = 'suspense'), 0) as suspense,
        coalesce(sum(amount_minor) filter (where code = 'chargeback_loss'), 0) as loss,
        coalesce(sum(amount_minor) filter (where code = 'fx_position' and other = 'psp_clearing'), 0) as fx
      from sides group by dispute_id, turn, act
    ), acts as (
      select m.dispute_id, m.turn, m.act, m.at, m.pending, m.available, m.claimed, m.held, m.fee, m.vat, m.suspense, m.loss,
        case when m.act not in ('LOST', 'REVERSED') then null when p.currency = p.charged_currency
          then m.fee + m.vat + case m.act when 'LOST' then m.claimed else m.pending + m.available end else m.fx end as charged
      from moved m join disputes d on d.id = m.dispute_id join payments p on p.id = d.payment_id
      union all
      -- The present state where nothing was posted.
      select d.id, d.turn, s.act, coalesce(d.closed_at, d.opened_at), 0, 0, 0, 0, 0, 0, 0, 0, null
      from disputes d
      cross join lateral (values ('OPENED'), (case d.status when 'OPEN' then 'OPENED' else d.status end)) as s (act)
      where not exists (select from moved m where m.dispute_id = d.id and m.turn = d.turn
          and (m.act = s.act or (s.act = 'WON' and m.act = 'REVERSED')))
      group by d.id, d.turn, s.act, d.closed_at, d.opened_at
    ), written as (
      insert into dispute_acts (dispute_id, turn, act, charged_minor, service_fee_minor, vat_minor, suspense_minor,
        loss_minor, acted_at, is_from_books)
      select a.dispute_id, a.turn, a.act,
        coalesce(a.charged, case when a.turn = d.turn then d.charged_minor end, 0),
        case when a.act in ('LOST', 'REVERSED') then a.fee when a.turn = d.turn then d.service_fee_minor else 0 end,
        case when a.act in ('LOST', 'REVERSED') then a.vat when a.turn = d.turn then d.vat_minor else 0 end,
        a.suspense, a.loss, a.at, true
      from acts a join disputes d on d.id = a.dispute_id
      returning dispute_id, turn, act
    )
    insert into dispute_act_parts (dispute_id, turn, act, allocation_id, claimed_minor, pending_minor, available_minor)
    select a.dispute_id, a.turn, a.act, l.id,
      coalesce(h.claimed_minor, case a.act when 'LOST' then a.claimed else a.pending + a.available end),
      case a.act when 'LOST' then coalesce(h.from_pending_minor, 0) else a.pending end,
      case a.act when 'LOST' then coalesce(h.from_available_minor, a.held) else a.available end
    from acts a
    join written using (dispute_id, turn, act)
    join disputes d on d.id = a.dispute_id
    join tip_allocations l on l.payment_id = d.payment_id
    left join dispute_holds h on h.dispute_id = d.id and h.allocation_id = l.id and a.turn = d.turn
    where a.pending + a.available + a.claimed > 0 or h.dispute_id is not null`.execute(db);
}
