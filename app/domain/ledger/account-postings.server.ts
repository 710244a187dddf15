import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { type AccountCode, accountTraits, type CauseKind } from "./chart.ts";
import { creatorOf, type PostedTransfer, type TrialBalance } from "./ledger-reports.server.ts";

// From the trial balance's sums to their causes (docs/money.md, 7).

export interface AccountName {
  code: string;
  currency: string;
  /** A creator's id, a country or a provider; empty for the platform's own. */
  owner: string;
}

interface OwnedBalance {
  owner: string;
  username: string | null;
  side: "DEBIT" | "CREDIT";
  balance_minor: number;
}

/** By owner. A kept balance comes from its row, others from the last checkpoint and later postings. */
export async function listAccounts(
  db: Kysely<DB>,
  { code, currency, after }: { code: string; currency: string; after: string | null },
): Promise<{ accounts: OwnedBalance[]; next: string | null }> {
  const rows = productRules.admin_rows;
  // The next checkpoint moves both, so one statement reads them.
  const upto = sql`coalesce((select upto_transaction from ledger_checkpoints order by id desc limit 1), 0)`;
  const { rows: found } = await sql<OwnedBalance>`
    with page as (
      select owner, min(normal_side) as side, bool_and(keeps_balance) as is_kept, sum(debits - credits) as kept,
        array_agg(id) as ids
      from ledger_account
      where code = ${code} and currency = ${currency} and (${after}::text is null or owner > ${after})
      group by owner order by owner limit ${rows + 1}
    )
    select page.owner, u.username, page.side,
      (case page.side when 'DEBIT' then 1 else -1 end
        * case when page.is_kept then page.kept else moved.amount end)::bigint as balance_minor
    from page
    left join users u on u.id = ${creatorOf(sql.ref("page.owner"))}
    left join lateral (
      select coalesce((select sum(debits - credits) from ledger_account_marks where account_id = any(page.ids)), 0)
        + coalesce((select sum(amount_minor) from ledger_transfer
            where debit_account = any(page.ids) and transaction_id > ${upto}), 0)
        - coalesce((select sum(amount_minor) from ledger_transfer
            where credit_account = any(page.ids) and transaction_id > ${upto}), 0) as amount
      where not page.is_kept
    ) as moved on true
    order by page.owner`.execute(db);
  const accounts = found.slice(0, rows);
  return { accounts, next: found.length > rows ? (accounts.at(-1)?.owner ?? null) : null };
}

interface AccountPosting {
  transaction_id: number;
  seq: number;
  kind: string;
  created_at: Date;
  side: "DEBIT" | "CREDIT";
  amount_minor: number;
  /** On the account's own side; null where unknown. */
  balance_minor: number | null;
  other_code: string;
  other_owner: string;
  other_username: string | null;
}

/** After this transfer, with the balance before it. */
export interface PostingPlace {
  transaction_id: number;
  seq: number;
  balance_minor: number | null;
}

interface AccountPage {
  postings: AccountPosting[];
  opening_minor: number | null;
  next: PostingPlace | null;
  username: string | null;
}

/**
 * Newest first; null for an unknown account. Counted back from the present balance, so history costs nothing.
 */
export async function listAccountPostings(
  db: Kysely<DB>,
  { code, currency, owner }: AccountName,
  after: PostingPlace | null,
): Promise<AccountPage | null> {
  const shards = await db
    .selectFrom("ledger_account as a")
    .leftJoin("users as u", (join) => join.on(sql<boolean>`u.id = ${creatorOf(sql.ref("a.owner"))}`))
    .select(["a.id", "a.normal_side", "u.username"])
    .where("a.code", "=", code)
    .where("a.currency", "=", currency)
    .where("a.owner", "=", owner)
    .execute();
  if (shards.length === 0) return null;
  const count = productRules.admin_rows + 1;
  const before = after ?? { transaction_id: Number.MAX_SAFE_INTEGER, seq: 0 };
  const place = sql`m.transaction_id <= ${before.transaction_id}
    and (m.transaction_id, m.seq) < (${before.transaction_id}, ${before.seq})`;
  const ids = sql`${shards.map(({ id }) => id)}::bigint[]`;
  const side = shards[0]?.normal_side ?? "DEBIT";
  const upto = sql`coalesce((select upto_transaction from ledger_checkpoints order by id desc limit 1), 0)`;
  const standing = sql`(
    select coalesce(sum(case when a.keeps_balance then a.debits - a.credits else coalesce(k.debits - k.credits, 0)
        + coalesce((select sum(amount_minor) from ledger_transfer
            where debit_account = a.id and transaction_id > ${upto}), 0)
        - coalesce((select sum(amount_minor) from ledger_transfer
            where credit_account = a.id and transaction_id > ${upto}), 0) end), 0) * ${side === "DEBIT" ? 1 : -1}
    from ledger_account a left join ledger_account_marks k on k.account_id = a.id
    where a.id = any(${ids}))`;
  const { rows } = await sql<AccountPosting>`
    with top as (
      select ${after === null ? standing : sql`${after.balance_minor}::bigint`} as balance
    ), found as (
      select own.*
      from unnest(${ids}) as shard (id)
      cross join lateral (
        (select m.transaction_id, m.seq, 'DEBIT' as side, m.amount_minor, m.credit_account as other
          from ledger_transfer m where m.debit_account = shard.id and ${place}
          order by m.transaction_id desc, m.seq desc limit ${count})
        union all
        (select m.transaction_id, m.seq, 'CREDIT', m.amount_minor, m.debit_account
          from ledger_transfer m where m.credit_account = shard.id and ${place}
          order by m.transaction_id desc, m.seq desc limit ${count})
      ) as own
      order by own.transaction_id desc, own.seq desc limit ${count}
    )
    select f.transaction_id, f.seq, t.kind, t.created_at, f.side, f.amount_minor,
      (top.balance - coalesce(sum(case f.side when ${side} then f.amount_minor else -f.amount_minor end)
        over (order by f.transaction_id desc, f.seq desc rows between unbounded preceding and 1 preceding), 0))::bigint
        as balance_minor,
      o.code as other_code, o.owner as other_owner, u.username as other_username
    from found f
    cross join top
    join ledger_transaction t on t.id = f.transaction_id
    join ledger_account o on o.id = f.other
    left join users u on u.id = ${creatorOf(sql.ref("o.owner"))}
    order by f.transaction_id desc, f.seq desc`.execute(db);
  const postings = rows.slice(0, productRules.admin_rows);
  const last = postings.at(-1);
  const opening_minor =
    last === undefined || last.balance_minor === null
      ? null
      : last.balance_minor - (last.side === side ? last.amount_minor : -last.amount_minor);
  return {
    postings,
    opening_minor,
    next:
      rows.length > postings.length && last
        ? { transaction_id: last.transaction_id, seq: last.seq, balance_minor: opening_minor }
        : null,
    username: shards[0]?.username ?? null,
  };
}

export type CausePlace =
  | "payment"
  | "payout"
  | "suspense"
  | "user"
  | "settlement"
  | "settlement_event"
  | "correction";

interface PostedTransaction {
  id: number;
  kind: string;
  cause: CauseKind;
  cause_id: string;
  place: CausePlace;
  place_id: string;
  effective_at: Date;
  created_at: Date;
  reverses: number | null;
  reversed_by: number | null;
  month: string | null;
  number: number | null;
}

function paymentOf(voucherId: RawBuilder<unknown>) {
  return sql`select p.id from payments p where p.voucher_id = ${voucherId} and p.settled_at is not null
    order by p.settled_at limit 1`;
}

export async function findTransaction(
  db: Kysely<DB>,
  id: number,
): Promise<(PostedTransaction & { transfers: PostedTransfer[] }) | null> {
  const { rows } = await sql<PostedTransaction>`
    select t.id, t.kind, t.cause, t.cause_id, t.effective_at, t.created_at, t.reverses, r.id as reversed_by,
      to_char(n.month, 'YYYY-MM') as month, n.number,
      case
        when t.kind = 'inbound_suspense' or t.cause = 'suspense_exit' then 'suspense'
        when t.cause in ('allocation', 'refund', 'refund_beyond', 'dispute', 'voucher', 'redemption') then 'payment'
        when t.cause in ('write_off', 'set_off', 'give_up') then 'user'
        else t.cause
      end as place,
      coalesce(case t.cause
        when 'allocation' then (select payment_id from tip_allocations where tip_allocations.id = t.cause_id)
        when 'refund' then (select payment_id from refunds where refunds.id = t.cause_id)
        when 'refund_beyond' then (select payment_id from refunds_beyond where refunds_beyond.id = t.cause_id)
        when 'dispute' then (select payment_id from disputes where disputes.id = t.cause_id)
        when 'suspense_exit' then (select payment_id from suspense_exits where suspense_exits.id = t.cause_id)
        when 'voucher' then (${paymentOf(sql`t.cause_id`)})
        when 'redemption' then (select (${paymentOf(sql`r.voucher_id`)}) from voucher_redemptions r where r.id = t.cause_id)
        when 'write_off' then (select creator_id from write_offs where write_offs.id = t.cause_id)
        when 'set_off' then (select creator_id from debt_set_offs where debt_set_offs.id = t.cause_id)
        when 'give_up' then (select creator_id from give_ups where give_ups.id = t.cause_id)
      end, t.cause_id) as place_id
    from ledger_transaction t
    left join ledger_transaction r on r.reverses = t.id
    left join journal_numbers n on n.transaction_id = t.id
    where t.id = ${id}`.execute(db);
  const [found] = rows;
  if (!found) return null;
  const { rows: transfers } = await sql<PostedTransfer>`
    select t.id as transaction_id, t.idempotency_key as key, t.kind, t.effective_at, d.code as "from", c.code as "to",
      coalesce(du.username, d.owner) as from_owner, coalesce(cu.username, c.owner) as to_owner, m.amount_minor, m.currency
    from ledger_transaction t
    join ledger_transfer m on m.transaction_id = t.id
    join ledger_account d on d.id = m.debit_account left join users du on du.id = ${creatorOf(sql.ref("d.owner"))}
    join ledger_account c on c.id = m.credit_account left join users cu on cu.id = ${creatorOf(sql.ref("c.owner"))}
    where t.id = ${id} order by m.seq`.execute(db);
  return { ...found, transfers };
}

// That minute's postings included.

/**
 * For `with`: transactions between the checkpoints next to a moment. A day on both sides covers clock
 * differences and slow transactions.
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
