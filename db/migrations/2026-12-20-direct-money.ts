import { type Kysely, sql } from "kysely";
import { addToDigest, followInChain } from "./baseline/chain.ts";

/** The money goes to the creator's account at the provider, and we get a fee (docs/decisions/098). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column money_model text not null default 'HELD',
      add constraint users_money_model_known check (money_model in ('HELD', 'DIRECT')) not valid`.execute(db);
  await sql`
    alter table payments
      add column account_ref text,
      add column application_fee_minor bigint,
      add constraint payments_direct_has_fee check ((account_ref is null) = (application_fee_minor is null)) not valid,
      add constraint payments_direct_for_one check (account_ref is null or (purpose = 'TIP' and member_ids is null)) not valid,
      add constraint payments_application_fee check (application_fee_minor between 1 and charged_minor - 1
        and (charged_currency <> currency or application_fee_minor = service_fee_minor + vat_minor)) not valid`.execute(
    db,
  );
  // The part of our fee that each returns.
  for (const table of ["refunds", "disputes", "dispute_acts"])
    await sql`
      alter table ${sql.table(table)}
        add column application_fee_minor bigint not null default 0,
        add constraint ${sql.raw(`${table}_application_fee`)} check (application_fee_minor >= 0) not valid`.execute(
      db,
    );
  await sql`
    alter table suspense_entries
      add column charge_minor bigint,
      add constraint suspense_entries_charge check (charge_minor >= received_minor) not valid`.execute(db);
  await sql`
    create table connected_accounts (
      user_id uuid primary key references users,
      provider text not null,
      account_ref text not null check (account_ref ~ '^[!-~]{1,60}$'),
      country text not null,
      currency text not null,
      takes_payments boolean not null default false,
      pays_out boolean not null default false,
      is_submitted boolean not null default false,
      due jsonb not null default '[]',
      disabled_reason text,
      legal_name text,
      read_at timestamptz,
      created_at timestamptz not null,
      disconnected_at timestamptz,
      constraint connected_accounts_account unique (provider, account_ref)
    )`.execute(db);
  await sql`
    create table connected_payouts (
      id uuid primary key,
      user_id uuid not null references users,
      provider text not null,
      account_ref text not null,
      payout_ref text not null,
      currency text not null references currencies,
      amount_minor bigint not null check (amount_minor > 0),
      state text not null check (state in ('PENDING', 'PAID', 'FAILED')),
      arrives_on date,
      failure_code text,
      updated_at timestamptz not null,
      constraint connected_payouts_payout unique (provider, payout_ref)
    )`.execute(db);
  await sql`create index connected_payouts_user_idx on connected_payouts (user_id, arrives_on)`.execute(db);
  await followMoney(db);
}

/** What decides or fixes money follows in the chain and in checkpoints. */
async function followMoney(db: Kysely<unknown>): Promise<void> {
  await followInChain(db, "connected_accounts", [
    ...["user_id", "provider", "account_ref", "country", "currency", "created_at", "disconnected_at"],
  ]);
  for (const table of ["refunds", "disputes", "dispute_acts"])
    await addToDigest(db, table, { column: "application_fee_minor", kept: "0" });
  await addToDigest(db, "suspense_entries", { column: "charge_minor", kept: "null" });
  // Rules of a voucher that the chain lacked.
  await addToDigest(db, "vouchers", { column: "valid_years", kept: "3" });
  await addToDigest(db, "vouchers", { column: "withdrawal_days", kept: "14" });
  await addToDigest(db, "users", { column: "money_model", kept: "''HELD''" });
  await sql`
    create constraint trigger users_money_model_chain after update of money_model on users
    deferrable initially deferred for each row execute function follow_key_in_chain('USERS', 'k.id', 'r.id = k.id')`.execute(
    db,
  );
  await sql`
    do ${sql.lit(`begin execute replace(pg_get_functiondef('ledger_causes(bigint, bigint)'::regprocedure),
      'textsend(p.receipt_number)', 'textsend(p.receipt_number) || coalesce(textsend(p.account_ref), '''')'); end`)}`.execute(
    db,
  );
}
