import { randomUUID } from "node:crypto";
import { runMonthlyPayouts } from "../../app/domain/payouts/monthly-run.server.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { createDatabase } from "../../db/index.ts";

// Runs the month's payouts on the database of the first argument, and says how it ended: to be killed on the way.
const [url = ""] = process.argv.slice(2);
const db = createDatabase(url, { max: 2 });
const run = await runMonthlyPayouts({
  ...{ db, clock: () => new Date(), newId: randomUUID },
  rules: defaultSettings.rules,
});
console.log(JSON.stringify(run));
await db.destroy();
