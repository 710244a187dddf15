import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks, ledgerSize } from "../support/database/ledger-checks.ts";
import { movedBy } from "../support/money/settlement-files.ts";
import { stuckMoney } from "../support/money/suspense-world.ts";
import {
  accountStatus,
  balancesOf,
  beginTip,
  type Creator,
  createCreator,
  createTipWorld,
  earnBefore,
  paymentOf,
  payTip,
  type TipWorld,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";

// docs/money.md, 5: what a provider tells late, otherwise than before, or of no money at all.

let database: TestDatabase;
let world: TipWorld;
let creator: Creator;

beforeAll(async () => {
  database = await createTestDatabase();
  await earnBefore(createTipWorld(database.db), "EUR", 1_000_00);
});
beforeEach(async () => {
  world = createTipWorld(database.db);
  creator = await createCreator(world);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));
afterAll(() => database.drop());

const amounts = async (paymentId: string) =>
  await world.db
    .selectFrom("disputes")
    .select(["status", "amount_minor", "charged_minor"])
    .where("payment_id", "=", paymentId)
    .executeTakeFirstOrThrow();

describe("a dispute that ends over more than it was opened for", () => {
  it("takes what it named last, of the creator and of our fee, and no more than was paid", async () => {
    const payment = await payTip(world, creator, { amount: 50_00 });
    await tellDispute(world, payment, "OPEN", { amount: 20_00 });
    const before = await balancesOf(world, creator);
    expect(before.creator_dispute_hold).toBeLessThan(20_00);
    const moved = await movedBy(world, () => tellDispute(world, payment, "LOST", { amount: 40_00 }));
    expect(moved).toEqual({ "psp_clearing EUR": -40_00 });
    expect(await amounts(payment.id)).toEqual({ status: "LOST", amount_minor: 40_00, charged_minor: 40_00 });
    const again = await ledgerSize(world.db);
    await tellDispute(world, payment, "LOST", { amount: 40_00 });
    expect(await ledgerSize(world.db)).toEqual(again);
  });

  it("takes the rest when it names more after it was lost, and all of it comes back when it is won after all", async () => {
    const payment = await payTip(world, creator, { amount: 50_00 });
    const paid = await balancesOf(world, creator);
    await tellDispute(world, payment, "OPEN", { amount: 20_00 });
    await tellDispute(world, payment, "LOST", { amount: 20_00 });
    const moved = await movedBy(world, () => tellDispute(world, payment, "LOST", { amount: 30_00 }));
    expect(moved).toEqual({ "psp_clearing EUR": -10_00 });
    expect(await movedBy(world, () => tellDispute(world, payment, "WON", { amount: 30_00 }))).toEqual({
      "psp_clearing EUR": 30_00,
    });
    expect(await balancesOf(world, creator)).toEqual(paid);
  });

  it("holds more while it is open, and gives all of it back when it is won", async () => {
    const payment = await payTip(world, creator, { amount: 50_00 });
    const paid = await balancesOf(world, creator);
    await tellDispute(world, payment, "OPEN", { amount: 20_00 });
    await tellDispute(world, payment, "OPEN", { amount: payment.charged_minor });
    expect(await balancesOf(world, creator)).toEqual({ creator_dispute_hold: 50_00 });
    await tellDispute(world, payment, "WON", { amount: payment.charged_minor });
    expect(await balancesOf(world, creator)).toEqual(paid);
  });

  it("that names more than was paid takes all that was paid, and less than before changes nothing", async () => {
    const payment = await payTip(world, creator, { amount: 50_00 });
    await tellDispute(world, payment, "OPEN", { amount: 20_00 });
    await tellDispute(world, payment, "OPEN", { amount: 10_00 });
    expect(await amounts(payment.id)).toMatchObject({ amount_minor: 20_00 });
    const lost = { amount: payment.charged_minor + 9_00 };
    expect(await movedBy(world, () => tellDispute(world, payment, "LOST", lost))).toEqual({
      "psp_clearing EUR": -payment.charged_minor,
    });
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
  });
});

describe("money that fits nothing", () => {
  it("stays what it is by a refund of nothing", async () => {
    const payment = await stuckMoney(world);
    const size = await ledgerSize(world.db);
    const refunds = [{ refundId: "nothing", state: "DONE" as const, amountMinor: 0 }];
    await tell(world, payment, { refunds });
    expect(await ledgerSize(world.db)).toEqual(size);
  });
});

describe("news of no money", () => {
  it("a payment of nothing is not paid, a later one of all is", async () => {
    const payment = await beginTip(world, creator, { amount: 50_00 });
    const size = await ledgerSize(world.db);
    expect(await tell(world, payment, { state: "PAID", amountMinor: 0 })).toBe("no_amount");
    expect(await ledgerSize(world.db)).toEqual(size);
    expect((await paymentOf(world, payment.id)).status).not.toBe("SUCCESS");
    await tell(world, payment, { state: "PAID", amountMinor: payment.charged_minor });
    expect((await paymentOf(world, payment.id)).status).toBe("SUCCESS");
  });

  it("a refund of nothing and a dispute about nothing leave no trace", async () => {
    const payment = await payTip(world, creator, { amount: 50_00 });
    const size = await ledgerSize(world.db);
    const refunds = [{ refundId: "nothing", state: "DONE" as const, amountMinor: 0 }];
    expect(await tell(world, payment, { refunds })).toBe("unchanged");
    expect(await tellDispute(world, payment, "OPEN", { amount: 0 })).toBe("unchanged");
    expect(await tellDispute(world, payment, "LOST", { amount: 0 })).toBe("unchanged");
    expect(await ledgerSize(world.db)).toEqual(size);
    const disputes = world.db.selectFrom("disputes").select("id").where("payment_id", "=", payment.id);
    expect(await disputes.execute()).toEqual([]);
  });

  it("a dispute that is known ends as it is told, over what it named, when its end names no amount", async () => {
    const payment = await payTip(world, creator, { amount: 50_00 });
    await tellDispute(world, payment, "OPEN", { amount: 20_00 });
    expect(await tellDispute(world, payment, "LOST", { amount: 0 })).toBe("dispute_lost");
    expect(await amounts(payment.id)).toEqual({ status: "LOST", amount_minor: 20_00, charged_minor: 20_00 });
  });
});
