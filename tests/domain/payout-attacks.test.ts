import { afterEach, describe, expect } from "vitest";
import { minor } from "../../app/domain/money/minor.ts";
import { takeBankResults } from "../../app/domain/payouts/bank-files/bank-results.server.ts";
import { listWaitingPayouts } from "../../app/domain/payouts/batches/admin-queries.server.ts";
import { fetchBatchFile, makeBatch } from "../../app/domain/payouts/batches/batches.server.ts";
import { markBounced, markFailed, markPaid } from "../../app/domain/payouts/batches/transitions.server.ts";
import { quoteWithdrawal, requestWithdrawal } from "../../app/domain/payouts/requests/withdrawals.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { moveAccount } from "../support/money/creators.ts";
import {
  acceptPayoutData,
  approveAbout,
  batchUp,
  earn,
  GERMAN_BANK,
  makeOperator,
  OUR_ACCOUNT,
  type PayoutWorld,
  payoutsOf,
  waitingForMoney,
  withPayouts,
} from "../support/money/payout-world.ts";
import {
  balancesOf,
  type Creator,
  createCreator,
  createTipWorld,
  earnBefore,
  payTip,
  tellDispute,
} from "../support/money/tip-world.ts";

// Ways to be paid twice, or without a right to it.

let world: PayoutWorld;
let operator_id: string;
let other_id: string;

it.beforeEach(async ({ database }) => {
  world = withPayouts({ ...createTipWorld(database.db), second_operator_from_minor: 1_000_00 });
  operator_id = await makeOperator(world);
  other_id = await makeOperator(world);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

async function payoutOf(creator: Creator) {
  const payout = (await payoutsOf(world, creator)).at(-1);
  if (!payout) throw new Error("no payout");
  return payout;
}

const batch = () => makeBatch(world, { rail: "SEPA", currency: "EUR", operator_id, account: OUR_ACCOUNT });

const fetchFile = (batch_id: string) => fetchBatchFile(world, { batch_id, operator_id });

const freeze = () =>
  world.db
    .insertInto("payout_freezes")
    .values({ id: world.newId(), reason: "test", frozen_at: world.clock() })
    .execute();

describe("a creator who may not be paid any more", () => {
  it("a creator who was locked after the withdrawal is left out of the batch, and is in the next one when unlocked", async () => {
    const [honest, thief] = [await waitingForMoney(world, 60_00), await waitingForMoney(world, 70_00)];
    await moveAccount(world, thief.id, ["LOCKED"]);
    expect(await listWaitingPayouts(world.db)).toMatchObject([{ count: 1, total_minor: 58_50 }]);
    expect(await batch()).toMatchObject({ outcome: "made", payouts: 1, total_minor: 58_50 });
    expect(await payoutOf(honest)).toMatchObject({ status: "PROCESSING" });
    expect(await payoutOf(thief)).toMatchObject({ status: "REQUESTED", batch_id: null });
    expect(await batch()).toEqual({ outcome: "empty" });
    await moveAccount(world, thief.id, ["ACTIVE"]);
    expect(await batch()).toMatchObject({ outcome: "made", payouts: 1, total_minor: 68_50 });
  });

  it("a creator with a chargeback since the withdrawal repays first what they owe", async () => {
    await earnBefore(world, "EUR", 100_00);
    const creator = await createCreator(world);
    await acceptPayoutData(world, creator);
    const tip = await payTip(world, creator, { amount: 20_00, type: "INETCASH_DB" });
    await earn(world, creator, 40_00);
    await requestWithdrawal(world, { user_id: creator.id, currency: "EUR", amount_minor: null });
    await tellDispute(world, tip, "LOST");
    expect(await batch()).toEqual({ outcome: "empty" });
    const { id: payout_id } = await payoutOf(creator);
    await markFailed(world, { payout_id, operator_id, reason: "chargeback" });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 40_00 });
  });
});

describe("a batch's file", () => {
  it("a batch's file is not handed out any more once one of its payouts has failed: the bank would pay what was given back", async () => {
    const [first] = [await waitingForMoney(world, 60_00), await waitingForMoney(world, 70_00)];
    const batch_id = await batchUp(world, operator_id);
    expect(await fetchFile(batch_id)).not.toBeNull();
    const { id: payout_id } = await payoutOf(first);
    await markFailed(world, { payout_id, operator_id, reason: null });
    await approveAbout(world, `payout:${payout_id}`, other_id);
    expect(await fetchFile(batch_id)).toBeNull();
  });

  it("a batch's file is not handed out any more once the batch was paid: the bank would pay it twice", async () => {
    await waitingForMoney(world, 60_00);
    const batch_id = await batchUp(world, operator_id);
    await markPaid(world, { batch_id, operator_id });
    expect(await fetchFile(batch_id)).toBeNull();
    const fetched = world.db
      .selectFrom("audit_log")
      .select("id")
      .where("action", "=", "payouts.file_fetched");
    // Once, before.
    expect(await fetched.execute()).toHaveLength(1);
  });

  it("a batch's file is not handed out while payouts are frozen", async () => {
    await waitingForMoney(world, 60_00);
    const batch_id = await batchUp(world, operator_id);
    await freeze();
    expect(await fetchFile(batch_id)).toBeNull();
    await world.db.deleteFrom("payout_freezes").execute();
    expect(await fetchFile(batch_id)).not.toBeNull();
  });
});

describe("whoever made a batch of a thousand or more", () => {
  const needed = { outcome: "second_operator_needed" };

  it("an operator who made a batch of a thousand or more does not give its money back to a creator either, whom the bank pays all the same", async () => {
    const creator = await waitingForMoney(world, 1_000_00);
    const batch_id = await batchUp(world, operator_id);
    const { id: payout_id } = await payoutOf(creator);
    const given = { operator_id, reason: "a friend of mine" };
    expect(await markFailed(world, { ...given, payout_id })).toEqual({ outcome: "waiting" });
    expect(await markFailed(world, { ...given, batch_id })).toEqual({ outcome: "waiting" });
    expect(await approveAbout(world, `payout:${payout_id}`, operator_id)).toBe("own");
    for (const status of ["failed", "returned"]) {
      const bytes = Buffer.from(`end_to_end_id,status\n${payout_id},${status}\n`);
      expect(await takeBankResults(world, { batch_id, operator_id, bytes })).toEqual(needed);
    }
    expect(await payoutOf(creator)).toMatchObject({ status: "PROCESSING" });
    await markPaid(world, { batch_id, operator_id: other_id });
    // What was asked before the bank paid is not possible any more.
    await expect(approveAbout(world, `payout:${payout_id}`, other_id)).rejects.toThrow("nothing waits");
    expect(await markBounced(world, { ...given, payout_id })).toEqual({ outcome: "waiting" });
    expect(await payoutOf(creator)).toMatchObject({ status: "PAID" });
    expect(await approveAbout(world, `payout:${payout_id}`, other_id)).toBe("approved");
    expect(await payoutOf(creator)).toMatchObject({ status: "FAILED" });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 1_000_00 });
  });
});

it("a withdrawal to Paxum is not shown as one to the bank account that is known too", async () => {
  const creator = await createCreator(world);
  const both = { ...GERMAN_BANK, paxum_account_owner: "Ada Kessler", paxum_email: "ada@example.org" };
  await acceptPayoutData(world, creator, { details: both });
  await world.db.updateTable("users").set({ payout_method: "PAXUM" }).where("id", "=", creator.id).execute();
  await earn(world, creator, 60_00);
  const wish = { user_id: creator.id, currency: "EUR", amount_minor: null } as const;
  const quoted = await quoteWithdrawal(world, { ...wish, available_minor: minor(60_00) });
  expect(quoted).toMatchObject({ outcome: "quoted", quote: { masked_account: "Paxum" } });
});
