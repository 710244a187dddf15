import { type Kysely, sql } from "kysely";

/**
 * Slow tables that decide about money (docs/money.md, 4; docs/decisions/069), with the columns left out: free
 * texts and a job's times.
 */
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
  reference_rates: ["alarmed_at", "recorded_at"],
  refund_failures: [],
  refunds: ["reason", "left_to_operator_at"],
  refunds_beyond: [],
  settlement_event_acts: ["reason"],
  settlement_exceptions: ["settled_reason"],
  // With events and payments, of which a file may have a hundred thousand.
  settlements: [],
  statement_cancellations: [],
  suspense_entries: ["refund_asked_at"],
  suspense_exits: ["reason"],
  vat_rates: [],
  voucher_redemptions: [],
  vouchers: [
    ...["message", "sender_name", "email", "payment_type", "pay_currency", "locale"],
    ...["code_hash", "code_encrypted", "code_end", "lock_reason", "updated_at"],
  ],
  write_offs: [],
};

/** What decides about payouts. */
const OF_USERS = [
  ...["id", "role", "status", "country_id", "eu_ust_id", "currency", "payout_type_id", "payout_method"],
  ...["min_payout_minor", "created_at", "deleted_at", "paused_at"],
];

const OWN_DIGEST = ["reference_rates"];

/** Parts of a row in other tables. */
const PARTS: Readonly<Record<string, string>> = {
  settlements: `
    (select encode(sha256(string_agg(sha256(convert_to(to_jsonb(e)::text, 'UTF8')), '' order by e.id)), 'hex')
      from settlement_events e where e.settlement_id = r.id),
    (select encode(sha256(string_agg(sha256(convert_to(to_jsonb(s)::text, 'UTF8')), '' order by s.provider, s.currency, s.reference)), 'hex')
      from settlement_rows s where s.settlement_id = r.id)`,
};

interface Column {
  name: string;
  type: string;
  key_place: number | null;
}

export const CHAINED_TABLES: readonly string[] = [...Object.keys(FOLLOWED), "users"];

export async function createChainTriggers(db: Kysely<unknown>): Promise<void> {
  for (const table of CHAINED_TABLES) {
    const columns = (await columnsOf(db, table)).filter(({ name }) =>
      table === "users" ? OF_USERS.includes(name) : !FOLLOWED[table]?.includes(name),
    );
    await join(db, table, columns);
  }
}

/** With the columns that decide about money. */
export async function followInChain(
  db: Kysely<unknown>,
  table: string,
  names: readonly string[],
): Promise<void> {
  const columns = await columnsOf(db, table);
  await join(
    db,
    table,
    columns.filter(({ name }) => names.includes(name)),
  );
}

/** Rows with `kept` in the column keep their digest. */
export async function addToDigest(
  db: Kysely<unknown>,
  table: string,
  { column, kept }: { column: string; kept: string },
): Promise<void> {
  await sql`
    do ${sql.lit(`begin execute replace(replace(pg_get_functiondef('chain_digest(${table})'::regprocedure),
      'convert_to(', 'convert_to(('),
      ')::text, ', ') || case when r.${column} is not distinct from ${kept} then ''[]'' else jsonb_build_array(r.${column}) end)::text, ');
      end`)}`.execute(db);
}

async function columnsOf(db: Kysely<unknown>, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select a.attname as name, t.typname as type, array_position(i.indkey::int2[], a.attnum) as key_place
    from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
    order by a.attnum`.execute(db);
  return rows;
}

async function join(db: Kysely<unknown>, table: string, columns: readonly Column[]): Promise<void> {
  const keys = columns
    .filter(({ key_place }) => key_place !== null)
    .sort((a, b) => (a.key_place ?? 0) - (b.key_place ?? 0));
  const idOf = (row: string) => `concat_ws(' ', ${keys.map(({ name }) => `${row}.${name}`).join(", ")})`;
  const says = [...columns.map(saying), ...(PARTS[table] ? [PARTS[table]] : [])].join(", ");
  const where = keys.map(({ name }) => `r.${name} = k.${name}`).join(" and ");
  const names = columns.map(({ name }) => name).join(", ");
  if (!OWN_DIGEST.includes(table))
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
      $$;
      create constraint trigger ${table}_chain after insert or delete or update of ${names} on ${table}
      deferrable initially deferred for each row execute function follow_key_in_chain(
        '${table.toUpperCase()}', '${idOf("k").replaceAll("'", "''")}', '${where}')`)
    .execute(db);
}

/** The same whatever the session's settings. */
function saying({ name, type }: Column): string {
  if (type === "timestamptz") return `extract(epoch from r.${name})`;
  if (type === "bytea") return `encode(r.${name}, 'hex')`;
  return `r.${name}`;
}
