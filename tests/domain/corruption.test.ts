import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestDatabase } from "../support/database/database.ts";
import { createCheckedWorld } from "../support/money/checked-world.ts";
import { corruptionsTable } from "../support/money/corruptions-table.ts";
import { MONEY_TABLES, OTHER_TABLES, UNNOTICED } from "../support/money/money-columns.ts";
import {
  allColumns,
  moneyPlaces,
  noticedAfter,
  seeded,
  type Tried,
  tryOne,
} from "../support/money/random-corruptions.ts";

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

/** A row of a table, the same each time. */
const one = (table: string, where = "true") =>
  `ctid = (select ctid from ${table} where ${where} order by ctid limit 1)`;

const NAMED: Readonly<Record<string, readonly [check: string, change: string]>> = {
  "an answer of VIES that is turned": ["58-chain-holds", "update vat_id_checks set state = 'VALID'"],
  "an account that is not LOCKED any more": [
    "58-chain-holds",
    `update users set status = 'ACTIVE' where ${one("users", "status = 'LOCKED'")}`,
  ],
  "a creator who is an operator": [
    "58-chain-holds",
    `update users set role = 'ADMIN' where ${one("users", "role = 'CREATOR'")}`,
  ],
  "a past rate": [
    "58-chain-holds",
    `update reference_rates set units_per_euro = units_per_euro * 1.01 where ${one("reference_rates")}`,
  ],
  "a past rate of VAT": [
    "58-chain-holds",
    `update vat_rates set rate_bps = rate_bps + 100 where ${one("vat_rates")}`,
  ],
  "no rates at all": ["58-chain-holds", "delete from reference_rates"],
  "a cancellation that is gone": [
    "27-documents-are-whole",
    `delete from statement_cancellations where ${one("statement_cancellations")}`,
  ],
  "what a cancellation says": [
    "58-chain-holds",
    `update statement_cancellations set facts = facts || '{"reason": "other"}' where ${one("statement_cancellations")}`,
  ],
  "a voucher that matures earlier": [
    "58-chain-holds",
    `update vouchers set matures_at = matures_at - interval '1 hour' where ${one("vouchers", "matures_at is not null")}`,
  ],
  "a voucher that ends a year later": [
    "58-chain-holds",
    `update vouchers set expires_at = expires_at + interval '1 year' where ${one("vouchers", "expires_at is not null")}`,
  ],
  "a way out of suspense by another operator": [
    "58-chain-holds",
    `update suspense_exits set operator_id = (select id from users limit 1) where ${one("suspense_exits")}`,
  ],
  "ways out of suspense that are gone": ["22-suspense-as-posted", "delete from suspense_exits"],
  "a posting of a year earlier": [
    "41-checkpoints-hold",
    `update ledger_transaction set effective_at = effective_at - interval '1 year' where ${one("ledger_transaction")}`,
  ],
  "money that matures a day earlier": [
    "67-causes-as-checked",
    `update tip_allocations set available_at = available_at - interval '1 day'
      where id = (select a.id from tip_allocations a join payments p on p.id = a.payment_id where p.purpose = 'TIP' limit 1)`,
  ],
  "a payout that was paid on another day": [
    "67-causes-as-checked",
    `update payouts set paid_at = paid_at + interval '1 day' where ${one("payouts", "paid_at is not null")}`,
  ],
};

it.each(Object.entries(NAMED))("the nightly check notices %s", async (_what, [check, change]) => {
  expect(await noticedAfter(database.db, change, now)).toContain(check);
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
    expect(/\.(?:deleted|duplicated)$/.test(named) ? named : [...known]).toContain(named);
});

it("the document has each column of a money table: a new one is tried first", async () => {
  const text = await readFile(DOCUMENT, "utf8");
  const { columns } = await moneyPlaces(database.db);
  const rows = new Map(text.split("\n").map((line) => [line.split("|")[1]?.trim(), line.split(/[\s|:;/]+/)]));
  for (const { table, column } of columns) expect(rows.get(table), table).toContain(column);
  for (const [table, free] of Object.entries(MONEY_TABLES))
    for (const column of Object.keys(free)) expect(text).toContain(`\`${table}.${column}\``);
});
