import { afterEach, describe, expect } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { writeOff } from "../../app/domain/earnings/debts.server.ts";
import { balanceOnSide } from "../../app/domain/ledger/chart.ts";
import {
  listOwing,
  listPostings,
  owedAndHeld,
  trialBalance,
} from "../../app/domain/ledger/ledger-reports.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { makeOperator } from "../support/money/payout-world.ts";
import {
  accountStatus,
  balancesOf,
  type Creator,
  createCreator,
  createTipWorld,
  earnBefore,
  mature,
  moveAccount,
  payOut,
  payTip,
  type TipWorld,
  tellDispute,
} from "../support/money/tip-world.ts";

let world: TipWorld;
let operator: string;

it.beforeAll(async ({ database }) => {
  await earnBefore(createTipWorld(database.db), "EUR", 1_000_00);
  operator = await makeOperator(createTipWorld(database.db));
});
it.beforeEach(({ database }) => {
  world = createTipWorld(database.db);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

/** Paid out, then charged back. */
async function owing(): Promise<Creator> {
  const creator = await createCreator(world);
  const payment = await payTip(world, creator, { amount: 50_00 });
  await mature(world, 7);
  await payOut(world, creator);
  await tellDispute(world, payment, "LOST");
  return creator;
}

const transfer = (creator: Creator, amount = 50_00) =>
  payTip(world, creator, { amount, type: "INETCASH_OB" });

const writtenOff = (creator: Creator) =>
  writeOff(world, {
    creator_id: creator.id,
    currency: "EUR",
    operator_id: operator,
    reason: "Nothing to get",
  });

describe("a debt that an operator writes off", () => {
  it("a debt that an operator writes off is the platform's loss, once, and its creator is ACTIVE again", async () => {
    const creator = await owing();
    expect(await accountStatus(world, creator)).toBe("CHARGEBACK");
    expect((await listOwing(world.db, 50)).map((row) => [row.creator_id, row.owed_minor])).toContainEqual([
      creator.id,
      50_00,
    ]);
    const answers = await all(many(50), () => writtenOff(creator));
    expect(answers.filter((answer) => answer === "written_off")).toHaveLength(1);
    expect(await balancesOf(world, creator)).toEqual({});
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
    const { entries } = await listAudit(world.db, { subject: `user:${creator.id}` });
    expect(entries.map((entry) => entry.action)).toEqual(["receivable.written_off"]);
    expect(entries[0]?.after).toMatchObject({ reason: "Nothing to get" });
  });

  it("writing off the debt of a locked creator leaves them locked; without a debt nothing happens", async () => {
    const creator = await owing();
    await moveAccount(world, creator.id, ["LOCKED"]);
    expect(await writtenOff(creator)).toBe("written_off");
    expect(await accountStatus(world, creator)).toBe("LOCKED");
    expect(await writtenOff(await createCreator(world))).toBe("nothing_owed");
  });

  it("a debt that its creator repaid comes back to them when its dispute is won, whatever other debt was written off", async () => {
    const creator = await createCreator(world);
    const [a, b] = [await transfer(creator), await transfer(creator)];
    await payOut(world, creator);
    await tellDispute(world, a, "LOST", { ref: "a" });
    expect(await writtenOff(creator)).toBe("written_off");
    await tellDispute(world, b, "LOST", { ref: "b" });
    await transfer(creator);
    await tellDispute(world, b, "WON", { ref: "b" });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
    await tellDispute(world, a, "WON", { ref: "a" });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });

  it("of two debts the older is repaid first: what is written off is of the newer, and is made good when that is won", async () => {
    const creator = await createCreator(world);
    const [older, newer] = [await transfer(creator), await transfer(creator)];
    await payOut(world, creator);
    await tellDispute(world, older, "LOST", { ref: "older" });
    await tellDispute(world, newer, "LOST", { ref: "newer" });
    await transfer(creator, 70_00);
    expect(await writtenOff(creator)).toBe("written_off");
    await tellDispute(world, older, "WON", { ref: "older" });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
    await tellDispute(world, newer, "WON", { ref: "newer" });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 70_00 });
  });
});

describe("the books as a page shows them", () => {
  it("the books as a page shows them have equal sides in each currency, owe no more than they hold, and list all postings of a payment", async () => {
    const creator = await createCreator(world);
    const payment = await payTip(world, creator, { amount: 50_00 });
    const sums = new Map<string, number>();
    for (const { currency, side, balance_minor } of await trialBalance(world.db))
      sums.set(currency, (sums.get(currency) ?? 0) + (side === "DEBIT" ? balance_minor : -balance_minor));
    expect(new Set(sums.values())).toEqual(new Set([0]));
    const { owed_minor, held_minor } = await owedAndHeld(world.db);
    expect(owed_minor).toBeGreaterThanOrEqual(50_00);
    expect(held_minor).toBeGreaterThanOrEqual(owed_minor);
    const postings = await listPostings(world.db, `payment:${payment.id}`);
    expect(postings.map((each) => [each.from, each.to, each.to_owner, each.amount_minor])).toEqual([
      ["psp_clearing", "creator_pending", creator.username, 50_00],
      ["psp_clearing", "service_fee_revenue", "", 5_00],
      ["psp_clearing", "vat_output", "DE", 95],
    ]);
    expect(await listPostings(world.db, "payment:nothing")).toEqual([]);
  });
});

describe("a balance in the trial balance", () => {
  it("a balance in the trial balance is positive on the side where it stands, also when that is not the account's own", () => {
    expect(balanceOnSide({ side: "DEBIT", balance_minor: 20_00 })).toEqual({
      side: "DEBIT",
      amount_minor: 20_00,
      is_opposite: false,
    });
    expect(balanceOnSide({ side: "DEBIT", balance_minor: -20_00 })).toEqual({
      side: "CREDIT",
      amount_minor: 20_00,
      is_opposite: true,
    });
    expect(balanceOnSide({ side: "CREDIT", balance_minor: -1 })).toMatchObject({
      side: "DEBIT",
      is_opposite: true,
    });
    expect(balanceOnSide({ side: "CREDIT", balance_minor: 0 })).toMatchObject({
      amount_minor: 0,
      is_opposite: false,
    });
  });
});
