import { afterEach, describe, expect } from "vitest";
import { takeBankResults } from "../../app/domain/payouts/bank-files/bank-results.server.ts";
import { payoutReference } from "../../app/domain/payouts/bank-files/payout-files.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { pain002 } from "../support/money/pain-002.ts";
import {
  batchUp,
  makeOperator,
  type PayoutWorld,
  payoutsOf,
  waitingForMoney,
  withPayouts,
} from "../support/money/payout-world.ts";
import { balancesOf, type Creator, createTipWorld, earnBefore } from "../support/money/tip-world.ts";

let world: PayoutWorld;
let operator_id: string;

it.beforeAll(async ({ database }) => {
  world = withPayouts(createTipWorld(database.db));
  await earnBefore(world, "EUR", 10_000_00);
  operator_id = await makeOperator(world);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

/** A batch that the bank has, and its creators. */
async function sent(count: number, amount = 60_00): Promise<{ batch_id: string; creators: Creator[] }> {
  const creators = await all(many(count), () => waitingForMoney(world, amount));
  return { batch_id: await batchUp(world, operator_id), creators };
}

const referenceOf = async (creator: Creator) =>
  payoutReference((await payoutsOf(world, creator))[0]?.id ?? "");
const stateOf = async (creator: Creator) => {
  const [payout] = await payoutsOf(world, creator);
  return [payout?.status, payout?.failure_reason];
};
const take = (batch_id: string, text: string, by = operator_id) =>
  takeBankResults(world, { batch_id, operator_id: by, bytes: Buffer.from(text) });

describe("a bank's status report", () => {
  it("a bank's status report settles the payments that are final, one by one, and leaves the rest with the bank", async () => {
    const { batch_id, creators } = await sent(3);
    const [paid = "", refused = "", waiting = ""] = await all(creators, referenceOf);
    const xml = pain002({
      file: payoutReference(batch_id),
      payments: [
        [paid, "ACSC"],
        [refused, "RJCT", "AC04"],
        [waiting, "PDNG"],
        ["not one of ours", "ACSC"],
      ],
    });
    const report = { applied: 2, waiting: 0, reported: 0, already: 0, unknown: 0, wrong: [4] };
    expect(await take(batch_id, xml)).toEqual({ outcome: "taken", report });
    expect(await all(creators, stateOf)).toEqual([
      ["PAID", null],
      ["FAILED", "AC04"],
      ["PROCESSING", null],
    ]);
    expect(await take(batch_id, xml)).toEqual({
      outcome: "taken",
      report: { applied: 0, waiting: 0, reported: 0, already: 2, unknown: 0, wrong: [4] },
    });
  });

  it("a bank's status report of a file that was refused as a whole gives everybody's money back, once", async () => {
    const { batch_id, creators } = await sent(3);
    const xml = pain002({ file: payoutReference(batch_id), group: "RJCT" });
    expect(await take(batch_id, xml)).toMatchObject({ report: { applied: 3, unknown: 0 } });
    for (const creator of creators) {
      expect(await stateOf(creator)).toEqual(["FAILED", "FF01"]);
      expect(await balancesOf(world, creator)).toEqual({ creator_available: 60_00 });
    }
    expect(await take(batch_id, xml)).toMatchObject({ report: { applied: 0 } });
  });

  it("a bank's refusal of a file gives all money back, also where it lists only one of the payments", async () => {
    const { batch_id, creators } = await sent(2);
    const [first] = creators;
    const payments = [[first ? await referenceOf(first) : "", ""] as const];
    const xml = pain002({ file: payoutReference(batch_id), block: "RJCT", payments });
    expect(await take(batch_id, xml)).toMatchObject({ report: { applied: 2, unknown: 0 } });
    expect(await all(creators, stateOf)).toMatchObject([
      ["FAILED", null],
      ["FAILED", null],
    ]);
  });

  it("a bank's status report of another sum than ours moves nothing of that payment, and the others all the same", async () => {
    const { batch_id, creators } = await sent(3);
    const [less = "", other = "", right = ""] = await all(creators, referenceOf);
    const xml = pain002({
      file: payoutReference(batch_id),
      payments: [
        [less, "ACSC", "", "", "58.49"],
        [other, "RJCT", "AC04", "", "58.5001"],
        [right, "ACSC", "", "", "58.50"],
      ],
    });
    expect(await take(batch_id, xml)).toMatchObject({ report: { applied: 1, wrong: [1, 2] } });
    expect(await all(creators, stateOf)).toEqual([
      ["PROCESSING", null],
      ["PROCESSING", null],
      ["PAID", null],
    ]);
  });

  it("a bank's file of another kind is refused with the place, and changes nothing", async () => {
    const { batch_id, creators } = await sent(1);
    const [creator] = creators;
    const payments = [[creator ? await referenceOf(creator) : "", "ACSC"] as const];
    const file = { file: payoutReference(batch_id), payments };
    expect(await take(batch_id, pain002({ ...file, namespace: "pain.002.001.99" }))).toEqual({
      outcome: "no_report",
      fault: { fault: "namespace", path: "/Document", line: 2 },
    });
    expect(creator && (await stateOf(creator))).toEqual(["PROCESSING", null]);
  });

  it("a bank's status report of another batch leaves the payouts of this one as they are", async () => {
    const [one, other] = [await sent(1), await sent(1)];
    const [creator] = one.creators;
    const xml = pain002({ file: payoutReference(other.batch_id), group: "RJCT" });
    expect(await take(one.batch_id, xml)).toEqual({
      outcome: "taken",
      report: { applied: 0, waiting: 0, reported: 0, already: 0, unknown: 1, wrong: [] },
    });
    expect(creator && (await stateOf(creator))).toEqual(["PROCESSING", null]);
  });

  it("a bank's status report that says paid needs a second operator above the limit, as a whole too", async () => {
    world = { ...world, second_operator_from_minor: 1_000_00 };
    const { batch_id } = await sent(1, 1_200_00);
    const xml = pain002({ file: payoutReference(batch_id), block: "ACSC" });
    expect(await take(batch_id, xml)).toEqual({ outcome: "second_operator_needed" });
    const second = await makeOperator(world);
    expect(await take(batch_id, xml, second)).toMatchObject({ report: { applied: 1 } });
  });
});
