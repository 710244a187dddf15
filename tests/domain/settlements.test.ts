import { afterEach, describe, expect } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { readQueue } from "../../app/domain/desk/desk.server.ts";
import { importSettlement } from "../../app/domain/payments/settlements/settlement-import.server.ts";
import { findSettlement } from "../../app/domain/payments/settlements/settlement-queries.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { makeOperator } from "../support/money/payout-world.ts";
import { byOperator, refund } from "../support/money/refund-world.ts";
import {
  decimal,
  importRows,
  movedBy,
  paidWithReference,
  paymentFile,
  type SettlementRow,
  settlementFile,
  settlementReasons,
} from "../support/money/settlement-files.ts";
import {
  createCreator,
  createTipWorld,
  earnBefore,
  payTip,
  type TipWorld,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";

let world: TipWorld;
let operator: string;

it.beforeAll(async ({ database }) => {
  await earnBefore(createTipWorld(database.db), "EUR", 1_000_00);
  operator = await makeOperator(createTipWorld(database.db));
});
it.beforeEach(({ database }) => {
  world = createTipWorld(database.db);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const importing = (bytes: Uint8Array) =>
  importSettlement(world, { provider: "scripted", bytes, operator_id: operator });
const events = (...rows: SettlementRow[]) => importing(settlementFile(...rows));
const newName = (word: string) => `${word}-${world.newId().slice(-12)}`;

const moved = (step: () => Promise<unknown>) => movedBy(world, step);
const reasonsOf = (id: string) => settlementReasons(world, id);

const imported = (...rows: SettlementRow[]) => importRows(world, operator, rows);
const paid = (amount?: number) => paidWithReference(world, amount);

describe("a provider's settlement of payments alone", () => {
  it("a file of payments moves what was captured to the bank, less the fee, by currency; the same file twice changes nothing", async () => {
    const euros = await paid();
    const yen = await payTip(world, await createCreator(world), {
      amount: 20_00,
      payIn: "JPY",
      country: "JP",
    });
    const file = [
      "reference,currency,gross,fee,note",
      `${euros.ref},EUR,${euros.sum},1.05,x`,
      `${yen.provider_ref},JPY,${yen.charged_minor},90,`,
      "",
    ].join("\r\n");
    const bytes = (text: string) => new TextEncoder().encode(text);
    const changes = await moved(async () => {
      const answers = await all(many(20), () => importing(bytes(file)));
      expect(answers.filter((answer) => answer.outcome === "imported")).toHaveLength(1);
      // Saved once more by another program: other bytes, the same money.
      for (const same of [
        file,
        `\uFEFF${file}`,
        file.replaceAll("\r\n", "\n"),
        file.replace("1.05,x", '"1.05",y'),
      ])
        expect(await importing(bytes(same))).toMatchObject({ outcome: "repeated" });
    });
    expect(changes).toEqual({
      ...{
        "bank EUR": euros.charged_minor - 1_05,
        "psp_clearing EUR": -euros.charged_minor,
        "psp_fee EUR": 1_05,
      },
      ...{ "bank JPY": yen.charged_minor - 90, "psp_clearing JPY": -yen.charged_minor, "psp_fee JPY": 90 },
    });
  });

  it("a file of payments that overlaps with another settles only what is new in it", async () => {
    const [first, second] = [await paid(), await paid()];
    const lineOf = ({ sum, ref }: typeof first) => `EUR,${sum},0.10,${ref}`;
    await importing(paymentFile(lineOf(first)));
    const changes = await moved(() => importing(paymentFile(lineOf(second), lineOf(first), lineOf(second))));
    expect(changes).toEqual({
      ...{
        "bank EUR": second.charged_minor - 10,
        "psp_clearing EUR": -second.charged_minor,
        "psp_fee EUR": 10,
      },
    });
    expect(await importing(paymentFile(lineOf(first), lineOf(second)))).toEqual({ outcome: "repeated" });
  });

  it("a file of payments that we do not know, or know otherwise, posts nothing for them", async () => {
    const payment = await paid();
    const changes = await moved(async () => {
      const outcome = await importing(
        paymentFile(
          `EUR,10.00,0.20,${newName("stranger")}`,
          `JPY,1,0,${payment.ref}`,
          `EUR,1.00,0,${payment.ref}`,
        ),
      );
      expect(outcome).toMatchObject({ outcome: "imported", exceptions: 3 });
      const reasons = Object.values(await reasonsOf("id" in outcome ? outcome.id : "")).sort();
      expect(reasons).toEqual(["amount", "currency", "unknown_payment"]);
    });
    expect(changes).toEqual({});
  });
});

describe("a provider's settlement of events", () => {
  it("fees, transfers and conversions are posted, and what our books have of fans stays as it is", async () => {
    const tip = await paid();
    const returned = await paid();
    // What is converted was paid in dollars.
    await payTip(world, await createCreator(world, { currency: "USD" }), { amount: 120_00 });
    const refund_id = await refund(world, returned, byOperator(operator, true));
    const disputed = await paid();
    const dispute = newName("dp");
    await tellDispute(world, disputed, "OPEN", { ref: dispute });
    const of = ({ ref }: typeof tip) => ({ payment: ref });
    const changes = await moved(async () => {
      const id = await imported(
        { event: newName("e"), kind: "PAYMENT", ...of(tip), gross: tip.sum, fee: "1.20" },
        {
          event: newName("e"),
          kind: "REFUND",
          ...of(returned),
          reference: refund_id,
          gross: returned.sum,
          fee: "0.25",
        },
        { event: newName("e"), kind: "DISPUTE", ...of(disputed), reference: dispute, gross: disputed.sum },
        { event: newName("e"), kind: "CHARGEBACK_FEE", ...of(disputed), reference: dispute, gross: "15.00" },
        { event: newName("e"), kind: "FEE", gross: "2.50" },
        { event: newName("e"), kind: "TRANSFER", reference: newName("TR"), gross: "300.00" },
        {
          event: newName("e"),
          kind: "CONVERSION",
          currency: "USD",
          gross: "110.00",
          other_currency: "EUR",
          other_gross: "100.00",
        },
      );
      expect(await reasonsOf(id)).toEqual({});
      expect(await findSettlement(world.db, id, world.clock())).toMatchObject({
        open_exceptions: 0,
        totals: { EUR: { gross_minor: tip.charged_minor, fee_minor: 18_95, bank_minor: 300_00 } },
      });
      const { entries } = await listAudit(world.db, { subject: `settlement:${id}` });
      expect(entries.map((entry) => [entry.action, entry.after])).toEqual([
        ["settlement.imported", { events: 7, exceptions: 0, EUR: 300_00, USD: 0 }],
      ]);
    });
    expect(changes).toEqual({
      ...{ "bank EUR": 300_00, "psp_fee EUR": 3_95, "chargeback_fee EUR": 15_00 },
      "psp_clearing EUR": 100_00 - 300_00 - 3_95 - 15_00,
      "fx_position EUR": 100_00,
      ...{ "psp_clearing USD": -110_00, "fx_position USD": -110_00 },
    });
  });

  it("an event that comes again in another file changes nothing, and with other facts it waits once", async () => {
    const payment = await paid();
    const row = {
      event: newName("e"),
      kind: "PAYMENT",
      payment: payment.ref,
      gross: payment.sum,
      fee: "1.00",
    } as const;
    const fee = { event: newName("f"), kind: "FEE", gross: "0.40", date: "2026-11-01" } as const;
    await imported(row);
    const changes = await moved(async () => {
      expect(await events(fee, row, { ...fee, date: "2026-11-02" })).toMatchObject({ exceptions: 0 });
      expect(await events(row, fee)).toEqual({ outcome: "repeated" });
    });
    expect(changes).toEqual({ "psp_fee EUR": 40, "psp_clearing EUR": -40 });
    const other = { ...row, fee: "1.10" };
    const contradicted = await moved(async () => {
      expect(await events(other)).toMatchObject({ outcome: "imported", exceptions: 1 });
      expect(await events(other, fee)).toEqual({ outcome: "repeated" });
      const id = await imported({ ...row, fee: "1.20" });
      expect(await reasonsOf(id)).toEqual({ [row.event]: "other_facts" });
    });
    expect(contradicted).toEqual({});
  });

  it("what our books do not have, or have otherwise, waits for an operator and posts nothing", async () => {
    const [tip, returned, disputed] = [await paid(), await paid(), await paid()];
    const refund_id = await refund(world, returned, byOperator(operator, true));
    const dispute = newName("dp");
    await tellDispute(world, disputed, "OPEN", { ref: dispute });
    const about = { payment: disputed.ref, reference: dispute };
    const changes = await moved(async () => {
      const id = await imported(
        { event: "01", kind: "PAYMENT", payment: newName("pay"), gross: "5.00", fee: "1.00" },
        { event: "02", kind: "PAYMENT", payment: tip.ref, gross: "5.00", fee: "1.00" },
        { event: "03", kind: "PAYMENT", payment: tip.ref, gross: tip.sum, currency: "USD" },
        { event: "04", kind: "REFUND", payment: tip.ref, reference: refund_id, gross: returned.sum },
        { event: "05", kind: "REFUND", payment: returned.ref, reference: refund_id, gross: "0.01" },
        { event: "06", kind: "DISPUTE", payment: tip.ref, reference: dispute, gross: tip.sum },
        { event: "07", kind: "DISPUTE_REVERSED", ...about, gross: disputed.sum },
        { event: "08", kind: "CHARGEBACK_FEE", payment: tip.ref, reference: "nobody", gross: "15.00" },
      );
      expect(await reasonsOf(id)).toEqual({
        ...{ "01": "unknown_payment", "02": "amount", "03": "currency", "04": "unknown_refund" },
        ...{ "05": "amount", "06": "unknown_dispute", "07": "dispute_state", "08": "unknown_dispute" },
      });
      expect((await readQueue(world.db, world.clock(), "settlements")).count).toBeGreaterThanOrEqual(8);
    });
    expect(changes).toEqual({});
  });

  it("a payment and a refund are settled by one event each, whatever another one is called; a dispute may come again", async () => {
    const tip = await paid();
    const refund_id = await refund(world, tip, byOperator(operator, true));
    const gross = tip.sum;
    const rows = (n: string): SettlementRow[] => [
      { event: newName(`pay${n}`), kind: "PAYMENT", payment: tip.ref, gross, fee: "1.00" },
      { event: newName(`re${n}`), kind: "REFUND", payment: tip.ref, reference: refund_id, gross },
    ];
    await imported(...rows("1"));
    const id = await imported(...rows("2"));
    expect(Object.values(await reasonsOf(id))).toEqual(["told_twice", "told_twice"]);
    const old = await importing(paymentFile(`EUR,${gross},1.00,${tip.ref}`));
    expect(old).toMatchObject({ outcome: "imported", exceptions: 1 });
    const disputed = await paid();
    const about = { payment: disputed.ref, reference: newName("dp"), gross: disputed.sum };
    await tellDispute(world, disputed, "OPEN", { ref: about.reference });
    await tellDispute(world, disputed, "WON", { ref: about.reference });
    const again = await imported(
      { event: newName("d"), kind: "DISPUTE", ...about },
      { event: newName("d"), kind: "DISPUTE_REVERSED", ...about },
      { event: newName("d"), kind: "DISPUTE", ...about },
    );
    expect(await reasonsOf(again)).toEqual({});
  });

  it("a refund that was made at the provider is known by its name there, also what went beyond what was left", async () => {
    const tip = await paid();
    const made = newName("re");
    const amountMinor = tip.charged_minor + 3_00;
    await tell(world, tip, { refunds: [{ refundId: made, state: "DONE", amountMinor }] });
    const id = await imported({
      ...{
        event: newName("e"),
        kind: "REFUND",
        payment: tip.ref,
        reference: made,
        gross: decimal(amountMinor),
      },
    });
    expect(await reasonsOf(id)).toEqual({});
  });

  it("payments that were settled before there were events are settled, and nothing is posted for them again", async () => {
    const tip = await paid();
    const settlement_id = world.newId();
    await world.db
      .insertInto("settlements")
      .values({
        ...{
          id: settlement_id,
          provider: "scripted",
          file_sha256: Buffer.from(settlement_id),
          rows_count: 1,
        },
        ...{ totals: "{}", unknown_references: "[]", imported_by: operator, imported_at: world.clock() },
      })
      .execute();
    await world.db
      .insertInto("settlement_rows")
      .values({ provider: "scripted", currency: "EUR", reference: tip.ref, settlement_id })
      .execute();
    const changes = await moved(async () => {
      const line = `EUR,${tip.sum},1.00,${tip.ref}`;
      expect(await importing(paymentFile(line, `EUR,1.00,0,${tip.ref}`))).toEqual({ outcome: "repeated" });
      const row = {
        event: newName("e"),
        kind: "PAYMENT",
        payment: tip.ref,
        gross: tip.sum,
        fee: "1.00",
      } as const;
      expect(Object.values(await reasonsOf(await imported(row)))).toEqual(["told_twice"]);
    });
    expect(changes).toEqual({});
  });

  it("files that overlap and come at once settle each event once", async () => {
    const tips = await all(many(6), () => paid());
    const rows = tips.map(
      ({ ref, sum }): SettlementRow => ({
        ...{ event: newName("e"), kind: "PAYMENT", payment: ref, gross: sum, fee: "1.00" },
      }),
    );
    const changes = await moved(() =>
      all(many(12), (index) => events(...rows.slice(index % 3, (index % 3) + 4))),
    );
    expect(changes).toEqual({ "psp_fee EUR": 6_00, "psp_clearing EUR": -6_00 });
  });
});
