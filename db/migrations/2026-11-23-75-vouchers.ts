import { type Kysely, sql } from "kysely";

/**
 * Vouchers: bought like a tip, for nobody yet; whoever has the code is credited with it. A voucher that is redeemed becomes
 * a tip of the creator's, with an allocation of the purchase's payment, so that it waits, is held and is taken back as a
 * tip's money is (docs/product.md, 5.12).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await createVouchers(db);
  // The largest voucher may be more than the largest tip in another currency. What was written before fits anyway.
  await sql`
    alter table tips add column voucher_id uuid references vouchers,
      drop constraint tips_amount_minor_check,
      add constraint tips_amount_minor_check check (
        amount_minor between 100 and 50000 or (amount_minor > 0 and voucher_id is not null)) not valid`.execute(db);
  await sql`create index tips_voucher_idx on tips (voucher_id) where voucher_id is not null`.execute(db);
  await createRedemptions(db);
  await extendPayments(db);
  // What a dispute claims of a voucher, in its currency: whoever redeemed it may have been credited in another.
  await sql`alter table disputes add column voucher_minor bigint check (voucher_minor >= 0)`.execute(db);
  await sql`alter table dispute_acts add column voucher_minor bigint check (voucher_minor >= 0)`.execute(db);
  // Whoever bought a voucher may withdraw from the purchase.
  await sql`
    alter table refunds
      -- Goodwill for a voucher that was redeemed is in the currency of who redeemed it.
      drop constraint refunds_check,
      drop constraint refunds_asked_by_check,
      add constraint refunds_asked_by_check
        check (asked_by in ('PRODUCT', 'CREATOR', 'OPERATOR', 'PROVIDER', 'BUYER'))`.execute(db);
}

async function createVouchers(db: Kysely<never>): Promise<void> {
  await sql`
    create table vouchers (
      id uuid primary key,
      status text not null default 'DRAFT' check (status in
        ('DRAFT', 'AWAITING_PAYMENT', 'LAPSED', 'VALID', 'PENDING', 'REDEEMED', 'EXPIRED', 'REFUNDED', 'VOID')),
      currency char(3) not null check (currency in ('EUR', 'USD', 'GBP')),
      amount_minor bigint not null check (amount_minor > 0),
      message text check (char_length(message) <= 1000),
      sender_name text,
      email text,
      payment_type text check (payment_type in ('INETCASH_CC', 'INETCASH_DB', 'INETCASH_OB', 'INETCASH_DD')),
      country char(2) references countries (iso_3166_1),
      pay_currency char(3) references currencies,
      locale text not null,
      code_hash bytea unique,
      code_encrypted bytea,
      code_end char(4),
      paid_at timestamptz,
      matures_at timestamptz,
      expires_at timestamptz,
      ended_at timestamptz,
      disputed_at timestamptz,
      expiries smallint not null default 0,
      locked_at timestamptz,
      locked_by uuid references users,
      lock_reason text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check ((status in ('DRAFT', 'AWAITING_PAYMENT', 'LAPSED')) = (paid_at is null)),
      check (paid_at is null or (code_hash is not null and code_end is not null and expires_at is not null
        and matures_at is not null)),
      check (code_encrypted is null or status in ('VALID', 'PENDING', 'REFUNDED', 'VOID')),
      check ((status in ('REDEEMED', 'EXPIRED', 'REFUNDED', 'VOID')) = (ended_at is not null)),
      check ((locked_at is null) = (locked_by is null) and (locked_at is null) = (lock_reason is null))
    )`.execute(db);
  await sql`create index vouchers_expiring_idx on vouchers (expires_at) where status = 'VALID'`.execute(db);
  await sql`
    create index vouchers_unpaid_idx on vouchers (created_at) where status in ('DRAFT', 'AWAITING_PAYMENT')`.execute(
    db,
  );
  await sql`create index vouchers_end_idx on vouchers (code_end) where code_end is not null`.execute(db);
  await sql`create index vouchers_email_idx on vouchers (lower(email)) where email is not null`.execute(db);
  await sql`create index vouchers_bought_idx on vouchers (paid_at desc, id) where paid_at is not null`.execute(
    db,
  );
  await sql`create index vouchers_locked_by_idx on vouchers (locked_by) where locked_by is not null`.execute(
    db,
  );
}

/** Money that waits for its creator's verification is PENDING; RETURNED is what went back to the voucher. */
async function createRedemptions(db: Kysely<never>): Promise<void> {
  await sql`
    create table voucher_redemptions (
      id uuid primary key,
      voucher_id uuid not null references vouchers,
      creator_id uuid not null references users,
      status text not null check (status in ('PENDING', 'DONE', 'RETURNED')),
      currency char(3) not null references currencies,
      amount_minor bigint not null check (amount_minor > 0),
      rate numeric(24, 12) not null check (rate > 0),
      rate_date date not null,
      asked_at timestamptz not null,
      was_pending boolean not null,
      ended_at timestamptz,
      return_reason text check (return_reason in ('LOCKED', 'DELETED', 'TIME', 'DISPUTED')),
      tip_id uuid unique references tips,
      check ((status = 'PENDING') = (ended_at is null)),
      check ((status = 'RETURNED') = (return_reason is not null)),
      check ((status = 'DONE') = (tip_id is not null))
    )`.execute(db);
  // Redeemed at most once, whatever is sent at the same time.
  await sql`
    create unique index voucher_redemptions_one_idx on voucher_redemptions (voucher_id) where status <> 'RETURNED'`.execute(
    db,
  );
  await sql`
    create index voucher_redemptions_waiting_idx on voucher_redemptions (creator_id, asked_at) where status = 'PENDING'`.execute(
    db,
  );
  await sql`create index voucher_redemptions_creator_idx on voucher_redemptions (creator_id)`.execute(db);
}

async function extendPayments(db: Kysely<never>): Promise<void> {
  await sql`
    alter table payments
      add column voucher_id uuid references vouchers,
      add constraint payments_for_voucher check ((purpose = 'VOUCHER') = (voucher_id is not null)),
      add constraint payments_for_one check (tip_id is null or voucher_id is null)`.execute(db);
  await sql`create index payments_voucher_idx on payments (voucher_id) where voucher_id is not null`.execute(
    db,
  );
  await sql`
    create unique index payments_one_success_per_voucher on payments (voucher_id)
    where status in ('SUCCESS', 'CHARGEBACK')`.execute(db);
  // A tip's or a voucher's.
  for (const table of ["payment_starts", "payment_waits"]) {
    await sql`
      alter table ${sql.id(table)} drop constraint ${sql.id(`${table}_tip_id_fkey`)}`.execute(db);
    await sql`alter table ${sql.id(table)} rename column tip_id to order_id`.execute(db);
  }
  await sql`alter index payment_starts_tip_idx rename to payment_starts_order_idx`.execute(db);
}
