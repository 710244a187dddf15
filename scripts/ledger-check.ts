import path from "node:path";
import { checkBooks } from "../app/domain/ledger/ledger-checks.server.ts";
import { createDatabase } from "../db/index.ts";
import { runCommand } from "./command.ts";
import { connectToDatabase } from "./connection.ts";
import { projectRoot } from "./project.ts";

// Runs the checks of the books on the database of the configuration, beside a running Tribute if there is one. Prints
// a line a check as soon as it is done; exit code 1 when one of them finds anything.

const SHOWN_ROWS = 20;

async function check(url: string): Promise<boolean> {
  const db = createDatabase(url, { max: 2, applicationName: "tribute-ledger-check" });
  try {
    let done = 0;
    const begun = new Map<string, number>();
    const { results, transactions_count } = await checkBooks(db, {
      extent: "FULL",
      now: new Date(),
      folder: path.join(projectRoot, "db", "checks"),
      onBegin: (name) => begun.set(name, performance.now()),
      onResult: ({ name, rows }, of) => {
        done += 1;
        const ms = performance.now() - (begun.get(name) ?? 0);
        const found = rows.length === 0 ? `ok    ${name}` : `FAIL  ${name}: ${rows.length} rows`;
        process.stdout.write(`${found} (${done} of ${of}, ${(ms / 1000).toFixed(1)} s)\n`);
        for (const row of rows.slice(0, SHOWN_ROWS)) process.stdout.write(`      ${JSON.stringify(row)}\n`);
      },
    });
    process.stdout.write(`${transactions_count} ledger transactions were checked\n`);
    return results.every(({ rows }) => rows.length === 0);
  } finally {
    await db.destroy();
  }
}

await runCommand(async () => {
  const connection = await connectToDatabase();
  try {
    if (!(await check(connection.url))) process.exitCode = 1;
  } finally {
    await connection.close();
  }
});
