import { afterEach, describe, expect } from "vitest";
import { declineApproval } from "../../app/domain/approvals/approvals.server.ts";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { checkAndFreeze } from "../../app/domain/ledger/ledger-checks.server.ts";
import {
  findSettlementEvent,
  retryException,
  retryExceptions,
  reverseEvent,
  takeOutside,
} from "../../app/domain/payments/settlements/exception-acts.server.ts";
import { importSettlement } from "../../app/domain/payments/settlements/settlement-import.server.ts";
import {
  findSettlementException,
  settleSettlementException,
} from "../../app/domain/payments/settlements/settlement-queries.server.ts";
import { takeStatements } from "../../app/domain/payouts/bank-statements/statement-import.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks, ledgerSize } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
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
  beginTip,
  createCreator,
  createTipWorld,
  earnBefore,
  payTip,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";

let world: PayoutWorld;
let maker: string;
let checker: string;
let third: string;

it.beforeAll(async ({ database }) => {
  const first = createTipWorld(database.db);
  await earnBefore(first, "EUR", 1_000_00);
  [maker, checker, third] = [await makeOperator(first), await makeOperator(first), await makeOperator(first)];
});
it.beforeEach(({ database }) => {
  world = { ...withPayouts(createTipWorld(database.db)), second_operator_from_minor: 1_000_00 };
});
afterEach(() => expectCleanBooks(world.db, world.clock(), ...MADE_UP_BALANCES));

const newName = (word: string) => `${word}-${world.newId().slice(-12)}`;
const importing = (...rows: SettlementRow[]) =>
  importSettlement(world, { provider: "scripted", bytes: settlementFile(...rows), operator_id: maker });

/** Imports one row; returns its event, and the exception that it is, if any. */
async function told(row: Omit<SettlementRow, "event">) {
  const event = newName("e");
  const outcome = await importing({ event, ...row });
  if (outcome.outcome !== "imported") throw new Error(JSON.stringify(outcome));
  const found = await world.db
    .selectFrom("settlement_events as e")
    .leftJoin("settlement_exceptions as x", "x.event_id", "e.id")
    .select(["e.id", "x.id as exception", "e.settlement_id"])
    .where("e.event_ref", "=", event)
    .executeTakeFirstOrThrow();
  return { ...found, event, exception: found.exception ?? "" };
}

describe("an event that a provider's file told before our books knew of it", () => {
  const FEE = { "psp_clearing EUR": -1_05, "psp_fee EUR": 1_05 };
  const begun = async () => {
    const payment = await beginTip(world, await createCreator(world), { amount: 50_00 });
    const row = { payment: payment.provider_ref, gross: decimal(payment.charged_minor), fee: "1.05" };
    return { payment, row: { kind: "PAYMENT", ...row } as const };
  };

  it("a payment's fee is posted once when the payment is known, by the product itself, however often it looks", async () => {
    const { payment, row } = await begun();
    const { exception, event } = await told(row);
    expect(await movedBy(world, () => retryExceptions(world))).toEqual({});
    await tell(world, payment, { state: "PAID" });
    expect(await movedBy(world, () => all(many(4), () => retryExceptions(world)))).toEqual(FEE);
    expect(await movedBy(world, () => retryExceptions(world))).toEqual({});
    expect(await importing({ event, ...row })).toEqual({ outcome: "repeated" });
    expect(await findSettlementException(world.db, exception)).toMatchObject({
      ...{ settled_at: world.clock(), settled_by: null, taken_at: world.clock() },
    });
  });

  it("a payment that was known before its file posts its fee with the file, and nothing later, also when the file comes twice", async () => {
    const { payment, row } = await begun();
    await tell(world, payment, { state: "PAID" });
    const event = newName("e");
    expect(await movedBy(world, () => all(many(2), () => importing({ event, ...row })))).toEqual(FEE);
    expect(await movedBy(world, () => retryExceptions(world))).toEqual({});
  });

  it("of two events of a payment that came later one is taken in, and the other goes on waiting", async () => {
    const { payment, row } = await begun();
    const both = [await told(row), await told(row)];
    await tell(world, payment, { state: "PAID" });
    expect(await movedBy(world, () => retryExceptions(world))).toEqual(FEE);
    expect(await movedBy(world, () => retryExceptions(world))).toEqual({});
    const found = await all(both, ({ exception }) => findSettlementException(world.db, exception));
    expect(found.map((each) => each?.settled_at === null).sort()).toEqual([false, true]);
    const third = await told(row);
    expect(await findSettlementException(world.db, third.exception)).toMatchObject({ reason: "told_twice" });
  });

  it("what our books know by another amount goes on waiting, and an operator who tries again is told so", async () => {
    const { payment, row } = await begun();
    const { exception } = await told({ ...row, gross: "50.00" });
    await tell(world, payment, { state: "PAID" });
    const before = await ledgerSize(world.db);
    await retryExceptions(world);
    expect(await retryException(world, { id: exception, operator_id: maker })).toBe("not_known");
    expect(await ledgerSize(world.db)).toEqual(before);
    expect(await findSettlementException(world.db, exception)).toMatchObject({ settled_at: null });
  });

  it("refunds and disputes that came later are taken in, and a dispute that is won in the meantime", async () => {
    const payment = await payTip(world, await createCreator(world), { amount: 50_00 });
    const about = { payment: payment.provider_ref, gross: decimal(payment.charged_minor) };
    const given = await payTip(world, await createCreator(world), { amount: 20_00 });
    const back = { payment: given.provider_ref, gross: "5.00", reference: newName("re"), fee: "0.30" };
    const rows = [
      await told({ kind: "DISPUTE", reference: "dispute-1", ...about }),
      await told({ kind: "DISPUTE_REVERSED", reference: "dispute-1", ...about }),
      await told({ kind: "CHARGEBACK_FEE", reference: "dispute-1", ...about, gross: "15.00" }),
      await told({ kind: "REFUND", ...back }),
    ];
    await tellDispute(world, payment, "LOST");
    await tellDispute(world, payment, "WON");
    await tell(world, given, { refunds: [{ refundId: back.reference, state: "DONE", amountMinor: 5_00 }] });
    const moved = await movedBy(world, () => retryExceptions(world));
    expect(moved).toEqual({ "psp_clearing EUR": -15_30, "psp_fee EUR": 30, "chargeback_fee EUR": 15_00 });
    const found = await all(rows, ({ exception }) => findSettlementException(world.db, exception));
    expect(found.map((each) => each?.taken_at)).toEqual(rows.map(() => world.clock()));
  });

  it("what an operator settled by hand too early is taken in when they try again, once, with a line in the log", async () => {
    const { payment, row } = await begun();
    const { exception, settlement_id } = await told(row);
    const given = { id: exception, operator_id: checker, reason: "unknown" };
    expect(await settleSettlementException(world, given)).toBe("settled");
    await tell(world, payment, { state: "PAID" });
    expect(await movedBy(world, () => retryExceptions(world))).toEqual({});
    const outcomes: string[] = [];
    const retry = async () =>
      outcomes.push(await retryException(world, { id: exception, operator_id: checker }));
    expect(await movedBy(world, () => all(many(3), retry))).toEqual(FEE);
    expect(outcomes.sort()).toEqual(["gone", "gone", "taken"]);
    const { entries } = await listAudit(world.db, { subject: `settlement:${settlement_id}` });
    expect(entries.filter(({ action }) => action === "settlement.event_taken")).toHaveLength(1);
  });
});

describe("an event of a provider's file that was wrong", () => {
  const reverse = (event_id: string) =>
    reverseEvent(world, { event_id, operator_id: maker, reason: "The file was of a test" });
  const subjectOf = ({ id, settlement_id }: { id: string; settlement_id: string }) =>
    `settlement:${settlement_id}:${id}`;

  it("a fee of a million freezes payouts, and two operators take it back, once", async () => {
    const wrong = await told({ kind: "FEE", gross: "1000000.00" });
    // The file alone posts nothing of it: two others have to.
    expect((await checkAndFreeze(world)).faults).toEqual([]);
    const given = { exception_id: wrong.exception, operator_id: checker, reason: "The bill says so" };
    expect(await takeOutside(world, given)).toBe("waiting");
    expect(await approveAbout(world, subjectOf(wrong), third)).toBe("approved");
    expect((await checkAndFreeze(world)).faults).toEqual(["12-owed-is-held"]);
    expect(await all(many(3), () => reverse(wrong.id))).toEqual(["waiting", "waiting", "waiting"]);
    expect(await approveAbout(world, subjectOf(wrong), maker)).toBe("own");
    const moved = await movedBy(world, () => approveAbout(world, subjectOf(wrong), checker));
    expect(moved).toEqual({ "psp_clearing EUR": 1_000_000_00, "psp_fee EUR": -1_000_000_00 });
    expect((await checkAndFreeze(world)).faults).toEqual([]);
    expect(await reverse(wrong.id)).toBe("gone");
    expect(await findSettlementEvent(world.db, wrong.id)).toMatchObject({
      is_reversible: false,
      acts: [
        { act: "TAKEN", reason: "The bill says so" },
        { act: "REVERSED", reason: "The file was of a test" },
      ],
    });
    const { entries } = await listAudit(world.db, { subject: `settlement:${wrong.settlement_id}` });
    expect(entries.map(({ action }) => action)).toContain("settlement.event_reversed");
    await world.db.updateTable("payout_freezes").set({ lifted_at: world.clock() }).execute();
  });

  it("asked again, tried again and approved at the same time, it is taken back once and nobody waits in a circle", async () => {
    for (const _ of many(12)) {
      const wrong = await told({ kind: "FEE", gross: "3.00" });
      await reverse(wrong.id);
      const acts: (() => Promise<unknown>)[] = [
        () => reverse(wrong.id),
        () => approveAbout(world, subjectOf(wrong), checker),
        () => reverse(wrong.id),
        async () => expect((await retryExceptions(world)).failed).toEqual([]),
      ];
      const moved = await movedBy(world, () => all(acts, (act) => act()));
      expect(moved).toEqual({ "psp_clearing EUR": 3_00, "psp_fee EUR": -3_00 });
    }
  });

  it("what is declined stays posted, and may be asked for again", async () => {
    const wrong = await told({ kind: "CHARGEBACK_FEE", gross: "15.00" });
    await reverse(wrong.id);
    const { id } = await world.db
      .selectFrom("operator_acts")
      .select("id")
      .where("subject", "=", subjectOf(wrong))
      .executeTakeFirstOrThrow();
    const moved = movedBy(world, () =>
      declineApproval(world, { id, operator_id: checker, reason: "It is right" }),
    );
    expect(await moved).toEqual({});
    expect(await reverse(wrong.id)).toBe("waiting");
  });

  it("a conversion is taken back in both currencies, and a transfer that the bank never saw is waited for no longer", async () => {
    const other = { other_currency: "USD", other_gross: "55.00" };
    const conversion = await told({ kind: "CONVERSION", gross: "50.00", ...other });
    const reference = newName("TR");
    const transfer = await told({ kind: "TRANSFER", gross: "77.01", reference, date: "2026-12-01" });
    for (const wrong of [conversion, transfer]) expect(await reverse(wrong.id)).toBe("waiting");
    const takeBack = async () => {
      for (const wrong of [conversion, transfer])
        expect(await approveAbout(world, subjectOf(wrong), checker)).toBe("approved");
    };
    expect(await movedBy(world, takeBack)).toEqual({
      ...{ "bank EUR": -77_01, "psp_clearing EUR": 77_01 + 50_00, "fx_position EUR": 50_00 },
      ...{ "psp_clearing USD": -55_00, "fx_position USD": -55_00 },
    });
    const exception = await findSettlementException(world.db, transfer.exception);
    expect(exception).toMatchObject({ settled_at: world.clock(), entry_id: null });
    const rows = [{ amount: "77.01", words: reference }];
    const bytes = camt({ id: newName("s"), rows });
    const taken = await takeStatements(world, { operator_id: maker, account: OUR_ACCOUNT, bytes });
    expect(taken).toMatchObject({ outcome: "taken", exceptions: 1 });
  });

  it("a transfer that our bank has told of, an exception, and what posted nothing cannot be taken back", async () => {
    const reference = newName("TR");
    const arrived = await told({ kind: "TRANSFER", gross: "78.02", reference, date: "2026-12-01" });
    const rows = [{ amount: "78.02", words: reference }];
    const bytes = camt({ id: newName("s"), rows });
    await takeStatements(world, { operator_id: maker, account: OUR_ACCOUNT, bytes });
    const unknown = await told({ kind: "PAYMENT", payment: newName("nobody"), gross: "5.00", fee: "1.00" });
    const paid = await payTip(world, await createCreator(world), { amount: 10_00 });
    const given = { payment: paid.provider_ref, gross: decimal(paid.charged_minor) };
    const free = await told({ kind: "PAYMENT", ...given });
    for (const { id } of [arrived, unknown, free]) expect(await reverse(id)).toBe("gone");
    expect(await reverse(world.newId())).toBe("gone");
  });

  it("a transfer that arrives while a second operator is asked stays, and what waited is void", async () => {
    const reference = newName("TR");
    const wrong = await told({ kind: "TRANSFER", gross: "79.03", reference, date: "2026-12-01" });
    await reverse(wrong.id);
    const bytes = camt({ id: newName("s"), rows: [{ amount: "79.03", words: reference }] });
    await takeStatements(world, { operator_id: maker, account: OUR_ACCOUNT, bytes });
    expect(await approveAbout(world, subjectOf(wrong), checker)).toBe("gone");
  });
});
