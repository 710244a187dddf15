import { type Kysely, sql } from "kysely";

/**
 * A checkpoint also has a hash of what was paid and paid out by its transactions (docs/money.md, 4; docs/decisions/070):
 * what stays in the rows of payments, shares and payouts, and no posting repeats. Checkpoints of before get theirs here.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create function ledger_causes(after bigint, upto bigint) returns table (transaction_id bigint, part uuid, digest bytea)
    language sql stable parallel safe as $$
      select t.id, a.id, sha256(uuid_send(p.id) || textsend(p.type) || textsend(coalesce(p.provider_ref, '')) || date_send(p.rate_date)
        || timestamptz_send(p.created_at) || timestamptz_send(p.settled_at) || textsend(p.receipt_number)
        || bpcharsend(p.country) || int4send(p.service_fee_bps) || int4send(p.vat_rate_bps) || coalesce(timestamptz_send(a.available_at) || int8send(a.worth_eur_minor), ''))
      from ledger_transaction t
      join payments p on p.id = t.cause_id
      left join tip_allocations a on a.payment_id = p.id and t.kind = 'tip_paid'
      where t.id > after and t.id <= upto and t.kind in ('tip_paid', 'voucher_paid')
      union all
      select t.id, null, sha256(uuid_send(p.id) || textsend(t.kind)
        || case t.kind when 'payout_requested' then uuid_send(p.details_id) || textsend(p.method) || textsend(p.rail)
          || textsend(p.payout_type) || bpcharsend(coalesce(p.period, '')) || timestamptz_send(p.requested_at)
          || coalesce(uuid_send(p.requested_by), '')
        when 'payout_paid' then timestamptz_send(p.paid_at) || coalesce(int8send(s.number) || timestamptz_send(s.issued_at)
          || textsend(s.facts::text) || coalesce((
            select string_agg(coalesce(timestamptz_send(lower(each)), '') || coalesce(timestamptz_send(upper(each)), ''), '' order by each)
            from unnest(s.covers) as each), ''), '')
        else timestamptz_send(p.failed_at) end)
      from ledger_transaction t
      join payouts p on p.id = t.cause_id
      left join payout_statements s on s.payout_id = p.id
      where t.id > after and t.id <= upto
        and t.kind in ('payout_requested', 'payout_paid', 'payout_returned', 'payout_bounced')
    $$`.execute(db);
  await sql`alter table ledger_checkpoints add column causes_hash bytea`.execute(db);
  await sql`
    create or replace function chain_digest(r ledger_checkpoints) returns bytea language sql stable parallel safe as $$
      select sha256(convert_to(jsonb_build_array(r.id, r.upto_transaction, encode(r.hash, 'hex'), extract(epoch from r.taken_at),
        encode(r.causes_hash, 'hex'))::text, 'UTF8'))
    $$`.execute(db);
  await sql`alter table ledger_checkpoints disable trigger ledger_checkpoints_rows_stay`.execute(db);
  // All of them in one look: each by itself would read every payment.
  await sql`
    with ends as materialized (select array_agg(upto_transaction order by id) as all_of_them from ledger_checkpoints),
    hashed as (
      select width_bucket(c.transaction_id - 1, ends.all_of_them) + 1 as id,
        sha256(string_agg(c.digest, '' order by c.transaction_id, c.part)) as hash
      from ends, ledger_causes(0, (select max(upto_transaction) from ledger_checkpoints)) as c group by 1
    )
    update ledger_checkpoints k set causes_hash = coalesce((select h.hash from hashed h where h.id = k.id), sha256(''))`.execute(
    db,
  );
  await sql`set constraints all immediate`.execute(db);
  await sql`alter table ledger_checkpoints enable trigger ledger_checkpoints_rows_stay`.execute(db);
  await sql`alter table ledger_checkpoints alter column causes_hash set not null`.execute(db);
  await writeFunction(db);
}

/** As before (2026-11-23-25), with the hash of the causes. */
async function writeFunction(db: Kysely<never>): Promise<void> {
  await sql`
    create or replace function take_ledger_checkpoint(follows bigint, next_upto bigint, at timestamptz) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      head ledger_checkpoints;
      begins bigint;
    begin
      perform pg_advisory_xact_lock(hashtextextended('ledger checkpoints', 0));
      select * into head from ledger_checkpoints order by id desc limit 1;
      if coalesce(head.id, 0) <> follows then
        return;
      end if;
      begins := coalesce(head.upto_transaction, 0);
      with counted as (
        select (select count(*) from ledger_transaction t where t.id > begins and t.id <= next_upto) as transactions,
          (select count(*) from ledger_transfer m where m.transaction_id > begins and m.transaction_id <= next_upto) as transfers
      )
      insert into ledger_checkpoints (id, previous, after_transaction, upto_transaction, transactions_count, transfers_count,
        hash, causes_hash, taken_at)
      select follows + 1, nullif(follows, 0), begins, next_upto, transactions, transfers,
        ledger_chained_hash(head.hash, begins, next_upto, transactions, transfers),
        (select sha256(coalesce(string_agg(c.digest, '' order by c.transaction_id, c.part), '')) from ledger_causes(begins, next_upto) c), at
      from counted;
      with change as (
        select account, sum(debit) as debits, sum(credit) as credits
        from ledger_transfer m
        cross join lateral (values (m.debit_account, m.amount_minor, 0), (m.credit_account, 0, m.amount_minor))
          as side (account, debit, credit)
        where m.transaction_id > begins and m.transaction_id <= next_upto
        group by account
      ), marked as (
        insert into ledger_account_marks as k (account_id, debits, credits) select account, debits, credits from change
        on conflict (account_id) do update set debits = k.debits + excluded.debits, credits = k.credits + excluded.credits
      ), summed as (
        select s.code, s.owner, s.currency, s.debits, s.credits from ledger_checkpoint_sums s where s.checkpoint_id = follows
        union all
        select a.code, case when a.keeps_balance then '' else a.owner end, a.currency, c.debits, c.credits
        from change c join ledger_account a on a.id = c.account
      )
      insert into ledger_checkpoint_sums (checkpoint_id, code, owner, currency, debits, credits)
      select follows + 1, s.code, s.owner, s.currency, sum(s.debits), sum(s.credits)
      from summed s group by s.code, s.owner, s.currency;
    end $$`.execute(db);
}
