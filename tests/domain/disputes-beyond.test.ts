import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { trialBalance } from "../../app/domain/ledger/ledger.server.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks, ledgerSize } from "../support/database/ledger-checks.ts";
import { makeOperator } from "../support/money/payout-world.ts";
import { byOperator, refund } from "../support/money/refund-world.ts";
import {
  accountStatus,
  balancesOf,
  beginTip,
  type Creator,
  createCreator,
  createTipWorld,
  earnBefore,
  moveAccount,
  paymentOf,
  payTip,
  type TipWorld,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";

// A bank takes back what the fan has had already: that money is gone, and it is the platform's loss, not the creator's.

let database: TestDatabase;
let world: TipWorld;
let creator: Creator;
let operator: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const earning = createTipWorld(database.db);
  for (const currency of ["EUR", "USD"]) await earnBefore(earning, currency, 1_000_00);
  operator = await makeOperator(earning);
});
beforeEach(async () => {
  world = createTipWorld(database.db);
  creator = await createCreator(world);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));
afterAll(() => database.drop());

const standing = async (code: string, currency: string) =>
  (await trialBalance(world.db)).find((row) => row.code === code && row.currency === currency)
    ?.balance_minor ?? 0;

/** How much more stands there after something than before it. */
async function change(codes: readonly string[], currency: string, act: () => Promise<unknown>) {
  const before = await Promise.all(codes.map((code) => standing(code, currency)));
  await act();
  const after = await Promise.all(codes.map((code) => standing(code, currency)));
  return Object.fromEntries(codes.map((code, index) => [code, (after[index] ?? 0) - (before[index] ?? 0)]));
}

const PLATFORM = ["psp_clearing", "chargeback_loss", "service_fee_revenue", "vat_output"];

it("a dispute lost over a payment that was refunded is booked, and given back when it is won after all", async () => {
  const payment = await payTip(world, creator);
  await refund(world, payment, byOperator(operator));
  const lost = await change(PLATFORM, "EUR", () => tellDispute(world, payment, "LOST"));
  const { charged_minor: all } = payment;
  expect(lost).toEqual({ psp_clearing: -all, chargeback_loss: all, service_fee_revenue: 0, vat_output: 0 });
  expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
  expect(await balancesOf(world, creator)).toEqual({});
  expect(await accountStatus(world, creator)).toBe("ACTIVE");
  const size = await ledgerSize(world.db);
  await tellDispute(world, payment, "LOST");
  expect(await ledgerSize(world.db)).toEqual(size);
  const won = await change(PLATFORM, "EUR", () => tellDispute(world, payment, "WON"));
  expect(won).toMatchObject({ psp_clearing: all, chargeback_loss: -all });
  expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
  expect(await balancesOf(world, creator)).toEqual({});
});

it("a dispute that is won at once moves nothing", async () => {
  const payment = await payTip(world, creator);
  await refund(world, payment, byOperator(operator));
  await tellDispute(world, payment, "OPEN");
  expect(await change(PLATFORM, "EUR", () => tellDispute(world, payment, "WON"))).toMatchObject({
    psp_clearing: 0,
    chargeback_loss: 0,
  });
});

it("in a dispute over the whole after a part was refunded, the creator bears the rest, the platform the part", async () => {
  const payment = await payTip(world, creator);
  await refund(world, payment, byOperator(operator), 20_00);
  const back = { service_fee_minor: 2_00, vat_minor: 38 };
  const part = 20_00 + back.service_fee_minor + back.vat_minor;
  const lost = await change(PLATFORM, "EUR", () => tellDispute(world, payment, "LOST"));
  expect(lost).toMatchObject({ psp_clearing: -payment.charged_minor, chargeback_loss: part });
  expect(await balancesOf(world, creator)).toEqual({});
});

it("a disputed payment that was charged in another currency is lost in that currency", async () => {
  const payment = await payTip(world, creator, { payIn: "USD" });
  await refund(world, payment, byOperator(operator));
  const { charged_minor: all } = payment;
  const lost = await change(PLATFORM, "USD", () => tellDispute(world, payment, "LOST"));
  expect(lost).toMatchObject({ psp_clearing: -all, chargeback_loss: all });
});

it("a second dispute over the same money takes it once", async () => {
  const payment = await payTip(world, creator);
  await tellDispute(world, payment, "LOST");
  const codes = ["psp_clearing", "chargeback_loss"];
  const again = await change(codes, "EUR", () => tellDispute(world, payment, "LOST", { ref: "dispute-2" }));
  expect(again).toEqual({ psp_clearing: 0, chargeback_loss: 0 });
});

it("disputed money that was credited to nobody is taken out of suspense, and no fee with it", async () => {
  const payment = await beginTip(world, creator);
  await moveAccount(world, creator.id, ["LOCKED"]);
  expect(await tell(world, payment, { state: "PAID" })).toBe("refunding_receiver_cannot_receive");
  const { charged_minor: all } = await paymentOf(world, payment.id);
  const lost = await change([...PLATFORM, "suspense"], "EUR", () => tellDispute(world, payment, "LOST"));
  expect(lost).toEqual({
    ...{ psp_clearing: -all, suspense: -all },
    ...{ chargeback_loss: 0, service_fee_revenue: 0, vat_output: 0 },
  });
  expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
});
