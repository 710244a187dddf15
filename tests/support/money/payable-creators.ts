import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";

/** What each of them has: enough to be paid out by itself. */
export const AVAILABLE_MINOR = 160_00;

/**
 * So many creators who are to be paid at the next monthly run, made by SQL: verified, with accepted payout data and money
 * that has come in by one tip each. Their books are as clean as anybody's.
 */
export async function insertPayableCreators(db: Kysely<DB>, count: number, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      create temporary table payable on commit drop as
      select gen_random_uuid() as id, n from generate_series(1, ${count}::int) n`.execute(trx);
    await sql`
      insert into users (id, email, username, name, firstname, lastname, status, created_at, updated_at)
      select id, id || '@creators.example', 'p' || left(replace(id::text, '-', ''), 20), 'Payable', 'Pay', 'Able', 'ACTIVE', ${now}, ${now}
      from payable`.execute(trx);
    await sql`
      insert into payout_destinations (id, user_id, status, encrypted, bank_country, has_paxum, masked_account, created_at, confirmed_at, decided_at)
      select gen_random_uuid(), id, 'ACCEPTED', '\\x00', 'DE', false, 'DE', ${now}, ${now}, ${now} from payable`.execute(
      trx,
    );
    await sql`
      insert into ledger_account (code, owner, currency, shard, normal_side, allows_negative, keeps_balance)
      values ('psp_clearing', 'sandbox', 'EUR', 0, 'DEBIT', true, false) on conflict do nothing`.execute(trx);
    await sql`
      insert into ledger_account (code, owner, currency, shard, normal_side, allows_negative, keeps_balance, credits)
      select 'creator_available', id::text, 'EUR', 0, 'CREDIT', false, true, ${AVAILABLE_MINOR}::bigint from payable`.execute(
      trx,
    );
    await sql`
      insert into tips (id, creator_id, currency, amount_minor, status, locale, payment_type, country, paid_at,
        activated_at, created_at, updated_at)
      select id, id, 'EUR', ${AVAILABLE_MINOR}::bigint, 'ACTIVE', 'en', 'INETCASH_OB', 'DE', ${now}, ${now}, ${now}, ${now}
      from payable`.execute(trx);
    await sql`
      insert into payments (id, tip_id, purpose, type, provider, provider_ref, status, currency, country, amount_minor,
        service_fee_bps, service_fee_minor, vat_rate_bps, vat_minor, total_minor, charged_currency, charged_minor, rate,
        rate_date, created_at, settled_at)
      select id, id, 'TIP', 'INETCASH_OB', 'sandbox', id, 'SUCCESS', 'EUR', 'DE', ${AVAILABLE_MINOR}::bigint,
        0, 0, 0, 0, ${AVAILABLE_MINOR}::bigint, 'EUR', ${AVAILABLE_MINOR}::bigint, 1, ${now}::date, ${now}, ${now}
      from payable`.execute(trx);
    await sql`
      insert into tip_allocations (id, tip_id, payment_id, creator_id, currency, amount_minor, counted_minor,
        worth_eur_minor, pending_minor, available_at, released_at)
      select id, id, id, id, 'EUR', ${AVAILABLE_MINOR}::bigint, ${AVAILABLE_MINOR}::bigint, ${AVAILABLE_MINOR}::bigint, 0,
        ${now}, ${now}
      from payable`.execute(trx);
    await sql`
      insert into ledger_transaction (kind, cause, cause_id, idempotency_key, body_hash, reference, effective_at,
        created_at)
      select 'tip_paid', 'payment', id, 'pay:' || id || ':paid', '\\x00', 'payment:' || id, ${now}, ${now}
      from payable`.execute(trx);
    await sql`
      insert into ledger_transfer (transaction_id, seq, debit_account, credit_account, currency, amount_minor)
      select t.id, 0, c.id, a.id, 'EUR', ${AVAILABLE_MINOR}::bigint
      from payable p
      join ledger_transaction t on t.idempotency_key = 'pay:' || p.id || ':paid'
      join ledger_account a on a.code = 'creator_available' and a.owner = p.id::text
      join ledger_account c on c.code = 'psp_clearing' and c.owner = 'sandbox' and c.currency = 'EUR'`.execute(
      trx,
    );
  });
  await sql`analyze`.execute(db);
}
