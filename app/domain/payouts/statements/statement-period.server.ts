import { sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";

/** What of the books a statement lists. */
export interface StatementPeriod {
  /** As PostgreSQL writes a tstzmultirange: all until the payout was asked for that no valid statement has listed. */
  covers: string;
  /** Since the last statement that is valid; null when there is none. */
  after: Date | null;
  /** Statements that were cancelled, whose tips this one lists instead. */
  instead_of: { number: number; from: string; until: string }[];
}

/**
 * Everything stands in one valid statement and in no second one: this one lists what was written until the payout was
 * asked for and stands in none that is valid, also where the statement in which it stood was cancelled long ago.
 */
export async function findStatementPeriod(
  trx: Transaction<DB>,
  given: { id: string; creator_id: string; currency: string },
  requestedAt: Date,
): Promise<StatementPeriod> {
  const { rows } = await sql<{
    covers: string;
    after: Date | null;
    instead_of: StatementPeriod["instead_of"] | null;
  }>`
    with issued as (
      select s.number, s.covers, s.facts -> 'period' as period, c.number is not null as is_cancelled
      from payout_statements s
      join payouts p on p.id = s.payout_id
      left join statement_cancellations c on c.payout_id = s.payout_id
      where p.creator_id = ${given.creator_id} and p.currency = ${given.currency} and p.id <> ${given.id}
    ), own as (
      select tstzmultirange(tstzrange(null, ${requestedAt}::timestamptz, '(]'))
        - coalesce((select range_agg(covers) from issued where not is_cancelled), '{}'::tstzmultirange) as covers
    )
    select covers::text,
      (select max(lower(r)) from unnest(covers) as r) as after,
      (select jsonb_agg(jsonb_build_object('number', number, 'from', period ->> 'from', 'until', period ->> 'until')
        order by number) from issued i where i.is_cancelled and i.covers && own.covers) as instead_of
    from own`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error(`payout ${given.id} has no period`);
  return { covers: row.covers, after: row.after, instead_of: row.instead_of ?? [] };
}
