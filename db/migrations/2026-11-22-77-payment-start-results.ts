import { type Kysely, sql } from "kysely";

/**
 * What a payment start came to stands in its own row, so that the last ones around a new one are summed up without
 * looking up each payment (docs/product.md, 4.5): a trigger keeps it, whoever changes a payment's status.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table payment_starts
      add column result text not null default 'OPEN' check (result in ('OPEN', 'PAID', 'DECLINED', 'NEUTRAL'))`.execute(
    db,
  );
  await sql`
    create function payment_start_result(status text, failure_reason text) returns text immutable
    return case
      when status = 'SUCCESS' then 'PAID'
      when status = 'FAILED' and failure_reason in ('declined', 'error') then 'DECLINED'
      when status in ('CREATED', 'REDIRECTED', 'FAILED') then 'OPEN'
      else 'NEUTRAL'
    end`.execute(db);
  await sql`
    create function keep_payment_start_result() returns trigger language plpgsql as $$
    begin
      update payment_starts set result = payment_start_result(new.status, new.failure_reason)
      where payment_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger payment_start_result after update of status, failure_reason on payments
    for each row when (payment_start_result(old.status, old.failure_reason)
      is distinct from payment_start_result(new.status, new.failure_reason))
    execute function keep_payment_start_result()`.execute(db);
  await sql`
    update payment_starts s set result = payment_start_result(p.status, p.failure_reason)
    from payments p where p.id = s.payment_id`.execute(db);
}
