import { type Kysely, sql } from "kysely";

/**
 * A reference rate that leaps waits for an operator, one for each currency; the rate before it serves meanwhile. A mail is
 * tried for some days since this moment, which begins anew when an operator has it sent again; how long it is kept goes
 * by its age.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table held_rates (
      id uuid primary key default gen_random_uuid(),
      currency char(3) not null references currencies,
      rate_date date not null,
      units_per_euro numeric(18, 8) not null check (units_per_euro > 0),
      source text not null,
      held_at timestamptz not null,
      decision text check (decision in ('ACCEPTED', 'REFUSED')),
      decided_by uuid references users,
      decided_at timestamptz,
      check ((decision is null) = (decided_at is null))
    )`.execute(db);
  await sql`create unique index held_rates_waiting_idx on held_rates (currency) where decision is null`.execute(
    db,
  );
  await sql`alter table mail_outbox add column tried_since timestamptz`.execute(db);
  await sql`update mail_outbox set tried_since = created_at`.execute(db);
  await sql`alter table mail_outbox alter column tried_since set not null`.execute(db);
  await sql`create index mail_outbox_failed_idx on mail_outbox (created_at) where status = 'FAILED'`.execute(
    db,
  );
}
