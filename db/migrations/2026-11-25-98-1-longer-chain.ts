import { type Kysely, sql } from "kysely";

/** Tables whose every change joins the chain, with the columns that are no part of what a row says: words, and a job's own times. */
const FOLLOWED: Readonly<Record<string, readonly string[]>> = {
  account_status_events: ["reason"],
  bank_exceptions: ["settled_reason"],
  bank_gaps: ["settled_reason"],
  credit_note_cancellations: [],
  credit_notes: [],
  currencies: ["is_profile_currency"],
  debt_set_offs: [],
  dispute_acts: [],
  disputes: ["look_again_at"],
  give_ups: [],
  held_rates: [],
  journal_months: [],
  ledger_correction_reversals: [],
  ledger_corrections: [],
  payout_freezes: [],
  reference_rates: ["alarmed_at"],
  refund_failures: [],
  refunds: ["reason", "left_to_operator_at"],
  refunds_beyond: [],
  settlement_event_acts: ["reason"],
  settlement_exceptions: ["settled_reason"],
  // With its events and its payments, of which a file may have a hundred thousand.
  settlements: [],
  statement_cancellations: [],
  suspense_entries: ["refund_asked_at"],
  suspense_exits: ["reason"],
  vat_rates: [],
  voucher_redemptions: [],
  vouchers: [
    ...[
      "message",
      "sender_name",
      "email",
      "payment_type",
      "pay_currency",
      "locale",
      "code_hash",
      "code_encrypted",
    ],
    ...["code_end", "lock_reason", "updated_at"],
  ],
  write_offs: [],
};

/** Of a user only what decides who is paid, how, and from which country. */
const OF_USERS = [
  ...["id", "role", "status", "country_id", "eu_ust_id", "currency", "payout_type_id", "payout_method"],
  ...["min_payout_minor", "created_at", "deleted_at", "paused_at"],
];

/** What hangs on a row and is written with it. */
const WITH: Readonly<Record<string, string>> = {
  settlements: `
    (select encode(sha256(string_agg(sha256(convert_to(to_jsonb(e)::text, 'UTF8')), '' order by e.id)), 'hex')
      from settlement_events e where e.settlement_id = r.id),
    (select encode(sha256(string_agg(sha256(convert_to(to_jsonb(s)::text, 'UTF8')), '' order by s.provider, s.currency, s.reference)), 'hex')
      from settlement_rows s where s.settlement_id = r.id)`,
};

/** A table that joins the chain: its columns, how each is said, and which of them are its key. */
interface Followed {
  table: string;
  columns: { name: string; type: string; key_place: number | null }[];
}

/**
 * The chain grows (docs/money.md, 4; docs/decisions/069): tables that change slowly and decide about money join it. Their
 * kind is the table's name, their id the key. Rows of before get their entries here.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table chain_entries drop constraint chain_entries_kind_check,
    add constraint chain_entries_kind_check check (kind ~ '^[A-Z_]+$')`.execute(db);
  await sql`create index settlement_rows_settlement_idx on settlement_rows (settlement_id)`.execute(db);
  await sayMore(db);
  await follow(db);
  for (const table of [...Object.keys(FOLLOWED), "users"]) {
    const columns = (await columnsOf(db, table)).filter(({ name }) =>
      table === "users" ? OF_USERS.includes(name) : !FOLLOWED[table]?.includes(name),
    );
    await join(db, { table, columns });
  }
  await followParts(db);
}

/** What a settlement is written with comes in parts, and some of it later: each time the settlement has a new entry. */
async function followParts(db: Kysely<never>): Promise<void> {
  await sql`
    create function settlement_parts_in_chain() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      -- The settlement's own trigger writes the entry as the transaction ends: nothing is waited for after the chain's lock.
      update settlements s set provider = s.provider where s.id in (select c.settlement_id from changed c);
      return null;
    end $$`.execute(db);
  await sql`revoke execute on function settlement_parts_in_chain() from public`.execute(db);
  for (const [name, event, table] of [
    ["settlement_rows_added", "insert", "settlement_rows"],
    ["settlement_events_added", "insert", "settlement_events"],
    ["settlement_events_changed", "update", "settlement_events"],
  ])
    await sql
      .raw(`
        create trigger ${name} after ${event} on ${table} referencing new table as changed
        for each statement execute function settlement_parts_in_chain()`)
      .execute(db);
}

/** A checkpoint also says when it was taken, a statement its place among the others, and a booking all that it is. */
async function sayMore(db: Kysely<never>): Promise<void> {
  await sql`
    create or replace function chain_digest(r ledger_checkpoints) returns bytea language sql stable parallel safe as $$
      select sha256(convert_to(jsonb_build_array(r.id, r.upto_transaction, encode(r.hash, 'hex'), extract(epoch from r.taken_at)
        )::text, 'UTF8'))
    $$`.execute(db);
  await sql`
    create or replace function chain_digest(r bank_statements) returns bytea language sql stable parallel safe as $$
      select sha256(convert_to(jsonb_build_array(r.id, r.account_iban, r.kind, r.currency, r.statement_ref, r.issue, r.page,
        r.opening_minor, r.closing_minor, r.credits_minor, r.debits_minor, encode(r.content_sha256, 'hex'), r.imported_by,
        extract(epoch from r.imported_at), r.sequence, r.closing_on,
        (select jsonb_agg(jsonb_build_array(e.id, e.direction, e.amount_minor, e.currency, e.outcome, e.payout_id, e.batch_id,
            e.position, e.booked_on, e.is_return, e.end_to_end_ref, e.bank_ref, e.settlement_id, e.transfer_id, encode(e.fingerprint, 'hex'))
          order by e.position) from bank_entries e where e.statement_id = r.id))::text, 'UTF8'))
    $$`.execute(db);
  for (const [kind, table, order] of [
    ["CHECKPOINT", "ledger_checkpoints", "id"],
    ["STATEMENT", "bank_statements", "imported_at, id"],
  ] as const)
    await appendAll(db, { kind, table, id: "r.id::text", order });
}

/** Unlike the trigger of before it knows keys of several columns, and reads no more than the row. */
async function follow(db: Kysely<never>): Promise<void> {
  await sql`
    create function follow_key_in_chain() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      row_of text;
      says bytea;
      known chain_entries;
    begin
      execute format('select %s, (select chain_digest(r) from %I r where %s) from (select ($1).*) as k',
        tg_argv[1], tg_table_name, tg_argv[2]) into row_of, says using case tg_op when 'DELETE' then old else new end;
      select * into known from chain_entries where kind = tg_argv[0] and row_id = row_of order by id desc limit 1;
      if known.digest is distinct from says then
        perform append_chain_entry(tg_argv[0], row_of, says);
      end if;
      return null;
    end $$`.execute(db);
  await sql`revoke execute on function follow_key_in_chain() from public`.execute(db);
}

async function columnsOf(db: Kysely<never>, table: string): Promise<Followed["columns"]> {
  const { rows } = await sql<Followed["columns"][number]>`
    select a.attname as name, t.typname as type, array_position(i.indkey::int2[], a.attnum) as key_place
    from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
    order by a.attnum`.execute(db);
  return rows;
}

async function join(db: Kysely<never>, { table, columns }: Followed): Promise<void> {
  const kind = table.toUpperCase();
  const keys = columns
    .filter(({ key_place }) => key_place !== null)
    .sort((a, b) => (a.key_place ?? 0) - (b.key_place ?? 0));
  const idOf = (row: string) => `concat_ws(' ', ${keys.map(({ name }) => `${row}.${name}`).join(", ")})`;
  const says = [...columns.map(saying), ...(WITH[table] ? [WITH[table]] : [])].join(", ");
  await sql
    .raw(`
      create function chain_digest(r ${table}) returns bytea language sql stable parallel safe as $$
        select sha256(convert_to(jsonb_build_array(${says})::text, 'UTF8'))
      $$`)
    .execute(db);
  await sql
    .raw(`
      create function chain_row_id(r ${table}) returns text language sql stable parallel safe as $$
        select ${idOf("r")}
      $$`)
    .execute(db);
  await appendAll(db, { kind, table, id: "chain_row_id(r)", order: keys.map(({ name }) => name).join(", ") });
  const where = keys.map(({ name }) => `r.${name} = k.${name}`).join(" and ");
  const names = columns.map(({ name }) => name).join(", ");
  await sql
    .raw(`
      create constraint trigger ${table}_chain after insert or delete or update of ${names} on ${table}
      deferrable initially deferred for each row
      execute function follow_key_in_chain('${kind}', '${idOf("k").replaceAll("'", "''")}', '${where}')`)
    .execute(db);
}

/** The same whatever the session's settings. */
function saying({ name, type }: { name: string; type: string }): string {
  if (type === "timestamptz") return `extract(epoch from r.${name})`;
  if (type === "bytea") return `encode(r.${name}, 'hex')`;
  return `r.${name}`;
}

async function appendAll(
  db: Kysely<never>,
  { kind, table, id, order }: { kind: string; table: string; id: string; order: string },
): Promise<void> {
  await sql
    .raw(`
      do $$ declare each record; begin
        for each in select ${id} as id, chain_digest(r) as digest from ${table} r order by ${order} loop
          perform append_chain_entry('${kind}', each.id, each.digest);
        end loop;
      end $$`)
    .execute(db);
}
