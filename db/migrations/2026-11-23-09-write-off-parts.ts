import { type Kysely, sql } from "kysely";

/**
 * Of whose debt something was written off: the part of each lost dispute, in the turn that made it. What is repaid is
 * the oldest debt first, so what is still owed is of the newest (docs/money.md, 3).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table write_off_parts (
      write_off_id uuid not null,
      dispute_id uuid not null references disputes,
      turn integer not null check (turn >= 0),
      creator_id uuid not null references users,
      amount_minor bigint not null check (amount_minor > 0),
      primary key (dispute_id, turn, creator_id, write_off_id)
    )`.execute(db);
  await bringOver(db);
  await sql`
    create trigger write_off_parts_rows_stay before update or delete on write_off_parts
    for each row execute function refuse_change()`.execute(db);
  await sql`
    create trigger write_off_parts_table_stays before truncate on write_off_parts
    for each statement execute function refuse_change()`.execute(db);
}

/** What was written off until now, by the same rule: of the debts that stood when it was. */
async function bringOver(db: Kysely<never>): Promise<void> {
  await sql`
    do $$
    declare
      given_up record;
      debt record;
      remaining bigint;
      part bigint;
    begin
      for given_up in
        select t.id, split_part(t.idempotency_key, ':', 2)::uuid as write_off_id, a.id as account,
          a.owner::uuid as creator_id, m.amount_minor
        from ledger_transaction t
        join ledger_transfer m on m.transaction_id = t.id
        join ledger_account a on a.id = m.credit_account
        where t.kind = 'written_off' order by t.id
      loop
        remaining := given_up.amount_minor;
        for debt in
          select split_part(t.idempotency_key, ':', 2)::uuid as dispute_id,
            coalesce(nullif(split_part(t.idempotency_key, ':', 4), ''), '0')::integer as turn,
            sum(m.amount_minor) as owed
          from ledger_transfer m join ledger_transaction t on t.id = m.transaction_id
          where m.debit_account = given_up.account and t.kind = 'dispute_lost' and t.id < given_up.id
            and not exists (select from ledger_transaction w
              where w.idempotency_key = replace(t.idempotency_key, ':lost', ':won') and w.id < given_up.id)
          group by t.id order by t.id desc
        loop
          part := least(remaining, debt.owed - coalesce((select sum(p.amount_minor) from write_off_parts p
            where p.dispute_id = debt.dispute_id and p.turn = debt.turn and p.creator_id = given_up.creator_id), 0));
          if part > 0 then
            insert into write_off_parts (write_off_id, dispute_id, turn, creator_id, amount_minor)
            values (given_up.write_off_id, debt.dispute_id, debt.turn, given_up.creator_id, part);
            remaining := remaining - part;
          end if;
        end loop;
      end loop;
    end $$`.execute(db);
}
