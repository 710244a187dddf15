import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import {
  type AccountCode,
  accountTraits,
  type CauseKind,
  HELD_CODES,
  OWED_CODES,
  OWED_OR_NOTHING,
} from "./chart.ts";
import { creatorOf, lastCheckpoint } from "./journal.server.ts";

export interface TrialBalance {
  currency: string;
  code: string;
  owner: string | null;
  side: "DEBIT" | "CREDIT";
  balance_minor: number;
}

async function accountSums(db: Kysely<DB>) {
  const last = await lastCheckpoint(db);
  const head = sql.lit(last?.upto_transaction ?? 0);
  return sql`
    since as (
      select account, sum(debit) as debits, sum(credit) as credits from (
        select debit_account as account, amount_minor as debit, 0::bigint as credit from ledger_transfer
        where transaction_id > ${head}
        union all
        select credit_account, 0, amount_minor from ledger_transfer where transaction_id > ${head}
      ) as side group by account
    ), account_sums as (
      select code, owner, currency, sum(debits) as debits, sum(credits) as credits from (
        select code, owner, currency, debits, credits from ledger_checkpoint_sums where checkpoint_id = ${sql.lit(last?.id ?? 0)}
        union all
        select a.code, case when a.keeps_balance then '' else a.owner end, a.currency, since.debits, since.credits
        from since join ledger_account a on a.id = since.account
      ) as part group by code, owner, currency
    )`;
}

/** Recent postings lie together: a page bitmap reads each page once. */
async function askPages<Row>(db: Kysely<DB>, question: RawBuilder<Row>): Promise<Row[]> {
  return await db.transaction().execute(async (trx) => {
    await sql`set local enable_indexscan = off`.execute(trx);
    return (await question.execute(trx)).rows;
  });
}

export async function trialBalance(db: Kysely<DB>): Promise<TrialBalance[]> {
  const rows = await askPages(
    db,
    sql<Omit<TrialBalance, "side"> & { code: AccountCode; debit_minor: number }>`
      with ${await accountSums(db)}
      select currency, code, nullif(owner, '') as owner, (debits - credits)::bigint as debit_minor
      from account_sums order by currency, code, owner`,
  );
  return rows
    .map(({ debit_minor, ...row }): TrialBalance => {
      const { side } = accountTraits(row.code);
      return { ...row, side, balance_minor: side === "DEBIT" ? debit_minor : -debit_minor };
    })
    .sort((a, b) => (a.currency === b.currency && a.side !== b.side ? (a.side === "DEBIT" ? -1 : 1) : 0));
}

export async function heldByProvider(trx: Transaction<DB>, provider: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ currency: string; held_minor: number }>`
    with ${await accountSums(trx)}
    select currency, (debits - credits)::bigint as held_minor from account_sums
    where code = 'psp_clearing' and owner = ${provider}`.execute(trx);
  return new Map(rows.map(({ currency, held_minor }) => [currency, held_minor]));
}

export async function owedVat(trx: Transaction<DB>, country: string, currency: string): Promise<number> {
  const { rows } = await sql<{ owed_minor: number }>`
    with ${await accountSums(trx)}
    select (credits - debits)::bigint as owed_minor from account_sums
    where code = 'vat_output' and owner = ${country} and currency = ${currency}`.execute(trx);
  return rows[0]?.owed_minor ?? 0;
}

export async function owedAndHeldByCurrency(
  db: Kysely<DB>,
): Promise<{ currency: string; owed_minor: number; held_minor: number }[]> {
  const balances = await trialBalance(db);
  const sumOf = (currency: string, codes: readonly string[]) => {
    const rows = balances.filter((row) => row.currency === currency && codes.includes(row.code));
    const sums = [...Map.groupBy(rows, ({ code }) => code)].map(([code, parts]) => {
      const sum = parts.reduce((all, { balance_minor }) => all + balance_minor, 0);
      return OWED_OR_NOTHING.some((each) => each === code) ? Math.max(0, sum) : sum;
    });
    return sums.reduce((all, sum) => all + sum, 0);
  };
  return [...new Set(balances.map(({ currency }) => currency))].map((currency) => ({
    currency,
    owed_minor: sumOf(currency, OWED_CODES),
    held_minor: sumOf(currency, HELD_CODES),
  }));
}

interface OwedAndHeld {
  owed_minor: number;
  held_minor: number;
  is_held: boolean;
}

const ROUNDING_MINOR = 1;

/** Euro cents at the latest rates; skips currencies without one. */
export async function owedAndHeld(db: Kysely<DB>): Promise<OwedAndHeld> {
  const units = await askPages(
    db,
    sql<{ unit: string; owed_minor: number; held_minor: number }>`
      with latest as (
        select distinct on (currency) currency, units_per_euro from reference_rates order by currency, rate_date desc
      ), ${await accountSums(db)}, summed as (
        select code, currency, sum(debits - credits) as debit_balance from account_sums group by code, currency
      ), valued as (
        select a.code, case when l.units_per_euro is null then a.currency else 'EUR' end as unit,
          case when a.code = any(${OWED_OR_NOTHING}::text[]) then least(a.debit_balance, 0) else a.debit_balance end
            / power(10, c.digits)::numeric / coalesce(l.units_per_euro, 1) as amount
        from summed a join currencies c on c.code = a.currency left join latest l on l.currency = a.currency
      )
      select unit, round(-100 * coalesce(sum(amount) filter (where code = any(${OWED_CODES}::text[])), 0))::bigint as owed_minor,
        round(100 * coalesce(sum(amount) filter (where code = any(${HELD_CODES}::text[])), 0))::bigint as held_minor
      from valued group by unit`,
  );
  const euro = units.find(({ unit }) => unit === "EUR");
  return {
    owed_minor: euro?.owed_minor ?? 0,
    held_minor: euro?.held_minor ?? 0,
    is_held: units.every(({ owed_minor, held_minor }) => owed_minor <= held_minor + ROUNDING_MINOR),
  };
}

export interface PostedTransfer {
  transaction_id: number;
  key: string;
  kind: string;
  effective_at: Date;
  from: string;
  to: string;
  from_owner: string;
  to_owner: string;
  amount_minor: number;
  currency: string;
}

export async function listPostings(db: Kysely<DB>, reference: string): Promise<PostedTransfer[]> {
  return await transfersOf(db, sql`t.reference = ${reference}`);
}

async function transfersOf(db: Kysely<DB>, condition: RawBuilder<unknown>): Promise<PostedTransfer[]> {
  const { rows } = await sql<PostedTransfer>`
    with account as (
      select a.id, a.code, coalesce(u.username, a.owner) as owner
      from ledger_account a left join users u on u.id = ${creatorOf(sql.ref("a.owner"))}
    )
    select t.id as transaction_id, t.idempotency_key as key, t.kind, t.effective_at, d.code as "from", c.code as "to",
      d.owner as from_owner, c.owner as to_owner, m.amount_minor, m.currency
    from ledger_transaction t
    join ledger_transfer m on m.transaction_id = t.id
    join account d on d.id = m.debit_account
    join account c on c.id = m.credit_account
    where ${condition}
    order by t.id, m.seq limit 500`.execute(db);
  return rows;
}

const REFERENCES = ["payment:", "payout:", "allocation:", "user:", "settlement:"];

export async function findPostings(
  db: Kysely<DB>,
  beginning: string,
  limit: number = productRules.found_transactions,
): Promise<{ postings: PostedTransfer[]; is_cut: boolean }> {
  const asked = beginning.includes(":") ? [beginning] : REFERENCES.map((name) => name + beginning);
  // Bytewise, as the index.
  const { rows: found } = await sql<{ id: number }>`
    select t.id from unnest(${asked}::text[]) as a (beginning)
    cross join lateral (
      select t.id, t.reference from ledger_transaction t
      where t.reference ~>=~ a.beginning and t.reference ~<~ (a.beginning || chr(1114111))
      order by t.reference using ~<~, t.id limit ${limit + 1}
    ) as t
    order by t.reference using ~<~, t.id limit ${limit + 1}`.execute(db);
  const ids = found.slice(0, limit).map(({ id }) => id);
  return { postings: await transfersOf(db, sql`t.id = any(${ids}::bigint[])`), is_cut: found.length > limit };
}

export async function listOwing(
  db: Kysely<DB>,
  limit: number,
): Promise<{ creator_id: string; username: string | null; currency: string; owed_minor: number }[]> {
  const { rows } = await sql<{
    creator_id: string;
    username: string | null;
    currency: string;
    owed_minor: number;
  }>`
    select u.id as creator_id, u.username, a.currency, a.debits - a.credits as owed_minor
    from ledger_account a join users u on u.id = ${creatorOf(sql.ref("a.owner"))}
    where a.code = 'creator_receivable' and a.debits > a.credits
    order by owed_minor desc, u.id limit ${limit}`.execute(db);
  return rows;
}

export interface AccountName {
  code: string;
  currency: string;
  owner: string;
}

interface OwnedBalance {
  owner: string;
  username: string | null;
  side: "DEBIT" | "CREDIT";
  balance_minor: number;
}

/** From the row if kept, else the last checkpoint and later postings. */
export async function listAccounts(
  db: Kysely<DB>,
  { code, currency, after }: { code: string; currency: string; after: string | null },
): Promise<{ accounts: OwnedBalance[]; next: string | null }> {
  const rows = productRules.admin_rows;
  // One statement: the next checkpoint moves both.
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
  balance_minor: number | null;
  other_code: string;
  other_owner: string;
  other_username: string | null;
}

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
        when t.cause in ('allocation', 'refund', 'refund_beyond', 'dispute', 'voucher', 'redemption', 'direct_transfer', 'direct_reversal')
          then 'payment'
        when t.cause in ('write_off', 'set_off', 'give_up') then 'user'
        else t.cause
      end as place,
      coalesce(case t.cause
        when 'allocation' then (select payment_id from tip_allocations where tip_allocations.id = t.cause_id)
        when 'refund' then (select payment_id from refunds where refunds.id = t.cause_id)
        when 'refund_beyond' then (select payment_id from refunds_beyond where refunds_beyond.id = t.cause_id)
        when 'dispute' then (select payment_id from disputes where disputes.id = t.cause_id)
        when 'direct_transfer' then (select payment_id from direct_transfers where direct_transfers.id = t.cause_id)
        when 'direct_reversal' then (select s.payment_id from direct_reversals v join direct_transfers s on s.id = v.transfer_id
          where v.id = t.cause_id)
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

/** The checkpoints around a moment, a day wider for clock differences and slow transactions. */
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

/** Counted back from the present balance, so history costs nothing. */
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
