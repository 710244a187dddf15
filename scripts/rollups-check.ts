import { checkRollups, rebuildRollups } from "../app/domain/rollups/check-rollups.server.ts";
import { createDatabase } from "../db/index.ts";
import { runCommand } from "./command.ts";
import { connectToDatabase } from "./connection.ts";

// Exit code 1 for a difference. --rebuild recomputes first, while settling tips wait.

const SHOWN_ROWS = 20;

async function check(url: string, rebuilds: boolean): Promise<boolean> {
  const db = createDatabase(url, { max: 2, applicationName: "tribute-rollups-check" });
  try {
    if (rebuilds) {
      await db.transaction().execute((trx) => rebuildRollups(trx, new Date()));
      process.stdout.write("The roll-ups are made anew.\n");
    }
    const faults = await checkRollups(db);
    for (const { table, fault, row } of faults.slice(0, SHOWN_ROWS))
      process.stdout.write(`FAIL  ${table}, ${fault}: ${JSON.stringify(row)}\n`);
    process.stdout.write(
      faults.length === 0
        ? "ok    the roll-ups are what the tips come to\n"
        : `${faults.length} rows differ; npm run rollups:check -- --rebuild makes them anew\n`,
    );
    return faults.length === 0;
  } finally {
    await db.destroy();
  }
}

await runCommand(async () => {
  const connection = await connectToDatabase();
  try {
    if (!(await check(connection.url, process.argv.includes("--rebuild")))) process.exitCode = 1;
  } finally {
    await connection.close();
  }
});
