import { readFile } from "node:fs/promises";
import path from "node:path";
import { ConfigError, readConfig } from "../app/config.server.ts";
import { openMediaStore, readSecrets } from "../app/data-folder.server.ts";
import { EmbeddedDatabaseError } from "../db/embedded.ts";
import { DatabaseUnusableError } from "../db/require-database.ts";
import { BackupError, createBackupFile } from "./backup/archive.ts";
import { dump } from "./backup/dump.ts";
import { commandDataDir, connectToDatabase } from "./connection.ts";
import { projectRoot } from "./project.ts";

// Backs up database, pictures and documents into one file, beside a running Tribute or on its own:
// npm run backup -- FILE. The settings' secrets are not in it; the secret that a demo made for itself is.

async function backUp(file: string): Promise<void> {
  const config = readConfig(process.env);
  const { version } = JSON.parse(await readFile(path.join(projectRoot, "package.json"), "utf8"));
  const connection = await connectToDatabase({ settings: ["DATABASE_MIGRATION_URL", "DATABASE_URL"] });
  try {
    const writer = await createBackupFile(file);
    try {
      const media = await openMediaStore(config, commandDataDir());
      const counts = await dump(connection.url, media, writer, { version: String(version), now: new Date() });
      if (config.mode === "demo" && !config.APP_SECRET)
        await writer.mark({ mark: "secret", secret: readSecrets(config, commandDataDir()).appSecret });
      await writer.complete();
      process.stdout.write(`${counts.rows} rows and ${counts.files} files are in ${file}.\n`);
    } catch (error) {
      await writer.discard();
      throw error;
    }
  } finally {
    await connection.close();
  }
}

try {
  const [file] = process.argv.slice(2);
  if (!file) throw new BackupError("Say where to: npm run backup -- FILE");
  await backUp(file);
} catch (error) {
  const isExpected = [BackupError, ConfigError, EmbeddedDatabaseError, DatabaseUnusableError].some(
    (kind) => error instanceof kind,
  );
  if (!isExpected || !(error instanceof Error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
