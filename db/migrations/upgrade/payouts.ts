import { type Kysely, sql } from "kysely";
import { allow } from "./allow.ts";

export async function reportedReturns(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payouts
      add column return_reported_at timestamptz,
      add column return_reported_reason text,
      add constraint payouts_reported_check check (
        return_reported_at is null or status in ('PROCESSING', 'PAID', 'FAILED'))`.execute(db);
  await sql`create index payouts_reported_idx on payouts (return_reported_at)
    where return_reported_at is not null and status <> 'FAILED'`.execute(db);
  await sql`alter table bank_entries drop constraint bank_entries_outcome_check`.execute(db);
  await sql`alter table bank_entries add constraint bank_entries_outcome_check check (
    outcome in ('PAID', 'RETURNED', 'REPORTED', 'KNOWN', 'SETTLEMENT', 'REPEATED', 'EXCEPTION'))`.execute(db);
}

export async function payoutStates(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function payouts_move_on() returns trigger language plpgsql as $$
    begin
      if old.status <> new.status and (old.status, new.status) not in (
        ('REQUESTED', 'PROCESSING'), ('REQUESTED', 'FAILED'),
        ('PROCESSING', 'REQUESTED'), ('PROCESSING', 'PAID'), ('PROCESSING', 'FAILED'), ('PAID', 'FAILED')) then
        raise exception 'a payout does not become % after %', new.status, old.status
          using errcode = 'restrict_violation';
      end if;
      if (old.paid_at is not null and new.paid_at is distinct from old.paid_at)
        or (old.failed_at is not null and new.failed_at is distinct from old.failed_at) then
        raise exception 'the end of a payout stays' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger payouts_move_on before update of status, paid_at, failed_at on payouts
    for each row execute function payouts_move_on()`.execute(db);
}

export async function withdrawnBatches(db: Kysely<unknown>): Promise<void> {
  await allow(db, "operator_acts", "kind", ["BATCH_WITHDRAWN"]);
}
