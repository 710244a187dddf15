import { type Kysely, sql } from "kysely";

/** Every column but when it is asked again, and why it was not answered. */
const SAYS = `r.id, r.creator_id, r.vat_id, r.state, r.request_identifier, r.name, r.address,
  extract(epoch from r.asked_at), extract(epoch from r.checked_at)`;

/**
 * What VIES says of VAT ids (docs/product.md, 7.5; docs/decisions/076): asked once for each id that is saved, and again when
 * the answer is old. An answer stays as it is, and joins the chain. Ids of before are asked about, too.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table vat_id_checks (
      id bigint generated always as identity primary key,
      creator_id uuid not null references users,
      vat_id text not null,
      state text not null default 'UNCHECKED' check (state in ('UNCHECKED', 'VALID', 'INVALID')),
      request_identifier text,
      name text,
      address text,
      asked_at timestamptz not null,
      checked_at timestamptz,
      due_at timestamptz not null,
      attempts int not null default 0,
      last_error text,
      check ((state = 'UNCHECKED') = (checked_at is null)),
      check (state <> 'UNCHECKED' or coalesce(request_identifier, name, address) is null)
    )`.execute(db);
  await sql`
    create unique index vat_id_checks_open_idx on vat_id_checks (creator_id) where state = 'UNCHECKED'`.execute(
    db,
  );
  await sql`
    create index vat_id_checks_due_idx on vat_id_checks (due_at) where state = 'UNCHECKED'`.execute(db);
  await sql`
    create index vat_id_checks_newest_idx on vat_id_checks (creator_id, vat_id, id) where state <> 'UNCHECKED'`.execute(
    db,
  );
  await sql`create index users_vat_id_idx on users (id) where eu_ust_id is not null`.execute(db);
  await sql`
    create trigger vat_id_checks_answers_stay before update or delete on vat_id_checks
    for each row when (old.state <> 'UNCHECKED') execute function refuse_change()`.execute(db);
  await sql`
    create trigger vat_id_checks_table_stays before truncate on vat_id_checks
    for each statement execute function refuse_change()`.execute(db);
  await joinChain(db);
  await sql`
    insert into vat_id_checks (creator_id, vat_id, asked_at, due_at)
    select id, eu_ust_id, now(), now() from users
    where eu_ust_id ~ '^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)'
      and deleted_at is null`.execute(db);
  // No event waits for the end of the transaction, which later migrations share.
  await sql`set constraints vat_id_checks_chain immediate`.execute(db);
}

async function joinChain(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      create function chain_digest(r vat_id_checks) returns bytea language sql stable parallel safe as $$
        select sha256(convert_to(jsonb_build_array(${SAYS})::text, 'UTF8'))
      $$`)
    .execute(db);
  await sql`
    create function chain_row_id(r vat_id_checks) returns text language sql stable parallel safe as $$
      select r.id::text
    $$`.execute(db);
  await sql`
    create constraint trigger vat_id_checks_chain
    after insert or delete or update of id, creator_id, vat_id, state, request_identifier, name, address, asked_at, checked_at
    on vat_id_checks deferrable initially deferred for each row
    execute function follow_key_in_chain('VAT_ID_CHECKS', 'k.id::text', 'r.id = k.id')`.execute(db);
}
