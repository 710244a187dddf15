import { type Kysely, sql } from "kysely";

/** Debts in one currency that their creators settle with available money in another, at the day's rate. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table debt_set_offs (
      id uuid primary key,
      creator_id uuid not null references users,
      from_currency char(3) not null references currencies,
      from_minor bigint not null check (from_minor > 0),
      debt_currency char(3) not null references currencies,
      debt_minor bigint not null check (debt_minor > 0),
      rate numeric(24, 12) not null check (rate > 0),
      rate_date date not null,
      set_off_at timestamptz not null,
      check (from_currency <> debt_currency)
    )`.execute(db);
  await sql`create index debt_set_offs_creator_idx on debt_set_offs (creator_id, set_off_at)`.execute(db);
  await sql`
    create trigger debt_set_offs_rows_stay before update or delete on debt_set_offs
    for each row execute function refuse_change()`.execute(db);
  await sql`
    create trigger debt_set_offs_table_stays before truncate on debt_set_offs
    for each statement execute function refuse_change()`.execute(db);
}
