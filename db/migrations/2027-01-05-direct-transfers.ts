import { type Kysely, sql } from "kysely";

/** A direct group's tip is paid into our account, which passes shares on (docs/decisions/102). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payments
      add column is_transferred boolean not null default false,
      add constraint payments_transferred_for_group check (
        not is_transferred or (purpose = 'TIP' and member_ids is not null and account_ref is null and hold_days = 0)) not valid`.execute(
    db,
  );
  await sql`
    create table direct_transfers (
      id uuid primary key,
      payment_id uuid not null references payments,
      allocation_id uuid not null references tip_allocations,
      amount_minor bigint not null check (amount_minor > 0),
      state text not null check (state in ('OPEN', 'ASKED', 'SENT', 'REFUSED', 'CUT')),
      account_ref text check (account_ref ~ '^[!-~]{1,60}$'),
      transfer_ref text unique check (transfer_ref ~ '^[!-~]{1,100}$'),
      problem text check (length(problem) <= 200),
      created_at timestamptz not null,
      ended_at timestamptz,
      constraint direct_transfers_sent check ((state = 'SENT') = (transfer_ref is not null)
        and (account_ref is not null or state not in ('ASKED', 'SENT'))),
      constraint direct_transfers_ended check ((state in ('SENT', 'CUT')) = (ended_at is not null))
    )`.execute(db);
  await sql`create index direct_transfers_payment_idx on direct_transfers (payment_id)`.execute(db);
  await sql`create index direct_transfers_allocation_idx on direct_transfers (allocation_id)`.execute(db);
  await sql`
    create index direct_transfers_waiting_idx on direct_transfers (created_at)
    where state in ('OPEN', 'ASKED', 'REFUSED')`.execute(db);
  await sql`
    create table direct_reversals (
      id uuid primary key,
      transfer_id uuid not null references direct_transfers,
      refund_id uuid references refunds,
      dispute_id uuid references disputes,
      amount_minor bigint not null check (amount_minor > 0),
      state text not null check (state in ('OPEN', 'ASKED', 'DONE', 'REFUSED', 'LOST', 'REGAINED', 'CUT')),
      reversal_ref text unique check (reversal_ref ~ '^[!-~]{1,100}$'),
      problem text check (length(problem) <= 200),
      created_at timestamptz not null,
      ended_at timestamptz,
      constraint direct_reversals_cause check (num_nonnulls(refund_id, dispute_id) <= 1),
      constraint direct_reversals_done check ((state = 'DONE') = (reversal_ref is not null)),
      constraint direct_reversals_ended check ((state in ('OPEN', 'ASKED')) = (ended_at is null))
    )`.execute(db);
  await sql`create index direct_reversals_transfer_idx on direct_reversals (transfer_id)`.execute(db);
  await sql`create index direct_reversals_refund_idx on direct_reversals (refund_id)`.execute(db);
  await sql`create index direct_reversals_dispute_idx on direct_reversals (dispute_id)`.execute(db);
  await sql`
    create index direct_reversals_waiting_idx on direct_reversals (created_at) where state in ('OPEN', 'ASKED')`.execute(
    db,
  );
  await sql`
    do ${sql.lit(`begin execute replace(pg_get_functiondef('ledger_causes(bigint, bigint)'::regprocedure),
      'coalesce(textsend(p.account_ref), '''')',
      'coalesce(textsend(p.account_ref), case when p.is_transferred then textsend(''transferred'') else '''' end)'); end`)}`.execute(
    db,
  );
  await hashWithCheckpoints(db);
  await matchSettlements(db);
  await keepInSandbox(db);
}

async function hashWithCheckpoints(db: Kysely<unknown>): Promise<void> {
  const last = "('payout_requested', 'payout_paid', 'payout_returned', 'payout_bounced')";
  const more = `${last}
union all
select t.id, null, sha256(uuid_send(s.id) || uuid_send(s.allocation_id) || textsend(s.account_ref) || textsend(s.transfer_ref)
  || timestamptz_send(s.ended_at))
from ledger_transaction t
join direct_transfers s on s.id = t.cause_id
where t.id > after and t.id <= upto and t.kind = 'share_passed'
union all
select t.id, null, sha256(uuid_send(v.id) || uuid_send(v.transfer_id) || textsend(v.reversal_ref) || timestamptz_send(v.ended_at)
  || coalesce(uuid_send(v.refund_id), '') || coalesce(uuid_send(v.dispute_id), ''))
from ledger_transaction t
join direct_reversals v on v.id = t.cause_id
where t.id > after and t.id <= upto and t.kind = 'share_reversed'`;
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  await sql`
    do ${sql.lit(`begin execute replace(pg_get_functiondef('ledger_causes(bigint, bigint)'::regprocedure),
      ${quoted(last)}, ${quoted(more)}); end`)}`.execute(db);
}

/** A provider's file names what was passed on, too. */
async function matchSettlements(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table settlement_events
      drop constraint settlement_events_kind_check,
      add constraint settlement_events_kind_check check (kind in ('PAYMENT', 'REFUND', 'DISPUTE', 'DISPUTE_REVERSED',
        'PAYMENT_FAILED', 'REFUND_FAILED', 'CHARGEBACK_FEE', 'FEE', 'CHARGEBACK_FEE_RETURNED', 'FEE_RETURNED', 'TRANSFER',
        'COLLECTION', 'CONVERSION', 'SHARE_PASSED', 'SHARE_REVERSED'))`.execute(db);
  await sql`
    alter table settlement_exceptions
      drop constraint settlement_exceptions_reason_check,
      add constraint settlement_exceptions_reason_check check (reason in ('unknown_payment', 'unknown_refund', 'unknown_dispute',
        'unknown_share', 'payment_state', 'refund_state', 'dispute_state', 'amount', 'currency', 'told_twice', 'other_facts',
        'not_at_bank', 'fee_bound', 'fee_not_kept', 'conversion_rate', 'not_held'))`.execute(db);
}

async function keepInSandbox(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox.transfers (
      ref text primary key check (ref ~ '^tr_[0-9a-f]{32}$'),
      merchant_ref text not null unique check (length(merchant_ref) between 1 and 64),
      account_ref text not null references sandbox.accounts,
      payment_ref text references sandbox.payments,
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      amount_minor bigint not null check (amount_minor > 0),
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index transfers_account on sandbox.transfers (account_ref)`.execute(db);
  await sql`create index transfers_payment on sandbox.transfers (payment_ref) where payment_ref is not null`.execute(
    db,
  );
  await sql`
    create table sandbox.transfer_reversals (
      ref text primary key check (ref ~ '^trr_[0-9a-f]{32}$'),
      merchant_ref text not null unique check (length(merchant_ref) between 1 and 64),
      transfer_ref text not null references sandbox.transfers,
      amount_minor bigint not null check (amount_minor > 0),
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index transfer_reversals_transfer on sandbox.transfer_reversals (transfer_ref)`.execute(
    db,
  );
}
