import { afterEach, expect } from "vitest";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import {
  retryExceptions,
  reverseEvent,
} from "../../app/domain/payments/settlements/exception-acts.server.ts";
import { importSettlement } from "../../app/domain/payments/settlements/settlement-import.server.ts";
import { findSettlement } from "../../app/domain/payments/settlements/settlement-queries.server.ts";
import { listBankExceptions } from "../../app/domain/payouts/bank-statements/bank-queries.server.ts";
import { takeStatements } from "../../app/domain/payouts/bank-statements/statement-import.server.ts";
import { findSuspenseCase } from "../../app/domain/suspense/suspense.server.ts";
import { retryRefund } from "../../app/domain/suspense/suspense-exits.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { camt, MADE_UP_BALANCES } from "../support/money/camt.ts";
import {
  approveAbout,
  makeOperator,
  OUR_ACCOUNT,
  type PayoutWorld,
  withPayouts,
} from "../support/money/payout-world.ts";
import { byOperator, refund } from "../support/money/refund-world.ts";
import {
  decimal,
  movedBy,
  paymentFile,
  type SettlementRow,
  settlementFile,
  settlementReasons,
} from "../support/money/settlement-files.ts";
import { ALL, stuckMoney } from "../support/money/suspense-world.ts";
import {
  beginTip,
  createCreator,
  createTipWorld,
  earnBefore,
  payTip,
  tell,
} from "../support/money/tip-world.ts";

let world: PayoutWorld;
let maker: string;
let checker: string;

it.beforeAll(async ({ database }) => {
  const first = createTipWorld(database.db);
  await earnBefore(first, "EUR", 1_000_00);
  [maker, checker] = [await makeOperator(first), await makeOperator(first)];
});
it.beforeEach(({ database }) => {
  world = { ...withPayouts(createTipWorld(database.db)), second_operator_from_minor: 1_000_00 };
});
afterEach(() => expectCleanBooks(world.db, world.clock(), ...MADE_UP_BALANCES));

const newName = (word: string) => `${word}-${world.newId().slice(-12)}`;
const importing = (bytes: Uint8Array) =>
  importSettlement(world, { provider: "scripted", bytes, operator_id: maker });

/** Imports a file; its id, and why its events wait, by their kinds. */
async function told(...rows: Omit<SettlementRow, "event">[]) {
  const named = rows.map((row) => ({ event: newName(row.kind), ...row }));
  const outcome = await importing(settlementFile(...named));
  if (outcome.outcome !== "imported") throw new Error(JSON.stringify(outcome));
  const reasons = Object.entries(await settlementReasons(world, outcome.id));
  return {
    id: outcome.id,
    reasons: Object.fromEntries(reasons.map(([name, why]) => [name.split("-")[0], why])),
  };
}

const openIn = async (id: string) => (await findSettlement(world.db, id, world.clock()))?.open_exceptions;

it("a refund that failed is even once a file has told of both halves, whichever comes first", async () => {
  for (const isFailureFirst of [true, false]) {
    const tip = await payTip(world, await createCreator(world), { amount: 50_00 });
    world.provider.refundsBecome("FAILED");
    const reference = await refund(world, tip, byOperator(maker, true));
    const about = { payment: tip.provider_ref, reference, gross: decimal(tip.charged_minor) };
    const [given, failed] = [
      { kind: "REFUND", ...about } as const,
      { kind: "REFUND_FAILED", ...about } as const,
    ];
    const moved = await movedBy(world, async () => {
      if (isFailureFirst) {
        expect((await told(failed)).reasons).toEqual({});
        expect((await told(given)).reasons).toEqual({});
      } else {
        const first = await told(given);
        expect(first.reasons).toEqual({ REFUND: "unknown_refund" });
        await retryExceptions(world);
        expect(await openIn(first.id)).toBe(1);
        expect((await told(failed)).reasons).toEqual({});
        await retryExceptions(world);
        expect(await openIn(first.id)).toBe(0);
      }
      // Each half is told of once, whatever it is called.
      expect((await told(given, failed)).reasons).toEqual({
        REFUND: "told_twice",
        REFUND_FAILED: "told_twice",
      });
    });
    expect(moved).toEqual({});
  }
});

it("a refund of money that fits nothing is even with its file, and with the file of its failure days later", async () => {
  const payment = await stuckMoney(world);
  await retryRefund(world, { payment_id: payment.id, operator_id: maker });
  const reference = (await findSuspenseCase(world.db, payment.id))?.refund_id ?? "";
  await processRefund(world, reference);
  const about = { payment: payment.provider_ref, reference, gross: decimal(ALL) };
  expect((await told({ kind: "REFUND", ...about })).reasons).toEqual({});
  await tell(world, payment, { refunds: [{ refundId: reference, state: "FAILED", amountMinor: ALL }] });
  expect((await told({ kind: "REFUND_FAILED", ...about })).reasons).toEqual({});
});

it("what a provider takes back of what our books have as done waits for an operator, until they agree", async () => {
  const creator = await createCreator(world);
  const tip = await payTip(world, creator, { amount: 50_00 });
  const reference = await refund(world, tip, byOperator(maker, true), 10_00);
  const open = await beginTip(world, creator, { amount: 10_00 });
  const payment = tip.provider_ref;
  const { reasons, id } = await told(
    { kind: "REFUND_FAILED", payment, reference, gross: "11.19" },
    { kind: "PAYMENT_FAILED", payment: open.provider_ref, gross: decimal(open.charged_minor) },
  );
  expect(reasons).toEqual({ REFUND_FAILED: "refund_state", PAYMENT_FAILED: "payment_state" });
  const paid = await told({ kind: "PAYMENT_FAILED", payment, gross: decimal(tip.charged_minor) });
  expect(paid.reasons).toEqual({ PAYMENT_FAILED: "payment_state" });
  const unknown = await told(
    { kind: "PAYMENT_FAILED", payment: newName("nobody"), gross: "5.00" },
    { kind: "REFUND_FAILED", payment, reference: newName("nothing"), gross: "5.00" },
  );
  expect(unknown.reasons).toEqual({ PAYMENT_FAILED: "unknown_payment", REFUND_FAILED: "unknown_refund" });
  await tell(world, open, { state: "FAILED" });
  await retryExceptions(world);
  expect(await openIn(id)).toBe(1);
});

it("a file of payments alone brings no money for a payment that failed", async () => {
  const tip = await beginTip(world, await createCreator(world), { amount: 50_00 });
  await tell(world, tip, { state: "FAILED" });
  const gross = decimal(tip.charged_minor);
  expect((await told({ kind: "PAYMENT_FAILED", payment: tip.provider_ref, gross })).reasons).toEqual({});
  const moved = await movedBy(world, async () => {
    const outcome = await importing(paymentFile(`EUR,${gross},0.50,${tip.provider_ref}`));
    expect(outcome).toMatchObject({ outcome: "imported", exceptions: 1 });
  });
  expect(moved).toEqual({});
});

it("fees that come back are posted the other way round, and what was collected is found by our bank's debit", async () => {
  const reference = newName("PO");
  const date = "2026-12-01";
  const rows = [
    { kind: "TRANSFER", reference, gross: "41.07", date },
    // The payout came back under its own name.
    { kind: "COLLECTION", reference, gross: "41.07", date },
    { kind: "COLLECTION", reference: newName("PO"), gross: "17.03", date },
    { kind: "FEE_RETURNED", gross: "1.50" },
    { kind: "CHARGEBACK_FEE_RETURNED", gross: "15.00" },
  ] as const;
  await told({ kind: "FEE", gross: "1.50" }, { kind: "CHARGEBACK_FEE", gross: "15.00" });
  let id = "";
  const moved = await movedBy(world, async () => {
    const file = await told(...rows);
    expect(file.reasons).toEqual({});
    id = file.id;
  });
  expect(moved).toEqual({
    ...{ "bank EUR": -17_03, "psp_fee EUR": -1_50, "chargeback_fee EUR": -15_00 },
    "psp_clearing EUR": 17_03 + 16_50,
  });
  expect((await findSettlement(world.db, id, world.clock()))?.totals).toEqual({
    EUR: { gross_minor: 0, fee_minor: -16_50, bank_minor: -17_03 },
  });
  const bookings = [
    { amount: "-17.03", words: "Collected" },
    { amount: "41.07", words: `Payout ${reference}` },
    { amount: "-41.07", words: `Payout ${reference}` },
  ];
  const bytes = camt({ id: newName("s"), rows: bookings });
  const taken = await takeStatements(world, { operator_id: maker, account: OUR_ACCOUNT, bytes });
  expect(taken).toMatchObject({ outcome: "taken", exceptions: 0 });
  const late = new Date(world.clock().getTime() + 30 * 86_400_000);
  expect((await findSettlement(world.db, id, late))?.open_exceptions).toBe(0);
});

it("a debit that came before its provider told of it waits no longer from then on; one that never came is taken back", async () => {
  const take = (rows: Parameters<typeof camt>[0]["rows"]) =>
    takeStatements(world, {
      ...{ operator_id: maker, account: OUR_ACCOUNT },
      bytes: camt({ id: newName("s"), rows }),
    });
  expect(await take([{ amount: "-23.09", words: "Debit" }])).toMatchObject({ exceptions: 1 });
  // A credit of the same money is another thing.
  await told({ kind: "TRANSFER", reference: newName("TR"), gross: "23.09", date: "2026-12-01" });
  expect(await listBankExceptions(world.db)).toHaveLength(1);
  await told({ kind: "COLLECTION", reference: newName("PO"), gross: "23.09", date: "2026-12-01" });
  expect(await listBankExceptions(world.db)).toEqual([]);

  const wrong = await told({
    kind: "COLLECTION",
    reference: newName("PO"),
    gross: "29.11",
    date: "2026-12-01",
  });
  const { id: event_id } = await world.db
    .selectFrom("settlement_events")
    .select("id")
    .where("settlement_id", "=", wrong.id)
    .executeTakeFirstOrThrow();
  const moved = await movedBy(world, async () => {
    const asked = { event_id, operator_id: maker, reason: "The file was of a test" };
    expect(await reverseEvent(world, asked)).toBe("waiting");
    expect(await approveAbout(world, `settlement:${wrong.id}:${event_id}`, checker)).toBe("approved");
  });
  expect(moved).toEqual({ "bank EUR": 29_11, "psp_clearing EUR": -29_11 });
  expect(await take([{ amount: "-29.11", words: "Debit" }])).toMatchObject({ exceptions: 1 });
});
