import { type Kysely, sql } from "kysely";

/** Of each kind that the chain covers: its table, the type of its id, the order of what is there, and what a row says. */
const KINDS = [
  {
    ...{ kind: "CHECKPOINT", table: "ledger_checkpoints", id: "bigint", order: "id" },
    says: "r.id, r.upto_transaction, encode(r.hash, 'hex')",
  },
  {
    ...{ kind: "DESTINATION", table: "payout_destinations", id: "uuid", order: "created_at, id" },
    says: `r.id, r.user_id, r.status, encode(sha256(r.encrypted), 'hex'), r.bank_country, r.has_paxum, r.masked_account,
      extract(epoch from r.created_at), extract(epoch from r.confirmed_at), r.confirmed_by,
      extract(epoch from r.decided_at), r.decided_by`,
  },
  {
    ...{ kind: "BATCH", table: "payout_batches", id: "uuid", order: "created_at, id" },
    says: `r.id, r.rail, r.currency, r.payouts_count, r.total_minor, r.worth_eur_minor, r.created_by,
      extract(epoch from r.created_at), r.released_by, extract(epoch from r.released_at), r.file_payouts_count,
      r.file_total_minor, encode(r.file_sha256, 'hex'), encode(sha256(r.file_encrypted), 'hex')`,
  },
  {
    ...{ kind: "ACT", table: "operator_acts", id: "uuid", order: "made_at, id" },
    says: `r.id, r.kind, r.subject, r.params, r.worth_eur_minor, r.made_by, extract(epoch from r.made_at), r.business_day,
      r.status, extract(epoch from r.decided_at), r.decided_by, r.decline_reason`,
  },
  {
    ...{ kind: "STATEMENT", table: "bank_statements", id: "uuid", order: "imported_at, id" },
    says: `r.id, r.account_iban, r.kind, r.currency, r.statement_ref, r.issue, r.page, r.opening_minor, r.closing_minor,
      r.credits_minor, r.debits_minor, encode(r.content_sha256, 'hex'), r.imported_by, extract(epoch from r.imported_at),
      (select jsonb_agg(jsonb_build_array(e.id, e.direction, e.amount_minor, e.currency, e.outcome, e.payout_id, e.batch_id)
        order by e.position) from bank_entries e where e.statement_id = r.id)`,
  },
] as const;

/**
 * The chain (docs/money.md, 4): what every checkpoint, payout destination, batch with its file, act of an operator and
 * statement of our bank said, each time that it changed, hashed and chained to the one before. It is written when a
 * transaction ends, whatever made the change, and by this function alone.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table chain_entries (
      id bigint primary key check (id > 0),
      kind text not null check (kind in ('CHECKPOINT', 'DESTINATION', 'BATCH', 'ACT', 'STATEMENT')),
      row_id text not null,
      -- Of what the row says; null once it is removed.
      digest bytea,
      at timestamptz not null,
      hash bytea not null
    )`.execute(db);
  await sql`create index chain_entries_row_idx on chain_entries (kind, row_id, id)`.execute(db);
  await sql`create index chain_entries_hash_idx on chain_entries (hash)`.execute(db);
  await sql`
    create trigger chain_entries_rows_stay before update or delete on chain_entries
    for each row execute function refuse_change()`.execute(db);
  await sql`
    create trigger chain_entries_table_stays before truncate on chain_entries
    for each statement execute function refuse_change()`.execute(db);
  await sql`
    create function chain_hash(before bytea, e chain_entries) returns bytea language sql immutable parallel safe as $$
      select sha256(coalesce(before, '') || int8send(e.id) || convert_to(jsonb_build_array(e.kind, e.row_id)::text, 'UTF8')
        || coalesce(e.digest, '') || timestamptz_send(e.at))
    $$`.execute(db);
  for (const { table, says } of KINDS)
    await sql
      .raw(`
        create function chain_digest(r ${table}) returns bytea language sql stable parallel safe as $$
          select sha256(convert_to(jsonb_build_array(${says})::text, 'UTF8'))
        $$`)
      .execute(db);
  await append(db);
  for (const { kind, table, id, order } of KINDS) {
    await sql
      .raw(`
        do $$ declare each record; begin
          for each in select id, chain_digest(r) as digest from ${table} r order by ${order} loop
            perform append_chain_entry('${kind}', each.id::text, each.digest);
          end loop;
        end $$`)
      .execute(db);
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

async function append(db: Kysely<never>): Promise<void> {
  await sql`
    create function append_chain_entry(kind_of text, row_of text, says bytea) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      entry chain_entries;
      head chain_entries;
    begin
      -- The last lock of a transaction: it is over as soon as this is written.
      perform pg_advisory_xact_lock(hashtextextended('chain', 0));
      select * into head from chain_entries order by id desc limit 1;
      entry := row(coalesce(head.id, 0) + 1, kind_of, row_of, says, clock_timestamp(), ''::bytea);
      entry.hash := chain_hash(head.hash, entry);
      insert into chain_entries select entry.*;
    end $$`.execute(db);
  await sql`
    create function follow_in_chain() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      row_of text;
      says bytea;
      known chain_entries;
    begin
      if tg_op = 'DELETE' then
        row_of := old.id::text;
      else
        row_of := new.id::text;
      end if;
      execute format('select chain_digest(r) from %I r where id = $1::%s', tg_table_name, tg_argv[1]) into says using row_of;
      select * into known from chain_entries where kind = tg_argv[0] and row_id = row_of order by id desc limit 1;
      if known.digest is distinct from says then
        perform append_chain_entry(tg_argv[0], row_of, says);
      end if;
      return null;
    end $$`.execute(db);
  for (const name of ["append_chain_entry(text, text, bytea)", "follow_in_chain()"])
    await sql`revoke execute on function ${sql.raw(name)} from public`.execute(db);
}
