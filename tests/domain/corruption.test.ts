import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { listCorruptions, noticedBy, turnGuardsOff } from "../support/money/corruptions.ts";
import { tellEverything } from "../support/money/whole-world.ts";

// docs/faults.md: CORRUPTIONS=500 npx vitest run --project domain tests/domain/corruption.test.ts
const COUNT = Number(process.env.CORRUPTIONS ?? 60);
const SEED = Number(process.env.CORRUPTION_SEED ?? 1);
/** What docs/faults.md says is not always named: of few, one would be too many. */
const BLIND = /^(?:tips\.creator_id|payments\.charged_currency|ledger_transaction\.cause_part|\w+\.\w+_bps) /;

let database: TestDatabase;
let now: Date;
beforeAll(async () => {
  database = await createTestDatabase();
  const world = await tellEverything(database.db);
  now = world.clock();
  await expectCleanBooks(database.db, now);
  await turnGuardsOff(database.db);
});
afterAll(() => database.drop());

it(`of ${COUNT} rows that are changed, deleted or added behind the product's back the checks name at least 99 in 100 (seed ${SEED})`, async () => {
  const unnoticed: string[] = [];
  const alone = new Set<string | undefined>();
  let done = 0;
  for (let round = SEED; done < COUNT; round += 1) {
    const all = await listCorruptions(database.db, round);
    // Each round begins elsewhere, so that few take from all of them.
    const first = (round * 7919) % all.length;
    for (const corruption of [...all.slice(first), ...all.slice(0, first)]) {
      if (done === COUNT) break;
      const names = await noticedBy(database.db, corruption, now);
      if (names === null) continue;
      done += 1;
      if (names.length === 0 && !(COUNT < 500 && BLIND.test(corruption.what)))
        unnoticed.push(corruption.what);
      if (names.length === 1) alone.add(names[0]);
    }
  }
  if (process.env.CORRUPTIONS)
    process.stdout.write(
      `${done} done, alone: ${[...alone].sort().join(" ")}, unnoticed: ${JSON.stringify(unnoticed, null, 1)}\n`,
    );
  expect(unnoticed.length, unnoticed.join("\n")).toBeLessThanOrEqual(done / 100);
});
