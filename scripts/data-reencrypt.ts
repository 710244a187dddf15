import { createEncryption, createVoucherCodes } from "../app/crypto/crypto.server.ts";
import { reencryptAll } from "../app/domain/reencryption/reencryption.server.ts";
import { readConfig } from "../app/server/config.server.ts";
import { openMediaStore, readSecrets } from "../app/server/data-folder.server.ts";
import { createDatabase } from "../db/index.ts";
import { runCommand } from "./command.ts";
import { commandDataDir, connectToDatabase } from "./connection.ts";

// npm run data:reencrypt [-- --skip-unreadable]: from DATA_KEY_PREVIOUS to DATA_KEY. Exit code 1 for
// undecryptable data.

const SHOWN_IDS = 20;

async function reencrypt(url: string, skip_unreadable: boolean): Promise<void> {
  const config = readConfig(process.env);
  const secrets = readSecrets(config, commandDataDir());
  const db = createDatabase(url, { max: 2, applicationName: "tribute-reencrypt" });
  try {
    const encryption = createEncryption(secrets.dataKey, secrets.previousDataKeys);
    const result = await reencryptAll(
      {
        ...{ db, encryption, media: await openMediaStore(config, commandDataDir()) },
        voucherCodes: createVoucherCodes(encryption, secrets.dataKey, secrets.previousDataKeys),
      },
      { skip_unreadable, report: (where, looked) => process.stdout.write(`${where}: ${looked}\n`) },
    );
    const { unreadable } = result;
    for (const { where, id } of unreadable.slice(0, SHOWN_IDS))
      process.stderr.write(`${where} ${id} opens with none of the keys\n`);
    if (unreadable.length > 0) process.exitCode = 1;
    process.stdout.write(
      result.outcome === "refused"
        ? `Nothing was changed: ${unreadable.length} things open with none of the keys. With the key that is missing in DATA_KEY_PREVIOUS try again, or leave them as they are with --skip-unreadable.\n`
        : `Encrypted anew: ${result.reencrypted}. Had the current key: ${result.current}. Left as they are: ${unreadable.length}.\n`,
    );
  } finally {
    await db.destroy();
  }
}

await runCommand(async () => {
  // The application's role may not change payout data and bank files.
  const settings = ["DATABASE_MIGRATION_URL", "DATABASE_DIRECT_URL", "DATABASE_URL"];
  const connection = await connectToDatabase({ settings });
  try {
    await reencrypt(connection.url, process.argv.includes("--skip-unreadable"));
  } finally {
    await connection.close();
  }
});
