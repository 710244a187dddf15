import { afterEach, describe, expect } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import type { Payment } from "../../app/domain/payments/payment-record.server.ts";
import {
  listSettlementExceptions,
  listUnnamedPayments,
  settleSettlementException,
} from "../../app/domain/payments/settlements/settlement-queries.server.ts";
import { listBankExceptions } from "../../app/domain/payouts/bank-statements/bank-queries.server.ts";
import { takeStatements } from "../../app/domain/payouts/bank-statements/statement-import.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks, ledgerSize } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { camt, MADE_UP_BALANCES } from "../support/money/camt.ts";
import { makeOperator, OUR_ACCOUNT, type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import {
  decimal,
  importRows,
  paidWithReference,
  type SettlementRow,
} from "../support/money/settlement-files.ts";
import { createTipWorld, DAY_SECONDS, earnBefore, mature } from "../support/money/tip-world.ts";

let world: PayoutWorld;
let operator: string;

it.beforeAll(async ({ database }) => {
  await earnBefore(createTipWorld(database.db), "EUR", 100_000_00);
  operator = await makeOperator(createTipWorld(database.db));
});
it.beforeEach(({ database }) => {
  world = withPayouts(createTipWorld(database.db));
});
afterEach(() => expectCleanBooks(world.db, world.clock(), ...MADE_UP_BALANCES));

const newName = (word: string) => `${word}-${world.newId().slice(-12)}`;

const imported = (...rows: SettlementRow[]) => importRows(world, operator, rows);
const paid = (amount?: number) => paidWithReference(world, amount);

describe("what a provider's settlement leaves open", () => {
  it("an exception is settled once, with a reason and a line in the log, and posts nothing", async () => {
    const id = await imported({
      event: newName("e"),
      kind: "PAYMENT",
      payment: newName("pay"),
      gross: "5.00",
    });
    const open = await listSettlementExceptions(world.db, world.clock());
    const { id: exception } = await world.db
      .selectFrom("settlement_exceptions")
      .select("id")
      .where("settlement_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(open.length).toBeGreaterThan(0);
    const before = await ledgerSize(world.db);
    const given = { id: exception, operator_id: operator, reason: "A test of the provider's" };
    const outcomes = await all(many(4), () => settleSettlementException(world, given));
    expect(outcomes.sort()).toEqual(["gone", "gone", "gone", "settled"]);
    expect(await ledgerSize(world.db)).toEqual(before);
    const { entries } = await listAudit(world.db, { subject: `settlement:${id}` });
    expect(entries.map(({ action, after }) => [action, after])).toContainEqual([
      "settlement.exception_settled",
      { reason: given.reason },
    ]);
  });

  it("a payment that no settlement names in the days in which one should is listed until one does", async () => {
    const [named, unnamed] = [await paid(), await paid()];
    const isListed = async ({ id }: Payment) =>
      (await listUnnamedPayments(world.db, world.clock())).some((each) => each.id === id);
    expect(await isListed(unnamed)).toBe(false);
    await mature(world, 11);
    await imported({ event: newName("e"), kind: "PAYMENT", payment: named.ref, gross: named.sum });
    expect([await isListed(named), await isListed(unnamed)]).toEqual([false, true]);
    // A row that does not fit names nothing: anyone can write one.
    const wrong = newName("e");
    await imported({ event: wrong, kind: "PAYMENT", payment: unnamed.ref, gross: "0.01" });
    expect(await isListed(unnamed)).toBe(true);
    const late = await paid();
    world.time.passSeconds(11 * DAY_SECONDS);
    expect(await isListed(late)).toBe(true);
    await imported({ event: newName("e"), kind: "PAYMENT", payment: late.ref, gross: late.sum });
    expect(await isListed(late)).toBe(false);
    await releaseDueFunds(world.db, world.clock());
  });

  it("who read a file settles none of its exceptions", async () => {
    const id = await imported({
      event: newName("e"),
      kind: "PAYMENT",
      payment: newName("pay"),
      gross: "5.00",
    });
    const exception = await world.db
      .selectFrom("settlement_exceptions")
      .select("id")
      .where("settlement_id", "=", id)
      .executeTakeFirstOrThrow();
    const two = { ...world, second_operator_from_minor: 1_000_00 };
    const given = { id: exception.id, operator_id: operator, reason: "Known" };
    expect(await settleSettlementException(two, given)).toBe("second_operator_needed");
    const other = { ...given, operator_id: await makeOperator(world) };
    expect(await settleSettlementException(two, other)).toBe("settled");
  });
});

describe("a provider's transfer to our bank", () => {
  const DAY = "2026-12-01";
  const transfer = (reference: string, gross: string) =>
    imported({ event: newName("e"), kind: "TRANSFER", reference, gross, date: DAY });
  let sequence = 1;
  const take = (rows: Parameters<typeof camt>[0]["rows"], kind: "053" | "054" = "053") =>
    takeStatements(world, {
      ...{ operator_id: operator, account: OUR_ACCOUNT },
      bytes: camt({ id: newName("s"), sequence: sequence++, rows, kind }),
    });
  const taken = (exceptions: number) => ({ outcome: "taken", new_statements: 1, exceptions });
  /** Whether a file's transfers wait: for the bank alone, for an operator, or no longer. */
  const statesOf = async (settlement_id: string, days = 0) => {
    const rows = await world.db
      .selectFrom("settlement_exceptions")
      .select(["opened_at", "settled_at", "entry_id"])
      .where("settlement_id", "=", settlement_id)
      .orderBy("id")
      .execute();
    const now = new Date(Date.parse(`${DAY}T12:00:00Z`) + days * DAY_SECONDS * 1_000);
    return rows.map(({ opened_at, settled_at, entry_id }) =>
      settled_at !== null && entry_id !== null ? "arrived" : opened_at > now ? "on its way" : "missing",
    );
  };
  let cents = 1_234_56;
  /** An amount that no other test has. */
  const amountOf = () => decimal(cents++);

  it("a transfer waits for our bank, is an exception after ten days, and is ended by the credit that names it", async () => {
    const [reference, amount] = [newName("TR"), amountOf()];
    const id = await transfer(reference, amount);
    expect([await statesOf(id, 9), await statesOf(id, 10)]).toEqual([["on its way"], ["missing"]]);
    const rows = [{ amount, words: `Payout ${reference.toUpperCase()} thank you` }];
    expect(await take(rows, "054")).toEqual(taken(0));
    expect(await statesOf(id, 10)).toEqual(["arrived"]);
    expect(await take(rows)).toEqual(taken(0));
    expect(await take(rows)).toEqual(taken(1));
  });

  it("a credit that names nothing is the only transfer of its amount, and of two of them neither", async () => {
    const [one, two] = [amountOf(), amountOf()];
    const id = await transfer(newName("TR"), one);
    const twins = [await transfer(newName("TR"), two), await transfer(newName("TR"), two)];
    expect(await take([{ amount: one, words: "Collected payments" }, { amount: two }])).toEqual(taken(1));
    expect(await statesOf(id)).toEqual(["arrived"]);
    expect(await all(twins, (each) => statesOf(each))).toEqual([["on its way"], ["on its way"]]);
  });

  it("a credit that names a transfer of another amount is an exception, and the transfer goes on waiting", async () => {
    const reference = newName("TR");
    const id = await transfer(reference, "70.00");
    expect(await take([{ amount: "69.99", words: reference }])).toEqual(taken(1));
    expect((await listBankExceptions(world.db)).at(-1)).toMatchObject({
      reason: "amount",
      settlement_id: id,
    });
    expect(await statesOf(id)).toEqual(["on its way"]);
  });

  it("a credit of another amount that a notice and then the statement tell of is one exception, and no fault of the books", async () => {
    const reference = newName("TR");
    const id = await transfer(reference, "10.00");
    const rows = [{ amount: "9.90", words: reference, bank_ref: newName("b") }];
    expect(await take(rows, "054")).toEqual(taken(1));
    expect(await take(rows)).toEqual(taken(0));
    await expectCleanBooks(world.db, world.clock(), ...MADE_UP_BALANCES);
    expect(await statesOf(id)).toEqual(["on its way"]);
  });

  it("a credit that came before its provider told of it is no exception any more from then on", async () => {
    const [reference, amount, nameless] = [newName("TR"), amountOf(), amountOf()];
    const rows = [{ amount, end_to_end: reference }, { amount: nameless }];
    expect(await take(rows, "054")).toEqual(taken(2));
    const id = await imported(
      { event: newName("e"), kind: "TRANSFER", reference, gross: amount, date: DAY },
      { event: newName("e"), kind: "TRANSFER", reference: newName("TR"), gross: nameless, date: DAY },
    );
    expect(await statesOf(id)).toEqual(["arrived", "arrived"]);
    const open = await listBankExceptions(world.db);
    expect(open.filter((each) => decimal(each.amount_minor) === amount)).toEqual([]);
    expect(await take(rows)).toEqual(taken(0));
  });

  it("a provider's file and the bank's that come at once find each other", async () => {
    const transfers = many(8).map(() => ({ reference: newName("TR"), gross: amountOf() }));
    const ids = await all(transfers, async ({ reference, gross }) => {
      const [id] = await Promise.all([
        transfer(reference, gross),
        take([{ amount: gross, words: reference }]),
      ]);
      return id;
    });
    expect(await all(ids, (id) => statesOf(id))).toEqual(ids.map(() => ["arrived"]));
  });
});
