import { type Kysely, sql } from "kysely";
import { afterEach, describe, expect } from "vitest";
import { writeOff } from "../../app/domain/earnings/debts.server.ts";
import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import { takeBankResults } from "../../app/domain/payouts/bank-files/bank-results.server.ts";
import { makeBatch } from "../../app/domain/payouts/batches/batches.server.ts";
import { markBounced, markFailed, markPaid } from "../../app/domain/payouts/batches/transitions.server.ts";
import {
  confirmPayoutData,
  requestPayoutData,
} from "../../app/domain/payouts/destinations/payout-data.server.ts";
import { runMonthlyPayouts } from "../../app/domain/payouts/monthly-run.server.ts";
import { requestWithdrawal } from "../../app/domain/payouts/requests/withdrawals.server.ts";
import { setCurrency } from "../../app/domain/users/settings.server.ts";
import type { DB } from "../../db/schema.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { waitingFor, whileRowHeld } from "../support/database/locked-table.ts";
import { test as it } from "../support/domain-test.ts";
import { eventually } from "../support/eventually.ts";
import {
  acceptPayoutData,
  batchUp,
  GERMAN_BANK,
  makeOperator,
  OUR_ACCOUNT,
  type PayoutWorld,
  payoutsOf,
  waitingForMoney,
  withdraw,
  withPayouts,
} from "../support/money/payout-world.ts";
import {
  accountStatus,
  balancesOf,
  beginTip,
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  mature,
  payOut,
  payTip,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";

/** Another instance of the product on the same database. */
let second: Kysely<DB>;
let world: PayoutWorld;
let operator: string;
let colleague: string;

it.beforeAll(async ({ database, second: connected }) => {
  second = connected;
  world = withPayouts(createTipWorld(database.db));
  for (const currency of ["EUR", "USD"]) await earnBefore(world, currency, 100_000_00);
  [operator, colleague] = [await makeOperator(world), await makeOperator(world)];
});
it.beforeEach(({ database }) => {
  world = withPayouts(createTipWorld(database.db));
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const either = (index: number): PayoutWorld => (index % 2 === 0 ? world : { ...world, db: second });

/** A creator who can be paid out, with tips of these amounts that have matured. */
async function earned(...amounts: number[]) {
  const creator = await createCreator(world);
  await acceptPayoutData(world, creator, { operator });
  const payments = await all(amounts, (amount) => payTip(world, creator, { amount }));
  await mature(world, 7);
  return { creator, payments };
}

const requested = (outcomes: readonly { outcome: string }[]) =>
  outcomes.filter((each) => each.outcome === "requested").length;

/** What stands to the creator's name, less what they owe. */
async function left(creator: Creator, currency = "EUR"): Promise<number> {
  const { creator_receivable: owed = 0, ...has } = await balancesOf(world, creator, currency);
  return Object.values(has).reduce((sum, amount) => sum + amount, 0) - owed;
}

describe("fifty withdrawals at once", () => {
  it("of fifty withdrawals at once on two instances, while the monthly run is started ten times, one is paid out", async () => {
    // A month of its own for each round: nobody is paid twice in one.
    for (const _ of many(4)) {
      world.time.passSeconds(32 * DAY_SECONDS);
      const { creator } = await earned(400_00);
      const [withdrawals] = await Promise.all([
        all(many(50), (index) => withdraw(either(index), creator)),
        all(many(10), (index) => runMonthlyPayouts(either(index))),
      ]);
      const payouts = await payoutsOf(world, creator);
      expect(payouts).toMatchObject([{ amount_minor: 400_00, fee_minor: 0, status: "REQUESTED" }]);
      expect(requested(withdrawals)).toBe(payouts[0]?.payout_type === "MANUAL" ? 1 : 0);
      expect(await balancesOf(world, creator)).toEqual({ payout_in_transit: 400_00 });
    }
  });

  it("of fifty withdrawals at once and fifty changes of the profile's currency one kind wins, never both", async () => {
    for (const round of many(6)) {
      const { creator } = await earned(200_00);
      const change = (index: number) => setCurrency(either(index).db, creator.id, "USD", world.clock());
      const ask = (index: number) =>
        requestWithdrawal(either(index), {
          user_id: creator.id,
          seen_currency: "EUR",
          currency: "EUR",
          amount_minor: null,
        });
      // Whoever comes first has an advantage: they take turns.
      const [first, then] = round % 2 === 0 ? [change, ask] : [ask, change];
      await Promise.all(many(50).flatMap((index) => [first(index), then(index)]));
      const { currency } = await world.db
        .selectFrom("users")
        .select("currency")
        .where("id", "=", creator.id)
        .executeTakeFirstOrThrow();
      const payouts = await payoutsOf(world, creator);
      expect([
        ["EUR", 1],
        ["USD", 0],
      ]).toContainEqual([currency, payouts.length]);
      expect(await left(creator)).toBe(200_00);
      // Asked again in the knowledge of the new currency, the old balance is paid out.
      if (currency === "USD") expect(await withdraw(world, creator)).toMatchObject({ outcome: "requested" });
      expect(await setCurrency(world.db, creator.id, "GBP", world.clock())).toBe("in_progress");
    }
  });

  it("fifty withdrawals at once against a chargeback of the same money: what was paid out is owed, what was held is not paid out", async () => {
    for (const _ of many(5)) {
      const { creator, payments } = await earned(200_00, 300_00);
      const [disputed] = payments;
      if (!disputed) throw new Error("no payment");
      const [withdrawals] = await Promise.all([
        all(many(50), (index) => withdraw(either(index), creator)),
        all(many(6), (index) => tellDispute(either(index), disputed, index % 2 === 0 ? "OPEN" : "LOST")),
      ]);
      expect(requested(withdrawals)).toBe(1);
      const [payout] = await payoutsOf(world, creator);
      const own = await balancesOf(world, creator);
      // All of it before the dispute, or the rest after it.
      expect([
        { payout: 500_00, own: { payout_in_transit: 500_00, creator_receivable: 200_00 } },
        { payout: 300_00, own: { payout_in_transit: 300_00 } },
      ]).toContainEqual({ payout: payout?.amount_minor, own });
      expect(await left(creator)).toBe(300_00);
      expect(await accountStatus(world, creator)).toBe(own.creator_receivable ? "CHARGEBACK" : "ACTIVE");
    }
  });

  it("fifty withdrawals at once against new payout data, asked for and confirmed ten times: the old account is paid, or the new one waits", async () => {
    const change = async (index: number, creator: Creator) => {
      const instance = either(index);
      const order = { user_id: creator.id, details: GERMAN_BANK, bank_country: "DE" };
      const sent = await requestPayoutData(instance, order);
      if (sent.outcome !== "code_sent") return sent.reason;
      const code = world.tokens.code("payout-code", sent.id);
      return await confirmPayoutData(instance, { user_id: creator.id, id: sent.id, code });
    };
    for (const _ of many(5)) {
      const { creator } = await earned(200_00);
      const [withdrawals] = await Promise.all([
        all(many(50), (index) => withdraw(either(index), creator)),
        all(many(10), (index) => change(index, creator)),
      ]);
      const pending = await world.db
        .selectFrom("payout_destinations")
        .select("id")
        .where("user_id", "=", creator.id)
        .where("status", "=", "PENDING")
        .execute();
      const payouts = await payoutsOf(world, creator);
      expect(payouts).toHaveLength(requested(withdrawals));
      expect([payouts.length, pending.length].sort()).toEqual([0, 1]);
    }
  });
});

describe("two operators", () => {
  it("two operators and a bank's file mark a payout paid, failed and bounced at once: it has one end, and its money went one way", async () => {
    for (const _ of many(3)) {
      const creator = await waitingForMoney(world, 60_00);
      const batch_id = await batchUp(world, operator);
      const [payout] = await payoutsOf(world, creator);
      if (!payout) throw new Error("no payout");
      const bytes = Buffer.from(`end_to_end_id,status\n${payout.id.replaceAll("-", "")},paid\n`);
      const outcomes = await all(many(50), async (index) => {
        const operator_id = index % 4 < 2 ? operator : colleague;
        const given = { payout_id: payout.id, operator_id, reason: null };
        if (index % 5 === 0) return await markFailed(either(index), given);
        if (index % 5 === 1) return await markBounced(either(index), given);
        if (index % 5 === 2) return await takeBankResults(either(index), { batch_id, operator_id, bytes });
        return await markPaid(either(index), given);
      });
      const done = outcomes.filter(
        (each) => each.outcome === "done" || (each.outcome === "taken" && each.report.applied > 0),
      ).length;
      const postings = await postingsOf(`payout:${payout.id}`);
      const kinds = postings.map((row) => row.kind);
      expect([
        ["payout_requested", "payout_returned"],
        ["payout_requested", "payout_paid"],
        ["payout_requested", "payout_paid", "payout_bounced"],
      ]).toContainEqual(kinds);
      expect(done).toBe(kinds.length - 1);
      const isPaid = kinds.at(-1) === "payout_paid";
      expect(await balancesOf(world, creator)).toEqual(isPaid ? {} : { creator_available: 60_00 });
    }
  });

  it("two ends of a payout that gets into a batch meanwhile do not deadlock", async () => {
    const two = { ...world, second_operator_from_minor: 0 };
    const creator = await waitingForMoney(world, 60_00);
    const [payout] = await payoutsOf(world, creator);
    if (!payout) throw new Error("no payout");
    const end = (on: PayoutWorld, operator_id: string) =>
      markFailed(on, { payout_id: payout.id, operator_id, reason: null });
    let other: ReturnType<typeof end> | undefined;
    const first = await whileRowHeld(
      world.db,
      { table: "users", where: sql`id = ${creator.id}` },
      () => end(two, operator),
      async () => {
        const order = {
          rail: "SEPA",
          currency: "EUR",
          operator_id: colleague,
          account: OUR_ACCOUNT,
        } as const;
        expect(await makeBatch({ ...two, db: second }, order)).toMatchObject({ outcome: "made" });
        other = end({ ...two, db: second }, colleague);
        await eventually("both ends wait", async () => (await waitingFor(world.db)) === 2);
      },
    );
    const outcomes = [first.outcome, (await other)?.outcome];
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 60_00 });
  });

  it("two operators give up a debt fifty times while tips repay it: what was given up and what was repaid make up the debt", async () => {
    for (const _ of many(3)) {
      const creator = await createCreator(world);
      const lost = await payTip(world, creator, { amount: 100_00, type: "INETCASH_OB" });
      await payOut(world, creator);
      await tellDispute(world, lost, "LOST");
      const repaying = await all(many(5), () =>
        beginTip(world, creator, { amount: 10_00, type: "INETCASH_OB" }),
      );
      const order = { creator_id: creator.id, currency: "EUR", reason: "test" };
      const [writeOffs] = await Promise.all([
        all(many(50), (index) =>
          writeOff(either(index), { ...order, operator_id: index % 4 < 2 ? operator : colleague }),
        ),
        all(repaying, (payment, index) => tell(either(index), payment)),
      ]);
      expect(writeOffs.filter((each) => each === "written_off")).toHaveLength(1);
      const postings = await postingsOf(`user:${creator.id}`);
      const givenUp = postings.find((each) => each.kind === "written_off")?.amount_minor ?? 0;
      // Whatever was repaid before is not available now.
      expect(await balancesOf(world, creator)).toEqual(
        givenUp === 50_00 ? {} : { creator_available: givenUp - 50_00 },
      );
      expect(await accountStatus(world, creator)).toBe("ACTIVE");
    }
  });
});

it("a debt written off and the dispute won after all, twenty-five times each: all balances are as before", async () => {
  for (const _ of many(4)) {
    const creator = await createCreator(world);
    const lost = await payTip(world, creator, { amount: 100_00, type: "INETCASH_OB" });
    await payOut(world, creator);
    await tellDispute(world, lost, "LOST");
    const order = { creator_id: creator.id, currency: "EUR", operator_id: operator, reason: "test" };
    const [writeOffs, answers] = await Promise.all([
      all(many(25), (index) => writeOff(either(index), order)),
      all(many(25), (index) => tellDispute(either(index), lost, "WON")),
    ]);
    expect(answers.filter((each) => each === "dispute_reversed")).toHaveLength(1);
    const givenUp = writeOffs.filter((each) => each === "written_off").length;
    const postings = await postingsOf(`payment:${lost.id}`);
    const recovered = postings.filter((each) => each.kind === "loss_recovered");
    expect(recovered.map((each) => each.amount_minor)).toEqual(givenUp === 1 ? [100_00] : []);
    expect(await balancesOf(world, creator)).toEqual({});
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
  }
});

describe("fifty workers that release what has matured", () => {
  it("fifty workers release matured money for creators who owe in one currency while they withdraw in the other: every cent moves once, without a deadlock", async () => {
    const creators = await all(many(8), async () => {
      const creator = await createCreator(world, { currency: "USD" });
      await acceptPayoutData(world, creator, { operator });
      return creator;
    });
    // Dollars that are there, and dollars that will mature with the euros.
    for (const creator of creators) await payTip(world, creator, { amount: 50_00 });
    await mature(world, 7);
    for (const creator of creators) await payTip(world, creator, { amount: 40_00 });
    await world.db
      .updateTable("users")
      .set({ currency: "EUR" })
      .where(
        "id",
        "in",
        creators.map((creator) => creator.id),
      )
      .execute();
    const inEuro = creators.map((creator) => ({ ...creator, currency: "EUR" }));
    for (const creator of inEuro) {
      const lost = await payTip(world, creator, { amount: 20_00, type: "INETCASH_OB" });
      await payOut(world, creator);
      await tellDispute(world, lost, "LOST");
      await all(many(3), () => payTip(world, creator, { amount: 10_00 }));
    }
    world.time.passSeconds(7 * DAY_SECONDS);
    const [released] = await Promise.all([
      all(many(50), (index) => releaseDueFunds(either(index).db, world.clock())),
      all([...creators, ...creators, ...creators], (creator, index) =>
        withdraw(either(index), creator, 30_00, "USD"),
      ),
    ]);
    await releaseDueFunds(world.db, world.clock());
    expect(released.reduce((sum, { done }) => sum + done, 0)).toBe(8 * (1 + 3));
    expect(released.flatMap(({ failed }) => failed)).toEqual([]);
    for (const creator of creators) {
      expect(await balancesOf(world, creator, "EUR")).toEqual({ creator_available: 10_00 });
      const inDollars = (await payoutsOf(world, creator)).filter(({ currency }) => currency === "USD");
      const taken = inDollars.length * 1_50;
      expect(await left(creator, "USD")).toBe(90_00 - taken);
      expect(await accountStatus(world, creator)).toBe("ACTIVE");
    }
  });
});

/** What the ledger says of a thing, in its order. */
async function postingsOf(reference: string) {
  const rows = await world.db
    .selectFrom("ledger_transaction as t")
    .innerJoin("ledger_transfer as m", "m.transaction_id", "t.id")
    .select(["t.id", "t.kind", (eb) => eb.fn.sum<number>("m.amount_minor").as("amount_minor")])
    .where("t.reference", "=", reference)
    .groupBy(["t.id", "t.kind"])
    .orderBy("t.id")
    .execute();
  return rows.map((row) => ({ ...row, amount_minor: Number(row.amount_minor) }));
}
