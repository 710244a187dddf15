import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestDatabase } from "../support/database/database.ts";
import { createCheckedWorld } from "../support/money/checked-world.ts";
import { corruptionsTable } from "../support/money/corruptions-table.ts";
import { MONEY_TABLES, OTHER_TABLES, UNNOTICED } from "../support/money/money-columns.ts";
import { allColumns, moneyPlaces, seeded, type Tried, tryOne } from "../support/money/random-corruptions.ts";

// `npm run ledger:corruptions -- --count 1000 --seed 1,2,3` writes docs/corruptions.md.
const { CORRUPTIONS, CORRUPTION_SEEDS = "1" } = process.env;
const COUNT = Number(CORRUPTIONS ?? 60);
const SEEDS = CORRUPTION_SEEDS.split(",").map(Number);
const DOCUMENT = "docs/corruptions.md";

let database: TestDatabase;
let now: Date;
beforeAll(async () => {
  ({ database, now } = await createCheckedWorld());
});
afterAll(() => database.drop());

it(`the nightly check notices ${COUNT} random corruptions of money tables with each of the seeds ${CORRUPTION_SEEDS}`, async () => {
  const tried: Tried[] = [];
  const places = await moneyPlaces(database.db);
  for (const seed of SEEDS) {
    const random = seeded(seed);
    for (let done = 0; done < COUNT; ) {
      const one = await tryOne(database.db, places, random, now);
      if (!one) continue;
      done += 1;
      tried.push(one);
    }
  }
  const unnoticed = tried.filter(({ noticed_by }) => noticed_by.length === 0);
  const table = corruptionsTable(places, tried, SEEDS);
  if (CORRUPTIONS) {
    process.stdout.write(`${table}\n${unnoticed.map((each) => JSON.stringify(each)).join("\n")}\n`);
    await expect(table).toMatchFileSnapshot(`../../${DOCUMENT}`);
  }
  const unnamed = unnoticed.filter(({ table: of, place }) => !(`${of}.${place}` in UNNOTICED));
  expect(unnamed).toEqual([]);
  expect(unnoticed.length).toBeLessThanOrEqual(Math.max(1, tried.length / 100));
});

it("each table counts as money or has a reason why it does not, and what is left out is there", async () => {
  const columns = await allColumns(database.db);
  const tables = new Set(columns.map(({ table }) => table));
  expect([...tables].sort()).toEqual(
    [...Object.keys(MONEY_TABLES), ...Object.values(OTHER_TABLES).flat()].sort(),
  );
  const known = new Set(columns.map(({ table, column }) => `${table}.${column}`));
  for (const [table, free] of Object.entries(MONEY_TABLES))
    for (const column of Object.keys(free)) expect(known).toContain(`${table}.${column}`);
  for (const named of Object.keys(UNNOTICED))
    expect(named.endsWith(".deleted") ? named : [...known]).toContain(named);
});

it("the document has each column of a money table: a new one is tried first", async () => {
  const { readFile } = await import("node:fs/promises");
  const text = await readFile(DOCUMENT, "utf8");
  const { columns } = await moneyPlaces(database.db);
  for (const { table, column } of columns) expect(text).toContain(`| ${table}.${column} |`);
  for (const [table, free] of Object.entries(MONEY_TABLES))
    for (const column of Object.keys(free)) expect(text).toContain(`\`${table}.${column}\``);
});
