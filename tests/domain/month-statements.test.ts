import { sql } from "kysely";
import { afterEach, describe, expect } from "vitest";
import { correct } from "../../app/domain/corrections/corrections.server.ts";
import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import { findCorrectionKind } from "../../app/domain/ledger/rules/correction-posting-rules.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { markBounced, markPaid } from "../../app/domain/payouts/batches/transitions.server.ts";
import { isMonthlyRunDue, runMonthlyPayouts } from "../../app/domain/payouts/monthly-run.server.ts";
import {
  issueMonthStatements,
  lastMonth,
  listMonthStatements,
  readMonthStatement,
} from "../../app/domain/payouts/statements/month-statements.server.ts";
import type { MonthStatementFacts } from "../../app/domain/payouts/statements/statement.schema.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { payDirectly } from "../support/money/direct-creators.ts";
import { requestPayout } from "../support/money/paid-payouts.ts";
import {
  acceptPayoutData,
  batchUp,
  earn,
  ISSUER,
  makeOperator,
  type PayoutWorld,
  withPayouts,
} from "../support/money/payout-world.ts";
import { by, byOperator, refund } from "../support/money/refund-world.ts";
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

it.beforeEach(async ({ database }) => {
  world = withPayouts(createTipWorld(database.db));
  await earnBefore(world, "EUR", 10_000_00);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

/** The world's clock stands at this moment from now on; what has matured is released. */
async function at(moment: string): Promise<void> {
  world.time.passSeconds((Date.parse(moment) - world.clock().getTime()) / 1000);
  await releaseDueFunds(world.db, world.clock());
}

async function factsOf(creator: Creator, month: string, currency = "EUR"): Promise<MonthStatementFacts> {
  const facts = await readMonthStatement(world.db, { user_id: creator.id, month, currency });
  if (!facts) throw new Error("there is no statement");
  return facts;
}

/** What a statement says of the money, line by line. */
const linesOf = ({ opening_minor, movements, closing_minor }: MonthStatementFacts) => ({
  opening: opening_minor,
  ...Object.fromEntries(movements.map(({ kind, amount_minor }) => [kind, amount_minor])),
  closing: closing_minor,
});

describe("the statement of a month", () => {
  it("names what operators corrected in a creator's money", async () => {
    const creator = await createCreator(world);
    const operator_id = await makeOperator(world);
    const order = { currency: "EUR", reference: "R 1", reason: "goodwill", owner: creator.username };
    const correctBy = async (debit: string, credit: string, amount: number) => {
      const kind = findCorrectionKind({ debit, credit });
      if (!kind) throw new Error("there is no such correction");
      const entry = {
        ...order,
        kind,
        correction_id: world.newId(),
        amount_minor: minor(amount),
        operator_id,
      };
      expect(await correct(world, entry)).toBe("posted");
    };
    await correctBy("goodwill", "creator_available", 9_00);
    await correctBy("creator_available", "goodwill", 2_00);
    await at("2026-12-01T12:00:00Z");
    await issueMonthStatements(world, "2026-11");
    expect(await factsOf(creator, "2026-11")).toMatchObject({
      ...{ opening_minor: 0, closing_minor: 7_00 },
      movements: [{ kind: "corrections", count: 2, amount_minor: 7_00 }],
    });
  });

  it("the statement of a month adds up from what was there at its beginning to what is there at its end", async () => {
    const creator = await createCreator(world);
    await acceptPayoutData(world, creator);
    const stolen = await payTip(world, creator, { amount: 100_00, country: "DE" });
    await payTip(world, creator, { amount: 30_00, country: "AT" });
    const unloved = await payTip(world, creator, { amount: 20_00, country: "AT" });
    await at("2026-11-29T12:00:00Z");
    await refund(world, unloved, byOperator(await makeOperator(world)));
    await requestPayout(world, creator, 100_00);
    const batch_id = await batchUp(world, await makeOperator(world));
    // In Berlin it is December already.
    await at("2026-11-30T23:30:00Z");
    const second = { batch_id, operator_id: await makeOperator(world) };
    await markPaid(world, second);
    await tellDispute(world, stolen, "OPEN");
    await tellDispute(world, stolen, "LOST");
    await payTip(world, creator, { amount: 15_00, country: "FR", type: "INETCASH_OB" });
    await at("2026-12-24T12:00:00Z");
    await markBounced(world, { ...second, reason: null });
    await at("2027-01-01T12:00:00Z");
    await payTip(world, creator, { amount: 7_00, country: "DE" });
    expect(await issueMonthStatements(world, "2026-11")).toBe(1);
    expect(await issueMonthStatements(world, "2026-12")).toBe(1);
    const [november, december] = [await factsOf(creator, "2026-11"), await factsOf(creator, "2026-12")];
    expect(linesOf(november)).toEqual({
      ...{ opening: 0, tips: 150_00, refunds: -20_00, payouts: -100_00, closing: 30_00 },
    });
    expect(november.closing).toMatchObject({ creator_available: 30_00, creator_pending: 0 });
    expect(november.tips).toEqual([
      { country: "DE", count: 1, amount_minor: 100_00 },
      { country: "AT", count: 2, amount_minor: 50_00 },
    ]);
    expect(november.payouts).toMatchObject([
      { amount_minor: 100_00, fee_minor: 1_50, net_minor: 98_50, vat: null },
    ]);
    expect(linesOf(december)).toEqual({
      ...{ opening: 30_00, tips: 15_00, chargebacks: -100_00, payouts_returned: 100_00, closing: 45_00 },
    });
    expect([november.issuer, november.number, december.number]).toEqual([ISSUER, 1, 2]);
    // What came after the month is not in it; with it, it is what the books say now.
    expect(await balancesOf(world, creator)).toMatchObject({
      creator_available: 45_00,
      creator_pending: 7_00,
    });
  });

  it("what fans paid directly is in the statement of a month, and went to the creator's own account", async () => {
    const creator = await createCreator(world);
    await payDirectly(world, creator);
    await payTip(world, creator, { amount: 30_00, country: "DE" });
    const unloved = await payTip(world, creator, { amount: 20_00, country: "AT" });
    await refund(world, unloved, by(creator), 5_00);
    await at("2026-12-01T12:00:00Z");
    await issueMonthStatements(world, "2026-11");
    const facts = await factsOf(creator, "2026-11");
    expect(linesOf(facts)).toEqual({
      ...{ opening: 0, tips: 50_00, refunds: -5_00, direct: -45_00, closing: 0 },
    });
    expect(facts.tips).toEqual([
      { country: "DE", count: 1, amount_minor: 30_00 },
      { country: "AT", count: 1, amount_minor: 20_00 },
    ]);
  });

  it("the statement of a month shows a debt as a negative amount", async () => {
    const creator = await createCreator(world);
    const stolen = await payTip(world, creator, { amount: 100_00 });
    await acceptPayoutData(world, creator);
    await at("2026-11-29T12:00:00Z");
    await requestPayout(world, creator, 100_00);
    await tellDispute(world, stolen, "OPEN");
    await tellDispute(world, stolen, "LOST");
    await at("2026-12-02T12:00:00Z");
    await issueMonthStatements(world, "2026-11");
    const facts = await factsOf(creator, "2026-11");
    expect(linesOf(facts)).toEqual({
      ...{ opening: 0, tips: 100_00, chargebacks: -100_00, payouts: -100_00, closing: -100_00 },
    });
    expect(facts.closing).toMatchObject({ creator_available: 0, creator_receivable: -100_00 });
  });

  it("the statement of a month is one for each currency, and none for a month without movement or an account that is gone", async () => {
    const [ada, bea, gone] = [
      await createCreator(world),
      await createCreator(world),
      await createCreator(world),
    ];
    await earn(world, ada, 10_00);
    await earn(world, ada, 12_00, "USD");
    await earn(world, gone, 1_00);
    await world.db
      .updateTable("users")
      .set({ deleted_at: world.clock() })
      .where("id", "=", gone.id)
      .execute();
    await at("2026-12-02T12:00:00Z");
    expect(await issueMonthStatements(world, "2026-11")).toBe(2);
    expect(await listMonthStatements(world.db, ada.id)).toMatchObject([
      { month: "2026-11", currency: "EUR" },
      { month: "2026-11", currency: "USD" },
    ]);
    expect((await factsOf(ada, "2026-11", "USD")).closing_minor).toBe(12_00);
    expect(await listMonthStatements(world.db, bea.id)).toEqual([]);
    const foreign = { user_id: bea.id, month: "2026-11", currency: "EUR" };
    expect(await readMonthStatement(world.db, foreign)).toBeNull();
  });

  it("the statement of a month is issued once, in numbers without a gap, however many issue it at once", async () => {
    for (const creator of await all(many(20), () => createCreator(world))) await earn(world, creator, 5_00);
    await at("2026-12-02T12:00:00Z");
    const issued = await all(many(8), () => issueMonthStatements(world, "2026-11"));
    expect(issued.sort((a, b) => b - a)).toEqual([20, ...many(7).map(() => 0)]);
    const late = await createCreator(world);
    await earn(world, late, 5_00);
    await at("2027-01-02T12:00:00Z");
    await issueMonthStatements(world, "2026-12");
    const { rows } = await sql<{ number: number }>`
      select number from month_statements order by number`.execute(world.db);
    expect(rows.map(({ number }) => number)).toEqual(many(21).map((index) => index + 1));
    expect((await factsOf(late, "2026-12")).number).toBe(21);
  });

  it("the statement of a month waits for the end of the month", async () => {
    expect(lastMonth(new Date("2026-11-30T22:59:59Z"))).toBe("2026-10");
    expect(lastMonth(new Date("2026-11-30T23:00:00Z"))).toBe("2026-11");
    expect(lastMonth(new Date("2027-01-15T12:00:00Z"))).toBe("2026-12");
    await expect(issueMonthStatements(world, "2026-11")).rejects.toThrow(RangeError);
  });
});

describe("the month's run is due", () => {
  /** The platform began on this day. */
  const beginOn = (day: string) =>
    sql`update kysely_migration set timestamp = ${`${day}T12:00:00.000Z`}`.execute(world.db);
  const isDueAt = (moment: string) => isMonthlyRunDue({ ...world, clock: () => new Date(moment) });

  it("the month's run is due from the 1st at 06:00 in Berlin, in winter and in summer", async () => {
    await beginOn("2026-11-21");
    expect(await isDueAt("2026-12-01T04:59:59Z")).toBe(false);
    expect(await isDueAt("2026-12-01T05:00:00Z")).toBe(true);
    await beginOn("2027-06-10");
    expect(await isDueAt("2027-07-01T03:59:59Z")).toBe(false);
    expect(await isDueAt("2027-07-01T04:00:00Z")).toBe(true);
  });

  it("the month's run is due until it is done, also days later when it was missed", async () => {
    await beginOn("2026-11-21");
    await at("2026-12-05T09:00:00Z");
    expect(await isMonthlyRunDue(world)).toBe(true);
    await runMonthlyPayouts(world);
    expect(await isMonthlyRunDue(world)).toBe(false);
    expect(await isDueAt("2027-01-01T05:00:00Z")).toBe(true);
  });

  it("the month's run is due for a frozen month when payouts are unfrozen", async () => {
    await beginOn("2026-11-21");
    await at("2026-12-01T05:00:00Z");
    const freeze = { id: world.newId(), reason: "a test", frozen_at: world.clock() };
    await world.db.insertInto("payout_freezes").values(freeze).execute();
    const creator = await createCreator(world);
    await acceptPayoutData(world, creator);
    await earn(world, creator, 200_00);
    expect(await runMonthlyPayouts(world)).toMatchObject({ outcome: "frozen" });
    await at("2026-12-03T11:00:00Z");
    expect(await isMonthlyRunDue(world)).toBe(true);
    await world.db.updateTable("payout_freezes").set({ lifted_at: world.clock() }).execute();
    expect(await runMonthlyPayouts(world)).toMatchObject({ outcome: "done", payouts: 1 });
  });

  it("the month's run is not due in the month in which the platform begins", async () => {
    await beginOn("2026-12-10");
    expect(await isDueAt("2026-12-11T12:00:00Z")).toBe(false);
    expect(await isDueAt("2027-01-01T05:00:00Z")).toBe(true);
  });
});
