import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { checkIn } from "../../../app/domain/ledger/ledger-checks.server.ts";
import type { DB } from "../../../db/schema.ts";
import { MONEY_TABLES } from "./money-columns.ts";

// Random changes of the money tables behind the product's back (docs/corruptions.md), each undone again.

interface Column {
  table: string;
  column: string;
  type: string;
}

/** What was done to which column, or to whole rows, and the checks that noticed it. */
export interface Tried {
  table: string;
  /** A column, or `deleted`, `duplicated`, `emptied`. */
  place: string;
  change: string;
  noticed_by: string[];
}

/** Whole numbers below a bound, the same for the same seed. */
export type Random = (below: number) => number;

export function seeded(seed: number): Random {
  let count = 0;
  return (below) => {
    count += 1;
    return createHash("sha256").update(`${seed}:${count}`).digest().readUIntBE(0, 6) % below;
  };
}

/** The columns that count as money, and of each unique key of their tables the last one. */
export interface Places {
  columns: readonly Column[];
  keys: readonly Column[];
}

export async function moneyPlaces(db: Kysely<DB>): Promise<Places> {
  const all = await allColumns(db);
  const { rows } = await sql<{ table: string; column: string }>`
    select distinct i.indrelid::regclass::text as table, a.attname as column
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[i.indnkeyatts - 1]
    where i.indisunique`.execute(db);
  const isKey = new Set(rows.map(({ table, column }) => `${table}.${column}`));
  const ofMoney = all.filter(({ table }) => MONEY_TABLES[table]);
  return {
    columns: ofMoney.filter(({ table, column }) => !(column in (MONEY_TABLES[table] ?? {}))),
    keys: ofMoney.filter(({ table, column }) => isKey.has(`${table}.${column}`)),
  };
}

export async function allColumns(db: Kysely<DB>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as table, c.column_name as column, c.udt_name as type
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like 'kysely%'
    order by 1, c.ordinal_position`.execute(db);
  return rows;
}

const NUMBERS = ["%c + 1", "%c - 1", "-%c", "%c * 10", "%c / 2", "0"];
const TIMES = ["second", "day", "year"].flatMap((unit) => [
  `%c + interval '1 ${unit}'`,
  `%c - interval '1 ${unit}'`,
]);
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  ...{ int2: NUMBERS, int4: NUMBERS, int8: NUMBERS, numeric: [...NUMBERS, "%c * 1.01"] },
  timestamptz: [...TIMES, "case when %c is null then now() end"],
  date: ["%c + 1", "%c - 1", "(%c + interval '1 year')::date"],
  bool: ["not %c"],
  uuid: ["gen_random_uuid()"],
  bytea: [
    "set_byte(%c, 0, 255 - get_byte(%c, 0))",
    "set_byte(%c, length(%c) - 1, get_byte(%c, length(%c) - 1) # 1)",
  ],
  jsonb: [
    `regexp_replace(%c::text, '": ([1-9][0-9]*)', '": 1\\1')::jsonb`,
    `regexp_replace(%c::text, ': "(.)', ': "x\\1')::jsonb`,
    `'{}'::jsonb`,
  ],
  ...{ text: ["%c || 'x'", "''"], bpchar: ["'ZZZ'"], varchar: ["%c || 'x'"] },
  _uuid: ["%c[2:]", "array[gen_random_uuid()]"],
};

/** What a value becomes: by its type, that of another row, or nothing. */
function changesOf({ table, column, type }: Column): string[] {
  const other = `(select o.${column} from ${table} o where o.${column} is distinct from t.${column}
    order by md5(o::text) limit 1)`;
  const changes = (CHANGES[type] ?? []).map((change) => change.replaceAll("%c", `t.${column}`));
  // Enumerations, currencies and keys are mixed up with those of other rows more often than made up.
  const mixed = ["text", "bpchar", "varchar", "uuid", "bytea"].includes(type) ? 3 : 1;
  return [...changes, ...Array.from({ length: mixed }, () => other), "null"];
}

class Undone extends Error {}

/** A value that does not fit, or a row that a constraint refuses. */
const isRefusal = (error: unknown) =>
  error instanceof Error && "code" in error && /^(?:22|23)/.test(String(error.code));

/** One corruption at random; null where the database refuses it, or there is nothing to change. Nothing of it stays. */
export async function tryOne(
  db: Kysely<DB>,
  places: Places,
  random: Random,
  now: Date,
): Promise<Tried | null> {
  const { table, place, change, statement } = choose(places, random);
  const noticed_by = await noticedAfter(db, statement, now);
  return noticed_by && { table, place, change, noticed_by };
}

/** The checks of the whole look that name a fault after it; null where it is refused or changes nothing. Nothing of it stays. */
export async function noticedAfter(db: Kysely<DB>, statement: string, now: Date): Promise<string[] | null> {
  let names: string[] | null = null;
  await db
    .transaction()
    .execute(async (trx) => {
      const changed = await sql
        .raw(statement)
        .execute(trx)
        .catch((error: unknown) => {
          throw isRefusal(error) ? new Undone() : error;
        });
      if (changed.numAffectedRows === 0n) throw new Undone();
      const { results } = await checkIn(trx, { extent: "FULL", now });
      names = results.filter(({ rows }) => rows.length > 0).map(({ name }) => name);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return names;
}

/** One in six is about a whole row or table; each table and each of its columns comes as often as another. */
function choose({ columns, keys }: Places, random: Random) {
  const tables = [...new Set(columns.map(({ table }) => table))];
  const pick = <T>(list: readonly T[]) => list[random(list.length)] as T;
  const table = pick(tables);
  const row = `(select ctid from ${table} order by md5(ctid::text || '${random(1_000_000)}') limit 1)`;
  const kind = random(32);
  if (kind === 0) return { table, place: "emptied", change: "", statement: `delete from ${table}` };
  if (kind < 4)
    return { table, place: "deleted", change: "", statement: `delete from ${table} where ctid = ${row}` };
  const column = pick(columns.filter((each) => each.table === table));
  const value = pick(changesOf(column));
  if (kind < 6)
    return duplicate(
      table,
      keys.filter((each) => each.table === table),
      row,
    );
  return {
    ...{ table, place: column.column, change: value },
    statement: `update ${table} t set ${column.column} = ${value}
      where ctid = ${row} and t.${column.column} is distinct from (${value})`,
  };
}

/** A row once more, with another value in each of its unique keys. */
function duplicate(table: string, keys: readonly Column[], row: string) {
  const renamed = keys.map(
    ({ column, type }) => `'${column}', ${NEW_KEYS[type]?.replaceAll("%c", `r.${column}`)}`,
  );
  return {
    ...{ table, place: "duplicated", change: "" },
    statement: `insert into ${table} overriding system value select n.* from ${table} r
      cross join lateral jsonb_populate_record(null::${table}, to_jsonb(r) || jsonb_build_object(${renamed.join(", ")})) n
      where r.ctid = ${row}`,
  };
}

const NEW_KEYS: Readonly<Record<string, string>> = {
  ...{
    int2: "%c + 100",
    int4: "%c + 1000",
    int8: "%c + 100000",
    uuid: "gen_random_uuid()",
    bytea: "'\\x01'",
  },
  ...{ date: "%c - 4000", timestamptz: "%c - interval '11 years'", text: "%c || 'x'", bpchar: "'ZZZ'" },
  varchar: "%c || 'x'",
};
