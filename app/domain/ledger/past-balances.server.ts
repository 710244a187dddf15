import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { creatorOf } from "./account-owners.server.ts";
import type { AccountName, OwnedBalance } from "./account-postings.server.ts";
import { type AccountCode, accountTraits } from "./chart.ts";
import type { TrialBalance } from "./ledger-reports.server.ts";

// Balances of all that was posted by a moment, that minute's postings included. A posting counts from the moment it is
// written: what is posted later about an earlier day changes no past balance.

/**
 * For a `with` clause, as `around`: the stretch of transactions that a moment lies in, between two checkpoints. All before
 * it were posted by then, all after it later. A day on both sides covers clocks that differ and slow transactions.
 */
function around(at: Date) {
  return sql`
    before as (
      select id, upto_transaction from ledger_checkpoints where taken_at <= ${at}::timestamptz - interval '1 day'
      order by id desc limit 1
    ), around as (
      select coalesce((select id from before), 0) as checkpoint_id,
        coalesce((select upto_transaction from before), 0) as begins_after,
        coalesce((select upto_transaction from ledger_checkpoints where taken_at >= ${at}::timestamptz + interval '1 day'
          order by id limit 1), 9223372036854775807) as ends_with
    )`;
}

/** The trial balance as it was at a moment: the last checkpoint before it, and what was posted from there to it. */
export async function trialBalanceAt(db: Kysely<DB>, at: Date): Promise<TrialBalance[]> {
  const { rows } = await sql<Omit<TrialBalance, "side"> & { code: AccountCode; debit_minor: number }>`
    with ${around(at)}, posted as (
      select m.debit_account, m.credit_account, m.amount_minor
      from around
      join ledger_transfer m on m.transaction_id > around.begins_after and m.transaction_id <= around.ends_with
      join ledger_transaction t on t.id = m.transaction_id
      where t.created_at <= ${at}::timestamptz
    ), since as (
      select account, sum(debit) as debits, sum(credit) as credits from (
        select debit_account as account, amount_minor as debit, 0::bigint as credit from posted
        union all
        select credit_account, 0, amount_minor from posted
      ) as side group by account
    ), part as (
      select s.code, s.owner, s.currency, s.debits, s.credits
      from ledger_checkpoint_sums s join around on s.checkpoint_id = around.checkpoint_id
      union all
      select a.code, case when a.keeps_balance then '' else a.owner end, a.currency, since.debits, since.credits
      from since join ledger_account a on a.id = since.account
    )
    select currency, code, nullif(owner, '') as owner, sum(debits - credits)::bigint as debit_minor
    from part group by currency, code, owner order by currency, code, owner`.execute(db);
  return rows.map(({ debit_minor, ...row }): TrialBalance => {
    const { side } = accountTraits(row.code);
    return { ...row, side, balance_minor: side === "DEBIT" ? debit_minor : -debit_minor };
  });
}

/**
 * What stood on one creator's or country's or provider's account, or on the platform's own, at a moment; null for an
 * account that there is not. Counted back from the present balance.
 */
export async function accountBalanceAt(
  db: Kysely<DB>,
  { code, currency, owner }: AccountName,
  at: Date,
): Promise<OwnedBalance | null> {
  const { rows } = await sql<OwnedBalance & { is_kept: boolean }>`
    with ${around(at)}, own as (
      select id, owner, normal_side, keeps_balance, debits - credits as standing from ledger_account
      where code = ${code} and currency = ${currency} and owner = ${owner}
    ), later as (
      select coalesce(sum(amount), 0) as amount from (
        select m.amount_minor as amount, m.transaction_id from ledger_transfer m join own on m.debit_account = own.id
        where own.keeps_balance and m.transaction_id > (select begins_after from around)
        union all
        select -m.amount_minor, m.transaction_id from ledger_transfer m join own on m.credit_account = own.id
        where own.keeps_balance and m.transaction_id > (select begins_after from around)
      ) as moved join ledger_transaction t on t.id = moved.transaction_id where t.created_at > ${at}::timestamptz
    )
    select own.owner, u.username, own.normal_side as side, own.keeps_balance as is_kept,
      ((sum(own.standing) - (select amount from later)) * case own.normal_side when 'DEBIT' then 1 else -1 end)::bigint
        as balance_minor
    from own left join users u on u.id = ${creatorOf(sql.ref("own.owner"))}
    group by own.owner, u.username, own.normal_side, own.keeps_balance`.execute(db);
  const [found] = rows;
  if (!found) return null;
  const { is_kept, ...balance } = found;
  if (is_kept) return balance;
  const sums = await trialBalanceAt(db, at);
  const own = sums.find(
    (row) => row.code === code && row.currency === currency && (row.owner ?? "") === owner,
  );
  return { ...balance, balance_minor: own?.balance_minor ?? 0 };
}
