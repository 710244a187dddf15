import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { generate, PostgresDialect } from "kysely-codegen";
import { startEmbedded } from "../db/embedded.ts";
import { createDatabase } from "../db/index.ts";
import { migrateToLatest } from "../db/migrate.ts";
import { installedProgram, projectRoot } from "./project.ts";

// Writes db/schema.ts, the types of the tables, from a throw-away database with every migration.
// With --verify it writes nothing and fails when the file is not what it would write.

const schemaFile = path.join(projectRoot, "db", "schema.ts");

async function typesOfMigrations(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "tribute-types-"));
  const embedded = await startEmbedded({ dataDir, settings: { fsync: "off" } });
  try {
    await migrateToLatest(embedded.url);
    const db = createDatabase(embedded.url);
    const types = await generate({
      db,
      dialect: new PostgresDialect({ dateParser: "string", numericParser: "string" }),
      defaultSchemas: ["public"],
      // The tables of the tools belong to the tools.
      excludePattern: "{kysely_*,*.kysely_*,pgboss.*}",
      camelCase: false,
      // As db/index.ts parses them: whole numbers that JavaScript holds exactly.
      typeMapping: { int8: "number" },
      typeOnlyImports: true,
      outFile: null,
    });
    await db.destroy();
    return format(types);
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
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
