import { v7 as uuidv7 } from "uuid";
import { MONEY_MODELS } from "../app/domain/users/money-model.schema.ts";
import { moveAll } from "../app/domain/users/money-model.server.ts";
import { createJobs } from "../app/jobs/jobs.server.ts";
import { createDatabase } from "../db/index.ts";
import { OperatorError } from "../db/operator-error.ts";
import { runCommand } from "./command.ts";
import { connectToDatabase } from "./connection.ts";

// npm run money:direct moves creators with an account that takes payments, money:held all back, for new
// payments (docs/operations.md, Money models). Exit code 1 where one stays.

async function move(url: string, named: string): Promise<boolean> {
  const model = MONEY_MODELS.find((each) => each.toLowerCase() === named);
  if (!model) throw new OperatorError("Say the money model: npm run money:direct, or npm run money:held");
  const db = createDatabase(url, { max: 2, applicationName: "tribute-money-model" });
  try {
    const { done, failed, left } = await moveAll(
      { db, clock: () => new Date(), newId: uuidv7, jobs: createJobs(db) },
      model,
    );
    for (const { key, error } of failed) process.stdout.write(`FAIL  ${key}: ${error}\n`);
    process.stdout.write(
      `${done} creators moved to ${named}; ${left} stay, without an account that takes payments.\n`,
    );
    return failed.length === 0;
  } finally {
    await db.destroy();
  }
}

await runCommand(async () => {
  const connection = await connectToDatabase();
  try {
    if (!(await move(connection.url, process.argv[2] ?? ""))) process.exitCode = 1;
  } finally {
    await connection.close();
  }
});
