import { type Kysely, sql } from "kysely";

/**
 * Wrong codes of vouchers, by a keyed hash of who entered them: an account, or a visitor's address (docs/limits.md). Not
 * among the other limits: the time begins anew with each wrong code, and a lock lasts an hour from the one that caused it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table voucher_tries (
      key bytea primary key,
      wrong_codes smallint not null check (wrong_codes >= 0),
      last_at timestamptz not null,
      locked_until timestamptz
    )`.execute(db);
  await sql`create index voucher_tries_last_idx on voucher_tries (last_at)`.execute(db);
  // For the back office: the newest first, from any row on, and an address by its beginning.
  await sql`drop index vouchers_bought_idx`.execute(db);
  await sql`
    create index vouchers_bought_idx on vouchers (paid_at desc, id desc) where paid_at is not null`.execute(
    db,
  );
  await sql`drop index vouchers_email_idx`.execute(db);
  await sql`
    create index vouchers_email_idx on vouchers (lower(email) text_pattern_ops) where email is not null`.execute(
    db,
  );
}
