import { describe, expect, it } from "vitest";
import { readPain002 } from "../../app/domain/payouts/bank-files/bank-results.server.ts";
import { FileFaultError } from "../../app/domain/payouts/bank-files/iso-20022.ts";
import { pain002 } from "../support/money/pain-002.ts";

const read = (xml: string, encoding: BufferEncoding = "utf8") => readPain002(Buffer.from(xml, encoding));

/** Where and why a file is refused. */
function faultOf(bytes: Uint8Array) {
  try {
    readPain002(bytes);
  } catch (error) {
    if (error instanceof FileFaultError) return error.fault;
    throw error;
  }
  return null;
}

const SIX = "http://www.six-interbank-clearing.com/de";
const ONE = pain002({ file: "batch", payments: [["a", "RJCT", "AC04", "Konto gelöscht"]] });
const GONE = { line: 1, end_to_end_id: "a", status: "failed", reason: "AC04 Konto gelöscht", amount: null };

describe("a bank's status report", () => {
  it("a bank's status report names what is final for each payment, with the bank's reason and sum", () => {
    const xml = pain002({
      file: "batch",
      block: "PART",
      payments: [
        ["a", "ACSC", "", "", "58.5"],
        ["b", "RJCT", "AC04", "Account closed &amp; gone"],
        ["c", "ACSP"],
        ["d", "PDNG"],
        ["e", "CANC", "CUST"],
        ["00012", "ACCC"],
      ],
    });
    const none = { reason: null, amount: null };
    expect(read(xml)).toEqual({
      message_id: "batch",
      payments: [
        {
          ...none,
          ...{ line: 1, end_to_end_id: "a", status: "paid" },
          amount: { amount_minor: 58_50, currency: "EUR" },
        },
        { ...none, line: 2, end_to_end_id: "b", status: "failed", reason: "AC04 Account closed & gone" },
        { ...none, line: 5, end_to_end_id: "e", status: "failed", reason: "CUST" },
        { ...none, line: 6, end_to_end_id: "00012", status: "paid" },
      ],
      wrong: [],
      files: [],
    });
  });

  it("a bank's status report decides on a whole file where it says nothing of single payments", () => {
    const whole = { reference: "batch", status: "failed", reason: "FF01" };
    expect(read(pain002({ file: "batch", group: "RJCT" })).files).toEqual([whole]);
    expect(read(pain002({ file: "batch", block: "ACSC" })).files).toEqual([
      { reference: "batch", status: "paid", reason: null },
    ]);
    expect(read(pain002({ file: "batch", group: "ACCP" })).files).toEqual([]);
    const part = read(pain002({ file: "batch", group: "RJCT", payments: [["a", "PDNG"]] }));
    expect(part).toEqual({ message_id: "batch", payments: [], wrong: [], files: [] });
  });

  it("a bank's rejection of a whole file is one of all its payments, also where it lists some without a status", () => {
    const payments = [["a", ""] as const, ["b", ""] as const];
    const whole = { reference: "batch", status: "failed" };
    for (const level of ["group", "block"] as const)
      expect(read(pain002({ file: "batch", [level]: "RJCT", payments }))).toMatchObject({
        payments: [],
        files: [whole],
      });
    const mixed = read(pain002({ file: "batch", block: "RJCT", payments: [...payments, ["c", "PDNG"]] }));
    expect(mixed.files).toEqual([]);
    expect(mixed.payments).toMatchObject([
      { end_to_end_id: "a", status: "failed" },
      { end_to_end_id: "b", status: "failed" },
    ]);
  });

  it("a row of a bank's status report that cannot be understood is named, and the others count", () => {
    const payments = [
      ["", "ACSC"] as const,
      ["b", "ACSC", "", "", "1.005"] as const,
      ["c", "ACSC", "", "", "1.00"] as const,
    ];
    const report = read(pain002({ file: "batch", payments }));
    expect(report).toMatchObject({ wrong: [1, 2], payments: [{ line: 3, end_to_end_id: "c" }] });
  });

  it.for([
    ["as it is", Buffer.from(ONE)],
    ["in one line", Buffer.from(ONE.replace(/\n\s*/g, ""))],
    [
      "with a prefix before its names",
      Buffer.from(ONE.replace(/<(\/?)(?=[A-Z])/g, "<$1p2:").replace('xmlns="', 'xmlns:p2="')),
    ],
    ["with a mark of its bytes' order", Buffer.from(`\uFEFF${ONE}`)],
    ["in two bytes a letter", Buffer.from(`\uFEFF${ONE.replace("UTF-8", "UTF-16")}`, "utf16le")],
    ["in the letters of Western Europe", Buffer.from(ONE.replace("UTF-8", "ISO-8859-1"), "latin1")],
    ["with letters named by their number", Buffer.from(ONE.replace("ö", "&#xF6;"))],
    [
      "with what a bank adds of its own",
      Buffer.from(
        ONE.replace("<TxSts>", '<x:TxSts xmlns:x="urn:bank:own">ACSC</x:TxSts><!-- ours --><TxSts>'),
      ),
    ],
    ["of the first version", Buffer.from(ONE.replace("001.10", "001.03"))],
    ["of the newest version", Buffer.from(ONE.replace("001.10", "001.14"))],
    ["of the German banks", Buffer.from(ONE.replace("001.10", "003.03"))],
    [
      "of the Swiss banks",
      Buffer.from(
        ONE.replace("urn:iso:std:iso:20022:tech:xsd:pain.002.001.10", `${SIX}/pain.002.001.03.ch.02.xsd`),
      ),
    ],
    ["without a namespace", Buffer.from(ONE.replace(/ xmlns="[^"]*"/, ""))],
    ["in two bytes a letter without their mark", Buffer.from(ONE.replace("UTF-8", "UTF-16"), "utf16le")],
    [
      "in an envelope",
      Buffer.from(ONE.replace("<Document", "<e:Envelope xmlns:e='urn:e'><Document").concat("</e:Envelope>")),
    ],
  ] as const)("a bank's status report is read %s", ([, bytes]) => {
    expect(readPain002(bytes).payments).toEqual([GONE]);
  });

  it.for([
    ["nothing", "", { fault: "no_xml", path: "/" }],
    ["half a report", ONE.slice(0, 400), { fault: "no_xml", path: "/" }],
    [
      "a report on direct debits",
      ONE.replace("pain.001.001.09", "pain.008.001.08"),
      { fault: "other_report" },
    ],
    ["two reports", `${ONE}${ONE.slice(ONE.indexOf("<Document"))}`, { fault: "no_xml" }],
    ["a page", "<!doctype html><html><body>Sign in</body></html>", { fault: "doctype", path: "/" }],
    [
      "a bomb",
      `<!DOCTYPE a [<!ENTITY b "${"b".repeat(99)}">]><Document>&b;</Document>`,
      { fault: "doctype" },
    ],
    ["a prototype", "<Document><__proto__><CstmrPmtStsRpt/></__proto__></Document>", { fault: "no_xml" }],
    [
      "no namespace and no report",
      ONE.replace(/ xmlns="[^"]*"/, "").replaceAll("CstmrPmtStsRpt", "CstmrCdtTrfInitn"),
      { fault: "namespace", path: "/Document", line: 2 },
    ],
    ["a namespace of nobody", ONE.replace("urn:iso", "urn:osi"), { fault: "namespace", path: "/Document" }],
    ["a version of tomorrow", ONE.replace("001.10", "001.15"), { fault: "namespace" }],
    ["an order to a bank", ONE.replace("pain.002.001.10", "pain.001.001.09"), { fault: "namespace" }],
    [
      "a statement under the name of a report",
      ONE.replaceAll("CstmrPmtStsRpt", "BkToCstmrStmt"),
      { fault: "missing", path: "/Document/CstmrPmtStsRpt", line: 2 },
    ],
    [
      "a report on nothing",
      ONE.replace("<OrgnlMsgId>batch</OrgnlMsgId>", ""),
      { fault: "missing", path: "/Document/CstmrPmtStsRpt/OrgnlGrpInfAndSts/OrgnlMsgId", line: 5 },
    ],
    ["letters of another kind", ONE.replace("UTF-8", "EBCDIC-FI"), { fault: "encoding", path: "/" }],
  ] as const)("a bank's status report is not read from %s, and the place is named", ([, xml, fault]) => {
    expect(faultOf(Buffer.from(xml))).toMatchObject(fault);
  });

  it("a bank's status report whose bytes are not the letters that it names is refused", () => {
    expect(faultOf(Buffer.from(ONE, "latin1"))).toMatchObject({ fault: "encoding" });
  });
});

it("a report of many elements takes as much longer as it is larger", () => {
  const withElements = (count: number) =>
    Buffer.from(ONE.replace("<OrgnlGrpInfAndSts>", `${"<a/>".repeat(count)}<OrgnlGrpInfAndSts>`));
  const timeOf = (count: number) => {
    const bytes = withElements(count);
    const before = process.cpuUsage();
    readPain002(bytes);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  timeOf(10_000);
  const few = Math.min(...[1, 2, 3, 4, 5].map(() => timeOf(10_000)));
  const many = Math.min(...[1, 2, 3, 4, 5].map(() => timeOf(80_000)));
  expect(many / few).toBeLessThan(24);
});
