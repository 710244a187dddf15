import type { Places, Tried } from "./random-corruptions.ts";

const WHOLE_ROWS = ["deleted", "duplicated", "emptied"];

/** docs/corruptions.md: how many corruptions of each money table were tried, what was not noticed, and which checks noticed. */
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
    `${tried.length} tried (seeds ${seeds.join(", ")}), ${noticed} noticed by the nightly check: ${share} %. What is not money or need`,
    "not be noticed, and why: tests/support/money/money-columns.ts. The command prints each column.",
    ...["", "| noticed by checks | tables, with tries |", "|---|---|"],
    ...rowsOf(tables, tried),
  ].join("\n")}\n`;
}

// The number is enough: the name is that of its file in db/checks.
const numbersOf = (tried: readonly Tried[]) =>
  [...new Set(tried.flatMap(({ noticed_by }) => noticed_by.map((name) => name.slice(0, 2))))]
    .sort()
    .join(" ");

/** Tables that the same checks noticed share a row. */
function rowsOf(tables: readonly string[], tried: readonly Tried[]): string[] {
  const of = (table: string) => tried.filter((each) => each.table === table);
  const groups = Map.groupBy(tables, (table) => numbersOf(of(table)));
  return [...groups].map(
    ([checks, names]) => `| ${checks} | ${names.map((name) => `${name}:${of(name).length}`).join(" ")} |`,
  );
}

/** A line per column or whole row of a table: tries, what was not noticed, and the checks. */
export function corruptionsByColumn({ columns }: Places, tried: readonly Tried[]): string {
  const tables = [...new Set(columns.map(({ table }) => table))];
  const places = tables.flatMap((table) =>
    [...columns.filter((each) => each.table === table).map(({ column }) => column), ...WHOLE_ROWS].map(
      (place) => ({ table, place }),
    ),
  );
  const lines = places.map(({ table, place }) => {
    const here = tried.filter((each) => each.table === table && each.place === place);
    const unnoticed = here.filter(({ noticed_by }) => noticed_by.length === 0).length;
    return `${table}.${place}: ${here.length} tried, ${unnoticed} unnoticed; ${numbersOf(here)}`;
  });
  return lines.join("\n");
}
