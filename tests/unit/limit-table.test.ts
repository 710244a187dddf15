import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { type Limit, limitTable } from "../../app/http/limit-table.ts";

/** "1h", "15min". */
function duration(seconds: number): string {
  return seconds % 3600 === 0 ? `${seconds / 3600}h` : `${seconds / 60}min`;
}

function row([name, { what, per, points, seconds, block, grows }]: [string, Limit]): string {
  const cells = [
    `\`${name}\``,
    what,
    per,
    `${points} in ${duration(seconds)}${grows ? " ×" : ""}`,
    block === undefined ? "–" : duration(block),
  ];
  return `| ${cells.join(" | ")} |`;
}

test("docs/limits.md shows every budget, as the product has it", async () => {
  const docs = await readFile("docs/limits.md", "utf8");
  const rows = docs.split("\n").filter((line) => line.startsWith("| `"));
  expect(rows).toEqual(Object.entries(limitTable).map(row));
});
