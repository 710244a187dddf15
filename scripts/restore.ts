import path from "node:path";
import { checkLedger } from "../app/domain/ledger/ledger-checks.server.ts";
import { keepSecret } from "../app/server/data-folder.server.ts";
import { createDatabase } from "../db/index.ts";
import { load } from "./backup/load.ts";
import { givenFile, withPlaces } from "./backup/places.ts";
import { runCommand } from "./command.ts";
import { projectRoot } from "./project.ts";

// npm run restore -- FILE, into an empty database without a running Tribute. Checks the books; exit code 1
// with findings.

await runCommand(async () => {
  const file = givenFile("Say what: npm run restore -- FILE");
  await withPlaces({ makes_new: true }, async ({ config, dataDir, url, media }) => {
    const counts = await load(file, { url, media, applicationUrl: config.DATABASE_URL ?? url });
    if (counts.secret !== null && !config.APP_SECRET) keepSecret(dataDir, counts.secret);
    process.stdout.write(
      `${counts.rows} rows and ${counts.files} files of ${counts.made_at} are restored.\n`,
    );
    await checkBooks(url);
  });
});

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
