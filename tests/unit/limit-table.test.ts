import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { type Limit, limitTable } from "../../app/http/limit-table.ts";
import { productRules } from "../../app/product-rules.ts";

/** "1 hour", "15 minutes". */
function duration(seconds: number): string {
  const [count, unit] = seconds % 3600 === 0 ? [seconds / 3600, "hour"] : [seconds / 60, "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
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

test("docs/limits.md says the numbers of the lockout of vouchers, as the product has them", async () => {
  const docs = (await readFile("docs/limits.md", "utf8")).replace(/\s+/g, " ");
  const { wrong_codes, minutes } = productRules.voucher.lockout;
  for (const sentence of [
    `${wrong_codes} wrong codes lock checking, redeeming and withdrawing for ${minutes} minutes`,
    `after ${minutes} minutes without a wrong code`,
  ])
    expect(docs).toContain(sentence);
});

test("docs/limits.md says the numbers of payment starts, as the product has them", async () => {
  const docs = (await readFile("docs/limits.md", "utf8")).replace(/\s+/g, " ");
  const { unpaid, blocked, good, short_wait, button, ...rules } = productRules.payment_starts;
  const sentences = [
    `${unpaid.address} from one address, ${unpaid.network} in one network, ${unpaid.creator} for one creator, ${unpaid.everywhere} altogether`,
    `the last ${rules.looked_at} starts of the last ${rules.window_minutes} minutes`,
    `for ${rules.open_minutes} minutes after its start`,
    `waits, once for each tip: ${short_wait.minutes} minute where starts are only left open`,
    `waits ${rules.wait_minutes} minutes where ${short_wait.declined} more were declined than paid`,
    `tried again every ${rules.again_seconds} seconds`,
    `${rules.declines_of_a_tip} declined tries and ${rules.starts_of_a_tip} starts an hour`,
    `${blocked.address} more unpaid than paid starts an hour`,
    `refused for ${blocked.minutes} minutes`,
    `older than ${good.older_than_seconds} seconds at least ${good.paid} were paid`,
    `good ${button.seconds} seconds later, for ${button.minutes} minutes`,
    `for ${rules.kept_hours} hours`,
  ];
  for (const sentence of sentences) expect(docs).toContain(sentence);
});
