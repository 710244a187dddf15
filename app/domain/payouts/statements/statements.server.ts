import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { rolesWith } from "../../operator-rights.server.ts";
import { isReverseCharge } from "../../tax/eu-vat.ts";
import { vatIdIsRefused } from "../../tax/vies.server.ts";
import type { PayoutMethod } from "../requests/payout-fees.ts";
import {
  type CancellationFacts,
  cancellationFactsSchema,
  type StatementCreator,
  type StatementFacts,
  statementCreatorSchema,
  statementFactsSchema,
} from "./statement.schema.ts";

type Series = "payout" | "month" | "credit";

/** Locks until commit. */
export async function lockSeries(trx: Transaction<DB>, series: Series): Promise<number> {
  const { rows } = await sql<{ last: number }>`select lock_document_series(${series}) as last`.execute(trx);
  return rows[0]?.last ?? 0;
}

/** Refuses if a number has no document. */
export async function advanceSeries(trx: Transaction<DB>, series: Series, upTo: number): Promise<void> {
  await sql`select advance_document_series(${series}, ${upTo}::bigint)`.execute(trx);
}

interface StatementPeriod {
  /** A tstzmultirange until the request: all that no valid statement lists. */
  covers: string;
  after: Date | null;
  instead_of: { number: number; from: string; until: string }[];
}

/** Everything is in exactly one valid statement, also after late cancellations. */
async function findStatementPeriod(
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

/**
 * Issued once, numbered without gaps. Locks until commit: take other locks before. `issuer`: our name and
 * address, by line.
 */
export async function issueStatement(
  trx: Transaction<DB>,
  payout: { id: string; creator_id: string; currency: string },
  issuer: readonly string[],
  now: Date,
): Promise<number> {
  const issued = await trx
    .selectFrom("payout_statements")
    .select("number")
    .where("payout_id", "=", payout.id)
    .executeTakeFirst();
  if (issued) return issued.number;
  const { covers, ...facts } = await gatherFacts(trx, payout);
  const number = (await lockSeries(trx, "payout")) + 1;
  const whole = statementFactsSchema.parse({ ...facts, number, issuer, issued_at: now.toISOString() });
  await trx
    .insertInto("payout_statements")
    .values({ payout_id: payout.id, number, covers, facts: JSON.stringify(whole), issued_at: now })
    .execute();
  await advanceSeries(trx, "payout", number);
  return number;
}

export async function readStatement(
  db: Kysely<DB>,
  given: { user_id: string; payout_id: string },
): Promise<StatementFacts | null> {
  const row = await statementOf(db, given.payout_id)
    .where("p.creator_id", "=", given.user_id)
    .executeTakeFirst();
  return row ? statementFactsSchema.parse(row.facts) : null;
}

export async function readStatementAsOperator(
  db: Kysely<DB>,
  given: { operator_id: string; payout_id: string },
): Promise<StatementFacts | null> {
  const row = await statementOf(db, given.payout_id)
    .innerJoin("users as operator", (join) =>
      join.on("operator.id", "=", given.operator_id).on("operator.role", "in", rolesWith("money")),
    )
    .executeTakeFirst();
  return row ? statementFactsSchema.parse(row.facts) : null;
}

function statementOf(db: Kysely<DB>, payoutId: string) {
  return db
    .selectFrom("payout_statements as s")
    .innerJoin("payouts as p", "p.id", "s.payout_id")
    .select("s.facts")
    .where("s.payout_id", "=", payoutId);
}

async function gatherFacts(
  trx: Transaction<DB>,
  given: { id: string; creator_id: string; currency: string },
): Promise<Omit<StatementFacts, "number" | "issuer" | "issued_at"> & { covers: string }> {
  const row = await trx
    .selectFrom("payouts as p")
    .innerJoin("users as u", "u.id", "p.creator_id")
    .innerJoin("payout_destinations as d", "d.id", "p.details_id")
    .leftJoin("countries as c", "c.id", "u.country_id")
    .select(["p.amount_minor", "p.fee_minor", "p.fee_vat_minor", "p.fee_vat_bps"])
    .select(["p.fee_vat_country", "p.net_minor"])
    .select(["p.method", "p.requested_at", "d.masked_account", "d.bank_country", "u.created_at"])
    .select(["u.firstname", "u.lastname", "u.name", "u.company", "u.address", "u.zipcode", "u.city"])
    .select(["u.eu_ust_id", "c.iso_3166_1 as country", "u.deleted_at"])
    .select(vatIdIsRefused("u").as("is_vat_id_refused"))
    .where("p.id", "=", given.id)
    .executeTakeFirstOrThrow();
  const { covers, after, instead_of } = await findStatementPeriod(trx, given, row.requested_at);
  const method: PayoutMethod = row.method === "PAXUM" ? "PAXUM" : "BANK";
  const isItsAccount = method === "BANK" || row.bank_country === null;
  const { address, zipcode, city, country, company, eu_ust_id: vat_id } = row;
  const names = [row.firstname, row.lastname].filter((each) => each !== null).join(" ");
  const known = row.deleted_at === null ? null : await lastKnownAs(trx, given.creator_id);
  return {
    covers,
    instead_of,
    period: { from: (after ?? row.created_at).toISOString(), until: row.requested_at.toISOString() },
    creator: known ?? { name: names || (row.name ?? ""), company, address, zipcode, city, country, vat_id },
    payout: {
      id: given.id,
      currency: given.currency,
      amount_minor: row.amount_minor,
      fee_minor: row.fee_minor,
      net_minor: row.net_minor,
      method,
      account: isItsAccount ? row.masked_account : null,
    },
    vat: vatOf(row),
    ...(await moneyOf(trx, given, covers)),
  };
}

async function lastKnownAs(trx: Transaction<DB>, creatorId: string): Promise<StatementCreator | null> {
  const { rows } = await sql<{ creator: unknown }>`
    select facts -> 'creator' as creator from (
      select facts, issued_at from month_statements where creator_id = ${creatorId}
      union all
      select s.facts, s.issued_at from payout_statements s join payouts p on p.id = s.payout_id
      where p.creator_id = ${creatorId}
    ) as documents
    where facts -> 'creator' ->> 'name' <> '' order by issued_at desc limit 1`.execute(trx);
  return rows[0] ? statementCreatorSchema.parse(rows[0].creator) : null;
}

interface FeeFacts {
  fee_minor: number;
  fee_vat_minor: number;
  fee_vat_bps: number;
  fee_vat_country: string | null;
  country: string | null;
  eu_ust_id: string | null;
  is_vat_id_refused: boolean;
}

function vatOf(payout: FeeFacts): StatementFacts["vat"] {
  const { fee_vat_country: country, fee_vat_minor: amount_minor } = payout;
  if (payout.fee_minor === 0) return { kind: "none" };
  if (country === null) return { kind: isReverseCharge(payout) ? "reverse_charge" : "none" };
  return { kind: "included", country, rate_bps: payout.fee_vat_bps, amount_minor };
}

interface Counted {
  count: number;
  amount_minor: number;
}

type MoneyFacts =
  | "tips"
  | "refunds"
  | "refunds_failed"
  | "chargebacks"
  | "chargebacks_won"
  | "waived"
  | "set_offs";

/** By posting time: late reports are in exactly one statement. */
async function moneyOf(
  trx: Transaction<DB>,
  given: { creator_id: string; currency: string },
  covers: string,
): Promise<Pick<StatementFacts, MoneyFacts>> {
  const own = sql`a.owner = ${given.creator_id} and a.currency = ${given.currency}`;
  const within = sql`t.created_at <@ ${covers}::tstzmultirange`;
  const { rows: tips } = await sql<Counted & { country: string }>`
    select p.country, count(*)::int as count, sum(m.amount_minor)::bigint as amount_minor
    from ledger_account a
    join ledger_transfer m on m.credit_account = a.id
    join ledger_transaction t on t.id = m.transaction_id
    left join voucher_redemptions r on t.cause = 'redemption' and r.id = t.cause_id
    left join tip_allocations l
      on l.id = case t.cause when 'allocation' then t.cause_id when 'refund' then t.cause_part::uuid end or l.tip_id = r.tip_id
    join payments p on p.id = case t.cause when 'payment' then t.cause_id else l.payment_id end
    where a.code = 'creator_available' and ${own} and t.kind in ('released', 'tip_paid', 'voucher_redeemed', 'voucher_verified')
      and ${within}
    group by p.country order by amount_minor desc, p.country`.execute(trx);
  const refunds = await sql<Counted>`
    select count(distinct t.id)::int as count, coalesce(sum(m.amount_minor), 0)::bigint as amount_minor
    from ledger_account a
    join ledger_transfer m on m.debit_account = a.id
    join ledger_transaction t on t.id = m.transaction_id
    where a.code = 'creator_available' and ${own} and t.kind = 'tip_refunded' and ${within}
      and not exists (select from ledger_transaction f where f.reverses = t.id and f.created_at <@ ${covers}::tstzmultirange)`.execute(
    trx,
  );
  const failed = await sql<Counted>`
    select count(distinct t.id)::int as count, coalesce(sum(m.amount_minor), 0)::bigint as amount_minor
    from ledger_account a
    join ledger_transfer m on m.credit_account = a.id
    join ledger_transaction t on t.id = m.transaction_id
    join ledger_transaction r on r.id = t.reverses
    where a.code = 'creator_available' and ${own} and t.kind = 'refund_failed' and ${within}
      and not r.created_at <@ ${covers}::tstzmultirange`.execute(trx);
  const chargebacks = await sql<Counted>`
    select count(*) filter (where lost.amount > lost.waiting)::int as count,
      coalesce(sum(lost.amount - lost.waiting), 0)::bigint as amount_minor
    from (
      select t.id, sum(m.amount_minor) as amount, coalesce((
          select sum(h.amount_minor) from ledger_transaction o
          join ledger_transfer h on h.transaction_id = o.id
          join ledger_account w on w.id = h.debit_account
          where o.kind = 'dispute_opened' and o.cause_id = t.cause_id and o.cause_part = t.cause_part
            and w.code = 'creator_pending' and w.owner = ${given.creator_id}
        ), 0) as waiting
      from ledger_account a
      join ledger_transfer m on m.debit_account = a.id
      join ledger_transaction t on t.id = m.transaction_id
      where a.code in ('creator_dispute_hold', 'creator_receivable') and ${own} and t.kind = 'dispute_lost' and ${within}
      group by t.id
    ) lost`.execute(trx);
  const won = await sql<Counted>`
    select count(distinct t.id)::int as count, coalesce(sum(m.amount_minor), 0)::bigint as amount_minor
    from ledger_account a
    join ledger_transfer m on m.credit_account = a.id
    join ledger_transaction t on t.id = m.transaction_id
    where a.code = 'creator_available' and ${own} and t.kind = 'dispute_reversed' and ${within}`.execute(trx);
  const waived = await sql<Counted>`
    select count(distinct t.id)::int as count,
      coalesce(sum(case t.kind when 'written_off' then m.amount_minor else -m.amount_minor end), 0)::bigint as amount_minor
    from ledger_account a
    join ledger_transfer m on a.id in (m.credit_account, m.debit_account)
    join ledger_transaction t on t.id = m.transaction_id
    where a.code in ('creator_receivable', 'creator_available') and ${own}
      and t.kind in ('written_off', 'loss_recovered') and ${within}`.execute(trx);
  const setOffs = await sql<Counted>`
    select count(distinct t.id)::int as count,
      coalesce(sum(case when m.debit_account = a.id then m.amount_minor else -m.amount_minor end), 0)::bigint as amount_minor
    from ledger_account a
    join ledger_transfer m on a.id in (m.credit_account, m.debit_account)
    join ledger_transaction t on t.id = m.transaction_id
    where a.code in ('creator_receivable', 'creator_available') and ${own} and t.kind = 'debt_set_off' and ${within}`.execute(
    trx,
  );
  return {
    set_offs: someOf(setOffs.rows.filter((row) => row.amount_minor !== 0)),
    tips,
    refunds: someOf(refunds.rows),
    refunds_failed: someOf(failed.rows),
    chargebacks: someOf(chargebacks.rows),
    chargebacks_won: someOf(won.rows),
    waived: someOf(waived.rows.filter((row) => row.amount_minor !== 0)),
  };
}

function someOf([row]: Counted[]): Counted | null {
  return row && row.count > 0 ? row : null;
}

/**
 * Once, in the same series. The next statement lists its content again. Null without a statement. Locks until
 * commit.
 */
export async function cancelStatement(
  trx: Transaction<DB>,
  given: { payout_id: string; reason: string | null; issuer: readonly string[]; now: Date },
): Promise<number | null> {
  const { payout_id, reason, issuer, now } = given;
  const found = await trx
    .selectFrom("payout_statements as s")
    .leftJoin("statement_cancellations as c", "c.payout_id", "s.payout_id")
    .select(["s.facts", "c.number"])
    .where("s.payout_id", "=", payout_id)
    .executeTakeFirst();
  if (!found) return null;
  if (found.number !== null) return found.number;
  const number = (await lockSeries(trx, "payout")) + 1;
  const facts = cancellationFactsSchema.parse({
    ...{ number, issuer, reason, issued_at: now.toISOString(), statement: found.facts },
  });
  await trx
    .insertInto("statement_cancellations")
    .values({ payout_id, number, facts: JSON.stringify(facts), issued_at: now })
    .execute();
  await advanceSeries(trx, "payout", number);
  return number;
}

export async function readCancellation(
  db: Kysely<DB>,
  given: { user_id: string; payout_id: string },
): Promise<CancellationFacts | null> {
  const row = await cancellationOf(db, given.payout_id)
    .where("p.creator_id", "=", given.user_id)
    .executeTakeFirst();
  return row ? cancellationFactsSchema.parse(row.facts) : null;
}

export async function readCancellationAsOperator(
  db: Kysely<DB>,
  given: { operator_id: string; payout_id: string },
): Promise<CancellationFacts | null> {
  const row = await cancellationOf(db, given.payout_id)
    .innerJoin("users as operator", (join) =>
      join.on("operator.id", "=", given.operator_id).on("operator.role", "in", rolesWith("money")),
    )
    .executeTakeFirst();
  return row ? cancellationFactsSchema.parse(row.facts) : null;
}

function cancellationOf(db: Kysely<DB>, payoutId: string) {
  return db
    .selectFrom("statement_cancellations as c")
    .innerJoin("payouts as p", "p.id", "c.payout_id")
    .select("c.facts")
    .where("c.payout_id", "=", payoutId);
}
