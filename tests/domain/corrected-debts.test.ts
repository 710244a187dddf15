import { afterEach, describe, expect } from "vitest";
import { correct, reverseCorrection } from "../../app/domain/corrections/corrections.server.ts";
import { writeOff } from "../../app/domain/earnings/debts.server.ts";
import { findCorrectionKind } from "../../app/domain/ledger/rules/correction-posting-rules.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import {
  acceptPayoutData,
  approveAbout,
  earn,
  makeOperator,
  type PayoutWorld,
  withPayouts,
} from "../support/money/payout-world.ts";
import {
  accountStatus,
  balancesOf,
  type Creator,
  createCreator,
  createTipWorld,
  earnBefore,
  payOut,
  payTip,
  tellDispute,
} from "../support/money/tip-world.ts";

// Correcting entries about what a creator owes, taken back after all (docs/product.md, 4.8).

let world: PayoutWorld;
let maker: string;
let checker: string;

it.beforeEach(async ({ database }) => {
  world = { ...withPayouts(createTipWorld(database.db)), second_operator_from_minor: 1_000_00 };
  await earnBefore(world, "EUR", 1_000_00);
  [maker, checker] = [await makeOperator(world), await makeOperator(world)];
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

/** An entry to a creator's account, approved by another operator; returns its id. */
async function post(debit: string, credit: string, creator: Creator, amount: number): Promise<string> {
  const kind = findCorrectionKind({ debit, credit });
  if (!kind) throw new Error(`no correcting entry goes from ${debit} to ${credit}`);
  const correction_id = world.newId();
  await correct(world, {
    ...{ correction_id, kind, owner: creator.username, currency: "EUR", amount_minor: minor(amount) },
    ...{ reference: "GLS 4711/26", reason: "as the bank says", operator_id: maker },
  });
  expect(await approveAbout(world, `correction:${correction_id}`, checker)).toBe("approved");
  return correction_id;
}

async function takeBack(correction_id: string) {
  const asked = await reverseCorrection(world, { correction_id, operator_id: maker, reason: "not ours" });
  return asked === "waiting" ? await approveAbout(world, `correction:${correction_id}`, checker) : asked;
}

const giveUp = (creator: Creator) =>
  writeOff(world, { creator_id: creator.id, currency: "EUR", operator_id: maker, reason: "gone" });

/** Owes 20.00 after a lost dispute about money that was paid out. */
async function owing() {
  const creator = await createCreator(world);
  await acceptPayoutData(world, creator);
  const payment = await payTip(world, creator, { amount: 20_00, type: "INETCASH_OB" });
  await payOut(world, creator);
  await tellDispute(world, payment, "LOST");
  return { creator, payment };
}

describe("a debt paid by transfer, whose dispute is won and whose payment is then taken back", () => {
  it("is repaid at once from what the dispute brought", async () => {
    const { creator, payment } = await owing();
    const paid = await post("bank", "creator_receivable", creator, 20_00);
    await tellDispute(world, payment, "WON");
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 20_00 });
    expect(await takeBack(paid)).toBe("approved");
    expect(await balancesOf(world, creator)).toEqual({});
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
  });

  it("is a debt that may be given up where that money is gone by then, and the dispute's next end recovers nothing of it", async () => {
    const { creator, payment } = await owing();
    const paid = await post("bank", "creator_receivable", creator, 20_00);
    await tellDispute(world, payment, "WON");
    await payOut(world, creator);
    expect(await takeBack(paid)).toBe("approved");
    expect(await balancesOf(world, creator)).toEqual({ creator_receivable: 20_00 });
    expect(await accountStatus(world, creator)).toBe("CHARGEBACK");
    expect(await giveUp(creator)).toBe("written_off");
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
    await expectCleanBooks(world.db, world.clock());
    await tellDispute(world, payment, "LOST");
    await tellDispute(world, payment, "WON");
    expect(await balancesOf(world, creator)).toEqual({});
  });

  it("is given up of a dispute that is still lost before one that was won", async () => {
    const { creator, payment } = await owing();
    const paid = await post("bank", "creator_receivable", creator, 20_00);
    await tellDispute(world, payment, "WON");
    const other = await payTip(world, creator, { amount: 30_00, type: "INETCASH_OB" });
    await payOut(world, creator);
    await tellDispute(world, other, "LOST");
    expect(await takeBack(paid)).toBe("approved");
    expect(await balancesOf(world, creator)).toEqual({ creator_receivable: 50_00 });
    expect(await giveUp(creator)).toBe("written_off");
    await tellDispute(world, other, "WON");
    expect(await balancesOf(world, creator)).toEqual({});
  });
});

describe("goodwill to a creator who owes, taken back", () => {
  it("makes them owe again what it repaid", async () => {
    const { creator } = await owing();
    const given = await post("goodwill", "creator_available", creator, 20_00);
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
    expect(await takeBack(given)).toBe("approved");
    expect(await balancesOf(world, creator)).toEqual({ creator_receivable: 20_00 });
    expect(await accountStatus(world, creator)).toBe("CHARGEBACK");
    expect(await takeBack(given)).toBe("gone");
    expect(await giveUp(creator)).toBe("written_off");
  });

  it("takes first what is available, and makes them owe the rest", async () => {
    const { creator } = await owing();
    const given = await post("goodwill", "creator_available", creator, 25_00);
    await earn(world, creator, 4_00);
    expect(await takeBack(given)).toBe("approved");
    expect(await balancesOf(world, creator)).toEqual({ creator_receivable: 16_00 });
  });

  it("makes nobody owe more than it repaid", async () => {
    const { creator } = await owing();
    const given = await post("goodwill", "creator_available", creator, 25_00);
    await payOut(world, creator);
    expect(await takeBack(given)).toBe("too_little");
    expect(await balancesOf(world, creator)).toEqual({});
  });
});
