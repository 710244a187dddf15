import { describe, expect, it } from "vitest";
import { readSettlementCsv } from "../../app/domain/payments/providers/settlement-csv.ts";
import { type SettlementRow, settlementFile } from "../support/money/settlement-files.ts";

const CURRENCIES = new Set(["EUR", "JPY", "USD"]);
const read = (text: string | Uint8Array) =>
  readSettlementCsv(typeof text === "string" ? new TextEncoder().encode(text) : text, CURRENCIES);

describe("a provider's settlement as CSV", () => {
  it("a file of events is read with its columns in any order, and among others", () => {
    const text = [
      "kind,event,Note,payment,reference,fee,gross,currency,date,other_currency,other_gross",
      "payment,e1,x,pay_1,ignored,1.20,55.95,EUR,2026-11-20,,",
      "TRANSFER,e2,,,TR-1,0,300.00,EUR,,,",
      "CONVERSION,e3,,,,0,110,JPY,2026-11-21,EUR,100.00",
    ].join("\r\n");
    expect(read(text)).toMatchObject([
      {
        event_ref: "e1",
        kind: "PAYMENT",
        payment_ref: "pay_1",
        reference: null,
        gross_minor: 55_95,
        fee_minor: 1_20,
      },
      { event_ref: "e2", kind: "TRANSFER", payment_ref: null, reference: "TR-1", reaches_bank: true },
      { kind: "CONVERSION", currency: "JPY", gross_minor: 110, other_currency: "EUR", other_minor: 100_00 },
    ]);
  });

  it("a file of payments alone is read as events that are named by the payment and its currency", () => {
    expect(read("currency,gross,fee,reference\nEUR,5.00,0.10,order-1")).toEqual([
      {
        ...{ event_ref: "order-1 EUR", kind: "PAYMENT", payment_ref: "order-1", reference: null },
        ...{ currency: "EUR", gross_minor: 5_00, fee_minor: 10, other_currency: null, other_minor: null },
        ...{ occurred_on: null, reaches_bank: true },
      },
    ]);
  });

  it.each<[string, object]>([
    ["currency,gross,fee\nEUR,1.00,0.00", { line: 1, fault: "columns", missing: ["reference"] }],
    [
      "event,currency,gross,fee,reference\nx,EUR,1.00,0.00,x",
      { line: 1, fault: "columns", missing: ["kind", "payment"] },
    ],
    ["currency,gross,fee,reference", { line: null, fault: "no_rows" }],
    ["", { line: 1, fault: "columns", missing: ["currency", "gross", "fee", "reference"] }],
    ["currency,gross,fee,reference\nEUR,1.00,0.00", { line: null, fault: "no_csv" }],
    ['currency,gross,fee,reference\n"EUR,1.00,0.00,x', { line: null, fault: "no_csv" }],
    ["currency\0", { line: null, fault: "no_csv" }],
    ["currency,gross,fee,reference\nEUR,1.00,0,x\nXXX,1.00,0.00,x", { line: 3, fault: "currency" }],
    ["currency,gross,fee,reference\nEUR,-1.00,0.00,x", { line: 2, fault: "amount" }],
    ["currency,gross,fee,reference\nEUR,0.00,0.00,x", { line: 2, fault: "amount" }],
    ['currency,gross,fee,reference\nEUR,"1,00",0.00,x', { line: 2, fault: "amount" }],
    ["currency,gross,fee,reference\nEUR,1.00,1.01,x", { line: 2, fault: "fee_above_gross" }],
    ["currency,gross,fee,reference\nEUR,1.00,0,", { line: 2, fault: "names" }],
  ])("a provider's settlement that reads %j is refused whole, naming the line", (text, fault) => {
    expect(read(text)).toEqual(fault);
  });

  const payment = { event: "e", kind: "PAYMENT", payment: "p", gross: "1.00" } as const;
  it.each<[string, SettlementRow, string]>([
    ["without a name", { ...payment, event: "" }, "event"],
    ["without a payment", { ...payment, payment: "" }, "names"],
    ["that is a refund without a name of its own", { ...payment, kind: "REFUND" }, "names"],
    ["that is a transfer without a name of its own", { ...payment, kind: "TRANSFER" }, "names"],
    ["that is a fee with a fee", { ...payment, kind: "FEE", fee: "0.10" }, "fee"],
    [
      "with an amount in another currency",
      { ...payment, other_currency: "USD", other_gross: "1.00" },
      "conversion",
    ],
    [
      "that converts to the same currency",
      { ...payment, kind: "CONVERSION", other_currency: "EUR", other_gross: "1.00" },
      "conversion",
    ],
    [
      "that converts to nothing",
      { ...payment, kind: "CONVERSION", other_currency: "USD", other_gross: "0" },
      "conversion",
    ],
    [
      "that converts to an unknown currency",
      { ...payment, kind: "CONVERSION", other_currency: "XXX", other_gross: "1" },
      "currency",
    ],
    ["on a day that there is not", { ...payment, date: "2026-02-30" }, "date"],
    ["on a day that is written otherwise", { ...payment, date: "30.11.2026" }, "date"],
  ])("an event %s refuses its file, naming the line", (_, row, fault) => {
    expect(read(settlementFile(payment, row))).toEqual({ line: 3, fault });
  });

  it("an event of an unknown kind, and bytes that are no text, refuse their file", () => {
    const columns = "event,kind,payment,reference,currency,gross,fee";
    expect(read(`${columns}\ne,GIFT,p,,EUR,1.00,0`)).toEqual({ line: 2, fault: "kind" });
    expect(read(new Uint8Array([0xff, 0xfe, 0x00]))).toEqual({ line: null, fault: "no_csv" });
  });

  it("a file whose amounts come to more than can be counted exactly is refused, naming the line", () => {
    const rows = Array.from({ length: 90_100 }, (_, index) => `EUR,999999999.99,0,p${index}`);
    expect(read(["currency,gross,fee,reference", ...rows].join("\n"))).toEqual({
      ...{ line: 90_073, fault: "amount" },
    });
  });
});
