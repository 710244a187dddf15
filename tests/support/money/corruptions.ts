import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Kysely, sql, type Transaction } from "kysely";
import { rollupFaults } from "../../../app/domain/rollups/check-rollups.server.ts";
import type { DB } from "../../../db/schema.ts";

// Single rows of the books, and of what they are made of, changed, deleted or added behind the product's back.

/** What is changed: table by table the columns that carry money or state. `docs/faults.md` says what is left out, and why. */
const CARRY_MONEY: Readonly<Record<string, readonly string[]>> = {
  ledger_account: [
    "code",
    "owner",
    "currency",
    "shard",
    "normal_side",
    "allows_negative",
    "keeps_balance",
    "debits",
    "credits",
  ],
  ledger_transaction: ["kind", "cause", "cause_id", "cause_part", "reverses"],
  ledger_transfer: ["transaction_id", "seq", "debit_account", "credit_account", "currency", "amount_minor"],
  payments: [
    ...[
      "purpose",
      "provider",
      "status",
      "currency",
      "country",
      "amount_minor",
      "service_fee_bps",
      "service_fee_minor",
    ],
    ...[
      "vat_rate_bps",
      "vat_minor",
      "total_minor",
      "charged_currency",
      "charged_minor",
      "rate",
      "settled_at",
      "tip_id",
    ],
    ...["member_ids", "voucher_id"],
  ],
  vouchers: [
    ...["status", "currency", "amount_minor", "paid_at", "matures_at", "disputed_at", "expiries"],
    ...["waited_days", "expires_at"],
  ],
  voucher_redemptions: [
    ...["voucher_id", "creator_id", "status", "currency", "amount_minor", "rate", "was_pending", "tip_id"],
  ],
  grouplists: ["tips_paid", "credits_from_turn"],
  group_credits: ["grouplist_id", "creator_id", "credit"],
  tips: [
    ...["amount_minor", "currency", "creator_id", "paid_at", "status"],
    ...["grouplist_id", "group_tip_id", "group_turn", "voucher_id"],
  ],
  tip_allocations: [
    ...["tip_id", "payment_id", "creator_id", "currency", "amount_minor", "counted_minor", "pending_minor"],
    ...["pending_shard", "released_at", "released_minor"],
  ],
  refunds: [
    ...[
      "payment_id",
      "status",
      "amount_minor",
      "currency",
      "asked_by",
      "tip_minor",
      "service_fee_minor",
      "vat_minor",
    ],
    "goodwill_minor",
  ],
  refund_parts: [
    "refund_id",
    "allocation_id",
    "amount_minor",
    "from_pending_minor",
    "from_available_minor",
    "goodwill_minor",
  ],
  refunds_beyond: ["payment_id", "currency", "amount_minor"],
  refund_failures: ["payment_id", "reference", "amount_minor"],
  disputes: [
    "payment_id",
    "status",
    "currency",
    "charged_minor",
    "service_fee_minor",
    "vat_minor",
    "turn",
    "closed_at",
    "voucher_minor",
  ],
  dispute_holds: [
    "dispute_id",
    "allocation_id",
    "claimed_minor",
    "from_pending_minor",
    "from_available_minor",
  ],
  dispute_acts: [
    "dispute_id",
    "turn",
    "act",
    "charged_minor",
    "service_fee_minor",
    "vat_minor",
    "suspense_minor",
    "loss_minor",
    "voucher_minor",
  ],
  dispute_act_parts: [
    "dispute_id",
    "turn",
    "act",
    "allocation_id",
    "claimed_minor",
    "pending_minor",
    "available_minor",
  ],
  suspense_entries: ["payment_id", "provider", "currency", "received_minor", "left_minor"],
  suspense_exits: ["payment_id", "kind", "amount_minor", "beyond_minor"],
  payouts: [
    ...[
      "creator_id",
      "currency",
      "amount_minor",
      "fee_minor",
      "fee_vat_minor",
      "fee_vat_country",
      "net_minor",
    ],
    ...["fee_vat_bps", "status", "paid_at", "failed_at", "details_id"],
  ],
  payout_destinations: ["user_id", "status", "encrypted", "bank_country", "decided_by"],
  payout_batches: [
    "rail",
    "currency",
    "payouts_count",
    "total_minor",
    "created_by",
    "released_by",
    "file_sha256",
  ],
  operator_acts: ["kind", "subject", "params", "worth_eur_minor", "made_by", "status", "decided_by"],
  chain_entries: ["kind", "row_id", "digest", "at", "hash"],
  settlements: ["provider", "totals"],
  write_offs: ["creator_id", "currency", "amount_minor"],
  credit_notes: ["refund_id", "number"],
  credit_note_cancellations: ["refund_id", "number"],
  debt_set_offs: [
    ...["creator_id", "from_currency", "from_minor", "debt_currency", "debt_minor", "rate", "rate_date"],
  ],
  write_off_parts: ["write_off_id", "dispute_id", "turn", "creator_id", "amount_minor"],
  give_ups: ["creator_id", "currency", "amount_minor"],
  ledger_corrections: [
    ...["debit_code", "credit_code", "owner", "currency", "amount_minor", "reference", "reason"],
    ...["made_by", "approved_by", "posted_at"],
  ],
  ledger_correction_reversals: ["reason", "made_by", "approved_by", "reversed_at"],
  payout_statements: ["payout_id", "number", "facts"],
  statement_cancellations: ["number"],
  month_statements: ["creator_id", "currency", "month", "number", "facts"],
  document_series: ["name", "last_number"],
};

export interface Corruption {
  what: string;
  table: string;
  change: ReturnType<typeof sql>;
}

/** Rows that a copy would be in the way of another by: what makes it a new one. */
const NEW_NAMES: Readonly<Record<string, string>> = {
  ledger_transaction: `jsonb_build_object('id', (select max(id) + 1 from ledger_transaction), 'idempotency_key', 'added',
    'cause_part', r.cause_part || 'x', 'reverses', null)`,
  ledger_transfer: "jsonb_build_object('seq', r.seq + 100)",
  ledger_account:
    "jsonb_build_object('id', (select max(id) + 1 from ledger_account), 'owner', gen_random_uuid())",
  payments:
    "jsonb_build_object('id', gen_random_uuid(), 'provider_ref', gen_random_uuid(), 'receipt_number', 'added')",
  vouchers: "jsonb_build_object('id', gen_random_uuid(), 'code_hash', '\\\\x01')",
  voucher_redemptions: "jsonb_build_object('id', gen_random_uuid(), 'tip_id', null)",
  grouplists:
    "jsonb_build_object('id', gen_random_uuid(), 'slug', 'added000', 'invite_code', 'added00000000000', 'tips_paid', r.tips_paid + 1)",
  group_credits: "jsonb_build_object('creator_id', gen_random_uuid())",
  tips: "jsonb_build_object('id', gen_random_uuid())",
  tip_allocations: "jsonb_build_object('id', gen_random_uuid(), 'creator_id', gen_random_uuid())",
  refunds: "jsonb_build_object('id', gen_random_uuid(), 'provider_refund_ref', gen_random_uuid())",
  refund_parts:
    "jsonb_build_object('allocation_id', (select a.id from tip_allocations a where a.id <> r.allocation_id limit 1))",
  refund_failures: "jsonb_build_object('id', gen_random_uuid(), 'reference', 'added')",
  refunds_beyond: "jsonb_build_object('id', gen_random_uuid(), 'provider_refund_ref', 'added')",
  disputes: "jsonb_build_object('id', gen_random_uuid(), 'dispute_ref', 'added')",
  dispute_holds:
    "jsonb_build_object('allocation_id', (select a.id from tip_allocations a where a.id <> r.allocation_id limit 1))",
  dispute_acts: "jsonb_build_object('turn', r.turn + 1)",
  dispute_act_parts:
    "jsonb_build_object('allocation_id', (select a.id from tip_allocations a where a.id <> r.allocation_id limit 1))",
  suspense_entries: "jsonb_build_object('payment_id', gen_random_uuid(), 'refund_id', gen_random_uuid())",
  suspense_exits: "jsonb_build_object('id', gen_random_uuid(), 'reference', 'added')",
  payouts: "jsonb_build_object('id', gen_random_uuid(), 'period', null, 'payout_type', 'MANUAL')",
  payout_destinations:
    "jsonb_build_object('id', gen_random_uuid(), 'status', 'REPLACED', 'code_expires_at', null)",
  payout_batches: "jsonb_build_object('id', gen_random_uuid())",
  operator_acts:
    "jsonb_build_object('id', gen_random_uuid(), 'status', 'VOID', 'decided_at', coalesce(r.decided_at, r.made_at))",
  chain_entries: "jsonb_build_object('id', (select max(id) + 1 from chain_entries))",
  settlements: "jsonb_build_object('id', gen_random_uuid(), 'file_sha256', '\\x01')",
  write_offs: "jsonb_build_object('id', gen_random_uuid())",
  credit_notes: "jsonb_build_object('refund_id', gen_random_uuid(), 'number', r.number + 1000)",
  credit_note_cancellations: "jsonb_build_object('refund_id', gen_random_uuid(), 'number', r.number + 1000)",
  debt_set_offs: "jsonb_build_object('id', gen_random_uuid())",
  write_off_parts: "jsonb_build_object('turn', r.turn + 1)",
  give_ups: "jsonb_build_object('id', gen_random_uuid())",
  ledger_corrections: "jsonb_build_object('id', gen_random_uuid())",
  ledger_correction_reversals: "jsonb_build_object('correction_id', gen_random_uuid())",
  payout_statements: "jsonb_build_object('payout_id', gen_random_uuid(), 'number', r.number + 100)",
  statement_cancellations: "jsonb_build_object('payout_id', gen_random_uuid(), 'number', r.number + 100)",
  month_statements: "jsonb_build_object('month', '2026-08', 'number', r.number + 100)",
  document_series: "jsonb_build_object('name', 'added')",
};

/** A different value for a column, by its type; null where there is none. */
async function valuesFor(db: Kysely<DB>): Promise<Map<string, readonly string[]>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select table_name || '.' || column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public'`.execute(db);
  return new Map(rows.map(({ name, type }) => [name, SPECIAL[name] ?? VALUES[type] ?? otherOf(name)]));
}

/** A hundredth of a per cent of a small fee is lost in its rounding. */
const RATES = ["r.c + 300", "r.c * 2 + 100"];
const SPECIAL: Readonly<Record<string, readonly string[]>> = {
  "payments.service_fee_bps": RATES,
  "payments.vat_rate_bps": RATES,
  "payouts.fee_vat_bps": RATES,
  "chain_entries.row_id": ["r.c || '0'"],
  "payout_statements.facts": [
    ...["amount", "fee", "net"].map((name) => `jsonb_set(r.c, '{payout,${name}_minor}', '7')`),
    "jsonb_set(r.c, '{number}', '77')",
  ],
};
const NUMBERS = ["r.c + 1", "r.c - 1", "r.c * 2", "0"];
const VALUES: Readonly<Record<string, readonly string[]>> = {
  bigint: NUMBERS,
  integer: NUMBERS,
  smallint: NUMBERS,
  numeric: ["r.c * 1.01"],
  boolean: ["not r.c"],
  "timestamp with time zone": ["case when r.c is null then now() end"],
  jsonb: [
    `(regexp_replace(r.c::text, '_minor": ([1-9][0-9]*)', '_minor": 1\\1'))::jsonb`,
    `(regexp_replace(r.c::text, '"number": ([0-9]+)', '"number": 9\\1'))::jsonb`,
  ],
};

function otherOf(name: string): readonly string[] {
  const [table = "", column = ""] = name.split(".");
  const from = `(select o.${column} from ${table} o where o.${column} is distinct from r.c order by o.${column} limit 1`;
  return [`${from})`, `${from} offset 1)`, ...(column.endsWith("id") ? ["gen_random_uuid()"] : [])];
}

/** Every kind of corruption at a row that `seed` chooses. */
export async function listCorruptions(db: Kysely<DB>, seed: number): Promise<Corruption[]> {
  const values = await valuesFor(db);
  const rowOf = (table: string, salt: string) =>
    `(select ctid as place, * from ${table} ${table === "tips" ? "where paid_at is not null" : ""} order by md5(ctid::text || '${seed}${salt}') limit 1)`;
  const list: Corruption[] = [];
  for (const [table, columns] of Object.entries(CARRY_MONEY)) {
    for (const column of columns)
      for (const [index, value] of (values.get(`${table}.${column}`) ?? []).entries())
        list.push({
          what: `${table}.${column} := ${value}`,
          table,
          change: sql.raw(`update ${table} t set ${column} = ${value.replaceAll("r.c", `r.${column}`)}
            from ${rowOf(table, `${column}${index}`)} r where t.ctid = r.place
            and t.${column} is distinct from (${value.replaceAll("r.c", `r.${column}`)})`) as never,
        });
    list.push({
      what: `${table} deleted`,
      table,
      change: sql.raw(
        `delete from ${table} t using ${rowOf(table, "gone")} r where t.ctid = r.place`,
      ) as never,
    });
    list.push({
      what: `${table} added`,
      table,
      change: sql.raw(`insert into ${table} overriding system value
        select n.* from ${rowOf(table, "new").replace("ctid as place, *", "*")} r
        cross join lateral jsonb_populate_record(null::${table}, to_jsonb(r) || ${NEW_NAMES[table]}) n`) as never,
    });
  }
  return list;
}

/** No trigger of ours fires any more, and no row needs the one that it names: as for who has the database's own rights. */
export async function turnGuardsOff(db: Kysely<DB>): Promise<void> {
  await sql`
    do $$
    declare
      each record;
    begin
      for each in select conrelid::regclass as of, conname from pg_constraint
        where contype = 'f' and connamespace = 'public'::regnamespace
      loop
        execute format('alter table %s drop constraint %I', each.of, each.conname);
      end loop;
      for each in select oid::regclass as of from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      loop
        execute format('alter table %s disable trigger user', each.of);
      end loop;
    end $$`.execute(db);
}

class Undone extends Error {}

/**
 * Does it, and returns the names of the checks that notice; null where the database itself refuses
 * it, or there is nothing to change. Nothing of it stays.
 */
export async function noticedBy(db: Kysely<DB>, { change }: Corruption, now: Date): Promise<string[] | null> {
  let names: string[] | null = null;
  const texts = await checks();
  await db
    .transaction()
    .execute(async (trx) => {
      const { numAffectedRows } = await change.execute(trx).catch((error: unknown) => {
        throw isRefusal(error) ? new Undone() : error;
      });
      if (numAffectedRows === 0n) throw new Undone();
      names = await namesFound(trx, texts, now);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return names;
}

/** A value that does not fit, or a row that a constraint refuses. */
const isRefusal = (error: unknown) =>
  error instanceof Error && "code" in error && /^(?:22|23)/.test(String(error.code));

async function namesFound(
  trx: Transaction<DB>,
  texts: ReadonlyMap<string, string>,
  now: Date,
): Promise<string[]> {
  const names: string[] = [];
  for (const [name, text] of texts) {
    const whole = text
      .replaceAll(/(?<!:):now\b/g, `'${now.toISOString()}'`)
      .replaceAll(/(?<!:):(?:from|head)\b/g, "0::bigint")
      .replaceAll(/(?<!:):upto\b/g, "9223372036854775807::bigint");
    if (await findsSomething(trx, whole)) names.push(name);
  }
  if ((await rollupFaults(trx)).length > 0) names.push("roll-ups");
  return names;
}

/** Whether a check names a fault; one that a row's value keeps from running does, as for who checks the books. */
async function findsSomething(trx: Transaction<DB>, text: string): Promise<boolean> {
  await sql`savepoint before_check`.execute(trx);
  try {
    const { rows } = await sql.raw(text).execute(trx);
    return rows.length > 0;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await sql`rollback to savepoint before_check`.execute(trx);
    return true;
  }
}

/** The text of every check of the books by its name. */
async function checks(): Promise<Map<string, string>> {
  const folder = join(process.cwd(), "db/checks");
  const paths = (await readdir(folder, { recursive: true })).filter((each) => each.endsWith(".sql"));
  const texts = paths.map(
    async (each) => [basename(each, ".sql"), await readFile(join(folder, each), "utf8")] as const,
  );
  return new Map((await Promise.all(texts)).sort(([a], [b]) => (a < b ? -1 : 1)));
}
