import { type Kysely, sql } from "kysely";

/** A change of settings that concern money waits for a second ADMIN. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table operator_acts drop constraint operator_acts_kind_check, add constraint operator_acts_kind_check
      check (kind in ('REFUND', 'GOODWILL', 'WRITE_OFF', 'SUSPENSE_KEPT', 'SUSPENSE_RETURNED',
        'FREEZE_LIFTED', 'PAYOUT_DATA', 'BATCH_RELEASE', 'PAYOUT_FAILED', 'PAYOUT_BOUNCED', 'SETTLEMENT_REVERSED',
        'PAYMENT_REPORTED', 'PROVIDER_REPORT', 'CORRECTION', 'CORRECTION_REVERSED', 'SETTLEMENT_TAKEN', 'RATE_LEAP',
        'BATCH_WITHDRAWN', 'PAYOUT_PAID', 'OPERATOR_INVITED', 'OPERATOR_ROLE', 'SETTINGS'))`.execute(db);
  await sql`
    create or replace function decide_operator_act(which uuid, becomes text, operator uuid, why text,
      moment timestamptz) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if operator is not null then
        if exists (select from operator_acts where id = which
            and kind in ('OPERATOR_INVITED', 'OPERATOR_ROLE', 'SETTINGS')) then
          perform require_admin(operator);
        else
          perform require_operator(operator);
        end if;
      end if;
      update operator_acts set status = becomes, decided_at = moment, decided_by = operator, decline_reason = why
      where id = which and becomes in ('DONE', 'DECLINED', 'VOID')
        -- What it does may have ended the wait for itself, in the same transaction.
        and (status = 'WAITING' or (status = 'VOID' and xmin = pg_current_xact_id()::xid));
      if not found then
        raise exception 'only an act that waits is decided' using errcode = 'restrict_violation';
      end if;
    end $$`.execute(db);
}
