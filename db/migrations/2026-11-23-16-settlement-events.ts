import { type Kysely, sql } from "kysely";

/**
 * What a provider's files say, event by event: each once, in whatever file it comes again. What our books do not know, or
 * know otherwise, waits in `settlement_exceptions` for an operator, and posts nothing.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await createEvents(db);
  await createExceptions(db);
  // A transfer of a provider is seen in the bank's files; whichever comes first.
  await sql`alter table bank_entries add column transfer_id uuid references settlement_events`.execute(db);
  await sql`
    create index bank_entries_transfer_idx on bank_entries (transfer_id) where transfer_id is not null`.execute(
    db,
  );
  await sql`
    create index bank_entries_unmatched_idx on bank_entries (currency, amount_minor)
    where direction = 'CREDIT' and outcome = 'EXCEPTION'`.execute(db);
  await sql`alter table bank_exceptions add column transfer_id uuid references settlement_events`.execute(db);
  await sql`alter table bank_exceptions drop constraint bank_exceptions_check`.execute(db);
  await sql`
    alter table bank_exceptions add constraint bank_exceptions_check check (
      case when transfer_id is null then num_nulls(settled_by, settled_at, settled_reason) in (0, 3)
      else settled_at is not null and num_nonnulls(settled_by, settled_reason) = 0 end)`.execute(db);
  await sql`
    create index suspense_entries_provider_idx on suspense_entries (provider, provider_ref)`.execute(db);
}

async function createEvents(db: Kysely<never>): Promise<void> {
  await sql`
    create table settlement_events (
      id uuid primary key,
      settlement_id uuid not null references settlements,
      provider text not null,
      -- The provider's own name of the event.
      event_ref text not null,
      kind text not null check (kind in ('PAYMENT', 'REFUND', 'DISPUTE', 'DISPUTE_REVERSED', 'CHARGEBACK_FEE', 'FEE',
        'TRANSFER', 'CONVERSION')),
      -- The provider's own names of the payment, and of the refund, dispute or transfer.
      payment_ref text,
      reference text,
      currency char(3) not null references currencies,
      gross_minor bigint not null check (gross_minor > 0),
      fee_minor bigint not null check (fee_minor >= 0),
      -- What a conversion brought.
      other_currency char(3) references currencies,
      other_minor bigint check (other_minor > 0),
      occurred_on date not null,
      -- Whether the gross, less the fee, came to our bank by it: transfers, and payments of files that know no transfers.
      reaches_bank boolean not null,
      outcome text not null check (outcome in ('TAKEN', 'EXCEPTION')),
      unique (provider, event_ref),
      check ((kind = 'CONVERSION') = (other_currency is not null)),
      check ((other_currency is null) = (other_minor is null)),
      check (not reaches_bank or (kind in ('PAYMENT', 'TRANSFER') and fee_minor <= gross_minor))
    )`.execute(db);
  await sql`create index settlement_events_settlement_idx on settlement_events (settlement_id, id)`.execute(
    db,
  );
  await sql`
    create index settlement_events_payment_idx on settlement_events (provider, payment_ref)
    where payment_ref is not null`.execute(db);
  await sql`
    create index settlement_events_transfer_idx on settlement_events (reference) where kind = 'TRANSFER'`.execute(
    db,
  );
  await sql`
    create index settlement_events_transfer_amount_idx on settlement_events (currency, gross_minor)
    where kind = 'TRANSFER'`.execute(db);
  await sql`
    create trigger settlement_events_rows_stay before update or delete on settlement_events
    for each row execute function refuse_change()`.execute(db);
  await sql`
    create trigger settlement_events_table_stays before truncate on settlement_events
    for each statement execute function refuse_change()`.execute(db);
}

async function createExceptions(db: Kysely<never>): Promise<void> {
  await sql`
    create table settlement_exceptions (
      id uuid primary key,
      settlement_id uuid not null references settlements,
      event_id uuid not null references settlement_events,
      reason text not null check (reason in ('unknown_payment', 'unknown_refund', 'unknown_dispute', 'dispute_state',
        'amount', 'currency', 'told_twice', 'other_facts', 'not_at_bank')),
      -- What our books say instead.
      known_minor bigint,
      known_currency char(3),
      -- What a later file says of the event, where it is something else.
      said jsonb,
      -- A transfer is waited for until then.
      opened_at timestamptz not null,
      settled_by uuid references users,
      settled_at timestamptz,
      settled_reason text,
      -- The bank's booking by which it settled itself.
      entry_id uuid references bank_entries,
      check ((known_minor is null) = (known_currency is null)),
      check ((reason = 'other_facts') = (said is not null)),
      check (entry_id is null or reason = 'not_at_bank'),
      check (case when entry_id is null then num_nulls(settled_by, settled_at, settled_reason) in (0, 3)
        else settled_at is not null and num_nonnulls(settled_by, settled_reason) = 0 end)
    )`.execute(db);
  await sql`
    create index settlement_exceptions_open_idx on settlement_exceptions (opened_at, id) where settled_at is null`.execute(
    db,
  );
  await sql`create index settlement_exceptions_settlement_idx on settlement_exceptions (settlement_id)`.execute(
    db,
  );
  await sql`
    create unique index settlement_exceptions_said_key on settlement_exceptions (event_id, md5(said::text))
    where said is not null`.execute(db);
  await sql`
    create unique index settlement_exceptions_event_key on settlement_exceptions (event_id)
    where said is null`.execute(db);
  await sql`
    create unique index settlement_exceptions_entry_key on settlement_exceptions (entry_id)
    where entry_id is not null`.execute(db);
}
