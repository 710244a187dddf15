import { type Kysely, sql } from "kysely";
import { allow } from "./allow.ts";

export async function settlementBounds(db: Kysely<unknown>): Promise<void> {
  await allow(db, "settlement_exceptions", "reason", [
    "fee_bound",
    "fee_not_kept",
    "conversion_rate",
    "not_held",
  ]);
  await allow(db, "operator_acts", "kind", ["SETTLEMENT_TAKEN"]);
  await sql`drop index settlement_exceptions_event_key`.execute(db);
  await sql`
    create unique index settlement_exceptions_event_key on settlement_exceptions (event_id, (reason = 'not_at_bank'))
    where said is null`.execute(db);
  await sql`alter table settlement_event_acts drop constraint settlement_event_acts_check`.execute(db);
  await sql`
    alter table settlement_event_acts add constraint settlement_event_acts_check check (
      (act = 'TAKEN' or reason is not null) and (reason is null or operator_id is not null))`.execute(db);
  await sql`
    create index settlement_events_fee_idx on settlement_events (provider, reference)
    where kind in ('FEE', 'FEE_RETURNED', 'CHARGEBACK_FEE', 'CHARGEBACK_FEE_RETURNED')`.execute(db);
}

export async function settlementPreviews(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table settlement_previews (
      id uuid primary key,
      provider text not null,
      events_encrypted bytea not null,
      rows_count integer not null check (rows_count > 0),
      made_by uuid not null references users,
      made_at timestamptz not null
    )`.execute(db);
  await sql`create index settlement_previews_made_idx on settlement_previews (made_at, id)`.execute(db);
}
