import { expect, it } from "vitest";
import { csvAmount, csvResponse } from "../../app/http/file-response.server.ts";
import { eventually } from "../support/eventually.ts";

async function* portions(...rows: string[][]) {
  for (const row of rows) yield [row];
}

it("no cell of a table is a formula to a spreadsheet, at whatever mark it splits", async () => {
  const cells = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "x;=1", "x,@a", "plain"];
  const answer = csvResponse({ name: "a", heads: ["=head"], locale: "de" }, portions(cells));
  expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="a.csv"');
  const text = await answer.text();
  for (const cell of text.trim().split(/[;,\t\r\n]+/))
    expect(cell.replace(/^[\uFEFF"]+/, "")).not.toMatch(/^\s*[=+\-@]/);
  expect(text).toContain("plain\r\n");
});

it("a table goes on only when what was sent is taken, and is read no further when the reader goes", async () => {
  let read = 0;
  let isClosed = false;
  async function* endless() {
    try {
      for (;;) {
        read += 1;
        yield [[String(read)]];
      }
    } finally {
      isClosed = true;
    }
  }
  const reader = csvResponse({ name: "a", heads: ["n"], locale: "en" }, endless()).body?.getReader();
  await reader?.read();
  await reader?.read();
  expect(read).toBeLessThan(4);
  await reader?.cancel();
  await eventually("the table is closed", () => isClosed);
});

it("an amount has the decimal mark of the page's language", () => {
  expect([csvAmount("12.50", "de"), csvAmount("12.50", "en")]).toEqual(["12,50", "12.50"]);
});
