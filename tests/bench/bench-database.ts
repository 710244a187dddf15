import { type Kysely, sql } from "kysely";
import { productRules } from "../../app/product-rules.ts";
import type { DB } from "../../db/schema.ts";

/** A tip that only waits for its settling. */
export interface PreparedTip {
  payment_id: string;
  tip_id: string;
}

/**
 * Prepares tips of 10.00 that a card has just paid, for `creators` creators in turn, in one statement: what the money
 * rows settle. The tips are ordinary ones; only their number is made by SQL.
 */
export async function prepareTips(
  db: Kysely<DB>,
  count: number,
  creators: readonly string[],
): Promise<PreparedTip[]> {
  const { rows } = await sql<PreparedTip>`
    with made as (
      select gen_random_uuid() as payment_id, gen_random_uuid() as tip_id,
        (${creators}::uuid[])[1 + n % ${creators.length}] as creator_id
      from generate_series(1, ${count}::int) as n
    ), tip as (
      insert into tips (id, creator_id, currency, amount_minor, status, message, payment_type, country, pay_currency, locale, created_at, updated_at)
      select tip_id, creator_id, 'EUR', 1000, 'AWAITING_PAYMENT', 'Danke!', 'INETCASH_CC', 'DE', 'EUR', 'de', now(), now() from made
      returning id
    )
    insert into payments (id, purpose, tip_id, type, provider, provider_ref, status, currency, amount_minor, service_fee_bps,
      service_fee_minor, vat_minor, vat_rate_bps, country, total_minor, charged_minor, charged_currency, rate, rate_date, created_at)
    select payment_id, 'TIP', tip_id, 'INETCASH_CC', 'sandbox', 'bench-' || payment_id, 'REDIRECTED', 'EUR', 1000, 1000,
      100, 19, 1900, 'DE', 1119, 1119, 'EUR', 1, current_date, now()
    from made
    returning id as payment_id, tip_id`.execute(db);
  return rows;
}

/** Creators who can receive in EUR: as many as the demo world has, and more made by SQL up to `count`. */
export async function benchCreators(db: Kysely<DB>, count: number): Promise<string[]> {
  await sql`
    insert into users (id, email, username, name, status, currency, created_at, updated_at)
    select gen_random_uuid(), 'bench' || n || '@bench.example', 'bench-' || n, 'Bench ' || n, 'ACTIVE', 'EUR', now(), now()
    from generate_series(1, ${count}::int) as n on conflict do nothing`.execute(db);
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("email", "like", "%@bench.example")
    .limit(count)
    .execute();
  return rows.map((row) => row.id);
}

/** Opens every ledger account that the bench touches, so that no row measures the first opening. */
export async function openAccounts(db: Kysely<DB>, creators: readonly string[]): Promise<void> {
  await sql`
    insert into ledger_account (code, owner, currency, shard, normal_side, allows_negative, keeps_balance)
    select 'creator_pending', creator::text, 'EUR', shard, 'CREDIT', false, true
    from unnest(${creators}::uuid[]) as creator, generate_series(0, ${productRules.pending_shards - 1}::int) as shard
    on conflict do nothing`.execute(db);
  await sql`
    insert into ledger_account (code, owner, currency, shard, normal_side, allows_negative, keeps_balance) values
      ('psp_clearing', 'sandbox', 'EUR', 0, 'DEBIT', true, false),
      ('service_fee_revenue', '', 'EUR', 0, 'CREDIT', true, false),
      ('vat_output', 'DE', 'EUR', 0, 'CREDIT', true, false)
    on conflict do nothing`.execute(db);
}

/** Tips that stand before their summary's post, everything chosen. */
export async function prepareDrafts(
  db: Kysely<DB>,
  count: number,
  creators: readonly string[],
): Promise<{ tip_id: string; username: string }[]> {
  const tips = await prepareTips(db, count, creators);
  const paymentIds = tips.map((tip) => tip.payment_id);
  await sql`delete from payments where id = any(${paymentIds}::uuid[])`.execute(db);
  const tipIds = tips.map((tip) => tip.tip_id);
  const { rows } = await sql<{ tip_id: string; username: string }>`
    select t.id as tip_id, u.username from tips t join users u on u.id = t.creator_id
    where t.id = any(${tipIds}::uuid[])`.execute(db);
  return rows;
}
