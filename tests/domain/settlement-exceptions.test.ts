import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { releaseDueFunds } from "../../app/domain/earnings/earnings.server.ts";
import {
  importSettlement,
  listSettlementExceptions,
  listUnnamedPayments,
  type Payment,
  settleSettlementException,
} from "../../app/domain/payments/payments.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks, ledgerSize } from "../support/database/ledger-checks.ts";
import { makeOperator } from "../support/money/payout-world.ts";
import { decimal, type SettlementRow, settlementFile } from "../support/money/settlement-files.ts";
import {
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  payTip,
  type TipWorld,
} from "../support/money/tip-world.ts";

let database: TestDatabase;
let world: TipWorld;
let operator: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await earnBefore(createTipWorld(database.db), "EUR", 1_000_00);
  operator = await makeOperator(createTipWorld(database.db));
});
beforeEach(() => {
  world = createTipWorld(database.db);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));
afterAll(() => database.drop());

const importing = (bytes: Uint8Array) =>
  importSettlement(world, { provider: "scripted", bytes, operator_id: operator });
const events = (...rows: SettlementRow[]) => importing(settlementFile(...rows));
const newName = (word: string) => `${word}-${world.newId().slice(-12)}`;

async function imported(...rows: SettlementRow[]): Promise<string> {
  const outcome = await events(...rows);
  if (outcome.outcome !== "imported") throw new Error(JSON.stringify(outcome));
  return outcome.id;
}

async function paid(amount = 50_00): Promise<Payment & { ref: string; sum: string }> {
  const payment = await payTip(world, await createCreator(world), { amount });
  return { ...payment, ref: payment.provider_ref ?? "", sum: decimal(payment.charged_minor) };
}

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
    world.time.passSeconds(11 * DAY_SECONDS);
    await releaseDueFunds(world.db, world.clock());
    await imported({ event: newName("e"), kind: "PAYMENT", payment: named.ref, gross: named.sum });
    expect([await isListed(named), await isListed(unnamed)]).toEqual([false, true]);
    await imported({ event: newName("e"), kind: "PAYMENT", payment: unnamed.ref, gross: "0.01" });
    expect(await isListed(unnamed)).toBe(false);
  });
});
