import { describe, expect, it } from "vitest";
import { readPain002 } from "../../app/domain/payouts/bank-files/pain-002.ts";
import { pain002 } from "../support/money/pain-002.ts";

describe("a bank's status report", () => {
  it("a bank's status report names what is final for each payment, with the bank's reason", () => {
    const xml = pain002({
      file: "batch",
      block: "PART",
      payments: [
        ["a", "ACSC"],
        ["b", "RJCT", "AC04", "Account closed &amp; gone"],
        ["c", "ACSP"],
        ["d", "PDNG"],
        ["e", "CANC", "CUST"],
        ["00012", "ACCC"],
      ],
    });
    expect(readPain002(xml)).toEqual({
      message_id: "batch",
      payments: [
        { end_to_end_id: "a", status: "paid", reason: null },
        { end_to_end_id: "b", status: "failed", reason: "AC04 Account closed & gone" },
        { end_to_end_id: "e", status: "failed", reason: "CUST" },
        { end_to_end_id: "00012", status: "paid", reason: null },
      ],
      files: [],
    });
  });

  it("a bank's status report decides on a whole file only when it names no payment", () => {
    const whole = { reference: "batch", status: "failed", reason: "FF01" };
    expect(readPain002(pain002({ file: "batch", group: "RJCT" }))?.files).toEqual([whole]);
    expect(readPain002(pain002({ file: "batch", block: "ACSC" }))?.files).toEqual([
      { reference: "batch", status: "paid", reason: null },
    ]);
    expect(readPain002(pain002({ file: "batch", group: "ACCP" }))?.files).toEqual([]);
    const part = readPain002(pain002({ file: "batch", group: "RJCT", payments: [["a", "PDNG"]] }));
    expect(part).toEqual({ message_id: "batch", payments: [], files: [] });
  });

  it("a bank's status report is read with a prefix before its names, and in one line", () => {
    const plain = pain002({ file: "batch", payments: [["a", "ACSC"]] }).replace(/\n\s*/g, "");
    const prefixed = plain.replace(/<(\/?)(?=[A-Z])/g, "<$1p2:").replace('xmlns="', 'xmlns:p2="');
    expect(readPain002(plain)?.payments).toHaveLength(1);
    expect(readPain002(prefixed)?.payments).toHaveLength(1);
  });

  it.for([
    ["nothing", ""],
    ["no report", "<Document><CstmrCdtTrfInitn/></Document>"],
    ["half a report", pain002({ file: "batch", payments: [["a", "ACSC"]] }).slice(0, 400)],
    ["a page", "<!doctype html><html><body>Sign in</body></html>"],
    ["a bomb", `<!DOCTYPE a [<!ENTITY b "${"b".repeat(99)}">]><Document>&b;</Document>`],
    ["a prototype", "<Document><__proto__><CstmrPmtStsRpt/></__proto__></Document>"],
  ])("a bank's status report is not read from %s", ([, xml = ""]) => {
    expect(readPain002(xml)).toBeNull();
  });
});
