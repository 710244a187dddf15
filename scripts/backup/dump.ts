import pg from "pg";
import { documentKey, pictureKeys } from "../../app/domain/media/media.server.ts";
import type { MediaStore } from "../../app/domain/media/media-port.ts";
import type { BackupWriter } from "./archive.ts";
import { listSequences, listTables } from "./tables.ts";

const ROWS_AT_ONCE = 500;

export interface DumpCounts {
  rows: number;
  files: number;
}

/** One snapshot of the database and its files. */
export async function dump(
  url: string,
  media: MediaStore,
  writer: BackupWriter,
  given: { version: string; now: Date },
): Promise<DumpCounts> {
  const client = new pg.Client({ connectionString: url, application_name: "tribute-backup" });
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query("set local timezone = 'UTC'; set local bytea_output = 'hex'");
    const migrations = await client.query<{ name: string }>(
      "select name from kysely_migration order by name",
    );
    await writer.mark({
      mark: "backup",
      format: 1,
      version: given.version,
      made_at: given.now.toISOString(),
      migrations: migrations.rows.map(({ name }) => name),
    });
    const rows = await dumpRows(client, writer);
    for (const name of await listSequences(client)) {
      const { rows: values } = await client.query<{ last_value: string; is_called: boolean }>(
        `select last_value::text, is_called from ${name}`,
      );
      const [at] = values;
      if (at) await writer.mark({ mark: "sequence", name, value: at.last_value, is_called: at.is_called });
    }
    const files = await dumpFiles(client, media, writer);
    await client.query("commit");
    return { rows, files };
  } finally {
    await client.end();
  }
}

async function dumpRows(client: pg.Client, writer: BackupWriter): Promise<number> {
  let total = 0;
  for (const { name, columns, key, condition } of await listTables(client)) {
    await writer.mark({ mark: "table", name });
    const order = key.length > 0 ? `order by ${key.join(", ")}` : "";
    await client.query(`declare rows no scroll cursor for
      select to_jsonb(t)::text as row from (select ${columns.join(", ")} from ${name} where ${condition} ${order}) t`);
    let rows = 0;
    for (;;) {
      const fetched = await client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from rows`);
      for (const { row } of fetched.rows) await writer.line(row);
      rows += fetched.rows.length;
      if (fetched.rows.length < ROWS_AT_ONCE) break;
    }
    await client.query("close rows");
    await writer.mark({ mark: "end", rows });
    total += rows;
  }
  return total;
}

async function dumpFiles(client: pg.Client, media: MediaStore, writer: BackupWriter): Promise<number> {
  const pictures = await client.query<{ id: string }>("select id from media_files order by id");
  const documents = await client.query<{ id: string }>("select id from verification_documents order by id");
  const keys = [
    ...pictures.rows.flatMap(({ id }) => pictureKeys(id)),
    ...documents.rows.map(({ id }) => documentKey(id)),
  ];
  let files = 0;
  for (const key of keys) {
    // A rendition may be missing.
    const bytes = await media.get(key);
    if (!bytes) continue;
    await writer.mark({ mark: "file", key });
    await writer.line(Buffer.from(bytes).toString("base64"));
    files += 1;
  }
  return files;
}
