import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table refund_requests (
      id uuid primary key,
      tip_id uuid not null references tips on delete cascade,
      payment_id uuid not null references payments,
      reason text not null check (char_length(reason) between 1 and 1000),
      status text not null default 'OPEN' check (status in ('OPEN', 'DECLINED', 'REFUNDED')),
      asked_at timestamptz not null,
      answer text check (char_length(answer) between 1 and 1000),
      answered_by text check (answered_by in ('CREATOR', 'OPERATOR')),
      answered_at timestamptz,
      constraint refund_requests_answered check ((status = 'OPEN') = (answered_at is null)),
      constraint refund_requests_decliner check ((status = 'DECLINED') = (answered_by is not null))
    )`.execute(db);
  await sql`create unique index refund_requests_open_key on refund_requests (tip_id) where status = 'OPEN'`.execute(
    db,
  );
  await sql`create index refund_requests_asked_idx on refund_requests (asked_at)`.execute(db);
  await sql`create index refund_requests_payment_idx on refund_requests (payment_id)`.execute(db);
  await sql`create index refund_requests_tip_idx on refund_requests (tip_id)`.execute(db);
}
