import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.ts";

/** What the bank says that it holds for us in a currency, beside what our books say; all in minor units. */
export interface BankBalance {
  currency: string;
  /** How the last statement of each account closed, added up. */
  closing_minor: number;
  /** The day on which the oldest of them closed. */
  closing_on: string;
  /** What stands on the books' bank account now. */
  booked_minor: number;
  /** What the bank has more than the books; below zero, less. */
  apart_minor: number;
  /** How far the two may be apart by what is under way, below zero and above. */
  least_minor: number;
  most_minor: number;
  /** Whether they are apart by no more than that; else payouts are frozen (check 61). */
  is_agreed: boolean;
}

/**
 * Our bank's word about what it holds, and our books' (docs/money.md, 5). The two are apart by what was booked on one
 * side alone so far: since that day, under way between banks, or an exception. A currency without a statement has no line.
 */
export async function listBankBalances(db: Kysely<DB>): Promise<BankBalance[]> {
  const { rows } = await sql<Omit<BankBalance, "apart_minor" | "is_agreed">>`
    select currency, closing_on::text, closing_minor, booked_minor, least_minor, most_minor
    from bank_agreement(coalesce((select upto_transaction from ledger_checkpoints order by id desc limit 1), 0))
    order by currency`.execute(db);
  return rows.map((row) => {
    const apart = row.closing_minor - row.booked_minor;
    return { ...row, apart_minor: apart, is_agreed: apart >= row.least_minor && apart <= row.most_minor };
  });
}
