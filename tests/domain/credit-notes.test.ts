import type { Kysely } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { issueCreditNotes } from "../../app/domain/payouts/payouts.server.ts";
import { leftAfter, listReceiptRefunds } from "../../app/domain/tips/tips.server.ts";
import { findAnyReceipt } from "../../app/domain/vouchers/vouchers.server.ts";
import type { DB } from "../../db/schema.ts";
import { all, many } from "../support/database/at-once.ts";
import { connectAgain, createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks, faultsIn } from "../support/database/ledger-checks.ts";
import { askRefund, by, refund } from "../support/money/refund-world.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  payTip,
  type TipWorld,
} from "../support/money/tip-world.ts";
import { askVoucherBack } from "../support/money/voucher-story.ts";
import { buyVoucher } from "../support/money/vouchers.ts";

let database: TestDatabase;
/** Another instance of the product on the same database. */
let second: Kysely<DB>;
let world: TipWorld;
let creator: Creator;

beforeAll(async () => {
  database = await createTestDatabase();
  second = connectAgain(database.url);
});
beforeEach(async () => {
  world = createTipWorld(database.db);
  creator = await createCreator(world);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));
afterAll(async () => {
  await second.destroy();
  await database.drop();
});

const numbersOf = async (paymentId: string) =>
  (await listReceiptRefunds(world.db, paymentId)).map(({ credit_note }) => credit_note?.number ?? null);

it("a receipt names each part that went back, with what is left and its credit note, and no refund that failed", async () => {
  const payment = await payTip(world, creator, { amount: 50_00 });
  await refund(world, payment, by(creator), 20_00);
  world.provider.refundsBecome("FAILED");
  await refund(world, payment, by(creator), 5_00);
  world.provider.refundsBecome("DONE");
  await askRefund(world, payment, by(creator), 10_00);
  await issueCreditNotes(world);
  const receipt = await findAnyReceipt(world.db, payment.id, world.clock());
  const refunds = receipt?.refunds ?? [];
  expect(refunds).toMatchObject([
    { is_done: true, tip_minor: 20_00, service_fee_minor: 2_00, vat_minor: 38, charged_minor: 22_38 },
    { is_done: false, tip_minor: 10_00, service_fee_minor: 1_00, vat_minor: 19, credit_note: null },
  ]);
  expect(refunds[0]?.credit_note?.number).toBeGreaterThan(0);
  expect(leftAfter(payment, refunds)).toBe(55_95 - 22_38 - 11_19);
});

it("credit notes are numbered without gaps in the order of their refunds, once, whoever issues them at the same time", async () => {
  const payment = await payTip(world, creator, { amount: 50_00 });
  for (const amount of [10_00, 10_00, 30_00]) await refund(world, payment, by(creator), amount);
  const issued = await all(many(10), (index) =>
    issueCreditNotes({ ...world, db: index % 2 === 0 ? world.db : second }),
  );
  expect(issued.reduce((sum, each) => sum + each, 0)).toBe(3);
  const [first = 0] = (await numbersOf(payment.id)).filter((number) => number !== null);
  expect(await numbersOf(payment.id)).toEqual([first, first + 1, first + 2]);
  expect(await issueCreditNotes(world)).toBe(0);
});

it("a fee without VAT has no credit note; a voucher that was withdrawn from has one", async () => {
  const abroad = await payTip(world, creator, { amount: 50_00, country: "US" });
  await refund(world, abroad, by(creator));
  const bought = await buyVoucher(world);
  await askVoucherBack(world, bought, { role: "BUYER" });
  await issueCreditNotes(world);
  expect(await numbersOf(bought.payment.id)).toEqual([null]);
  expect(await numbersOf(abroad.id)).toEqual([null]);
  const tip = await payTip(world, creator, { amount: 50_00 });
  await refund(world, tip, by(creator));
  await issueCreditNotes(world);
  expect(await numbersOf(tip.id)).toEqual([expect.any(Number)]);
});

it("credit notes stay as they are, and a number that was left out is a fault", async () => {
  const payment = await payTip(world, creator, { amount: 50_00 });
  await refund(world, payment, by(creator));
  await issueCreditNotes(world);
  const change = world.db.updateTable("credit_notes").set({ number: 1000 });
  await expect(change.execute()).rejects.toThrow(/append-only/);
  expect(await faultsIn(world.db, world.clock())).toEqual({});
});
