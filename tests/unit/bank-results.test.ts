import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBankResults } from "../../app/domain/payouts/bank-files/bank-results.server.ts";

const ID = "019aa0b1-0000-7000-8000-000000000001";
const HEAD = "end_to_end_id;status;reason";
const read = (text: string, encoding: BufferEncoding = "utf8") =>
  readBankResults(Buffer.from(text, encoding));
const one = { line: 2, payout_id: ID, status: "failed", reason: "Konto gelöscht", amount: null };

describe("a bank's file of results", () => {
  it.for<[string, string, BufferEncoding?]>([
    ["as it is", `${HEAD}\n${ID};failed;Konto gelöscht\n`],
    ["with a mark of its bytes' order", `\uFEFF${HEAD}\n${ID};failed;Konto gelöscht`],
    ["of Windows, in its own letters", `${HEAD}\r\n${ID};failed;Konto gelöscht\r\n`, "latin1"],
    [
      "with commas, quotes and other columns",
      `x,"status",end_to_end_id,reason\n1,"failed",${ID},"Konto gelöscht"`,
    ],
    ["with an old line's end", `${HEAD}\r${ID};failed;Konto gelöscht`],
    ["in capitals", `${HEAD.toUpperCase()}\n${ID.toUpperCase()};FAILED;Konto gelöscht`],
    ["with tabs", `${HEAD}\n${ID};failed;Konto gelöscht`.replaceAll(";", "\t")],
    ["with bars", `${HEAD}\n${ID};failed;Konto gelöscht`.replaceAll(";", "|")],
    ["of a spreadsheet, in two bytes a letter", `\uFEFF${HEAD}\r\n${ID};failed;Konto gelöscht`, "utf16le"],
    [
      "whose quoted names hold other delimiters",
      `"a;b",end_to_end_id,status,reason\n"1;2",${ID},failed,Konto gelöscht`,
    ],
    ["with an odd column", `__proto__;constructor;${HEAD}\nx;y;${ID};failed;Konto gelöscht`],
  ])("a bank's file of results is read %s", ([, text, encoding]) => {
    expect(read(text, encoding)).toEqual({
      outcome: "read",
      results: [one],
      files: [],
      wrong: [],
    });
  });

  it.for([
    ["sep=;", ";", "\n"],
    ["SEP=\t", "\t", "\r\n"],
    ["\uFEFFsep=,", ",", "\r\n"],
    ["sep=|||", "|", "\r\n"],
  ] as const)("a bank's table is read by its first line %j", ([first, delimiter, end]) => {
    const rows = [HEAD, `${ID};failed;Konto gelöscht`].map((row) => row.replaceAll(";", delimiter));
    const results = [{ ...one, line: 3 }];
    expect(read([first, ...rows, ""].join(end))).toMatchObject({ outcome: "read", results, wrong: [] });
  });

  it("a quote within a reason is a letter of it", () => {
    const results = [{ ...one, reason: 'Konto "alt" gelöscht' }];
    expect(read(`${HEAD}\n${ID};failed;Konto "alt" gelöscht`)).toMatchObject({ results, wrong: [] });
  });

  it.for([
    ["in two bytes a letter", Buffer.from(`${HEAD}\n${ID};paid;`, "utf16le")],
    ["that is a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])],
    ["whose quotes never end", Buffer.from(`${HEAD}\n"${ID};paid`)],
    ["without a status", Buffer.from(`end_to_end_id\n${ID}`)],
  ] as const)("a bank's file of results %s is unreadable", ([, bytes]) => {
    expect(readBankResults(bytes)).toEqual({ outcome: "unreadable" });
  });

  it("a bank's file of any bytes whatever is read or refused, and never throws", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: "binary", maxLength: 300 }).map((text) => Buffer.from(`${HEAD}\n${text}`)),
      fc
        .array(fc.constantFrom(ID, ";", ",", '"', "\n", "\r", "paid", "returned", " ", "\0"), {
          maxLength: 40,
        })
        .map((parts) => Buffer.from(`${HEAD}\n${parts.join("")}`)),
    );
    fc.assert(
      fc.property(bytes, (file) => {
        const answer = readBankResults(file);
        if (answer.outcome !== "read") return;
        for (const result of answer.results) {
          expect(result.payout_id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
          expect(result.reason ?? "").not.toContain("\0");
        }
      }),
      { numRuns: 2000 },
    );
  });
});
