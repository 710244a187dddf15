import { Kysely, PostgresDialect } from "kysely";
import { Migrator } from "kysely/migration";
import pg from "pg";
import type { MediaStore } from "../../app/domain/media/media-port.ts";
import { createPool } from "../../db/index.ts";
import { migrateToLatest } from "../../db/migrate.ts";
import { migrations, migrationToMake } from "../../db/migrations/index.ts";
import { installQueues } from "../../db/queues.ts";
import { BackupError, readBackupFile, requireWholeBackup } from "./archive.ts";
import { type BackedUpTable, JOBS, listTables } from "./tables.ts";

const ROWS_AT_ONCE = 1000;
const CHARACTERS_AT_ONCE = 8 * 1024 * 1024;

export interface LoadCounts {
  made_at: string;
  rows: number;
  files: number;
  secret: string | null;
}

/**
 * Checks the file, restores the storage, loads all rows in one transaction, then migrates and grants. Throws
 * BackupError before any row changes.
 */
export async function load(
  file: string,
  { url, applicationUrl, media }: { url: string; applicationUrl: string; media: MediaStore },
): Promise<LoadCounts> {
  const { migrations: names, made_at } = await requireWholeBackup(file);
  const last = names.at(-1);
  if (!last) throw new BackupError(`${file} holds no schema.`);
  const made = migrationToMake(names);
  if (made === "newer") throw new BackupError(`${file} was made by a newer version: its schema has ${last}.`);
  if (made === "older")
    throw new BackupError(
      `${file} was made by an older version: restore it with that version, then start this one with its database.`,
    );
  await requireEmpty(url);
  await migrateTo(url, made.name);
  await installQueues(url);
  const counts = await loadRows(file, url, media);
  await migrateToLatest(url, applicationUrl);
  return { ...counts, made_at };
}

async function requireEmpty(url: string): Promise<void> {
  const client = await connect(url);
  try {
    // Unused, or from an unfinished restore.
    const { rows } = await client.query<{ users: string | null; others: number }>(`
      select to_regclass('public.users')::text as users, (select count(*)::int from pg_class c
        join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r') as others`);
    const [found] = rows;
    if (!found || found.others === 0) return;
    const used = found.users === null ? [{}] : (await client.query("select from users limit 1")).rows;
    if (used.length > 0) throw new BackupError("The database is not empty: nothing was restored.");
  } finally {
    await client.end();
  }
}

export async function migrateTo(url: string, name: string): Promise<void> {
  const pool = createPool(url, { max: 2, applicationName: "tribute-restore" });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateTo(name);
    if (error) throw error;
  } finally {
    await db.destroy();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: "tribute-restore" });
  await client.connect();
  return client;
}

async function loadRows(
  file: string,
  url: string,
  media: MediaStore,
): Promise<Pick<LoadCounts, "rows" | "files" | "secret">> {
  const client = await connect(url);
  try {
    await client.query("begin");
    await client.query("set local timezone = 'UTC'");
    const tables = await listTables(client);
    const ours = tables.filter(({ name }) => !name.startsWith("pgboss."));
    // Without triggers that forbid changes; keys and checks stay.
    for (const { name } of ours) await client.query(`alter table ${name} disable trigger user`);
    // The backup contains the migrations' rows.
    for (const { name } of ours.toReversed()) await client.query(`delete from ${name}`);
    const counts = await readInto(client, file, tables, media);
    for (const { name } of ours) await client.query(`alter table ${name} enable trigger user`);
    await client.query("commit");
    return counts;
  } finally {
    await client.end();
  }
}

async function readInto(
  client: pg.Client,
  file: string,
  tables: readonly BackedUpTable[],
  media: MediaStore,
): Promise<Pick<LoadCounts, "rows" | "files" | "secret">> {
  let table: BackedUpTable | undefined;
  let key: string | null = null;
  let batch: string[] = [];
  let size = 0;
  let rows = 0;
  let ofTable = 0;
  let files = 0;
  let secret: string | null = null;
  const flush = async () => {
    if (table && batch.length > 0) ofTable += await insert(client, table, batch);
    batch = [];
    size = 0;
  };
  for await (const line of readBackupFile(file)) {
    if (typeof line === "string") {
      if (key !== null) {
        await media.put(key, Buffer.from(line, "base64"));
        files += 1;
        key = null;
        continue;
      }
      batch.push(line);
      size += line.length;
      if (batch.length >= ROWS_AT_ONCE || size >= CHARACTERS_AT_ONCE) await flush();
    } else if (line.mark === "table") {
      table = tables.find(({ name }) => name === line.name);
      if (!table)
        throw new BackupError(`The backup holds a table that its schema does not have: ${line.name}.`);
      ofTable = 0;
    } else if (line.mark === "end") {
      await flush();
      if (ofTable !== line.rows)
        throw new BackupError(
          `Of ${table?.name} ${ofTable} rows came, not the ${line.rows} that were written.`,
        );
      rows += ofTable;
    } else if (line.mark === "sequence") {
      await client.query("select setval($1::regclass, $2::bigint, $3)", [
        line.name,
        line.value,
        line.is_called,
      ]);
    } else if (line.mark === "file") {
      key = line.key;
    } else if (line.mark === "secret") {
      secret = line.secret;
    }
  }
  return { rows, files, secret };
}

async function insert(client: pg.Client, table: BackedUpTable, rows: readonly string[]): Promise<number> {
  const columns = table.columns.join(", ");
  const isJobs = table.name === JOBS;
  const where = isJobs ? "where name in (select name from pgboss.queue)" : "";
  const { rowCount } = await client.query(
    `insert into ${table.name} (${columns}) overriding system value
     select ${columns} from jsonb_populate_recordset(null::${table.name}, $1::jsonb) ${where}`,
    [`[${rows.join(",")}]`],
  );
  return isJobs ? rows.length : (rowCount ?? 0);
}
