import { type Kysely, sql } from "kysely";

/** A payout goes on, never back, whoever writes: one that was paid is paid or came back, and is never sent again. */
export async function up(db: Kysely<never>): Promise<void> {
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
