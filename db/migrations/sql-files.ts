import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";

/** From the working directory, as the bundle is elsewhere. */
const FOLDER = join(process.cwd(), "db/migrations/baseline");

export async function listSqlFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith(".sql")).sort();
}

export async function runSqlFile(db: Kysely<unknown> | Kysely<never>, name: string): Promise<void> {
  await sql.raw(await readFile(join(FOLDER, name), "utf8")).execute(db);
}
