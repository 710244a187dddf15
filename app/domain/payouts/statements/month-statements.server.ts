import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../../db/schema.ts";
import type { Encryption } from "../../../crypto/crypto.server.ts";
import { productRules } from "../../../product-rules.ts";
import { listAudit, writeAudit } from "../../audit/audit.server.ts";
import { deleteAccount } from "../../auth/deletion.server.ts";
import { businessDate } from "../../calendar.ts";
import { sharedGroups } from "../../grouplists/own-groups.server.ts";
import { keepTaxDetails } from "../../sellers/tax-details.server.ts";
import { vatIdIsRefused } from "../../tax/vies.server.ts";
import { MOVEMENTS, type MonthStatementFacts, monthStatementFactsSchema } from "./statement.schema.ts";
import { advanceSeries, lockSeries } from "./statements.server.ts";

const SERIES = "month";

interface IssuingServices {
  db: Kysely<DB>;
  clock: () => Date;
  issuer: readonly string[];
}

export function lastMonth(now: Date): string {
  const [year = 0, month = 1] = businessDate(now).split("-").map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
}

/**
 * One per creator and currency with movements, numbered without gaps. All or none; repetition adds none.
 * Returns the number added.
 */
export async function issueMonthStatements(services: IssuingServices, month: string): Promise<number> {
  const now = services.clock();
  if (month > lastMonth(now)) throw new RangeError(`${month} is not over`);
  const order = { month, now, issuer: services.issuer, deleted_user: null };
  return await services.db.transaction().execute(async (trx) => await issueForMonth(trx, order));
}

interface MonthOrder {
  month: string;
  now: Date;
  issuer: readonly string[];
  deleted_user: { user_id: string; left_at: Date } | null;
}

/** Holds the series' lock to commit: take other locks before. */
async function issueForMonth(trx: Transaction<DB>, order: MonthOrder): Promise<number> {
  // Under the series' lock: concurrent runs count a creator once.
  const last_number = await lockSeries(trx, SERIES);
  const issued = await insertStatements(trx, { ...order, last_number });
  await advanceSeries(trx, SERIES, last_number + issued);
  return issued;
}

const MOVEMENT_OF_KIND = {
  tip_paid: "tips",
  voucher_redeemed: "vouchers",
  voucher_returned: "vouchers",
  tip_refunded: "refunds",
  refund_failed: "refunds",
  dispute_lost: "chargebacks",
  dispute_reversed: "chargebacks_won",
  written_off: "waived",
  loss_recovered: "waived",
  share_passed: "direct",
  share_reversed: "direct",
  share_lost: "waived",
  share_regained: "waived",
  debt_set_off: "set_offs",
  payout_requested: "payouts",
  payout_returned: "payouts_returned",
  payout_bounced: "payouts_returned",
  remainder_given_up: "given_up",
  correction_posted: "corrections",
  correction_reversed: "corrections",
} as const satisfies Record<string, (typeof MOVEMENTS)[number]>;

const OWN_ACCOUNTS = [
  "creator_pending",
  "creator_available",
  "creator_dispute_hold",
  "creator_unverified",
  "creator_receivable",
  "creator_transfer",
] as const;

/** One statement, one view: present balance less later postings is the opening one. */
async function insertStatements(
  trx: Transaction<DB>,
  given: MonthOrder & { last_number: number },
): Promise<number> {
  const owner = given.deleted_user?.user_id ?? null;
  const theirs = sql`(select id from ledger_account where owner = ${owner})`;
  // Finds one creator by accounts, not by the month's postings.
  const [ofOwner, ofOwnTransfers] =
    owner === null
      ? [sql``, sql``]
      : [
          sql`and a.owner = ${owner}`,
          sql`and t.id in (select transaction_id from ledger_transfer where debit_account in ${theirs}
            union all select transaction_id from ledger_transfer where credit_account in ${theirs})`,
        ];
  const from = sql`(${`${given.month}-01`}::timestamp at time zone 'Europe/Berlin')`;
  const until = sql`((${`${given.month}-01`}::timestamp + interval '1 month') at time zone 'Europe/Berlin')`;
  const own = sql`${[...OWN_ACCOUNTS]}::text[]`;
  const moved = sql`${[...OWN_ACCOUNTS, "creator_direct"]}::text[]`;
  const first = sql.lit(await firstTransactionSince(trx, from));
  const { numAffectedRows } = await sql`
    with posted as materialized (
      select a.owner, a.currency, a.code, t.id, t.cause_id, t.created_at < ${until} as within, side.amount,
        coalesce(${JSON.stringify(MOVEMENT_OF_KIND)}::jsonb ->> t.kind, 'other') as movement
      from ledger_transaction t
      join ledger_transfer m on m.transaction_id = t.id
      cross join lateral (
        values (m.debit_account, -m.amount_minor), (m.credit_account, m.amount_minor)
      ) side (account, amount)
      join ledger_account a on a.id = side.account and a.code = any(${moved}) ${ofOwner}
      where t.created_at >= ${from} and m.transaction_id >= ${first} ${ofOwnTransfers}
        -- What leaves creator_transfer is counted there.
        and (a.code <> 'creator_direct' or t.kind not in ('share_passed', 'share_reversed'))
    ),
    -- A direct tip leaves at once, for the creator's own account.
    moves as (
      select * from posted
      union all
      select owner, currency, code, id, cause_id, within, -amount, 'direct' from posted where code = 'creator_direct'
    ),
    later as (
      select owner, currency, code, sum(amount) as amount from moves where not within group by owner, currency, code
    ),
    balances as (
      select owner, currency, jsonb_object_agg(code, closing) as closing, sum(closing) as closing_minor
      from (
        select a.owner, a.currency, a.code, sum(a.credits - a.debits) - coalesce(max(l.amount), 0) as closing
        from ledger_account a
        left join later l on l.owner = a.owner and l.currency = a.currency and l.code = a.code
        where a.code = any(${own}) ${ofOwner} group by a.owner, a.currency, a.code
      ) a group by owner, currency
    ),
    movements as (
      select owner, currency, sum(amount) as change,
        jsonb_agg(jsonb_build_object('kind', movement, 'count', count, 'amount_minor', amount)
          order by array_position(${[...MOVEMENTS]}::text[], movement)) filter (where amount <> 0) as list
      from (
        select owner, currency, movement, count(distinct id) as count, sum(amount) as amount
        from moves where within group by owner, currency, movement
      ) m group by owner, currency
    ),
    by_country as (
      select owner, currency,
        jsonb_agg(jsonb_build_object('country', country, 'count', count, 'amount_minor', amount)
          order by amount desc, country) as list
      from (
        select m.owner, m.currency, p.country, count(distinct m.id) as count, sum(m.amount) as amount
        from moves m join payments p on p.id = m.cause_id
        where m.within and m.movement = 'tips' group by m.owner, m.currency, p.country
      ) c group by owner, currency
    ),
    payouts_asked as (
      select p.creator_id, p.currency,
        jsonb_agg(jsonb_build_object('id', p.id, 'requested_at', p.requested_at, 'amount_minor', p.amount_minor,
          'fee_minor', p.fee_minor, 'net_minor', p.net_minor, 'vat', case when p.fee_vat_country is not null then
            jsonb_build_object('country', p.fee_vat_country, 'amount_minor', p.fee_vat_minor, 'rate_bps', p.fee_vat_bps) end) order by p.requested_at, p.id) as list
      from payouts p where p.requested_at >= ${from} and p.requested_at < ${until}
      group by p.creator_id, p.currency
    ),
    issued as (
      select u.id as creator_id, m.currency, ${given.last_number} + row_number() over (order by u.id, m.currency) as number,
        jsonb_build_object(
          'issued_at', ${given.now}::timestamptz,
          'issuer', ${JSON.stringify(given.issuer)}::jsonb,
          'month', ${given.month}::text,
          'left_at', ${given.deleted_user?.left_at.toISOString() ?? null}::text,
          'currency', m.currency,
          'creator', jsonb_build_object(
            'name', coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.name, ''), 'company', u.company,
            'address', u.address, 'zipcode', u.zipcode, 'city', u.city, 'country', c.iso_3166_1, 'vat_id', u.eu_ust_id
          ),
          'is_vat_id_refused', ${vatIdIsRefused("u")},
          'opening_minor', coalesce(b.closing_minor, 0) - m.change,
          'movements', coalesce(m.list, '[]'),
          'closing_minor', coalesce(b.closing_minor, 0),
          'closing', ${JSON.stringify(Object.fromEntries(OWN_ACCOUNTS.map((code) => [code, 0])))}::jsonb || coalesce(b.closing, '{}'),
          'tips', coalesce(t.list, '[]'),
          'payouts', coalesce(p.list, '[]')
        ) as facts
      from movements m
      left join balances b on b.owner = m.owner and b.currency = m.currency
      join users u on u.id = m.owner::uuid and u.deleted_at is null
      left join by_country t on t.owner = m.owner and t.currency = m.currency
      left join payouts_asked p on p.creator_id = u.id and p.currency = m.currency
      left join countries c on c.id = u.country_id
      where not exists (
        select from month_statements s
        where s.creator_id = u.id and s.month = ${given.month} and s.currency = m.currency
      )
    )
    insert into month_statements (creator_id, currency, month, number, facts, issued_at)
    select creator_id, currency, ${given.month}, number, facts || jsonb_build_object('number', number), ${given.now}
    from issued`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** A literal, so that the plan reads only later postings. */
async function firstTransactionSince(trx: Transaction<DB>, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select min(id) as id from (
      select id from ledger_transaction where created_at >= ${from} offset 0) as since`.execute(trx);
  return rows[0]?.id ?? 0;
}

export async function listMonthStatements(
  db: Kysely<DB>,
  userId: string,
): Promise<{ month: string; currency: string; number: number }[]> {
  return await db
    .selectFrom("month_statements")
    .select(["month", "currency", "number"])
    .where("creator_id", "=", userId)
    .orderBy("month", "desc")
    .orderBy("currency")
    .execute();
}

export async function readMonthStatement(
  db: Kysely<DB>,
  given: { user_id: string; month: string; currency: string },
): Promise<MonthStatementFacts | null> {
  const row = await db
    .selectFrom("month_statements")
    .select("facts")
    .where("creator_id", "=", given.user_id)
    .where("month", "=", given.month)
    .where("currency", "=", given.currency)
    .executeTakeFirst();
  return row ? monthStatementFactsSchema.parse(row.facts) : null;
}

/**
 * One per refund with fee and VAT, numbered without gaps; a later failure gets a cancellation. Refunds wait
 * for no number. Never older than its refund, whose process has its own clock (docs/product.md, 4.9).
 */
export async function issueCreditNotes({
  db,
  clock,
}: {
  db: Kysely<DB>;
  clock: () => Date;
}): Promise<number> {
  const now = clock();
  return await db.transaction().execute(async (trx) => {
    const last = await lockSeries(trx, "credit");
    const notes = await addNotes(trx, last, now);
    const issued = notes + (await addCancellations(trx, last + notes, now));
    await advanceSeries(trx, "credit", last + issued);
    return issued;
  });
}

async function addNotes(trx: Transaction<DB>, last: number, now: Date): Promise<number> {
  const { batch, days_back } = productRules.credit_notes;
  const { numAffectedRows } = await sql`
    insert into credit_notes (refund_id, number, issued_at)
    select r.id, ${last}::bigint + row_number() over (order by r.done_at, r.id), greatest(${now}, r.done_at)
    from (
      select id, done_at from refunds
      where status = 'DONE' and asked_by <> 'PRODUCT' and service_fee_minor > 0 and vat_minor > 0
        and done_at >= coalesce((
          select newest.done_at from credit_notes n join refunds newest on newest.id = n.refund_id
          order by n.number desc limit 1
        ), '-infinity') - make_interval(days => ${days_back})
        and not exists (select from credit_notes c where c.refund_id = refunds.id)
      order by done_at, id limit ${batch}
    ) r`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

async function addCancellations(trx: Transaction<DB>, last: number, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into credit_note_cancellations (refund_id, number, issued_at)
    select r.id, ${last}::bigint + row_number() over (order by r.failed_late_at, r.id), greatest(${now}, r.failed_late_at)
    from (
      select id, failed_late_at from refunds
      where failed_late_at is not null
        and exists (select from credit_notes n where n.refund_id = refunds.id)
        and not exists (select from credit_note_cancellations c where c.refund_id = refunds.id)
      order by failed_late_at, id limit ${productRules.credit_notes.batch}
    ) r`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

type Leaving = Parameters<typeof deleteAccount>;

/**
 * As `deleteAccount`, after the outstanding month statements, which need its data. Tax details stay if a
 * report needs them.
 */
export async function leaveForGood(
  services: Leaving[0] & { issuer: readonly string[]; encryption: Encryption },
  given: Leaving[1],
): ReturnType<typeof deleteAccount> {
  const { issuer, clock, encryption } = services;
  const beforeErasing = async (trx: Transaction<DB>) => {
    const now = clock();
    const deleted = { user_id: given.user_id, left_at: now };
    for (const month of [lastMonth(now), businessDate(now).slice(0, 7)])
      await issueForMonth(trx, { month, now, issuer, deleted_user: deleted });
    await keepTaxDetails(trx, encryption, { user_id: given.user_id, now });
  };
  const groups = sharedGroups(services, given.user_id);
  return await deleteAccount({ ...services, beforeErasing, groups }, given);
}

interface MonthOf {
  month: string;
  currency: string;
}

export async function listRetainedStatements(db: Kysely<DB>, userId: string): Promise<MonthOf[]> {
  return (await findDeletedUser(db, userId)) ? await listMonthStatements(db, userId) : [];
}

interface DeletedUser {
  user_id: string;
  deleted_at: Date;
}

/** By id, or exact name or company on a retained statement: a search reveals no names. */
export async function searchDeletedUsers(db: Kysely<DB>, words: string): Promise<DeletedUser[]> {
  const asked = words.trim().toLowerCase();
  if (asked === "") return [];
  const named = z.uuid().safeParse(asked).success
    ? sql`select ${asked}::uuid`
    : sql`
      select creator_id from month_statements where lower(facts -> 'creator' ->> 'name') = ${asked}
      union select creator_id from month_statements where lower(facts -> 'creator' ->> 'company') = ${asked}
        and facts -> 'creator' ->> 'company' is not null`;
  const { rows } = await sql<DeletedUser>`
    select id as user_id, deleted_at from users where id in (${named}) and deleted_at is not null
    order by deleted_at desc, id limit ${productRules.admin_rows}`.execute(db);
  return rows;
}

/** By the deleted user's link; null when expired. */
export async function findDeletedStatements(
  db: Kysely<DB>,
  userId: string,
  now: Date,
): Promise<{ statements: MonthOf[]; until: Date } | null> {
  const deleted = await findDeletedUser(db, userId);
  if (!deleted || !isLinkOpen(deleted.deleted_at, now)) return null;
  return { statements: await listMonthStatements(db, userId), until: linkEnd(deleted.deleted_at) };
}

export async function readDeletedStatement(
  db: Kysely<DB>,
  given: MonthOf & { user_id: string; now: Date },
): Promise<MonthStatementFacts | null> {
  const deleted = await findDeletedUser(db, given.user_id);
  return deleted && isLinkOpen(deleted.deleted_at, given.now) ? await readMonthStatement(db, given) : null;
}

export async function openRetainedStatement(
  services: { db: Kysely<DB>; clock: () => Date },
  given: MonthOf & { user_id: string; operator_id: string; reason: string },
): Promise<MonthStatementFacts | null> {
  return await services.db.transaction().execute(async (trx) => {
    const { user_id, month, currency, reason } = given;
    const facts = (await findDeletedUser(trx, user_id)) ? await readMonthStatement(trx, given) : null;
    if (!facts) return null;
    await writeAudit(trx, {
      ...{ actor_id: given.operator_id, action: "statement.viewed", subject: `user:${user_id}` },
      ...{ before: null, after: { month, currency, number: facts.number, reason }, now: services.clock() },
    });
    return facts;
  });
}

export async function readOpenedStatement(
  db: Kysely<DB>,
  given: MonthOf & { user_id: string; operator_id: string; now: Date },
): Promise<MonthStatementFacts | null> {
  const { entries } = await listAudit(db, {
    ...{ subject: `user:${given.user_id}`, actor_id: given.operator_id, action: "statement.viewed" as const },
  });
  const opened = z.object({ month: z.literal(given.month), currency: z.literal(given.currency) });
  const isOpened = entries.some(
    ({ at, after }) =>
      given.now.getTime() - at.getTime() < productRules.statements.opened_minutes * 60_000 &&
      opened.safeParse(after).success,
  );
  return isOpened && (await findDeletedUser(db, given.user_id)) ? await readMonthStatement(db, given) : null;
}

async function findDeletedUser(db: Kysely<DB>, userId: string): Promise<{ deleted_at: Date } | null> {
  const row = await db.selectFrom("users").select("deleted_at").where("id", "=", userId).executeTakeFirst();
  return row?.deleted_at ? { deleted_at: row.deleted_at } : null;
}

function linkEnd(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + productRules.statements.link_days * 86_400_000);
}

function isLinkOpen(deletedAt: Date, now: Date): boolean {
  return now < linkEnd(deletedAt);
}
