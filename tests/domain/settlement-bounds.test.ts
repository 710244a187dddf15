import { sql } from "kysely";
import { afterEach, describe, expect } from "vitest";
import { declineApproval, listApprovals } from "../../app/domain/approvals/approvals.server.ts";
import { checkAndFreeze } from "../../app/domain/ledger/ledger-checks.server.ts";
import {
  isOutside,
  retryException,
  retryExceptions,
  reverseEvent,
  takeOutside,
} from "../../app/domain/payments/settlements/exception-acts.server.ts";
import { importSettlement } from "../../app/domain/payments/settlements/settlement-import.server.ts";
import { findSettlementException } from "../../app/domain/payments/settlements/settlement-queries.server.ts";
import { takeStatements } from "../../app/domain/payouts/bank-statements/statement-import.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { camt, MADE_UP_BALANCES } from "../support/money/camt.ts";
import {
  approveAbout,
  makeOperator,
  OUR_ACCOUNT,
  type PayoutWorld,
  withPayouts,
} from "../support/money/payout-world.ts";
import { decimal, movedBy, type SettlementRow, settlementFile } from "../support/money/settlement-files.ts";
import {
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  mature,
  payTip,
  tellDispute,
} from "../support/money/tip-world.ts";

// One operator with a made-up file of a provider (docs/money.md, 5; docs/decisions/064).
const { bounds } = productRules.settlement;
/** No payment was made: what fees without a payment come to at most. */
const ROOM = bounds.other_fees.fixed_eur_minor;

let world: PayoutWorld;
let [reader, maker, checker] = ["", "", ""];

it.beforeEach(async ({ database }) => {
  world = { ...withPayouts(createTipWorld(database.db)), second_operator_from_minor: 1_000_00 };
  [reader, maker, checker] = [
    await makeOperator(world),
    await makeOperator(world),
    await makeOperator(world),
  ];
  await earnBefore(world, "EUR", 1_000_00);
});
afterEach(() => expectCleanBooks(world.db, world.clock(), ...MADE_UP_BALANCES));

const dayBefore = (ago: number) =>
  new Date(world.clock().getTime() - ago * DAY_SECONDS * 1000).toISOString().slice(0, 10);

let names = 0;
const newName = (word: string) => `${word}-${++names}`;

/** Imports rows as one file; why each of them waits, in the order of the rows, or null. */
async function told(...rows: Omit<SettlementRow, "event">[]) {
  const named = rows.map((row) => ({ event: newName("e"), ...row }));
  const given = { provider: "scripted", bytes: settlementFile(...named), operator_id: reader };
  const outcome = await importSettlement(world, given);
  if (outcome.outcome !== "imported") throw new Error(JSON.stringify(outcome));
  const found = await world.db
    .selectFrom("settlement_events as e")
    .leftJoin("settlement_exceptions as x", (join) =>
      join.onRef("x.event_id", "=", "e.id").on("x.reason", "<>", "not_at_bank"),
    )
    .select(["e.id", "e.event_ref", "e.settlement_id", "x.id as exception", "x.reason"])
    .where("e.settlement_id", "=", outcome.id)
    .execute();
  return named.flatMap(({ event }) => found.filter(({ event_ref }) => event_ref === event));
}
const reasonsOf = async (...rows: Parameters<typeof told>) =>
  (await told(...rows)).map(({ reason }) => reason);
const paid = async (amount = 50_00) => {
  const payment = await payTip(world, await createCreator(world), { amount });
  const row = { payment: payment.provider_ref, gross: decimal(payment.charged_minor) };
  return { ...payment, row: { kind: "PAYMENT", ...row } as const, name: payment.provider_ref };
};
const subjectOf = ({ id, settlement_id }: { id: string; settlement_id: string }) =>
  `settlement:${settlement_id}:${id}`;
const asking = (exception: string | null, operator_id: string) =>
  takeOutside(world, { exception_id: exception ?? "", operator_id, reason: "The bill says so" });

describe("what one operator's settlement file cannot do", () => {
  it("fees that nobody kept, and conversions at rates of its own, hide no shortage and make no money", async () => {
    const [bill] = await told({ kind: "FEE", gross: "1500.00" });
    if (!bill) throw new Error("no event");
    expect(await asking(bill.exception, maker)).toBe("waiting");
    expect(await approveAbout(world, subjectOf(bill), checker)).toBe("approved");
    expect((await checkAndFreeze(world)).faults).toEqual(["12-owed-is-held"]);
    const moved = await movedBy(world, async () => {
      const reasons = await reasonsOf(
        { kind: "FEE_RETURNED", gross: "600.00" },
        { kind: "CHARGEBACK_FEE_RETURNED", gross: "600.00" },
        { kind: "CONVERSION", gross: "0.01", other_currency: "USD", other_gross: "900000.00" },
        {
          kind: "CONVERSION",
          currency: "USD",
          gross: "900000.00",
          other_currency: "EUR",
          other_gross: "0.01",
        },
        { kind: "COLLECTION", reference: "PO-1", gross: "700.00" },
      );
      expect(reasons).toEqual([
        ...["fee_not_kept", "fee_not_kept", "conversion_rate", "conversion_rate", "not_held"],
      ]);
      expect(await retryExceptions(world)).toEqual({ taken: 0, failed: [] });
    });
    expect(moved).toEqual({});
    expect((await checkAndFreeze(world)).faults).toEqual(["12-owed-is-held"]);
    await reverseEvent(world, { event_id: bill.id, operator_id: maker, reason: "It was a test" });
    await approveAbout(world, subjectOf(bill), checker);
    await world.db.updateTable("payout_freezes").set({ lifted_at: world.clock() }).execute();
  });

  it("a second operator reads both amounts of a conversion, and the worth of the larger one", async () => {
    const dollars = { currency: "USD", gross: "900000.00" };
    const rows = await told(
      { kind: "CONVERSION", gross: "0.01", other_currency: "USD", other_gross: dollars.gross },
      { kind: "CONVERSION", ...dollars, other_currency: "EUR", other_gross: "0.01" },
    );
    for (const { exception } of rows) expect(await asking(exception, maker)).toBe("waiting");
    const { approvals } = await listApprovals(world.db, "FINANCE", null);
    const [cent, large] = [
      { currency: "EUR", minor: 1 },
      { currency: "USD", minor: 900_000_00 },
    ] as const;
    for (const [given, brought] of [
      [cent, large],
      [large, cent],
    ] as const) {
      const { worth_eur_minor, params } =
        approvals.find((each) => each.params.currency === given.currency) ?? expect.fail();
      expect(params).toMatchObject({ amount_minor: given.minor });
      expect(params).toMatchObject({ other_currency: brought.currency, other_minor: brought.minor });
      expect(worth_eur_minor).toBeGreaterThan(700_000_00);
    }
  });

  it("two conversions at the rates of two days, or of what is not held, bring nothing", async () => {
    const rate = (ago: number, units: string) =>
      sql`insert into reference_rates (currency, rate_date, units_per_euro, source)
        values ('USD', ${dayBefore(ago)}::date, ${units}::numeric, 'ECB')
        on conflict (currency, rate_date) do update set units_per_euro = excluded.units_per_euro`.execute(
        world.db,
      );
    await rate(30, "1.10");
    await rate(0, "1.02");
    await paid(400_00);
    const convert = (from: string, gross: string, to: string, other_gross: string, ago: number) => ({
      ...{ kind: "CONVERSION" as const, currency: from, gross, other_currency: to, other_gross },
      date: dayBefore(ago),
    });
    const moved = await movedBy(world, async () => {
      expect(
        await reasonsOf(
          convert("EUR", "100000.00", "USD", "110000.00", 30),
          convert("USD", "110000.00", "EUR", "107843.14", 0),
        ),
      ).toContain("conversion_rate");
      expect(
        await reasonsOf(convert("USD", "102000.00", "EUR", "100000.00", 0), {
          kind: "TRANSFER",
          gross: "100000.00",
          reference: "X1",
          date: dayBefore(0),
        }),
      ).toEqual(["not_held", "not_held"]);
      expect(await reasonsOf(convert("USD", "51.00", "EUR", "50.00", 90))).toEqual(["conversion_rate"]);
    });
    expect(moved).toEqual({});
  });

  it("a transfer that our bank has comes back by the bank's booking alone", async () => {
    for (const _ of many(4)) await paid(500_00);
    const transfer = { gross: "1600.00", reference: "PO-9", date: dayBefore(0) } as const;
    expect(await reasonsOf({ kind: "TRANSFER", ...transfer })).toEqual([null]);
    const bytes = camt({ id: "arrived", rows: [{ amount: "1600.00", words: "PO-9" }] });
    const given = { operator_id: reader, account: OUR_ACCOUNT, bytes };
    expect(await takeStatements(world, given)).toMatchObject({ exceptions: 0 });
    expect(await reasonsOf({ kind: "COLLECTION", ...transfer })).toEqual(["not_held"]);
  });

  it("a payment bears so much of fees at most, in however many rows, files and names they come", async () => {
    const tip = await paid();
    expect(await reasonsOf({ ...tip.row, fee: "5000.00" })).toEqual(["fee_bound"]);
    const most = bounds.payment_fees.fixed_eur_minor + (tip.charged_minor * bounds.payment_fees.bps) / 10_000;
    const other = await paid();
    expect(await reasonsOf({ ...other.row, fee: "1.00" })).toEqual([null]);
    const rows = many(20).map(
      (_, place) => ({ kind: "FEE", reference: place % 2 ? other.name : other.id, gross: "0.50" }) as const,
    );
    const moved = await movedBy(world, async () => {
      await told(...rows.slice(0, 10));
      await told(...rows.slice(10));
    });
    const times = Math.floor((most - 1_00) / 50);
    expect(moved).toEqual({ "psp_fee EUR": times * 50, "psp_clearing EUR": -times * 50 });
    expect(
      await reasonsOf({ kind: "FEE_RETURNED", reference: other.name, gross: decimal(times * 50 + 1_01) }),
    ).toEqual(["fee_not_kept"]);
    expect(
      await reasonsOf({ kind: "FEE_RETURNED", reference: other.id, gross: decimal(times * 50 + 1_00) }),
    ).toEqual([null]);
  });

  it("fees of no payment come to so much at most in the window, many small ones of many files too, and begin anew after it", async () => {
    const bill = { kind: "FEE", gross: "4.00" } as const;
    const fits = Math.floor(ROOM / 4_00);
    const moved = await movedBy(world, async () => {
      for (const _ of many(3)) await told(...many(8).map(() => bill));
    });
    expect(moved).toEqual({ "psp_fee EUR": fits * 4_00, "psp_clearing EUR": -fits * 4_00 });
    // A fee for a dispute that is not named shares the room.
    expect(await reasonsOf({ kind: "CHARGEBACK_FEE", gross: "15.00" })).toEqual(["fee_bound"]);
    world.time.passSeconds((bounds.window_days + 1) * DAY_SECONDS);
    expect(await reasonsOf(bill, { kind: "CHARGEBACK_FEE", gross: "15.00" })).toEqual([null, null]);
    // What is returned belongs to what was kept in the window.
    expect(await reasonsOf({ kind: "FEE_RETURNED", gross: "4.01" })).toEqual(["fee_not_kept"]);
    expect(await reasonsOf({ kind: "FEE_RETURNED", gross: "4.00" })).toEqual([null]);
  });

  it("fees are given back within the window's room alone, whatever was kept in years before", async () => {
    const tips = await all(many(60), async () => await paid(50_00));
    const fee = bounds.payment_fees.fixed_eur_minor;
    await told(...tips.map(({ name }) => ({ kind: "FEE", reference: name, gross: decimal(fee) }) as const));
    await mature(world, 400);
    const back = await reasonsOf(
      ...tips.map(({ name }) => ({ kind: "FEE_RETURNED", reference: name, gross: decimal(fee) }) as const),
    );
    const room = Math.floor(bounds.returned_fees.fixed_eur_minor / fee);
    expect(back).toEqual(many(60).map((place) => (place < room ? null : "fee_bound")));
  });

  it("fees of no payment may grow with what fans paid, and not with what a file says that they paid", async () => {
    const share = (sum: number) => ROOM + Math.floor((sum * bounds.other_fees.turnover_bps) / 10_000);
    const stranger = { kind: "PAYMENT", payment: "nobody", gross: "90000.00" } as const;
    expect(await reasonsOf(stranger, { kind: "FEE", gross: decimal(ROOM + 1) })).toEqual([
      ...["unknown_payment", "fee_bound"],
    ]);
    const tips = [await paid(500_00), await paid(500_00)];
    const turnover = tips.reduce((sum, { charged_minor }) => sum + charged_minor, 0);
    expect(await reasonsOf({ kind: "FEE", gross: decimal(share(turnover) + 1) })).toEqual(["fee_bound"]);
    expect(await reasonsOf({ kind: "FEE", gross: decimal(share(turnover)) })).toEqual([null]);
  });

  it("a dispute bears so much at most, however often it is told of, and gives back what it bore", async () => {
    const tip = await paid();
    await tellDispute(world, tip, "OPEN");
    const about = { payment: tip.name, reference: "dispute-1" };
    const fee = { kind: "CHARGEBACK_FEE", ...about, gross: "20.00" } as const;
    const fits = Math.floor(bounds.dispute_fees_eur_minor / 20_00);
    const reasons = await reasonsOf(...many(fits + 1).map(() => fee));
    expect(reasons).toEqual([...many(fits).map(() => null), "fee_bound"]);
    const back = { ...fee, kind: "CHARGEBACK_FEE_RETURNED" } as const;
    expect(await reasonsOf(...many(fits + 1).map(() => back))).toEqual([
      ...many(fits).map(() => null),
      "fee_not_kept",
    ]);
    // The dispute itself comes as often as its bank says, and each time with a fee.
    const again = await reasonsOf(
      ...many(30).map(() => ({ kind: "DISPUTE", ...about, gross: tip.row.gross, fee: "1.00" }) as const),
    );
    expect(again.filter((reason) => reason === null)).toHaveLength(7);
  });

  it("conversions are near the rate of their day, and many that are a little beyond it are stopped together", async () => {
    const dollars = (other_gross: string, date?: string) =>
      ({
        kind: "CONVERSION",
        gross: "100.00",
        other_currency: "USD",
        other_gross,
        ...(date && { date }),
      }) as const;
    // 113.61 USD at the day's rate.
    expect(await reasonsOf(dollars("119.60"), dollars("107.90"), dollars("113.61", "2001-01-01"))).toEqual([
      ...["conversion_rate", "conversion_rate", "conversion_rate"],
    ]);
    expect(await reasonsOf(dollars("113.61", "2027-06-01"))).toEqual(["conversion_rate"]);
    const reasons = await reasonsOf(...many(12).map(() => dollars("118.00")));
    const fits = Math.floor(bounds.conversion.fixed_eur_minor / (118_00 / 1.136072 - 100_00));
    expect(reasons.filter((reason) => reason === null)).toHaveLength(fits);
    // What brings less than the rate makes room again.
    expect(await reasonsOf(dollars("109.00"), dollars("118.00"))).toEqual([null, null]);
  });

  it("a transfer is of what is there, wherever it stands in the file, and a collection of what is missing", async () => {
    const tip = await paid();
    const held = 1_000_00 + tip.charged_minor;
    const transfer = (gross: number) =>
      ({ kind: "TRANSFER", reference: newName("TR"), gross: decimal(gross) }) as const;
    expect(await reasonsOf(transfer(held), { ...tip.row, fee: "1.00" })).toEqual(["not_held", null]);
    expect(await reasonsOf(transfer(held - 1_00), transfer(1))).toEqual([null, "not_held"]);
    expect(await reasonsOf({ kind: "COLLECTION", reference: "PO-1", gross: "100.01" })).toEqual(["not_held"]);
    expect(await reasonsOf({ kind: "COLLECTION", reference: "PO-2", gross: "60.00" })).toEqual([null]);
    expect(await reasonsOf({ kind: "COLLECTION", reference: "PO-3", gross: "60.00" })).toEqual(["not_held"]);
  });

  it("a transfer that came back may do so once", async () => {
    const row = { reference: "TR-9", gross: "700.00" };
    const reasons = await reasonsOf(
      { kind: "COLLECTION", ...row },
      { kind: "TRANSFER", ...row },
      { kind: "COLLECTION", ...row },
    );
    expect(reasons.filter((reason) => reason === "not_held")).toHaveLength(1);
  });

  it("a transfer that came before our books knew its payments is taken in once they do, and then waits for the bank", async () => {
    const gross = 1_000_00 + 55_95;
    const [early] = await told({
      kind: "TRANSFER",
      reference: "TR-7",
      gross: decimal(gross),
      date: "2026-11-21",
    });
    expect(early?.reason).toBe("not_held");
    expect(await movedBy(world, () => retryExceptions(world))).toEqual({});
    await paid();
    const moved = await movedBy(world, () => all(many(3), () => retryExceptions(world)));
    expect(moved).toEqual({ "bank EUR": gross, "psp_clearing EUR": -gross });
    const bytes = camt({ id: "s-1", rows: [{ amount: decimal(gross), words: "TR-7" }] });
    const statement = { operator_id: reader, account: OUR_ACCOUNT, bytes };
    expect(await takeStatements(world, statement)).toMatchObject({ outcome: "taken", exceptions: 0 });
  });
});

describe("what is beyond the bounds is taken in by two operators, and who read the file does not confirm it", () => {
  it("its reader asks and never approves, and what was taken in counts for no other fee", async () => {
    const [bill] = await told({ kind: "FEE", gross: "500.00" });
    if (!bill) throw new Error("no event");
    const about = { reason: bill.reason ?? "", event_id: bill.id };
    expect(await isOutside(world.db, about, world.clock())).toBe(true);
    expect(await asking(bill.exception, reader)).toBe("waiting");
    expect(await approveAbout(world, subjectOf(bill), reader)).toBe("own");
    const [waiting] = await world.db
      .selectFrom("operator_acts")
      .select("id")
      .where("status", "=", "WAITING")
      .execute();
    const back = { id: waiting?.id ?? "", operator_id: reader, reason: "Not sure" };
    expect(await declineApproval(world, back)).toBe("taken_back");
    expect(await all(many(3), () => asking(bill.exception, maker))).toEqual(many(3).map(() => "waiting"));
    expect(await approveAbout(world, subjectOf(bill), reader)).toBe("own");
    expect(await approveAbout(world, subjectOf(bill), maker)).toBe("own");
    const moved = await movedBy(world, () => approveAbout(world, subjectOf(bill), checker));
    expect(moved).toEqual({ "psp_fee EUR": 500_00, "psp_clearing EUR": -500_00 });
    expect(await findSettlementException(world.db, bill.exception ?? "")).toMatchObject({
      ...{ settled_at: world.clock(), taken_at: world.clock(), may_be_known: false },
    });
    expect(await asking(bill.exception, maker)).toBe("gone");
    expect(await reasonsOf({ kind: "FEE", gross: "49.00" })).toEqual([null]);
    expect(await reasonsOf({ kind: "FEE_RETURNED", gross: "499.00" })).toEqual(["fee_not_kept"]);
  });

  it("where one operator works alone, that one takes it in at once", async () => {
    world = { ...world, second_operator_from_minor: null };
    const [bill] = await told({ kind: "FEE", gross: "500.00" });
    expect(await asking(bill?.exception ?? "", reader)).toBe("taken");
  });

  it("a payment that was unknown and bears too much goes on waiting once it is known, until two take it in", async () => {
    const row = { kind: "PAYMENT", payment: "scripted-unknown", gross: "55.95", fee: "30.00" } as const;
    const [stranger] = await told(row);
    expect(await asking(stranger?.exception ?? "", maker)).toBe("not_known");
    const tip = await paid();
    const [known] = await told({ ...tip.row, fee: "30.00" });
    if (!known) throw new Error("no event");
    const retry = { id: known.exception ?? "", operator_id: maker };
    expect(await retryException(world, retry)).toBe("gone");
    expect(await asking(known.exception, maker)).toBe("waiting");
    const moved = await movedBy(world, () => approveAbout(world, subjectOf(known), checker));
    expect(moved).toEqual({ "psp_fee EUR": 30_00, "psp_clearing EUR": -30_00 });
    expect(await reasonsOf({ ...tip.row, fee: "1.00" })).toEqual(["told_twice"]);
  });

  it("a transfer that two took in waits for our bank, and is ended by its credit or taken back", async () => {
    const rows = ["TR-1", "TR-2"].map(
      (reference) => ({ kind: "TRANSFER", reference, gross: "3000.00", date: "2026-11-21" }) as const,
    );
    const both = await told(...rows);
    for (const each of both) {
      expect(await asking(each.exception, maker)).toBe("waiting");
      expect(await approveAbout(world, subjectOf(each), checker)).toBe("approved");
    }
    const bytes = camt({ id: "s-1", rows: [{ amount: "3000.00", words: "TR-1" }] });
    const statement = { operator_id: reader, account: OUR_ACCOUNT, bytes };
    expect(await takeStatements(world, statement)).toMatchObject({ outcome: "taken", exceptions: 0 });
    const outcomes: string[] = [];
    for (const { id } of both)
      outcomes.push(await reverseEvent(world, { event_id: id, operator_id: maker, reason: "It never came" }));
    expect(outcomes.sort()).toEqual(["gone", "waiting"]);
    const [, never] = both;
    if (never) await approveAbout(world, subjectOf(never), checker);
    const open = await world.db
      .selectFrom("settlement_exceptions")
      .select("id")
      .where("settled_at", "is", null)
      .execute();
    expect(open).toEqual([]);
  });
});
