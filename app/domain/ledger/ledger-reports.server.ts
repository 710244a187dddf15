import { type Expression, type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { type AccountCode, accountTraits, HELD_CODES, OWED_CODES, OWED_OR_NOTHING } from "./chart.ts";
import { lastCheckpoint } from "./checkpoints.server.ts";

/** By the users' index; null for other owners. */
export function creatorOf(owner: Expression<unknown>): RawBuilder<string | null> {
  return sql<string | null>`case when length(${owner}) = 36 then ${owner}::uuid end`;
}

export interface TrialBalance {
  currency: string;
  code: string;
  /** A provider or the country of VAT. */
  owner: string | null;
  side: "DEBIT" | "CREDIT";
  balance_minor: number;
}

/** For `with`: the last checkpoint's sums and later postings, so history costs nothing. */
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

/** By currency; below zero where it paid more than it took. */
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

/** Of several currencies' sums. */
const ROUNDING_MINOR = 1;

/** In euro cents at the latest rates. A currency without a rate is in neither sum. */
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

/** Such as "payment:{id}", in posting order. */
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

/** By the beginning of a reference, or of its id under each kind. */
export async function findPostings(
  db: Kysely<DB>,
  beginning: string,
  limit: number = productRules.found_transactions,
): Promise<{ postings: PostedTransfer[]; is_cut: boolean }> {
  const asked = beginning.includes(":") ? [beginning] : REFERENCES.map((name) => name + beginning);
  // Bytewise order, as the index has.
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

/** The largest first. */
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
