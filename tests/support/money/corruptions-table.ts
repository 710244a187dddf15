import { MONEY_TABLES, OTHER_TABLES, UNNOTICED } from "./money-columns.ts";
import type { Places, Tried } from "./random-corruptions.ts";

const WHOLE_ROWS = ["deleted", "duplicated", "emptied"];

/** docs/corruptions.md: what was tried of each money table and column, how much of it was noticed, and by which checks. */
export function corruptionsTable(
  { columns }: Places,
  tried: readonly Tried[],
  seeds: readonly number[],
): string {
  const noticed = tried.filter(({ noticed_by }) => noticed_by.length > 0).length;
  const share = ((100 * noticed) / tried.length).toFixed(2);
  const tables = [...new Set(columns.map(({ table }) => table))];
  return `${[
    ...["# Corruptions of the money tables", ""],
    "Written by `npm run ledger:corruptions`: random rows are corrupted with triggers and foreign keys off.",
    `${tried.length} tried (seeds ${seeds.join(", ")}), ${noticed} noticed by the nightly check: ${share} %.`,
    "",
    "Each row has the numbers of checks, and the columns (or whole rows) that they notice with the count of tries.",
    "What counts as money: tests/support/money/money-columns.ts.",
    ...["", "| table | noticed by: what |", "|---|---|"],
    ...tables.map((table) => row(table, placesOf(table, columns), tried)),
    ...["", "## What the nightly check need not notice", ""],
    ...Object.entries(UNNOTICED).map(([name, why]) => `- \`${name}\`: ${why}.`),
    ...["", "## Columns that are not money", ""],
    ...byReason().map(([why, names]) => `- ${why}: ${names.map((name) => `\`${name}\``).join(", ")}.`),
    ...["", "## Tables that are not money", ""],
    ...Object.entries(OTHER_TABLES).map(
      ([why, names]) => `- ${why}: ${names.map((name) => `\`${name}\``).join(", ")}.`,
    ),
  ].join("\n")}\n`;
}

function placesOf(table: string, columns: Places["columns"]): string[] {
  return [...columns.filter((each) => each.table === table).map(({ column }) => column), ...WHOLE_ROWS];
}

/** The row of a table: its places by the checks that noticed them. */
function row(table: string, places: readonly string[], tried: readonly Tried[]): string {
  const groups = new Map<string, string[]>();
  for (const place of places) {
    const here = tried.filter((each) => each.table === table && each.place === place);
    const noticed = here.filter(({ noticed_by }) => noticed_by.length > 0);
    // The number is enough: the name is that of its file in db/checks.
    const checks = new Set(noticed.flatMap(({ noticed_by }) => noticed_by.map((name) => name.slice(0, 2))));
    const by = here.length === 0 ? "untried" : [...checks].sort().join(" ") || "unnoticed";
    const count = noticed.length < here.length ? `:${noticed.length}/${here.length}` : `:${here.length}`;
    groups.set(by, [...(groups.get(by) ?? []), here.length === 0 ? place : `${place}${count}`]);
  }
  const cells = [...groups].map(([by, names]) => `${by.replaceAll(" ", "+")}:${names.join(";")}`);
  return `| ${table} | ${cells.join(" ")} |`;
}

function byReason(): [string, string[]][] {
  const reasons = new Map<string, string[]>();
  for (const [table, free] of Object.entries(MONEY_TABLES))
    for (const [column, why] of Object.entries(free))
      reasons.set(why, [...(reasons.get(why) ?? []), `${table}.${column}`]);
  return [...reasons];
}
