-- Acts of operators and their audit log.

-- The operators' audit log.
create table audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid references users,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  at timestamptz not null
);
create index audit_log_subject_idx on audit_log (subject, id);

-- Acts of operators that may need a second one (docs/product.md, 6.12): those done alone count towards the day's
-- limit; those that wait are carried out when another operator approves them.
create table operator_acts (
  id uuid primary key,
  kind text not null check (kind in ('REFUND', 'GOODWILL', 'WRITE_OFF', 'SUSPENSE_KEPT', 'SUSPENSE_RETURNED',
    'FREEZE_LIFTED', 'PAYOUT_DATA', 'BATCH_RELEASE', 'PAYOUT_FAILED', 'PAYOUT_BOUNCED', 'SETTLEMENT_REVERSED',
    'PAYMENT_REPORTED', 'PROVIDER_REPORT', 'CORRECTION', 'CORRECTION_REVERSED', 'SETTLEMENT_TAKEN', 'RATE_LEAP',
    'BATCH_WITHDRAWN', 'PAYOUT_PAID')),
  subject text not null,
  params jsonb not null,
  worth_eur_minor bigint not null check (worth_eur_minor >= 0),
  status text not null check (status in ('WAITING', 'DONE', 'DECLINED', 'VOID')),
  made_by uuid not null references users,
  made_at timestamptz not null,
  business_day date not null,
  decided_by uuid references users,
  decided_at timestamptz,
  decline_reason text,
  -- The limit in force: null where one operator worked alone; -1 of an act of before this column.
  limit_eur_minor bigint check (limit_eur_minor >= -1),
  check (decided_by <> made_by),
  check ((status = 'WAITING') = (decided_at is null))
);
create unique index operator_acts_one_waiting on operator_acts (kind, subject) where status = 'WAITING';
create index operator_acts_queue_idx on operator_acts (made_at, id) where status = 'WAITING';
create index operator_acts_day_idx on operator_acts (made_by, kind, business_day);
create index operator_acts_subject_idx on operator_acts (subject) where status = 'WAITING';
create index operator_acts_decided_idx on operator_acts (decided_at desc, id desc) where status <> 'WAITING';

-- A reference rate that leaps waits for an operator, one for each currency; the rate before it serves meanwhile.
create table held_rates (
  id uuid primary key default gen_random_uuid(),
  currency char(3) not null references currencies,
  rate_date date not null,
  units_per_euro numeric(18, 8) not null check (units_per_euro > 0),
  source text not null,
  held_at timestamptz not null,
  decision text check (decision in ('ACCEPTED', 'REFUSED')),
  decided_by uuid references users,
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null))
);
create unique index held_rates_waiting_idx on held_rates (currency) where decision is null;

-- Only of an account that the same transaction has made, with a confirmed second factor; always with an audit
-- entry.
create function make_operator(account uuid, made_at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users set role = 'ADMIN' where id = account and role = 'CREATOR' and username is null
    and xmin = pg_current_xact_id()::xid
    and exists (select from second_factors f where f.user_id = account and f.confirmed_at is not null);
  if not found then
    raise exception 'only a new account with a second factor becomes an operator' using errcode = 'restrict_violation';
  end if;
  insert into audit_log (actor_id, action, subject, after, at)
  values (null, 'operator.created', 'user:' || account, '{"role": "ADMIN"}', made_at);
end $$;
revoke execute on function make_operator(uuid, timestamptz) from public;
