import { type Kysely, sql } from "kysely";
import { toDecimal } from "../../../app/domain/money/minor.ts";
import type { DB } from "../../../db/schema.ts";

interface Row {
  transaction_id: number;
  day: string;
  kind: string;
  from: string;
  to: string;
  amount_minor: number;
  currency: string;
}

/**
 * The ledger as a table that a person can read, from a transaction on: the day, what happened, and a line for each
 * transfer, "from → to". A creator's account carries the username, clearing its provider where there are several; below
 * stands what each creator has and owes.
 */
export async function printLedger(db: Kysely<DB>, after = 0): Promise<string> {
  const { rows } = await sql<Row>`
    with account as (
      select a.id, a.code || case when a.owner = '' or (a.code = 'psp_clearing' and providers.count = 1) then ''
        else ' ' || coalesce(u.username, a.owner) end as name
      from ledger_account a left join users u on u.id::text = a.owner
      cross join (select count(distinct owner) from ledger_account where code = 'psp_clearing') as providers
    )
    select t.id as transaction_id, to_char(t.effective_at at time zone 'UTC', 'MM-DD') as day, t.kind,
      d.name as "from", c.name as "to", m.amount_minor, m.currency
    from ledger_transaction t
    join ledger_transfer m on m.transaction_id = t.id
    join account d on d.id = m.debit_account
    join account c on c.id = m.credit_account
    where t.id > ${after}
    order by t.id, m.seq`.execute(db);
  const lines = rows.map((row, index) => {
    const isFirst = rows[index - 1]?.transaction_id !== row.transaction_id;
    return [
      isFirst ? row.day : "",
      isFirst ? row.kind : "",
      row.from,
      "→",
      row.to,
      amount(row),
      row.currency,
    ];
  });
  return `\n${align(lines)}\n\n${await printBalances(db)}\n`;
}

/** What stands to each creator's name now. */
async function printBalances(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{
    username: string;
    code: string;
    amount_minor: number;
    currency: string;
    status: string;
  }>`
    select u.username, u.status, a.code, a.currency,
      case a.normal_side when 'DEBIT' then a.debits - a.credits else a.credits - a.debits end as amount_minor
    from ledger_account a join users u on u.id::text = a.owner
    where a.debits <> a.credits
    order by u.username, a.code, a.currency`.execute(db);
  if (rows.length === 0) return "nothing stands to anybody's name";
  return align(rows.map((row) => [row.username, row.status, row.code, amount(row), row.currency]));
}

function amount({ amount_minor, currency }: { amount_minor: number; currency: string }): string {
  return toDecimal(amount_minor, currency);
}

/** Columns of one width; what looks like an amount stands to the right. */
function align(lines: readonly string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((text, column) => {
          const width = widths[column] ?? 0;
          return /^-?[\d.]+$/.test(text) ? text.padStart(width) : text.padEnd(width);
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
