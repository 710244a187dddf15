import { type RawBuilder, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";

/** What is done behind the product's back, one statement or what somebody does who mends what would give them away. */
export type Act = RawBuilder<unknown> | ((trx: Transaction<DB>, now: Date) => Promise<unknown>);

export interface LoneCorruption {
  what: string;
  acts: readonly Act[];
}

/** The transactions that no checkpoint covers: their rows are in no hash and no sum. */
export const SINCE = sql`(select max(upto_transaction) from ledger_checkpoints)`;

/** A line of a posting of this kind goes to another of the platform's accounts, none of which keeps a balance. */
export function wrongAccount(kind: string, line: { from?: string; to?: string }, instead: string): Act {
  const [side, code] = line.from
    ? (["debit_account", line.from] as const)
    : (["credit_account", line.to] as const);
  return sql`
    update ledger_transfer m set ${sql.ref(side)} = (
      select o.id from ledger_account o where o.code = ${instead} and o.currency = m.currency order by o.id limit 1
    )
    where (m.transaction_id, m.seq) = (
      select l.transaction_id, l.seq from ledger_transfer l
      join ledger_transaction t on t.id = l.transaction_id and t.kind = ${kind} and t.id > ${SINCE}
      join ledger_account a on a.id = ${sql.ref(`l.${side}`)} and a.code = ${code} and a.currency = 'EUR'
      order by l.transaction_id desc limit 1
    )`;
}

/** Does something to one row, the first of those that are meant. */
export function one(table: string, set: string, where: string, order = "ctid"): Act {
  return sql.raw(
    `update ${table} set ${set} where ctid = (select ctid from ${table} where ${where} order by ${order} limit 1)`,
  );
}

/** Does what a corruption says; refuses one that changes nothing. */
export async function corrupt(trx: Transaction<DB>, { acts }: LoneCorruption, now: Date): Promise<void> {
  for (const act of acts) {
    if (typeof act === "function") await act(trx, now);
    else {
      const { numAffectedRows } = await act.execute(trx);
      if (numAffectedRows === 0n) throw new Error(`nothing is changed by ${act.compile(trx).sql}`);
    }
  }
}

/**
 * Mends the chain for whoever may write it, so that what is left is what the rows themselves give away; not of what has been
 * in the chain from its beginning, whose id is its own.
 */
export async function followInChain(trx: Transaction<DB>): Promise<void> {
  await sql`
    do $$
    declare
      each record;
    begin
      for each in select p.proargtypes[0]::regtype::text as of from pg_proc p where p.proname = 'chain_row_id' loop
        execute format('
          with latest as (
            select distinct on (row_id) row_id, digest from chain_entries where kind = %1$L order by row_id, id desc
          )
          select append_chain_entry(%1$L, coalesce(l.row_id, p.row_id), p.digest)
          from latest l full join (select chain_row_id(r) as row_id, chain_digest(r) as digest from %2$I r) p using (row_id)
          where l.digest is distinct from p.digest', upper(each.of), each.of);
      end loop;
    end $$`.execute(trx);
}
