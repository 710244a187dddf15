import { afterEach, describe, expect } from "vitest";
import { takeBankResults } from "../../app/domain/payouts/bank-files/bank-results.server.ts";
import { markBounced, markFailed, markPaid } from "../../app/domain/payouts/batches/transitions.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks, ledgerSize } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import {
  acceptPayoutData,
  approveAbout,
  batchUp,
  earn,
  makeOperator,
  type PayoutWorld,
  payoutsOf,
  waitingForMoney,
  withdraw,
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

let world: PayoutWorld;
let operator_id: string;

it.beforeEach(async ({ database }) => {
  world = withPayouts(createTipWorld(database.db));
  operator_id = await makeOperator(world);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

async function payoutOf(creator: Creator) {
  const payout = (await payoutsOf(world, creator)).at(-1);
  if (!payout) throw new Error("no payout");
  return payout;
}

/** A creator whose 60.00 are at the bank. */
async function atTheBank(amount = 60_00): Promise<{ creator: Creator; payout_id: string; batch_id: string }> {
  const creator = await waitingForMoney(world, amount);
  const batch_id = await batchUp(world, operator_id);
  return { creator, payout_id: (await payoutOf(creator)).id, batch_id };
}

const mailsTo = (creator: Creator) =>
  world.db
    .selectFrom("mail_outbox")
    .select(["template", "params"])
    .where("recipient", "=", `${creator.username}@example.org`)
    .where("template", "in", ["payout_sent", "payout_failed"])
    .orderBy("created_at")
    .execute();

const actsOn = (payoutId: string) =>
  world.db
    .selectFrom("audit_log")
    .select(["action", "actor_id", "before", "after"])
    .where("subject", "=", `payout:${payoutId}`)
    .orderBy("id")
    .execute();

const numbers = async () =>
  (await world.db.selectFrom("payout_statements").select("number").orderBy("number").execute()).map(
    (each) => each.number,
  );

describe("a payout", () => {
  it("a payout is paid: the money has left, with a statement, a mail and an entry in the log", async () => {
    const { creator, payout_id } = await atTheBank();
    expect(await markPaid(world, { payout_id, operator_id })).toEqual({ outcome: "done", payouts: 1 });
    expect(await balancesOf(world, creator)).toEqual({});
    const payout = await payoutOf(creator);
    expect(payout).toMatchObject({ status: "PAID", paid_at: world.clock(), failed_at: null });
    expect(await numbers()).toEqual([1]);
    expect(await mailsTo(creator)).toEqual([
      {
        template: "payout_sent",
        params: {
          ...{ currency: "EUR", amount_minor: 60_00, fee_minor: 1_50 },
          ...{ masked_account: "DE•• •••• 3000", statement_number: 1 },
        },
      },
    ]);
    const [before, after] = [{ status: "PROCESSING" }, { status: "PAID", statement: 1 }];
    expect(await actsOn(payout_id)).toEqual([
      { action: "payout.paid", actor_id: operator_id, before, after },
    ]);
  });

  it("a payout fails: money and fee are there again, and can be withdrawn anew", async () => {
    const { creator, payout_id } = await atTheBank();
    const given = { payout_id, operator_id, reason: "Account closed" };
    expect(await markFailed(world, given)).toEqual({ outcome: "done", payouts: 1 });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 60_00 });
    expect(await payoutOf(creator)).toMatchObject({ status: "FAILED", failure_reason: "Account closed" });
    expect(await mailsTo(creator)).toMatchObject([
      { template: "payout_failed", params: { amount_minor: 60_00, reason: "Account closed" } },
    ]);
    expect(await numbers()).toEqual([]);
    expect(await withdraw(world, creator)).toMatchObject({ outcome: "requested" });
    expect(await balancesOf(world, creator)).toEqual({ payout_in_transit: 58_50 });
    const batch_id = await batchUp(world, operator_id);
    expect(await markPaid(world, { batch_id, operator_id })).toEqual({ outcome: "done", payouts: 1 });
    expect((await payoutsOf(world, creator)).map((each) => each.status).sort()).toEqual(["FAILED", "PAID"]);
  });

  it("a payout that waits can be given back before any bank has seen it", async () => {
    const creator = await waitingForMoney(world, 60_00);
    const { id: payout_id } = await payoutOf(creator);
    expect(await markPaid(world, { payout_id, operator_id })).toEqual({ outcome: "gone" });
    expect(await markBounced(world, { payout_id, operator_id, reason: null })).toEqual({ outcome: "gone" });
    expect(await markFailed(world, { payout_id, operator_id, reason: null })).toMatchObject({ payouts: 1 });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 60_00 });
  });

  it("a payout comes back after it was paid: money and fee are there again, the statement keeps its number", async () => {
    const { creator, payout_id } = await atTheBank();
    const given = { payout_id, operator_id, reason: "Unknown account" };
    expect(await markBounced(world, given)).toEqual({ outcome: "gone" });
    await markPaid(world, { payout_id, operator_id });
    expect(await markFailed(world, given)).toEqual({ outcome: "gone" });
    expect(await markBounced(world, given)).toEqual({ outcome: "done", payouts: 1 });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 60_00 });
    const payout = await payoutOf(creator);
    expect(payout).toMatchObject({ status: "FAILED", failure_reason: "Unknown account" });
    expect(payout.paid_at).not.toBeNull();
    expect(await numbers()).toEqual([1]);
    expect((await mailsTo(creator)).map((each) => each.template).sort()).toEqual([
      "payout_failed",
      "payout_sent",
    ]);
    expect(await markPaid(world, { payout_id, operator_id })).toEqual({ outcome: "gone" });
    expect(await withdraw(world, creator)).toMatchObject({ outcome: "requested" });
  });

  it("a payout that comes back to a creator who owes repays the debt first", async () => {
    await earnBefore(world, "EUR", 100_00);
    const creator = await createCreator(world);
    await acceptPayoutData(world, creator);
    const tip = await payTip(world, creator, { amount: 20_00, type: "INETCASH_DB" });
    await earn(world, creator, 40_00);
    expect(await withdraw(world, creator)).toMatchObject({ outcome: "requested" });
    await tellDispute(world, tip, "LOST");
    expect(await balancesOf(world, creator)).toMatchObject({ creator_receivable: 20_00 });
    const { id: payout_id } = await payoutOf(creator);
    expect(await markFailed(world, { payout_id, operator_id, reason: null })).toMatchObject({ payouts: 1 });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 40_00 });
    const user = world.db.selectFrom("users").select("status").where("id", "=", creator.id);
    expect(await user.executeTakeFirst()).toEqual({ status: "ACTIVE" });
  });

  it("a payout with an unknown id, or in an unknown batch, is answered as gone", async () => {
    const nobody = { operator_id, reason: null };
    for (const which of [{ payout_id: world.newId() }, { batch_id: world.newId() }]) {
      expect(await markPaid(world, { ...nobody, ...which })).toEqual({ outcome: "gone" });
      expect(await markFailed(world, { ...nobody, ...which })).toEqual({ outcome: "gone" });
      expect(await markBounced(world, { ...nobody, ...which })).toEqual({ outcome: "gone" });
    }
  });
});

describe("at once", () => {
  it("a payout that is marked paid fifty times at once is paid once", async () => {
    const { creator, payout_id } = await atTheBank();
    const outcomes = await all(many(50), () => markPaid(world, { payout_id, operator_id }));
    expect(outcomes.filter((each) => each.outcome === "done")).toHaveLength(1);
    expect(outcomes.filter((each) => each.outcome === "gone")).toHaveLength(49);
    expect(await numbers()).toEqual([1]);
    expect(await mailsTo(creator)).toHaveLength(1);
    expect(await actsOn(payout_id)).toHaveLength(1);
  });

  it("a payout that is marked paid, failed and bounced in any order comes to one of three ends, each told in full", async () => {
    const { creator, payout_id } = await atTheBank();
    const given = { payout_id, operator_id, reason: null };
    const outcomes = await all(
      many(48),
      (index) => [markPaid, markFailed, markBounced][index % 3]?.(world, given) ?? Promise.reject(),
    );
    const done = outcomes.filter((each) => each?.outcome === "done").length;
    const acts = (await actsOn(payout_id)).map((each) => each.action);
    const ends = [["payout.failed"], ["payout.paid"], ["payout.paid", "payout.bounced"]];
    expect(ends).toContainEqual(acts);
    expect(done).toBe(acts.length);
    expect(await mailsTo(creator)).toHaveLength(acts.length);
    expect(await balancesOf(world, creator)).toEqual(
      acts.at(-1) === "payout.paid" ? {} : { creator_available: 60_00 },
    );
  });

  it("a batch marked paid while some of its payouts fail one by one gives each payout one end, and no statement number is left out", async () => {
    const creators = await all(many(12), () => waitingForMoney(world, 60_00));
    const batch_id = await batchUp(world, operator_id);
    const ids = await all(creators, async (creator) => (await payoutOf(creator)).id);
    await Promise.all([
      ...many(5).map(() => markPaid(world, { batch_id, operator_id })),
      ...ids.slice(0, 6).map((payout_id) => markFailed(world, { payout_id, operator_id, reason: null })),
      ...ids.slice(3, 9).map((payout_id) => markPaid(world, { payout_id, operator_id })),
    ]);
    const payouts = await world.db.selectFrom("payouts").select("status").execute();
    const paid = payouts.filter((each) => each.status === "PAID").length;
    expect(payouts.filter((each) => each.status === "FAILED")).toHaveLength(12 - paid);
    expect(paid).toBeGreaterThanOrEqual(6);
    expect(await numbers()).toEqual(many(paid).map((index) => index + 1));
  });

  it("a failed payout and fifty new withdrawals of the same creator at once make one new payout at most", async () => {
    const { creator, payout_id } = await atTheBank();
    const [failed, ...withdrawals] = await Promise.all([
      markFailed(world, { payout_id, operator_id, reason: null }),
      ...many(50).map(() => withdraw(world, creator)),
    ]);
    expect(failed).toEqual({ outcome: "done", payouts: 1 });
    const requested = withdrawals.filter((each) => each.outcome === "requested").length;
    expect(requested).toBeLessThanOrEqual(1);
    expect(await payoutsOf(world, creator)).toHaveLength(1 + requested);
  });
});

describe("a batch", () => {
  it("a batch of a thousand or more is not marked paid by the operator who made it", async () => {
    world = { ...world, second_operator_from_minor: 1_000_00 };
    const other = await makeOperator(world);
    const { batch_id, payout_id, creator } = await atTheBank(1_000_00);
    const needed = { outcome: "second_operator_needed" };
    expect(await markPaid(world, { batch_id, operator_id })).toEqual(needed);
    expect(await markPaid(world, { payout_id, operator_id })).toEqual(needed);
    const bytes = Buffer.from(`end_to_end_id,status\n${payout_id.replaceAll("-", "")},paid\n`);
    expect(await takeBankResults(world, { batch_id, operator_id, bytes })).toEqual(needed);
    expect(await payoutOf(creator)).toMatchObject({ status: "PROCESSING" });
    expect(await markPaid(world, { batch_id, operator_id: other })).toEqual({ outcome: "done", payouts: 1 });
  });

  it("a batch just below a thousand is marked paid by the operator who made it, and one that the bank refuses fails as a whole", async () => {
    world = { ...world, second_operator_from_minor: 1_000_00 };
    const { batch_id } = await atTheBank(999_99);
    expect(await markPaid(world, { batch_id, operator_id })).toEqual({ outcome: "done", payouts: 1 });
    const creators = await all(many(3), () => waitingForMoney(world, 70_00));
    const refused = await batchUp(world, operator_id);
    const given = { batch_id: refused, operator_id, reason: "File refused" };
    expect(await markFailed(world, given)).toEqual({ outcome: "waiting" });
    expect(await approveAbout(world, `payout_batch:${refused}`, await makeOperator(world))).toBe("approved");
    for (const creator of creators)
      expect(await balancesOf(world, creator)).toEqual({ creator_available: 70_00 });
    expect(await markPaid(world, { batch_id: refused, operator_id })).toEqual({ outcome: "gone" });
  });
});

describe("a bank's file of results", () => {
  const take = (batch_id: string, text: string) =>
    takeBankResults(world, { batch_id, operator_id, bytes: Buffer.from(text) });

  it("a bank's file of results is applied line by line, and changes nothing the second time", async () => {
    const creators = await all(many(4), () => waitingForMoney(world, 60_00));
    const batch_id = await batchUp(world, operator_id);
    const [paid = "", failed = "", returned = "", bounced = ""] = await all(creators, async (creator) =>
      (await payoutOf(creator)).id.replaceAll("-", ""),
    );
    const stranger = await payoutOf(await waitingForMoney(world, 60_00));
    const file = [
      '\uFEFFEnd_To_End_Id;"status";reason',
      `${paid};paid;`,
      `${failed.toUpperCase()};FAILED;"Account; closed"`,
      "",
      `${returned};returned;Unknown`,
      `${bounced};paid;`,
      `${bounced};returned;Moved away`,
      `${stranger.id};paid;`,
      `${paid};perhaps;`,
      "not an id;paid;",
    ].join("\r\n");
    const first = await take(batch_id, file);
    expect(first).toEqual({
      outcome: "taken",
      report: { applied: 3, waiting: 0, reported: 2, already: 0, unknown: 1, wrong: [9, 10] },
    });
    const ends = await all(creators, async (creator) => {
      const { status, failure_reason } = await payoutOf(creator);
      return [status, failure_reason];
    });
    expect(ends).toEqual([
      ["PAID", null],
      ["FAILED", "Account; closed"],
      // What came back is reported, until the bank's statement says so.
      ["PROCESSING", null],
      ["PAID", null],
    ]);
    const size = await ledgerSize(world.db);
    expect(await take(batch_id, file)).toEqual({
      outcome: "taken",
      report: { applied: 0, waiting: 0, reported: 0, already: 5, unknown: 1, wrong: [9, 10] },
    });
    expect(await ledgerSize(world.db)).toEqual(size);
    expect(await take(batch_id, `end_to_end_id,status\n${failed},paid\n${paid},failed`)).toEqual({
      outcome: "taken",
      report: { applied: 0, waiting: 0, reported: 0, already: 0, unknown: 0, wrong: [2, 3] },
    });
  });

  it("a bank's file of results sent twenty times at once is applied once", async () => {
    const { batch_id, payout_id, creator } = await atTheBank();
    const reports = await all(many(20), () => take(batch_id, `end_to_end_id,status\n${payout_id},paid\n`));
    const applied = reports.map((each) => (each.outcome === "taken" ? each.report.applied : 0));
    expect(applied.reduce((sum, each) => sum + each, 0)).toBe(1);
    expect(await mailsTo(creator)).toHaveLength(1);
  });

  it("a bank's file of results that is no status report is refused", async () => {
    const { batch_id, payout_id } = await atTheBank();
    for (const text of [
      "",
      "hello",
      "\u0000\u0001",
      `id,state\n${payout_id},paid`,
      'end_to_end_id,status\n"a,b',
    ])
      expect(await take(batch_id, text), text).toEqual({ outcome: "unreadable" });
    const big = `end_to_end_id,status\n${`${payout_id},paid\n`.repeat(30_000)}`;
    expect(await take(batch_id, big)).toEqual({ outcome: "too_big" });
    expect(await take(batch_id, "end_to_end_id,status\n")).toMatchObject({ report: { applied: 0 } });
  });
});
