import { type Kysely, sql } from "kysely";

/** A delivery has no contents: sending makes them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook_endpoints (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      address text not null check (char_length(address) between 1 and 2000),
      events text[] not null check (cardinality(events) > 0),
      secret_encrypted bytea not null,
      earlier_secret_encrypted bytea,
      earlier_until timestamptz,
      made_at timestamptz not null,
      is_on boolean not null default true,
      off_reason text check (off_reason in ('CREATOR', 'GONE', 'FAILING')),
      failures_count int not null default 0 check (failures_count >= 0),
      failing_since timestamptz,
      rests_until timestamptz,
      leased_until timestamptz,
      check ((earlier_secret_encrypted is null) = (earlier_until is null)),
      check (is_on = (off_reason is null)),
      check ((failures_count = 0) = (failing_since is null))
    )`.execute(db);
  await sql`create index webhook_endpoints_user_idx on webhook_endpoints (user_id)`.execute(db);
  await sql`
    create table webhook_deliveries (
      id uuid primary key,
      position bigint generated always as identity,
      endpoint_id uuid not null references webhook_endpoints on delete cascade,
      type text not null check (type in ('tip.received', 'tip.refunded', 'tip.charged_back', 'tip.thanked',
        'goal.reached', 'payout.paid', 'voucher.redeemed', 'group.tip_received', 'group.member_joined',
        'group.member_left', 'webhook.test')),
      subject_id uuid not null,
      about_id uuid,
      cause text not null,
      happened_at timestamptz not null,
      status text not null default 'WAITING' check (status in ('WAITING', 'DELIVERED', 'GIVEN_UP', 'DROPPED')),
      tries_count int not null default 0 check (tries_count >= 0),
      first_tried_at timestamptz,
      tried_at timestamptz,
      due_at timestamptz not null,
      answer_status int,
      answer text check (char_length(answer) <= 200),
      answer_ms int,
      unique (endpoint_id, type, cause)
    )`.execute(db);
  await sql`create index webhook_deliveries_newest_idx on webhook_deliveries (endpoint_id, position desc)`.execute(
    db,
  );
  await sql`
    create index webhook_deliveries_due_idx on webhook_deliveries (endpoint_id, due_at)
    where status = 'WAITING'`.execute(db);
}
