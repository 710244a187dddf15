import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runMonthlyPayouts } from "../../app/domain/payouts/monthly-run.server.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { faultsIn } from "../support/database/ledger-checks.ts";
import { eventually } from "../support/eventually.ts";
import { AVAILABLE_MINOR, insertPayableCreators } from "../support/money/payable-creators.ts";

const CREATORS = 12_000;
const KILLS = 3;
const worker = path.resolve(import.meta.dirname, "monthly-run-worker.ts");

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertPayableCreators(database.db, CREATORS, new Date());
});
afterAll(() => database.drop());

async function payouts(): Promise<{ count: number; creators: number; sum: number }> {
  return await database.db
    .selectFrom("payouts")
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      eb.fn.count<number>("creator_id").distinct().as("creators"),
      eb.fn.coalesce(eb.fn.sum<number>("amount_minor"), eb.val(0)).as("sum"),
    ])
    .executeTakeFirstOrThrow();
}

it("the monthly run, killed again and again while it works, pays everybody once", async () => {
  let cutShort = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = (await payouts()).count;
    const child = spawn(process.execPath, [worker, database.url], { stdio: ["ignore", "pipe", "inherit"] });
    const exited = once(child, "exit");
    await eventually("it pays", async () => child.exitCode !== null || (await payouts()).count > before);
    child.kill("SIGKILL");
    await exited;
    if ((await payouts()).count < CREATORS) cutShort += 1;
  }
  expect(cutShort, "kills that came on the way").toBeGreaterThanOrEqual(1);
  const services = {
    ...{ db: database.db, clock: () => new Date(), newId: randomUUID },
    rules: defaultSettings.rules,
  };
  expect((await runMonthlyPayouts(services)).outcome).toBe("done");
  expect((await runMonthlyPayouts(services)).outcome).toBe("done_before");
  const { count, creators, sum } = await payouts();
  expect([count, creators, Number(sum)]).toEqual([CREATORS, CREATORS, CREATORS * AVAILABLE_MINOR]);
  // The roll-ups count nothing of tips that were made by SQL.
  expect(await faultsIn(database.db, new Date())).toEqual({});
});
