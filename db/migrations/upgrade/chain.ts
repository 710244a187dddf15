import { type Kysely, sql } from "kysely";
import { CHAINED_TABLES, createChainTriggers } from "../baseline/chain.ts";
import { runSqlFile } from "../sql-files.ts";
import { writeOnce } from "./write-once.ts";

const FIRST = [
  { kind: "CHECKPOINT", table: "ledger_checkpoints", id: "bigint", order: "id" },
  { kind: "DESTINATION", table: "payout_destinations", id: "uuid", order: "created_at, id" },
  { kind: "BATCH", table: "payout_batches", id: "uuid", order: "created_at, id" },
  { kind: "ACT", table: "operator_acts", id: "uuid", order: "made_at, id" },
  { kind: "STATEMENT", table: "bank_statements", id: "uuid", order: "imported_at, id" },
] as const;

/** It begins with the present rows (docs/money.md, 4). */
export async function chain(db: Kysely<unknown>): Promise<void> {
  await runSqlFile(db, "28-chain.sql");
  await runSqlFile(db, "29-chain-functions.sql");
  await writeOnce(db, "chain_entries");
  // Later steps add columns to these tables and their digests.
  await sql`
    create function chain_digest(r ledger_checkpoints) returns bytea language sql stable parallel safe as $$
      select sha256(convert_to(jsonb_build_array(r.id, r.upto_transaction, encode(r.hash, 'hex'))::text, 'UTF8'))
    $$;
    create function chain_digest(r operator_acts) returns bytea language sql stable parallel safe as $$
      select sha256(convert_to(jsonb_build_array(r.id, r.kind, r.subject, r.params, r.worth_eur_minor, r.made_by,
        extract(epoch from r.made_at), r.business_day, r.status, extract(epoch from r.decided_at), r.decided_by,
        r.decline_reason)::text, 'UTF8'))
    $$`.execute(db);
  for (const { kind, table, id, order } of FIRST) {
    await appendRows(db, { kind, table, id: "r.id::text", order });
    await sql
      .raw(`
        create constraint trigger ${table}_chain after insert or update or delete on ${table}
        deferrable initially deferred for each row execute function follow_in_chain('${kind}', '${id}')`)
      .execute(db);
  }
  await sql`alter table ledger_check_runs add column chain_id bigint, add column chain_hash bytea`.execute(
    db,
  );
}

/** docs/decisions/069. */
export async function longerChain(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chain_entries
      drop constraint chain_entries_kind_check,
      add constraint chain_entries_kind_check check (kind ~ '^[A-Z_]+$');
    create index settlement_rows_settlement_idx on settlement_rows (settlement_id)`.execute(db);
  await runSqlFile(db, "29-chain-functions.sql");
  await appendRows(db, {
    kind: "STATEMENT",
    table: "bank_statements",
    id: "r.id::text",
    order: "imported_at, id",
  });
  await sql`
    create function chain_digest(r reference_rates) returns bytea language sql stable parallel safe as $$
      select sha256(convert_to(jsonb_build_array(r.rate_date, r.currency, r.units_per_euro, r.source)::text, 'UTF8'))
    $$`.execute(db);
  await createChainTriggers(db);
  for (const table of CHAINED_TABLES)
    await appendRows(db, {
      kind: table.toUpperCase(),
      table,
      id: "chain_row_id(r)",
      order: "chain_row_id(r)",
    });
  await sql`
    create trigger settlement_rows_added after insert on settlement_rows referencing new table as changed
      for each statement execute function settlement_parts_in_chain();
    create trigger settlement_events_added after insert on settlement_events referencing new table as changed
      for each statement execute function settlement_parts_in_chain();
    create trigger settlement_events_changed after update on settlement_events referencing new table as changed
      for each statement execute function settlement_parts_in_chain()`.execute(db);
}

/** Rows that differ from their last entry. */
async function appendRows(
  db: Kysely<unknown>,
  { kind, table, id, order }: { kind: string; table: string; id: string; order: string },
): Promise<void> {
  await sql
    .raw(`
      do $$ declare each record; begin
        for each in
          select row_id, digest from (select ${id} as row_id, chain_digest(r) as digest, row_number() over (order by ${order}) as place
            from ${table} r) as said
          where digest is distinct from (
            select e.digest from chain_entries e where e.kind = '${kind}' and e.row_id = said.row_id order by e.id desc limit 1)
          order by place
        loop
          perform append_chain_entry('${kind}', each.row_id, each.digest);
        end loop;
      end $$`)
    .execute(db);
}

/** Every column but the next check, and why there was no answer. */
const SAYS = `r.id, r.creator_id, r.vat_id, r.state, r.request_identifier, r.name, r.address,
  extract(epoch from r.asked_at), extract(epoch from r.checked_at)`;

/**
 * Answers of VIES about VAT ids, in the chain; earlier ids are checked too.
 */
export async function vatIdChecks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table vat_id_checks (
      id bigint generated always as identity primary key,
      creator_id uuid not null references users,
      vat_id text not null,
      state text not null default 'UNCHECKED' check (state in ('UNCHECKED', 'VALID', 'INVALID')),
      request_identifier text,
      name text,
      address text,
      asked_at timestamptz not null,
      checked_at timestamptz,
      due_at timestamptz not null,
      attempts int not null default 0,
      last_error text,
      check ((state = 'UNCHECKED') = (checked_at is null)),
      check (state <> 'UNCHECKED' or coalesce(request_identifier, name, address) is null)
    )`.execute(db);
  await sql`
    create unique index vat_id_checks_open_idx on vat_id_checks (creator_id) where state = 'UNCHECKED'`.execute(
    db,
  );
  await sql`
    create index vat_id_checks_due_idx on vat_id_checks (due_at) where state = 'UNCHECKED'`.execute(db);
  await sql`
    create index vat_id_checks_newest_idx on vat_id_checks (creator_id, vat_id, id) where state <> 'UNCHECKED'`.execute(
    db,
  );
  await sql`create index users_vat_id_idx on users (id) where eu_ust_id is not null`.execute(db);
  await sql`
    create trigger vat_id_checks_answers_stay before update or delete on vat_id_checks
    for each row when (old.state <> 'UNCHECKED') execute function refuse_change()`.execute(db);
  await sql`
    create trigger vat_id_checks_table_stays before truncate on vat_id_checks
    for each statement execute function refuse_change()`.execute(db);
  await joinChain(db);
  await sql`
    insert into vat_id_checks (creator_id, vat_id, asked_at, due_at)
    select id, eu_ust_id, now(), now() from users
    where eu_ust_id ~ '^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)'
      and deleted_at is null`.execute(db);
  // Later migrations share the transaction.
  await sql`set constraints vat_id_checks_chain immediate`.execute(db);
}

async function joinChain(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
      create function chain_digest(r vat_id_checks) returns bytea language sql stable parallel safe as $$
        select sha256(convert_to(jsonb_build_array(${SAYS})::text, 'UTF8'))
      $$`)
    .execute(db);
  await sql`
    create function chain_row_id(r vat_id_checks) returns text language sql stable parallel safe as $$
      select r.id::text
    $$`.execute(db);
  await sql`
    create constraint trigger vat_id_checks_chain
    after insert or delete or update of id, creator_id, vat_id, state, request_identifier, name, address, asked_at, checked_at
    on vat_id_checks deferrable initially deferred for each row
    execute function follow_key_in_chain('VAT_ID_CHECKS', 'k.id::text', 'r.id = k.id')`.execute(db);
}
