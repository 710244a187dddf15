import { type Kysely, sql } from "kysely";

/** What the back office's overview plots: paid tips by day and payment type, and where refusals and disputes are found. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table daily_payment_totals (
      day date not null,
      provider text not null,
      type text not null,
      tips_count integer not null,
      amount_eur_minor bigint not null,
      charged_eur_minor bigint not null,
      primary key (day, provider, type)
    )`.execute(db);
  // Of what has its document number: whoever numbers the rest counts it (app/domain/ledger/journal-numbers.server.ts).
  await sql`
    insert into daily_payment_totals (day, provider, type, tips_count, amount_eur_minor, charged_eur_minor)
    select (p.settled_at at time zone 'Europe/Berlin')::date, p.provider, p.type, count(*), sum(a.worth_eur_minor),
      sum(round(p.total_minor::numeric * a.worth_eur_minor / p.amount_minor))
    from journal_numbers n
    join ledger_transaction t on t.id = n.transaction_id and t.kind = 'tip_paid'
    join payments p on p.id = t.cause_id
    cross join lateral (
      select sum(worth_eur_minor) as worth_eur_minor from tip_allocations where tip_id = p.tip_id and payment_id = p.id
    ) as a
    group by 1, 2, 3`.execute(db);
  await sql`
    create index payments_failed_idx on payments (created_at, failure_reason) where status = 'FAILED'`.execute(
    db,
  );
  await sql`create index disputes_opened_idx on disputes (opened_at)`.execute(db);
}
