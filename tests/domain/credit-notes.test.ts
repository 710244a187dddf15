import type { Kysely } from "kysely";
import { extractText, getDocumentProxy } from "unpdf";
import { afterEach, expect } from "vitest";
import { numberTransactions } from "../../app/domain/ledger/journal.server.ts";
import { issueCreditNotes } from "../../app/domain/payouts/statements/month-statements.server.ts";
import { leftAfter, refundsOnReceipt } from "../../app/domain/tips/receipt.server.ts";
import { findAnyReceipt } from "../../app/domain/vouchers/voucher-drafts.server.ts";
import { renderNoteCancellation } from "../../app/pdf/credit-note-pdf.server.ts";
import type { DB } from "../../db/schema.ts";
import { i18nFor } from "../../locales/i18n.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks, faultsIn } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { askRefund, by, refund } from "../support/money/refund-world.ts";
import { type Creator, payTip, type TipWorld, tell } from "../support/money/tip-world.ts";
import { askVoucherBack } from "../support/money/voucher-story.ts";
import { buyVoucher } from "../support/money/vouchers.ts";

/** Another instance of the product on the same database. */
let second: Kysely<DB>;
let world: TipWorld;
let creator: Creator;

it.beforeAll(({ second: connected }) => {
  second = connected;
});
it.beforeEach(({ world: own, creator: receiving }) => {
  world = own;
  creator = receiving;
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const numbersOf = async (paymentId: string) =>
  (await refundsOnReceipt(world.db, paymentId, true)).refunds.map(
    ({ credit_note }) => credit_note?.number ?? null,
  );

it("a receipt names each part that went back, with what is left and its credit note, and no refund that failed", async () => {
  const payment = await payTip(world, creator, { amount: 50_00 });
  await refund(world, payment, by(creator), 20_00);
  world.provider.refundsBecome("FAILED");
  await refund(world, payment, by(creator), 5_00);
  world.provider.refundsBecome("DONE");
  await askRefund(world, payment, by(creator), 10_00);
  await issueCreditNotes(world);
  const receipt = await findAnyReceipt(world.db, payment.id, world.clock());
  const refunds = receipt?.refunds ?? [];
  expect(refunds).toMatchObject([
    { is_done: true, tip_minor: 20_00, service_fee_minor: 2_00, vat_minor: 38, charged_minor: 22_38 },
    { is_done: false, tip_minor: 10_00, service_fee_minor: 1_00, vat_minor: 19, credit_note: null },
  ]);
  expect(refunds[0]?.credit_note?.number).toBeGreaterThan(0);
  expect(leftAfter(payment, refunds)).toBe(55_95 - 22_38 - 11_19);
});

it("credit notes are numbered without gaps in the order of their refunds, once, whoever issues them at the same time", async () => {
  const payment = await payTip(world, creator, { amount: 50_00 });
  for (const amount of [10_00, 10_00, 30_00]) await refund(world, payment, by(creator), amount);
  const issued = await all(many(10), (index) =>
    issueCreditNotes({ ...world, db: index % 2 === 0 ? world.db : second }),
  );
  expect(issued.reduce((sum, each) => sum + each, 0)).toBe(3);
  const [first = 0] = (await numbersOf(payment.id)).filter((number) => number !== null);
  expect(await numbersOf(payment.id)).toEqual([first, first + 1, first + 2]);
  expect(await issueCreditNotes(world)).toBe(0);
});

it("a process whose clock is behind issues no note that is older than its refund", async () => {
  const payment = await payTip(world, creator, { amount: 50_00 });
  const refundId = await refund(world, payment, by(creator), 20_00);
  const behind = { ...world, clock: () => new Date(world.clock().getTime() - 3_000) };
  await issueCreditNotes(behind);
  await tell(world, payment, { refunds: [{ refundId, state: "FAILED", amountMinor: 22_38 }] });
  await issueCreditNotes(behind);
  expect(await faultsIn(world.db, world.clock())).toEqual({});
});

it("a fee without VAT has no credit note; a voucher that was withdrawn from has one", async () => {
  const abroad = await payTip(world, creator, { amount: 50_00, country: "US" });
  await refund(world, abroad, by(creator));
  const bought = await buyVoucher(world);
  await askVoucherBack(world, bought, { role: "BUYER" });
  await issueCreditNotes(world);
  expect(await numbersOf(bought.payment.id)).toEqual([null]);
  expect(await numbersOf(abroad.id)).toEqual([null]);
  const tip = await payTip(world, creator, { amount: 50_00 });
  await refund(world, tip, by(creator));
  await issueCreditNotes(world);
  expect(await numbersOf(tip.id)).toEqual([expect.any(Number)]);
});

it("the credit note of a refund that failed later is cancelled by the next number, once, whoever does it at the same time", async () => {
  const payment = await payTip(world, creator, { amount: 50_00 });
  const refundId = await refund(world, payment, by(creator), 20_00);
  await issueCreditNotes(world);
  const failed = { refundId, state: "FAILED" as const, amountMinor: 22_38 };
  await tell(world, payment, { refunds: [failed] });
  const next = await refund(world, payment, by(creator), 10_00);
  const issued = await all(many(6), (index) =>
    issueCreditNotes({ ...world, db: index % 2 === 0 ? world.db : second }),
  );
  expect(issued.reduce((sum, each) => sum + each, 0)).toBe(2);
  const receipt = await findAnyReceipt(world.db, payment.id, world.clock());
  const [cameBack] = receipt?.came_back ?? [];
  const first = cameBack?.credit_note?.number ?? 0;
  expect(first).toBeGreaterThan(0);
  expect(receipt?.refunds).toMatchObject([{ id: next, credit_note: { number: first + 1 } }]);
  expect(cameBack).toMatchObject({ service_fee_minor: 2_00, vat_minor: 38, came_back_at: world.clock() });
  expect(cameBack?.cancellation).toEqual({ number: first + 2, issued_at: world.clock() });
  const change = world.db.deleteFrom("credit_note_cancellations");
  await expect(change.execute()).rejects.toThrow(/append-only/);
});

it("its cancellation says as a PDF which note it cancels and what is owed again, in both languages", async () => {
  const payment = await payTip(world, creator, { amount: 50_00 });
  const refundId = await refund(world, payment, by(creator), 20_00);
  await issueCreditNotes(world);
  await tell(world, payment, { refunds: [{ refundId, state: "FAILED", amountMinor: 22_38 }] });
  await issueCreditNotes(world);
  const receipt = await findAnyReceipt(world.db, payment.id, world.clock());
  const [refunded] = receipt?.came_back ?? [];
  if (!receipt || !refunded?.credit_note || !refunded.cancellation) throw new Error("nothing was cancelled");
  const { credit_note: note, cancellation, came_back_at } = refunded;
  for (const [locale, ...words] of [
    ["en", `Cancels credit note no. ${note.number}`, "€2.38", "€22.38 failed and came back"],
    ["de", `Storniert Gutschrift Nr. ${note.number}`, "2,38", "kam nicht an"],
  ] as const) {
    const facts = { receipt, refund: refunded, note, came_back_at, ...cancellation };
    const pdf = await getDocumentProxy(new Uint8Array(await renderNoteCancellation(facts, i18nFor(locale))));
    const { text } = await extractText(pdf, { mergePages: true });
    for (const word of [...words, String(cancellation.number)]) expect(text).toContain(word);
  }
});

it("a refund that failed before it had a credit note gets neither", async () => {
  const payment = await payTip(world, creator, { amount: 50_00 });
  const refundId = await refund(world, payment, by(creator), 20_00);
  await tell(world, payment, { refunds: [{ refundId, state: "FAILED", amountMinor: 22_38 }] });
  expect(await issueCreditNotes(world)).toBe(0);
  const receipt = await findAnyReceipt(world.db, payment.id, world.clock());
  expect(receipt?.came_back).toMatchObject([{ credit_note: null, cancellation: null }]);
});

it("an hour after the refund, where the journal goes on, a missing credit note or cancellation is a fault", async () => {
  const payment = await payTip(world, creator, { amount: 50_00 });
  const refundId = await refund(world, payment, by(creator), 20_00);
  const missing = async () => (await faultsIn(world.db, world.clock()))["27-documents-are-whole"] ?? [];
  const goOn = async (seconds: number) => {
    world.time.passSeconds(seconds);
    await payTip(world, creator, { amount: 5_00 });
    await numberTransactions(world.db, world.clock());
  };
  await goOn(59 * 60);
  expect(await missing()).toEqual([]);
  await goOn(2 * 60);
  expect(await missing()).toEqual([{ of: "credit note", id: refundId }]);
  await issueCreditNotes(world);
  expect(await missing()).toEqual([]);
  await tell(world, payment, { refunds: [{ refundId, state: "FAILED", amountMinor: 22_38 }] });
  await goOn(61 * 60);
  expect(await missing()).toEqual([{ of: "cancelled credit note", id: refundId }]);
  await issueCreditNotes(world);
  expect(await missing()).toEqual([]);
});

it("credit notes stay as they are, and a number that was left out is a fault", async () => {
  const payment = await payTip(world, creator, { amount: 50_00 });
  await refund(world, payment, by(creator));
  await issueCreditNotes(world);
  const change = world.db.updateTable("credit_notes").set({ number: 1000 });
  await expect(change.execute()).rejects.toThrow(/append-only/);
  expect(await faultsIn(world.db, world.clock())).toEqual({});
});
