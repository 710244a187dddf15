import path from "node:path";
import { checkLedger } from "../app/domain/ledger/ledger-checks.server.ts";
import { EmbeddedDatabaseError } from "../db/embedded.ts";
import { createDatabase } from "../db/index.ts";
import { DatabaseUnusableError } from "../db/require-database.ts";
import { connectToDatabase } from "./connection.ts";
import { projectRoot } from "./project.ts";

// Runs the checks of the books on the database of the configuration, beside a running Tribute if there is one. Prints
// a line a check; exit code 1 when one of them finds anything.

const SHOWN_ROWS = 20;

async function check(url: string): Promise<boolean> {
  const db = createDatabase(url, { max: 2, applicationName: "tribute-ledger-check" });
  try {
    const checks = await checkLedger(db, new Date(), path.join(projectRoot, "db", "checks"));
    for (const { name, rows } of checks) {
      process.stdout.write(rows.length === 0 ? `ok    ${name}\n` : `FAIL  ${name}: ${rows.length} rows\n`);
      for (const row of rows.slice(0, SHOWN_ROWS)) process.stdout.write(`      ${JSON.stringify(row)}\n`);
    }
    return checks.every(({ rows }) => rows.length === 0);
  } finally {
    await db.destroy();
  }
}

try {
  const connection = await connectToDatabase();
  try {
    if (!(await check(connection.url))) process.exitCode = 1;
  } finally {
    await connection.close();
  }
} catch (error) {
  if (!(error instanceof EmbeddedDatabaseError || error instanceof DatabaseUnusableError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
