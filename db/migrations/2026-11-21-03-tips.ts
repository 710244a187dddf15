import { type Kysely, sql } from "kysely";

const PAYMENT_TYPES = sql`('INETCASH_CC', 'INETCASH_DB', 'INETCASH_OB', 'INETCASH_DD')`;

/** Tribute items, tips, payments with their refunds and disputes, what each creator gets, roll-ups and ranks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tribute_items (
      id uuid primary key,
      user_id uuid not null references users,
      name text not null check (length(name) between 3 and 255),
      amount_minor bigint not null check (amount_minor between 500 and 50000),
      currency char(3) not null check (currency in ('EUR', 'USD', 'GBP')),
      image_id uuid references media_files on delete set null,
      position integer not null,
      status text not null check (status in ('PENDING', 'ACTIVE', 'DECLINED')),
      review_reason text,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index tribute_items_user_idx on tribute_items (user_id, position)`.execute(db);

  await createTips(db);
  await createPayments(db);

  await sql`
    create table tip_days (
      creator_id uuid not null references users,
      day date not null,
      currency char(3) not null,
      tips_count integer not null check (tips_count >= 0),
      amount_minor bigint not null check (amount_minor >= 0),
      amount_eur_minor bigint not null check (amount_eur_minor >= 0),
      primary key (creator_id, day, currency)
    )`.execute(db);
  await sql`create index tip_days_day_idx on tip_days (day)`.execute(db);

  await sql`
    create table rank_totals (
      period text not null check (period in ('MONTH', '30DAYS', 'DAY')),
      period_start date not null,
      creator_id uuid not null references users,
      tips_count integer not null check (tips_count >= 0),
      amount_eur_minor bigint not null check (amount_eur_minor >= 0),
      primary key (period, period_start, creator_id)
    )`.execute(db);
  await sql`
    create index rank_totals_order_idx on rank_totals (period, period_start, amount_eur_minor desc, creator_id)`.execute(
    db,
  );
}

async function createTips(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tips (
      id uuid primary key,
      creator_id uuid not null references users,
      tribute_item_id uuid references tribute_items on delete set null,
      item_name text,
      currency char(3) not null check (currency in ('EUR', 'USD', 'GBP')),
      amount_minor bigint not null check (amount_minor between 100 and 50000),
      status text not null default 'DRAFT' check (status in
        ('DRAFT', 'AWAITING_PAYMENT', 'PENDING', 'ACTIVE', 'DECLINED', 'EXPIRED', 'REFUNDED', 'CHARGEBACK')),
      sender_name text check (length(sender_name) <= 80),
      message text check (length(message) <= 1000),
      image_id uuid references media_files on delete set null,
      sender_email text,
      share_email boolean not null default false,
      payment_type text check (payment_type in ${PAYMENT_TYPES}),
      country char(2) references countries (iso_3166_1),
      pay_currency char(3) references currencies,
      locale char(2) not null check (locale in ('en', 'de')),
      details_seen_at timestamptz,
      review_reason text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      paid_at timestamptz,
      activated_at timestamptz,
      read_at timestamptz,
      check (status in ('DRAFT', 'AWAITING_PAYMENT', 'EXPIRED') or paid_at is not null)
    )`.execute(db);
  await sql`create index tips_creator_idx on tips (creator_id, paid_at desc) where paid_at is not null`.execute(
    db,
  );
  await sql`create index tips_open_idx on tips (updated_at) where status in ('DRAFT', 'AWAITING_PAYMENT')`.execute(
    db,
  );
  await sql`create index tips_review_idx on tips (paid_at) where status = 'PENDING'`.execute(db);
}

async function createPayments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payments (
      id uuid primary key,
      purpose text not null check (purpose in ('TIP', 'VOUCHER')),
      tip_id uuid references tips,
      type text not null check (type in ${PAYMENT_TYPES}),
      provider text not null,
      provider_ref text,
      redirect_url text,
      status text not null default 'CREATED' check (status in
        ('CREATED', 'REDIRECTED', 'PROCESSING', 'SUCCESS', 'FAILED', 'REFUNDED', 'CHARGEBACK')),
      failure_reason text check (failure_reason in ('cancelled', 'declined', 'expired', 'error')),
      currency char(3) not null,
      amount_minor bigint not null check (amount_minor > 0),
      service_fee_minor bigint not null check (service_fee_minor >= 0),
      vat_minor bigint not null check (vat_minor >= 0),
      vat_rate_bps integer not null check (vat_rate_bps between 0 and 5000),
      country char(2) not null references countries (iso_3166_1),
      total_minor bigint not null,
      charged_minor bigint not null check (charged_minor > 0),
      charged_currency char(3) not null references currencies,
      rate numeric(24, 12) not null check (rate > 0),
      rate_date date not null,
      created_at timestamptz not null,
      settled_at timestamptz,
      check (total_minor = amount_minor + service_fee_minor + vat_minor),
      check (charged_currency <> currency or charged_minor = total_minor),
      check ((status = 'FAILED') = (failure_reason is not null)),
      check (status not in ('SUCCESS', 'REFUNDED', 'CHARGEBACK') or settled_at is not null),
      check (purpose <> 'TIP' or tip_id is not null),
      unique (provider, provider_ref)
    )`.execute(db);
  await sql`create index payments_tip_idx on payments (tip_id)`.execute(db);
  await sql`
    create index payments_open_idx on payments (created_at) where status in ('CREATED', 'REDIRECTED', 'PROCESSING')`.execute(
    db,
  );
  // A fan cannot be charged twice for one tip: only one payment of a tip may hold its money.
  await sql`
    create unique index payments_one_success_per_tip on payments (tip_id)
    where status in ('SUCCESS', 'CHARGEBACK')`.execute(db);

  await sql`
    create table payment_events (
      id bigint generated always as identity primary key,
      payment_id uuid not null references payments,
      kind text not null,
      detail jsonb not null default '{}',
      at timestamptz not null
    )`.execute(db);
  await sql`create index payment_events_payment_idx on payment_events (payment_id, id)`.execute(db);

  await sql`
    create table refunds (
      id uuid primary key,
      payment_id uuid not null references payments,
      reason text not null,
      status text not null check (status in ('REQUESTED', 'DONE', 'FAILED')),
      amount_minor bigint not null check (amount_minor > 0),
      currency char(3) not null references currencies,
      requested_by uuid references users,
      requested_at timestamptz not null,
      done_at timestamptz
    )`.execute(db);
  await sql`create index refunds_payment_idx on refunds (payment_id)`.execute(db);

  await sql`
    create table disputes (
      id uuid primary key,
      payment_id uuid not null references payments,
      dispute_ref text not null,
      status text not null check (status in ('OPEN', 'WON', 'LOST')),
      amount_minor bigint not null check (amount_minor > 0),
      currency char(3) not null references currencies,
      opened_at timestamptz not null,
      closed_at timestamptz,
      unique (payment_id, dispute_ref)
    )`.execute(db);

  await sql`
    create table tip_allocations (
      id uuid primary key,
      tip_id uuid not null references tips,
      payment_id uuid not null references payments,
      creator_id uuid not null references users,
      currency char(3) not null,
      amount_minor bigint not null check (amount_minor > 0),
      pending_slot smallint,
      matures_at timestamptz not null,
      released_at timestamptz,
      unique (payment_id, creator_id)
    )`.execute(db);
  await sql`create index tip_allocations_due_idx on tip_allocations (matures_at) where released_at is null`.execute(
    db,
  );
  await sql`create index tip_allocations_tip_idx on tip_allocations (tip_id)`.execute(db);

  await sql`
    create table dispute_holds (
      dispute_id uuid not null references disputes,
      allocation_id uuid not null references tip_allocations,
      claimed_minor bigint not null check (claimed_minor > 0),
      from_pending_minor bigint not null check (from_pending_minor >= 0),
      from_available_minor bigint not null check (from_available_minor >= 0),
      primary key (dispute_id, allocation_id),
      check (from_pending_minor + from_available_minor <= claimed_minor)
    )`.execute(db);
  await sql`create index dispute_holds_allocation_idx on dispute_holds (allocation_id)`.execute(db);

  await sql`
    create table provider_notices (
      id uuid primary key,
      provider text not null,
      event_id text not null,
      kind text not null,
      provider_ref text not null,
      payment_id uuid not null,
      received_at timestamptz not null,
      handled_at timestamptz,
      outcome text,
      unique (provider, event_id)
    )`.execute(db);
  await sql`create index provider_notices_open_idx on provider_notices (received_at) where handled_at is null`.execute(
    db,
  );
}
