import { type Kysely, sql } from "kysely";

/**
 * Money that fits nothing has a row that says where it came from, how much of it is left and what was tried; each way
 * out is a row of its own (docs/money.md, 4). Refunds of a provider's back office may exceed what was left.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table suspense_entries (
      -- Of a payment that may not be in our books (any more), and so without a foreign key.
      payment_id uuid primary key,
      provider text not null,
      provider_ref text not null,
      currency char(3) not null,
      received_minor bigint not null check (received_minor > 0),
      left_minor bigint not null check (left_minor between 0 and received_minor),
      reason text not null check (reason in
        ('second_success', 'receiver_cannot_receive', 'other_amount', 'unknown_payment')),
      received_at timestamptz not null,
      -- The fan's bank asks for money of a payment that is not in our books; for others the disputes say so.
      is_contested boolean not null default false,
      -- The last refund that the provider was asked for.
      refund_id uuid unique,
      refund_minor bigint check (refund_minor > 0),
      refund_status text check (refund_status in ('REQUESTED', 'DONE', 'FAILED')),
      refund_asked_at timestamptz,
      check (num_nulls(refund_id, refund_minor, refund_status, refund_asked_at) in (0, 4))
    )`.execute(db);
  await sql`create index suspense_entries_left_idx on suspense_entries (received_at, payment_id) where left_minor > 0`.execute(
    db,
  );
  await sql`
    create table suspense_exits (
      id uuid primary key,
      payment_id uuid not null references suspense_entries,
      kind text not null check (kind in ('REFUNDED', 'REFUNDED_ELSEWHERE', 'RETURNED_BY_PROVIDER', 'RETURNED_BY_BANK',
        'KEPT', 'DISPUTE_LOST', 'DISPUTE_REVERSED')),
      -- Below zero where a reversed dispute brought it back.
      amount_minor bigint not null,
      -- What went out although it was not there any more, at the platform's expense.
      beyond_minor bigint not null default 0,
      -- What an operator had said before that it was given back by the provider, and the provider says by this.
      confirms_minor bigint not null default 0 check (confirms_minor >= 0),
      reference text not null,
      operator_id uuid references users,
      reason text,
      at timestamptz not null,
      check (case kind when 'DISPUTE_REVERSED' then greatest(amount_minor, beyond_minor) <= 0
        else least(amount_minor, beyond_minor) >= 0 end)
    )`.execute(db);
  await sql`create index suspense_exits_payment_idx on suspense_exits (payment_id)`.execute(db);
  await sql`
    create unique index suspense_exits_refund_key on suspense_exits (payment_id, reference)
    where kind in ('REFUNDED', 'REFUNDED_ELSEWHERE')`.execute(db);
  await sql`
    create trigger suspense_exits_rows_stay before update or delete on suspense_exits
    for each row execute function refuse_change()`.execute(db);
  await sql`
    create trigger suspense_exits_table_stays before truncate on suspense_exits
    for each statement execute function refuse_change()`.execute(db);
  await bringOver(db);

  await sql`alter table operator_acts drop constraint operator_acts_kind_check`.execute(db);
  await sql`
    alter table operator_acts add constraint operator_acts_kind_check check (kind in ('REFUND', 'GOODWILL', 'WRITE_OFF',
      'SUSPENSE_KEPT', 'SUSPENSE_RETURNED', 'FREEZE_LIFTED', 'PAYOUT_DATA', 'BATCH_RELEASE', 'PAYOUT_FAILED',
      'PAYOUT_BOUNCED'))`.execute(db);
}

/** What was posted to suspense before it had rows. */
async function bringOver(db: Kysely<never>): Promise<void> {
  await sql`
    insert into suspense_entries (payment_id, provider, provider_ref, currency, received_minor, left_minor, reason,
      received_at, refund_id, refund_minor, refund_status, refund_asked_at)
    select split_part(t.reference, ':', 2)::uuid, a.owner, coalesce(p.provider_ref, e.provider_ref, ''), m.currency,
      m.amount_minor, least(m.amount_minor, greatest(0, m.amount_minor - coalesce(gone.sum, 0))),
      case when r.reason in ('second_success', 'receiver_cannot_receive', 'other_amount') then r.reason
        else 'unknown_payment' end,
      t.effective_at, r.id, r.amount_minor, r.status, r.requested_at
    from ledger_transaction t
    join ledger_transfer m on m.transaction_id = t.id
    join ledger_account a on a.id = m.debit_account
    left join payments p on t.reference = 'payment:' || p.id
    left join lateral (
      select e.provider_ref from provider_webhook_events e
      where e.payment_id::text = split_part(t.reference, ':', 2) order by e.received_at desc limit 1
    ) e on true
    left join lateral (
      select r.* from refunds r where r.payment_id = p.id and r.asked_by = 'PRODUCT'
      order by r.requested_at desc limit 1
    ) r on true
    left join lateral (
      select sum(case when o.debit_account = m.credit_account then o.amount_minor else -o.amount_minor end) as sum
      from ledger_transaction x join ledger_transfer o on o.transaction_id = x.id
      where x.reference = t.reference and x.id <> t.id and m.credit_account in (o.debit_account, o.credit_account)
    ) gone on true
    where t.kind = 'inbound_suspense'`.execute(db);
  await sql`
    insert into suspense_exits (id, payment_id, kind, amount_minor, reference, at)
    select gen_random_uuid(), s.payment_id,
      case t.kind when 'suspense_refunded' then 'REFUNDED' when 'dispute_lost' then 'DISPUTE_LOST'
        else 'DISPUTE_REVERSED' end,
      case when m.debit_account = a.id then m.amount_minor else -m.amount_minor end,
      split_part(t.idempotency_key, ':', 2), t.effective_at
    from suspense_entries s
    join ledger_account a on a.code = 'suspense' and a.currency = s.currency
    join ledger_transaction t on t.reference = 'payment:' || s.payment_id and t.kind <> 'inbound_suspense'
    join ledger_transfer m on m.transaction_id = t.id and a.id in (m.debit_account, m.credit_account)`.execute(
    db,
  );
}
