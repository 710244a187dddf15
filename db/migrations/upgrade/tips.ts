import { type Kysely, sql } from "kysely";

export async function startsByButton(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_starts add column by_button boolean not null default false`.execute(db);
}

/** Drops a cached page when a fan agrees after the payment. */
export async function wordsMadePublic(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger tips_page_news on tips`.execute(db);
  await sql`
    create trigger tips_page_news after update of off_page_at, show_on_page on tips
    for each row when (
      old.off_page_at is distinct from new.off_page_at
      or (new.paid_at is not null and old.show_on_page <> new.show_on_page)
    )
    execute function tell_supporter_news()`.execute(db);
}

/** Waiting before a return prolongs the voucher. */
export async function waitedDays(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table voucher_redemptions drop constraint voucher_redemptions_return_reason_check,
      add constraint voucher_redemptions_return_reason_check
        check (return_reason in ('LOCKED', 'DELETED', 'TIME', 'DISPUTED', 'WITHDRAWN'))`.execute(db);
  await sql`
    alter table vouchers add column waited_days integer not null default 0 check (waited_days >= 0)`.execute(
    db,
  );
  await sql`
    with waited as (
      select voucher_id, sum(ceil(extract(epoch from ended_at - asked_at) / 86400))::integer as days
      from voucher_redemptions where status = 'RETURNED' group by voucher_id
    )
    update vouchers v set waited_days = waited.days, expires_at =
      ((v.expires_at at time zone 'Europe/Berlin') + make_interval(days => waited.days)) at time zone 'Europe/Berlin'
    from waited where waited.voucher_id = v.id`.execute(db);
}

/** Earlier remainders went by turn: each group keeps the turn at which credits begin. */
export async function groupCredits(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table group_credits (
      grouplist_id uuid not null references grouplists on delete cascade,
      creator_id uuid not null references users,
      credit numeric(30) not null,
      primary key (grouplist_id, creator_id)
    )`.execute(db);
  await sql`create index group_credits_creator_idx on group_credits (creator_id)`.execute(db);
  await sql`alter table grouplists add column credits_from_turn integer not null default 0`.execute(db);
  await sql`update grouplists set credits_from_turn = tips_paid where tips_paid > 0`.execute(db);
}
