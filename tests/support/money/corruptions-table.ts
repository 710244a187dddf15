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
  const places = tables.flatMap((table) => [
    ...columns.filter((each) => each.table === table).map(({ column }) => ({ table, place: column })),
    ...WHOLE_ROWS.map((place) => ({ table, place })),
  ]);
  return `${[
    ...["# Corruptions of the money tables, and what notices them", ""],
    "Written by `npm run ledger:corruptions`. Each corruption is made at a random row with every trigger and foreign key off,",
    "and undone after the nightly check has looked; what the database itself refuses does not count.",
    `${tried.length} tried (seeds ${seeds.join(", ")}), ${noticed} noticed: ${share} %.`,
    "",
    ...[
      "A money column says how much, of which currency, whose, from and until when, where it stands, who moved it, or by",
    ],
    "which number or evidence it is known (tests/support/money/money-columns.ts). A new column is one until it has a reason.",
    ...["", "| column, or whole rows | tried | noticed | by check |", "|---|---|---|---|"],
    ...places.map((place) => row(place, tried)),
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

function row({ table, place }: { table: string; place: string }, tried: readonly Tried[]): string {
  const here = tried.filter((each) => each.table === table && each.place === place);
  const noticed = here.filter(({ noticed_by }) => noticed_by.length > 0);
  const checks = [...new Set(noticed.flatMap(({ noticed_by }) => noticed_by))];
  // The number is enough: the name is that of its file in db/checks.
  const numbers = checks.map((name) => name.slice(0, 2)).sort();
  return `| ${table}.${place} | ${here.length} | ${noticed.length} | ${numbers.join(" ")} |`;
}

function byReason(): [string, string[]][] {
  const reasons = new Map<string, string[]>();
  for (const [table, free] of Object.entries(MONEY_TABLES))
    for (const [column, why] of Object.entries(free))
      reasons.set(why, [...(reasons.get(why) ?? []), `${table}.${column}`]);
  return [...reasons];
}
