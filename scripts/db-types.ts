import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Kysely, sql } from "kysely";
import { generate, PostgresDialect, RawExpressionNode } from "kysely-codegen";
import { startEmbedded } from "../db/embedded.ts";
import { createDatabase } from "../db/index.ts";
import { migrateToLatest } from "../db/migrate.ts";
import type { DB } from "../db/schema.ts";
import { installedProgram, projectRoot } from "./project.ts";

// From a temporary database with all migrations. --verify fails on a difference.

const schemaFile = path.join(projectRoot, "db", "schema.ts");

async function typesOfMigrations(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "tribute-types-"));
  const embedded = await startEmbedded({ dataDir, settings: { fsync: "off" } });
  try {
    await migrateToLatest(embedded.url);
    const db = createDatabase(embedded.url);
    const overrides = { columns: await narrowedColumns(db) };
    const types = await generate({
      db,
      dialect: new PostgresDialect({ dateParser: "string", numericParser: "string" }),
      defaultSchemas: ["public"],
      excludePattern: "{kysely_*,*.kysely_*,pgboss.*}",
      camelCase: false,
      // db/index.ts parses them as safe integers.
      typeMapping: { int8: "number" },
      overrides,
      typeOnlyImports: true,
      outFile: null,
    });
    await db.destroy();
    return format(types.replace(/^import .*;$/m, '$&\nimport type { Minor } from "./minor.ts";'));
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Column {
  name: string;
  is_nullable: boolean;
  has_default: boolean;
  is_array: boolean;
  checks: string | null;
}

/** CHECKed texts become unions, `*_minor` money. */
async function narrowedColumns(db: Kysely<DB>): Promise<Record<string, RawExpressionNode>> {
  const { rows } = await sql<Column>`
    select format('%s.%s', c.table_name, c.column_name) as name,
      c.is_nullable = 'YES' as is_nullable,
      c.column_default is not null as has_default,
      c.data_type = 'ARRAY' as is_array,
      (select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
        where k.contype = 'c' and k.conrelid = format('%I', c.table_name)::regclass
          and k.conkey = array[c.ordinal_position::smallint]) as checks
    from information_schema.columns c
    where c.table_schema = 'public' and (c.data_type = 'text' or c.column_name like '%\\_minor')`.execute(db);
  return Object.fromEntries(
    rows.flatMap((column) => {
      const isMoney = column.name.endsWith("_minor");
      const list = column.is_array ? "[]" : "";
      const union = isMoney ? `Minor${list}` : unionOf(column.checks ?? "");
      if (union === null) return [];
      const nothing = column.is_nullable ? " | null" : "";
      const given = `${isMoney ? `number${list}` : union}${nothing}`;
      const left = column.has_default || column.is_nullable ? " | undefined" : "";
      const type = `ColumnType<${union}${nothing}, ${given}${left}, ${given}>`;
      return [[column.name, new RawExpressionNode(type)]];
    }),
  );
}

/** From `CHECK ((status = ANY (ARRAY['ACTIVE'::text, …])))`; else null. */
function unionOf(checks: string): string | null {
  const list = /^CHECK \(\(\(?\w+ = ANY \(ARRAY\[([^\]]*)\]\)\)+$/.exec(checks)?.[1];
  const texts = [...(list ?? "").matchAll(/'([^']*)'::text/g)].map((match) => JSON.stringify(match[1]));
  return texts.length > 0 ? texts.join(" | ") : null;
}

function format(source: string): string {
  const biome = installedProgram("@biomejs/biome/bin/biome");
  const args = [biome, "check", "--write", "--stdin-file-path=db/schema.ts"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: projectRoot,
    input: source,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`biome could not format the types: ${stderr}`);
  return stdout;
}

const expected = await typesOfMigrations();
if (process.argv.includes("--verify")) {
  if ((await readFile(schemaFile, "utf8").catch(() => "")) !== expected) {
    process.stderr.write('db/schema.ts does not match the migrations: run "npm run db:types".\n');
    process.exitCode = 1;
  }
} else {
  await writeFile(schemaFile, expected);
}
