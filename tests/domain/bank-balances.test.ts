import { expect } from "vitest";
import { trialBalance } from "../../app/domain/ledger/ledger-reports.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { listBankBalances } from "../../app/domain/payouts/bank-statements/bank-queries.server.ts";
import { takeStatements } from "../../app/domain/payouts/bank-statements/statement-import.server.ts";
import { insertSettled } from "../../db/seeds/paid-out.ts";
import { test as it } from "../support/domain-test.ts";
import { camt } from "../support/money/camt.ts";
import { makeOperator, OUR_ACCOUNT, type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import { createTipWorld, earnBefore } from "../support/money/tip-world.ts";

let world: PayoutWorld;
let operator_id: string;

it.beforeAll(async ({ database }) => {
  world = withPayouts(createTipWorld(database.db));
  await earnBefore(world, "EUR", 20_000_00);
  operator_id = await makeOperator(world);
  const settled = { provider: "scripted", gross_minor: minor(90_00), fee_minor: minor(0), currency: "EUR" };
  await database.db
    .transaction()
    .execute((trx) => insertSettled(trx, world, { ...settled, operator_id, at: world.clock() }));
});

it("the bank's last word about what it holds stands beside the books, and how far the two are apart", async () => {
  expect(await listBankBalances(world.db)).toEqual([]);
  for (const [day, opening, amount] of [
    [2, 110_00, "-3.00"],
    [1, 100_00, "10.00"],
  ] as const) {
    const rows = [{ amount, words: `Row ${day}` }];
    const bytes = camt({ id: `balance-${day}`, opening, sequence: day, rows, day: `2026-11-0${day}` });
    expect(await takeStatements(world, { operator_id, bytes, account: OUR_ACCOUNT })).toMatchObject({
      outcome: "taken",
    });
  }
  const books = (await trialBalance(world.db)).find(
    ({ code, currency }) => code === "bank" && currency === "EUR",
  );
  const booked_minor = books?.balance_minor ?? 0;
  // The later day counts, in whichever order the two were imported; nothing is posted by either.
  expect(await listBankBalances(world.db)).toEqual([
    {
      ...{ currency: "EUR", closing_minor: 107_00, closing_on: "2026-11-02" },
      ...{ booked_minor, apart_minor: 107_00 - booked_minor, is_agreed: false },
      // What the provider has said that it sent is on its way.
      ...{ least_minor: -93_00, most_minor: 10_00 },
    },
  ]);
  expect(booked_minor).not.toBe(0);
});
