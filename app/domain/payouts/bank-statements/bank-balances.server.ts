import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { trialBalance } from "../../ledger/ledger.server.ts";
import { type Minor, minor } from "../../money/minor.ts";

/** What the bank says that it holds for us in a currency, beside what our books say. */
export interface BankBalance {
  currency: string;
  /** How the last statement of each account closed, added up. */
  closing_minor: Minor;
  /** The day on which the oldest of them closed. */
  closing_on: string;
  /** What stands on the books' bank account now. */
  booked_minor: number;
  /** What the bank has more than the books; below zero, less. */
  apart_minor: number;
}

/**
 * Our bank's word about what it holds, and our books' (docs/money.md, 7). The two are apart by what was booked on one
 * side alone so far: since that day, under way between banks, or an exception. A currency without a statement has no line.
 */
export async function listBankBalances(db: Kysely<DB>): Promise<BankBalance[]> {
  const { rows } = await sql<{ currency: string; closing_minor: number; closing_on: string }>`
    select currency, sum(closing_minor)::bigint as closing_minor, min(closing_on)::text as closing_on
    from (
      select distinct on (account_iban, currency) currency, closing_minor, closing_on from bank_statements
      where closing_minor is not null and closing_on is not null
      order by account_iban, currency, closing_on desc, sequence desc nulls last, page desc nulls last, imported_at desc
    ) as latest group by currency order by currency`.execute(db);
  if (rows.length === 0) return [];
  const books = (await trialBalance(db)).filter(({ code }) => code === "bank");
  return rows.map((row) => {
    const booked = books.find(({ currency }) => currency === row.currency)?.balance_minor ?? 0;
    const closing = minor(row.closing_minor);
    return { ...row, closing_minor: closing, booked_minor: booked, apart_minor: closing - booked };
  });
}
