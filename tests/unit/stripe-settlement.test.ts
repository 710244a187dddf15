import { describe, expect, it } from "vitest";
import { readStripeSettlement } from "../../app/domain/payments/providers/stripe/settlement.ts";

const COLUMNS = [
  ...["automatic_payout_id", "automatic_payout_effective_at", "balance_transaction_id", "created"],
  ...["currency", "gross", "fee", "net", "reporting_category", "source_id", "customer_facing_amount"],
  ...["customer_facing_currency", "payment_metadata[payment_id]", "refund_metadata[refund_id]"],
] as const;
type Row = Partial<Record<(typeof COLUMNS)[number], string>>;

const PAYMENT = "019a2092-0000-7000-8000-000000000001";
const CHARGE: Row = {
  ...{ balance_transaction_id: "txn_1", created: "2026-11-20 10:00:00", currency: "eur", gross: "27.98" },
  ...{
    fee: "0.67",
    reporting_category: "charge",
    source_id: "ch_1",
    "payment_metadata[payment_id]": PAYMENT,
  },
};
const REFUND: Row = {
  ...CHARGE,
  ...{ balance_transaction_id: "txn_2", gross: "-10.00", fee: "0.00", reporting_category: "refund" },
  ...{ source_id: "re_1", "refund_metadata[refund_id]": "our-refund" },
};

function read(...rows: Row[]) {
  const lines = rows.map((row) => COLUMNS.map((column) => row[column] ?? "").join(","));
  const text = [COLUMNS.join(","), ...lines].join("\n");
  return readStripeSettlement(new TextEncoder().encode(text), new Set(["EUR", "USD", "JPY"]));
}

const base = { other_currency: null, other_minor: null, occurred_on: "2026-11-20", reaches_bank: false };

describe("Stripe's settlement", () => {
  it("Stripe's settlement tells of payments, refunds and disputes by our ids, and of fees", () => {
    const dispute = { ...CHARGE, gross: "-17.98", fee: "20.00", source_id: "du_1" };
    expect(
      read(
        CHARGE,
        REFUND,
        { ...dispute, balance_transaction_id: "txn_3", reporting_category: "dispute" },
        {
          ...dispute,
          balance_transaction_id: "txn_4",
          reporting_category: "dispute_reversal",
          gross: "17.98",
          fee: "0",
        },
        {
          balance_transaction_id: "txn_5",
          currency: "eur",
          gross: "-0.30",
          fee: "0.00",
          reporting_category: "fee",
        },
      ),
    ).toEqual([
      {
        ...{ ...base, event_ref: "txn_1", kind: "PAYMENT", payment_ref: PAYMENT, reference: null },
        ...{ currency: "EUR", gross_minor: 2798, fee_minor: 67 },
      },
      {
        ...{ ...base, event_ref: "txn_2", kind: "REFUND", payment_ref: PAYMENT, reference: "our-refund" },
        ...{ currency: "EUR", gross_minor: 1000, fee_minor: 0 },
      },
      {
        ...{ ...base, event_ref: "txn_3", kind: "DISPUTE", payment_ref: PAYMENT, reference: "du_1" },
        ...{ currency: "EUR", gross_minor: 1798, fee_minor: 0 },
        is_as_settled: true,
      },
      {
        ...{
          ...base,
          event_ref: "txn_3 fee",
          kind: "CHARGEBACK_FEE",
          payment_ref: PAYMENT,
          reference: "du_1",
        },
        ...{ currency: "EUR", gross_minor: 2000, fee_minor: 0 },
      },
      {
        ...{ ...base, event_ref: "txn_4", kind: "DISPUTE_REVERSED", payment_ref: PAYMENT, reference: "du_1" },
        ...{ currency: "EUR", gross_minor: 1798, fee_minor: 0 },
        is_as_settled: true,
      },
      {
        ...{
          ...base,
          event_ref: "txn_5",
          kind: "FEE",
          payment_ref: null,
          reference: null,
          occurred_on: null,
        },
        ...{ currency: "EUR", gross_minor: 30, fee_minor: 0 },
      },
    ]);
  });

  it("Stripe's settlement of another currency is the fan's payment, a conversion, and a fee", () => {
    const fan = { customer_facing_amount: "5000", customer_facing_currency: "jpy" };
    expect(read({ ...CHARGE, ...fan })).toMatchObject([
      { event_ref: "txn_1", kind: "PAYMENT", currency: "JPY", gross_minor: 5000, fee_minor: 0 },
      {
        ...{ event_ref: "txn_1 conversion", kind: "CONVERSION", currency: "JPY", gross_minor: 5000 },
        ...{ other_currency: "EUR", other_minor: 2798, payment_ref: null },
      },
      { event_ref: "txn_1 fee", kind: "FEE", currency: "EUR", gross_minor: 67 },
    ]);
    expect(read({ ...REFUND, ...fan, customer_facing_amount: "-1800" })).toMatchObject([
      { event_ref: "txn_2", kind: "REFUND", currency: "JPY", gross_minor: 1800 },
      { kind: "CONVERSION", currency: "EUR", gross_minor: 1000, other_currency: "JPY", other_minor: 1800 },
    ]);
  });

  it("Stripe's settlement says what was paid out: a payout's own row, or the sum of its rows", () => {
    const paidOut = { automatic_payout_id: "po_1", automatic_payout_effective_at: "2026-11-24 00:00:00" };
    const transfer = {
      ...{ event_ref: "po_1", kind: "TRANSFER", reference: "po_1", currency: "EUR", gross_minor: 1731 },
      ...{ occurred_on: "2026-11-24", reaches_bank: true },
    };
    const rows = [
      { ...CHARGE, ...paidOut },
      { ...REFUND, ...paidOut },
    ];
    expect(read(...rows)).toMatchObject([{ kind: "PAYMENT" }, { kind: "REFUND" }, transfer]);
    const own: Row = {
      ...{ ...paidOut, balance_transaction_id: "txn_9", currency: "eur", gross: "-17.31", fee: "0" },
      ...{ reporting_category: "payout", source_id: "po_1" },
    };
    const events = read(...rows, own);
    expect(events).toMatchObject([{}, {}, { event_ref: "txn_9", kind: "TRANSFER", gross_minor: 1731 }]);
    expect(events).toHaveLength(3);
  });

  it("Stripe's settlement tells of what failed after it was told, and of fees that it gave back", () => {
    const failed: Row = { ...CHARGE, balance_transaction_id: "txn_6", gross: "-27.98", fee: "-0.67" };
    const back: Row = { ...REFUND, balance_transaction_id: "txn_7", gross: "10.00" };
    const won: Row = { ...CHARGE, gross: "27.98", fee: "-20.00", net: "47.98", source_id: "du_1" };
    expect(
      read(
        { ...failed, reporting_category: "charge_failure" },
        { ...back, reporting_category: "refund_failure" },
        { ...won, balance_transaction_id: "txn_8", reporting_category: "dispute_reversal" },
        // What Stripe bills beside payments has its VAT as a fee.
        {
          balance_transaction_id: "txn_9",
          currency: "eur",
          gross: "1.50",
          fee: "-0.29",
          reporting_category: "fee",
        },
        { balance_transaction_id: "txn_10", currency: "eur", gross: "-0.19", reporting_category: "tax" },
      ),
    ).toMatchObject([
      {
        event_ref: "txn_6",
        kind: "PAYMENT_FAILED",
        payment_ref: PAYMENT,
        reference: null,
        gross_minor: 2798,
      },
      {
        event_ref: "txn_6 fee",
        kind: "FEE_RETURNED",
        payment_ref: null,
        reference: PAYMENT,
        gross_minor: 67,
      },
      { event_ref: "txn_7", kind: "REFUND_FAILED", payment_ref: PAYMENT, reference: "our-refund" },
      { event_ref: "txn_8", kind: "DISPUTE_REVERSED", reference: "du_1", gross_minor: 2798, fee_minor: 0 },
      { event_ref: "txn_8 fee", kind: "CHARGEBACK_FEE_RETURNED", reference: "du_1", gross_minor: 2000 },
      { event_ref: "txn_9", kind: "FEE_RETURNED", gross_minor: 150 },
      { event_ref: "txn_9 fee", kind: "FEE_RETURNED", gross_minor: 29 },
      { event_ref: "txn_10", kind: "FEE", gross_minor: 19 },
    ]);
  });

  it("Stripe's settlement says what it collected from our bank, and what it sets aside is missing from the payout alone", () => {
    const paidOut = { automatic_payout_id: "po_2", automatic_payout_effective_at: "2026-11-24 00:00:00" };
    const collected = { event_ref: "po_2", kind: "COLLECTION", reference: "po_2", reaches_bank: false };
    expect(read({ ...REFUND, ...paidOut })).toMatchObject([
      { kind: "REFUND" },
      { ...collected, gross_minor: 1000, occurred_on: "2026-11-24" },
    ]);
    const held: Row = {
      ...{ ...paidOut, balance_transaction_id: "txn_11", currency: "eur", gross: "-5.00" },
      reporting_category: "risk_reserved_funds",
    };
    expect(read({ ...CHARGE, ...paidOut }, held)).toMatchObject([
      { kind: "PAYMENT" },
      { kind: "TRANSFER", gross_minor: 2231 },
    ]);
    const own = { currency: "eur", fee: "0", source_id: "po_3" };
    expect(
      read(
        { ...own, balance_transaction_id: "txn_12", gross: "30.00", reporting_category: "payout" },
        {
          ...own,
          ...paidOut,
          balance_transaction_id: "txn_13",
          gross: "9.00",
          reporting_category: "payout_reversal",
        },
        {
          ...own,
          balance_transaction_id: "txn_14",
          gross: "8.00",
          source_id: "tu_1",
          reporting_category: "topup",
        },
      ),
    ).toMatchObject([
      { kind: "COLLECTION", reference: "po_3", gross_minor: 3000 },
      // What came back of a payout that failed goes out with the next one.
      { kind: "COLLECTION", reference: "po_3", gross_minor: 900 },
      { kind: "COLLECTION", reference: "tu_1", gross_minor: 800 },
      { kind: "TRANSFER", reference: "po_2", gross_minor: 900 },
    ]);
  });

  it.each<[string, Row, object]>([
    ["a category without a kind", { reporting_category: "other_adjustment" }, { line: 2, fault: "kind" }],
    ["a sum that is not what its parts come to", { net: "27.32" }, { line: 2, fault: "amount" }],
    ["a fee that is no number", { fee: "x" }, { line: 2, fault: "amount" }],
    ["money that goes the wrong way", { gross: "-27.98" }, { line: 2, fault: "kind" }],
    ["an unknown currency", { currency: "xau" }, { line: 2, fault: "currency" }],
    ["no amount", { gross: "" }, { line: 2, fault: "amount" }],
    ["an amount of nothing", { gross: "0.00" }, { line: 2, fault: "amount" }],
    ["no name", { balance_transaction_id: "" }, { line: 2, fault: "event" }],
  ])("Stripe's settlement with %s is refused whole", (_name, change, fault) => {
    expect(read({ ...CHARGE, ...change })).toEqual(fault);
  });

  it("Stripe's settlement without our ids' columns is another file", () => {
    const bytes = new TextEncoder().encode("balance_transaction_id,currency,gross\ntxn_1,eur,1.00");
    expect(readStripeSettlement(bytes, new Set(["EUR"]))).toEqual({
      ...{ line: 1, fault: "columns" },
      missing: [
        ...["fee", "reporting_category", "source_id"],
        ...["payment_metadata[payment_id]", "refund_metadata[refund_id]"],
      ],
    });
    expect(readStripeSettlement(new Uint8Array([0xff]), new Set(["EUR"]))).toEqual({
      line: null,
      fault: "no_csv",
    });
  });
});
