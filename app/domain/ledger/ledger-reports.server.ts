import { type Expression, type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { type AccountCode, accountTraits, HELD_CODES, OWED_CODES, OWED_OR_NOTHING } from "./chart.ts";
import { lastCheckpoint } from "./checkpoints.server.ts";

/** The creator whose account it is, as users are found by their index; null for a country, a provider, or ourselves. */
export function creatorOf(owner: Expression<unknown>): RawBuilder<string | null> {
  return sql<string | null>`case when length(${owner}) = 36 then ${owner}::uuid end`;
}

/** What stands on all accounts of one code in one currency, on the side where it normally stands. */
export interface TrialBalance {
  currency: string;
  code: string;
  /** Whose clearing, or which country's VAT it is; null for every other code. */
  owner: string | null;
  side: "DEBIT" | "CREDIT";
  balance_minor: number;
}

/**
 * The sums of all accounts of a code and currency, a country's VAT and a provider's clearing by themselves: those of the
 * last checkpoint and what was posted since, so that history costs nothing. For a `with` clause, as `account_sums`.
 */
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

/** What was posted lately lies together: found as a set of pages, each page is looked at once and not once for each row. */
async function askPages<Row>(db: Kysely<DB>, question: RawBuilder<Row>): Promise<Row[]> {
  return await db.transaction().execute(async (trx) => {
    await sql`set local enable_indexscan = off`.execute(trx);
    return (await question.execute(trx)).rows;
  });
}

/** The trial balance: every account code in every currency, clearing by provider and VAT by country. */
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

/** What our books say that a provider holds, by currency, in minor units; below zero where it has paid more than it took. */
export async function heldByProvider(trx: Transaction<DB>, provider: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ currency: string; held_minor: number }>`
    with ${await accountSums(trx)}
    select currency, (debits - credits)::bigint as held_minor from account_sums
    where code = 'psp_clearing' and owner = ${provider}`.execute(trx);
  return new Map(rows.map(({ currency, held_minor }) => [currency, held_minor]));
}

/** What our books say that we owe a country of VAT in a currency, in minor units. */
export async function owedVat(trx: Transaction<DB>, country: string, currency: string): Promise<number> {
  const { rows } = await sql<{ owed_minor: number }>`
    with ${await accountSums(trx)}
    select (credits - debits)::bigint as owed_minor from account_sums
    where code = 'vat_output' and owner = ${country} and currency = ${currency}`.execute(trx);
  return rows[0]?.owed_minor ?? 0;
}

/** What is owed to others (`OWED_CODES`), and what bank and providers hold, in each currency by itself. */
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
  /** What is owed is there, as db/checks asks it. */
  is_held: boolean;
}

/** Sums in several currencies are rounded once in euro: so much is no fault. */
const ROUNDING_MINOR = 1;

/**
 * What is owed to others (`OWED_CODES`), and what bank and providers hold, in euro cents at the latest rates. A
 * currency without a rate is in neither sum: it has to hold what it owes by itself.
 */
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

/** One sentence of the books. */
export interface PostedTransfer {
  transaction_id: number;
  key: string;
  kind: string;
  effective_at: Date;
  from: string;
  to: string;
  /** Whose account it is: a username, a country, or empty for the platform's own. */
  from_owner: string;
  to_owner: string;
  amount_minor: number;
  currency: string;
}

/** All transfers that were caused by something, such as "payment:{id}", in the order of their posting. */
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

/** What is posted stands under one of these, with an id behind it. */
const REFERENCES = ["payment:", "payout:", "allocation:", "user:", "settlement:"];

/**
 * What the books say of everything whose reference begins so; an id's beginning is looked for under each kind of reference.
 * The first so many transactions, in the order of their references.
 */
export async function findPostings(
  db: Kysely<DB>,
  beginning: string,
  limit: number = productRules.found_transactions,
): Promise<{ postings: PostedTransfer[]; is_cut: boolean }> {
  const asked = beginning.includes(":") ? [beginning] : REFERENCES.map((name) => name + beginning);
  // In the order of the bytes, which the index has: what begins so lies between it and it with the last of all letters.
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

/** Who owes what after lost disputes, the most first. */
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
