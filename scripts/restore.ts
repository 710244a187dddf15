import path from "node:path";
import { ConfigError, readConfig } from "../app/config.server.ts";
import { keepSecret, openMediaStore } from "../app/data-folder.server.ts";
import { checkLedger } from "../app/domain/ledger/ledger-checks.server.ts";
import { EmbeddedDatabaseError } from "../db/embedded.ts";
import { createDatabase } from "../db/index.ts";
import { DatabaseUnusableError } from "../db/require-database.ts";
import { BackupError } from "./backup/archive.ts";
import { load } from "./backup/load.ts";
import { commandDataDir, connectToDatabase } from "./connection.ts";
import { projectRoot } from "./project.ts";

// Restores a backup into an empty database and the storage of the settings, while no Tribute runs on them:
// npm run restore -- FILE. Ends with the checks of the books; exit code 1 when one of them finds anything.

async function restore(file: string): Promise<void> {
  const config = readConfig(process.env);
  const dataDir = commandDataDir();
  const settings = ["DATABASE_MIGRATION_URL", "DATABASE_URL"];
  const connection = await connectToDatabase({ settings, makes_new: true });
  try {
    const { url } = connection;
    const target = {
      url,
      applicationUrl: config.DATABASE_URL ?? url,
      media: await openMediaStore(config, dataDir),
    };
    const counts = await load(file, target);
    if (counts.secret !== null && !config.APP_SECRET) keepSecret(dataDir, counts.secret);
    process.stdout.write(
      `${counts.rows} rows and ${counts.files} files of ${counts.made_at} are restored.\n`,
    );
    await checkBooks(url);
  } finally {
    await connection.close();
  }
}

async function checkBooks(url: string): Promise<void> {
  const db = createDatabase(url, { max: 2, applicationName: "tribute-restore" });
  try {
    const checks = await checkLedger(db, new Date(), path.join(projectRoot, "db", "checks"));
    for (const { name, rows } of checks) {
      process.stdout.write(rows.length === 0 ? `ok    ${name}\n` : `FAIL  ${name}: ${rows.length} rows\n`);
      if (rows.length > 0) process.exitCode = 1;
    }
  } finally {
    await db.destroy();
  }
}

try {
  const [file] = process.argv.slice(2);
  if (!file) throw new BackupError("Say what: npm run restore -- FILE");
  await restore(file);
} catch (error) {
  const isExpected = [BackupError, ConfigError, EmbeddedDatabaseError, DatabaseUnusableError].some(
    (kind) => error instanceof kind,
  );
  if (!isExpected || !(error instanceof Error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
