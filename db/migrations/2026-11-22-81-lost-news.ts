import { type Kysely, sql } from "kysely";

/**
 * News that a provider sent and that could not be handled is tried again for days, each by its own next time; so is each
 * open payment looked up by its own next time (docs/product.md, 4.3).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table provider_webhook_events
      add column tries integer not null default 0,
      add column next_try_at timestamptz,
      add column last_error text`.execute(db);
  await sql`update provider_webhook_events set next_try_at = received_at where handled_at is null`.execute(
    db,
  );
  await sql`create index provider_webhook_events_due_idx on provider_webhook_events (next_try_at) where handled_at is null`.execute(
    db,
  );
  await sql`
    create table payment_lookups (
      payment_id uuid primary key references payments on delete cascade,
      next_look_at timestamptz not null,
      looks integer not null,
      failures integer not null,
      last_error text
    )`.execute(db);
  await sql`create index payment_lookups_due_idx on payment_lookups (next_look_at)`.execute(db);
}
