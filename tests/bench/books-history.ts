import { type Kysely, sql } from "kysely";
import { productRules } from "../../app/product-rules.ts";
import type { DB } from "../../db/schema.ts";
import { countAnew, idOf, withoutIndexes } from "./tip-history.ts";

/**
 * The books of a platform's past, made by SQL and always the same: tips that were paid by card, became available and are
 * still there, with everything that settling and maturing write for them. What is open does not grow with it.
 */
const CREATORS = 1_000;
const SHARDS = productRules.pending_shards;
const ACCOUNTS = ["tips", "payments", "tip_allocations", "ledger_transaction", "ledger_transfer"];

const creator = idOf("00000000-0000-4000-9000-", sql`1 + n % ${sql.lit(CREATORS)}`);
const tip = idOf("00000000-0000-4000-a000-", sql`n`);
const payment = idOf("00000000-0000-4000-b000-", sql`n`);
const allocation = idOf("00000000-0000-4000-d000-", sql`n`);
const amount = sql`((1 + n % 7) * 1000)`;
const fee = sql`((1 + n % 7) * 100)`;
const vat = sql`((1 + n % 7) * 19)`;
/** One after the other, ten million in three years, long before the last days in which money still waits. */
const paidAt = sql`('2023-09-01T00:00:00Z'::timestamptz + make_interval(secs => 9.4 * n))`;

/** Creators with all accounts that the tips need. */
export async function insertBookCreators(db: Kysely<DB>): Promise<void> {
  await sql`
    insert into users (id, email, username, name, status, currency, created_at, updated_at)
    select ${creator}, 'books' || n || '@bench.example', 'books-' || n, 'Books ' || n, 'ACTIVE', 'EUR',
      '2023-01-01', '2023-01-01'
    from generate_series(0, ${CREATORS - 1}::bigint) as n`.execute(db);
  await sql`
    insert into ledger_account (code, owner, currency, shard, normal_side, allows_negative, keeps_balance)
    select 'creator_pending', ${creator}::text, 'EUR', shard, 'CREDIT', false, true
    from generate_series(0, ${CREATORS - 1}::bigint) as n, generate_series(0, ${SHARDS - 1}) as shard
    union all
    select 'creator_available', ${creator}::text, 'EUR', 0, 'CREDIT', false, true
    from generate_series(0, ${CREATORS - 1}::bigint) as n
    union all values
      ('psp_clearing', 'sandbox', 'EUR', 0, 'DEBIT', true, false),
      ('service_fee_revenue', '', 'EUR', 0, 'CREDIT', true, false),
      ('vat_output', 'DE', 'EUR', 0, 'CREDIT', true, false)`.execute(db);
}

/** Their ids. */
export async function bookCreatorIds(db: Kysely<DB>): Promise<string[]> {
  const rows = await db.selectFrom("users").select("id").where("username", "like", "books-%").execute();
  return rows.map(({ id }) => id);
}

/** Writes the tips numbered above `from` up to `to`, and what the books say of them. */
export async function seedBooks(db: Kysely<DB>, from: number, to: number): Promise<void> {
  await db.connection().execute(async (own) => {
    await sql`set session_replication_role = replica`.execute(own);
    await withoutIndexes(own, ACCOUNTS, async () => {
      for (let start = from; start < to; start += 1_000_000)
        await insertBooks(own, start, Math.min(to, start + 1_000_000));
    });
    await sql`
      select setval(pg_get_serial_sequence('ledger_transaction', 'id'), (select max(id) from ledger_transaction))`.execute(
      own,
    );
    await keepBalances(own);
    await countAnew(own);
    await sql`reset session_replication_role`.execute(own);
  });
  await sql`vacuum (analyze)`.execute(db);
}

async function insertBooks(db: Kysely<DB>, from: number, to: number): Promise<void> {
  const numbers = sql`generate_series(${from + 1}::bigint, ${to}::bigint) as n, lateral (select ${paidAt} as at) as paid`;
  await sql`
    insert into tips (id, creator_id, currency, amount_minor, status, sender_name, message, payment_type, country,
      pay_currency, locale, created_at, updated_at, paid_at, activated_at, announced_at)
    select ${tip}, ${creator}, 'EUR', ${amount}, 'ACTIVE', 'Fan', 'Danke!', 'INETCASH_CC', 'DE', 'EUR', 'de', at, at, at, at, at
    from ${numbers}`.execute(db);
  await sql`
    insert into payments (id, purpose, tip_id, type, provider, provider_ref, status, currency, amount_minor,
      service_fee_bps, service_fee_minor, vat_minor, vat_rate_bps, country, total_minor, charged_minor, charged_currency,
      rate, rate_date, created_at, settled_at)
    select ${payment}, 'TIP', ${tip}, 'INETCASH_CC', 'sandbox', 'books-' || n, 'SUCCESS', 'EUR', ${amount}, 1000, ${fee},
      ${vat}, 1900, 'DE', ${amount} + ${fee} + ${vat}, ${amount} + ${fee} + ${vat}, 'EUR', 1, at::date, at, at
    from ${numbers}`.execute(db);
  await sql`
    insert into tip_allocations (id, tip_id, payment_id, creator_id, currency, amount_minor, counted_minor, worth_eur_minor,
      pending_minor, pending_shard, available_at, released_at, released_minor)
    select ${allocation}, ${tip}, ${payment}, ${creator}, 'EUR', ${amount}, ${amount}, ${amount}, 0, n % ${sql.lit(SHARDS)},
      at + interval '7 days', at + interval '7 days', ${amount}
    from ${numbers}`.execute(db);
  await sql`
    insert into ledger_transaction (id, kind, idempotency_key, body_hash, reference, cause, cause_id, cause_part,
      effective_at, created_at)
    overriding system value
    select 2 * n - 1, 'tip_paid', 'pay:' || ${payment} || ':paid', sha256('paid'), 'payment:' || ${payment}, 'payment',
      ${payment}, '', at, at
    from ${numbers}
    union all
    select 2 * n, 'released', 'alloc:' || ${allocation} || ':release', sha256('released'), 'allocation:' || ${allocation},
      'allocation', ${allocation}, '', at + interval '7 days', at + interval '7 days'
    from ${numbers}`.execute(db);
  const account = (code: string, owner = "") => sql`
    (select id from ledger_account where code = ${sql.lit(code)} and owner = ${sql.lit(owner)} and currency = 'EUR')`;
  const creatorAccounts = sql`
    join ledger_account waits on waits.code = 'creator_pending' and waits.owner = ${creator}::text
      and waits.shard = n % ${sql.lit(SHARDS)}
    join ledger_account there on there.code = 'creator_available' and there.owner = ${creator}::text`;
  const clearing = account("psp_clearing", "sandbox");
  await sql`
    insert into ledger_transfer (transaction_id, seq, debit_account, credit_account, currency, amount_minor)
    select row.* from generate_series(${from + 1}::bigint, ${to}::bigint) as n ${creatorAccounts}
    cross join lateral (values
      (2 * n - 1, 0::smallint, ${clearing}, waits.id, 'EUR', ${amount}),
      (2 * n - 1, 1::smallint, ${clearing}, ${account("service_fee_revenue")}, 'EUR', ${fee}),
      (2 * n - 1, 2::smallint, ${clearing}, ${account("vat_output", "DE")}, 'EUR', ${vat}),
      (2 * n, 0::smallint, waits.id, there.id, 'EUR', ${amount})
    ) as row`.execute(db);
}

/** The balances of the accounts that keep one, as posting would have left them. */
async function keepBalances(db: Kysely<DB>): Promise<void> {
  await sql`
    with side as (
      select debit_account as account, sum(amount_minor) as debit, 0 as credit from ledger_transfer group by debit_account
      union all
      select credit_account, 0, sum(amount_minor) from ledger_transfer group by credit_account
    ), moved as (
      select account, sum(debit) as debits, sum(credit) as credits from side group by account
    )
    update ledger_account a set debits = moved.debits, credits = moved.credits
    from moved where a.id = moved.account and a.keeps_balance`.execute(db);
}
