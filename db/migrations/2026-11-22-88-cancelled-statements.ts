import { type Kysely, sql } from "kysely";

/**
 * A payout that came back cancels its statement by a document of its own, numbered in the same series, and what the
 * cancelled one listed is listed once more (docs/product.md, 7.5). Each statement keeps what of the books it listed. Who
 * issues documents is kept with the time since when, so that old receipts go on naming who issued them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table payout_statements add column covers tstzmultirange`.execute(db);
  await sql`
    update payout_statements set covers = tstzmultirange(tstzrange(
      (facts -> 'period' ->> 'from')::timestamptz,
      greatest((facts -> 'period' ->> 'from')::timestamptz, (facts -> 'period' ->> 'until')::timestamptz), '(]'))`.execute(
    db,
  );
  await sql`alter table payout_statements alter column covers set not null`.execute(db);
  await sql`
    create table statement_cancellations (
      payout_id uuid primary key references payout_statements,
      number bigint not null unique,
      -- Everything that the paper says, as it was when it was issued.
      facts jsonb not null,
      issued_at timestamptz not null
    )`.execute(db);
  // What came back before there were such documents is cancelled now.
  await sql`
    with last as (select coalesce(max(last_number), 0) as number from document_series where name = 'payout'),
    back as (
      select s.payout_id, s.facts, p.failure_reason,
        (select number from last) + row_number() over (order by p.failed_at, s.number) as number
      from payout_statements s join payouts p on p.id = s.payout_id where p.status = 'FAILED'
    )
    insert into statement_cancellations (payout_id, number, facts, issued_at)
    select payout_id, number, jsonb_build_object('number', number, 'issuer', facts -> 'issuer', 'reason', failure_reason,
      'issued_at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'statement', facts), now()
    from back`.execute(db);
  await sql`
    update document_series set last_number = greatest(last_number, (select coalesce(max(number), 0) from statement_cancellations))
    where name = 'payout'`.execute(db);
  await sql`create table issuers (since timestamptz primary key, lines text[] not null)`.execute(db);
}
