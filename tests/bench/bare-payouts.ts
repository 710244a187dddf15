import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../db/schema.ts";

const BATCH = 1_000;
const PERIOD = "2000-01";

/**
 * The rows of a monthly run by SQL alone, in as many transactions: payouts, their accounts, ledger transactions and
 * transfers, and the balances. Whoever has money and an account to send it to is listed once and paid; no other rule is
 * asked, nothing is locked ahead, and no amount leaves the database. Returns how many seconds that took.
 */
export async function payByBareSql(db: Kysely<DB>): Promise<number> {
  const began = Date.now();
  await db.connection().execute(async (own) => {
    await sql`insert into payout_runs (period, started_at) values (${PERIOD}, now())`.execute(own);
    await sql`
      create temporary table due as
      select row_number() over (order by u.id) as n, gen_random_uuid() as id, u.id as creator_id, d.id as details_id,
        a.id as account_id, a.credits - a.debits as amount_minor
      from users u
      join payout_destinations d on d.user_id = u.id and d.status = 'ACCEPTED'
      join ledger_account a on a.code = 'creator_available' and a.owner = u.id::text and a.currency = 'EUR'
      where a.credits > a.debits`.execute(own);
    await sql`alter table due add primary key (n)`.execute(own);
    await sql`analyze due`.execute(own);
    const { rows } = await sql<{ count: number }>`select count(*) as count from due`.execute(own);
    const count = rows[0]?.count ?? 0;
    for (let first = 1; first <= count; first += BATCH)
      await own.transaction().execute((trx) => payBatch(trx, first, first + BATCH - 1));
  });
  return (Date.now() - began) / 1000;
}

async function payBatch(trx: Transaction<DB>, first: number, last: number): Promise<void> {
  const batch = sql`from due where n between ${first} and ${last}`;
  await sql`
    insert into payouts (id, creator_id, currency, period, details_id, amount_minor, fee_minor, fee_vat_minor, net_minor,
      payout_type, method, rail, status, requested_at)
    select id, creator_id, 'EUR', ${PERIOD}, details_id, amount_minor, 0, 0, amount_minor, 'MONTHLY', 'BANK', 'SEPA',
      'REQUESTED', now() ${batch}`.execute(trx);
  await sql`
    insert into ledger_account (code, owner, currency, shard, normal_side, allows_negative, keeps_balance)
    select 'payout_in_transit', creator_id::text, 'EUR', 0, 'CREDIT', false, true ${batch}`.execute(trx);
  await sql`
    insert into ledger_transaction (kind, cause, cause_id, idempotency_key, body_hash, reference, effective_at,
      created_at)
    select 'payout_requested', 'payout', id, 'autopayout:' || creator_id || ':EUR:' || ${PERIOD}::text, sha256(id::text::bytea),
      'payout:' || id, now(), now() ${batch}`.execute(trx);
  await sql`
    insert into ledger_transfer (transaction_id, seq, debit_account, credit_account, currency, amount_minor)
    select t.id, 0, due.account_id, a.id, 'EUR', due.amount_minor
    from due
    cross join lateral (
      select id from ledger_transaction where idempotency_key = 'autopayout:' || due.creator_id || ':EUR:' || ${PERIOD}::text limit 1
    ) t
    cross join lateral (
      select id from ledger_account
      where code = 'payout_in_transit' and owner = due.creator_id::text and currency = 'EUR' and shard = 0 limit 1
    ) a
    where due.n between ${first} and ${last}`.execute(trx);
  await sql`
    update ledger_account a set debits = a.debits + due.amount_minor
    from due where due.n between ${first} and ${last} and a.id = due.account_id`.execute(trx);
  await sql`
    update ledger_account a set credits = a.credits + due.amount_minor
    from due
    where due.n between ${first} and ${last}
      and a.code = 'payout_in_transit' and a.owner = due.creator_id::text and a.currency = 'EUR' and a.shard = 0`.execute(
    trx,
  );
}
