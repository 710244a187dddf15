import { type Kysely, sql } from "kysely";

/**
 * What the report of DAC7 needs beside the profile, and which creators it is about. The tax number is encrypted; at
 * the deletion of an account, name, address and date of birth join it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table seller_tax_details (
      user_id uuid primary key references users,
      kind text not null check (kind in ('PERSON', 'COMPANY')),
      -- Null where no number is issued, and of an account that is deleted.
      masked_tin text,
      encrypted bytea not null,
      changed_at timestamptz not null,
      -- The account was deleted: its profile is in the encrypted part.
      left_at timestamptz
    )`.execute(db);
  await sql`create index seller_tax_details_left_idx on seller_tax_details (left_at, user_id)
    where left_at is not null`.execute(db);
  await sql`
    create table seller_notices (
      id uuid primary key,
      creator_id uuid not null references users,
      year integer not null,
      -- BELOW: it was near once, and refunds took it back.
      state text not null check (state in ('BELOW', 'NEAR', 'REPORTABLE')),
      activities integer not null check (activities >= 0),
      -- In EUR; refunds may make it negative.
      credited_minor bigint not null,
      judged_at timestamptz not null,
      mails_count smallint not null default 0,
      mailed_at timestamptz,
      unique (creator_id, year),
      check ((mails_count = 0) = (mailed_at is null))
    )`.execute(db);
  await sql`create index seller_notices_year_idx on seller_notices (year, creator_id)`.execute(db);
  await sql`create index seller_notices_judged_idx on seller_notices (judged_at, id)`.execute(db);
}
