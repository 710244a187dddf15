import { type Kysely, sql } from "kysely";

/** Refunds of settled tips, what of a charge a dispute takes, and the files by which the provider settles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table refunds
      -- PRODUCT: money out of suspense, that nobody was credited with. The others are of a settled tip.
      add column asked_by text not null default 'PRODUCT' check (asked_by in ('PRODUCT', 'CREATOR', 'OPERATOR', 'PROVIDER')),
      -- What goes back of the tip, of the fee and of its VAT, in the tip's currency; amount_minor is what the fan gets.
      add column tip_minor bigint not null default 0 check (tip_minor >= 0),
      add column service_fee_minor bigint not null default 0 check (service_fee_minor >= 0),
      add column vat_minor bigint not null default 0 check (vat_minor >= 0),
      -- What of tip_minor the platform pays, because the creator has too little.
      add column goodwill_minor bigint not null default 0 check (goodwill_minor >= 0),
      -- The provider's own name of a refund that was made in its back office.
      add column provider_refund_ref text,
      add check (goodwill_minor <= tip_minor),
      add check ((asked_by = 'PROVIDER') = (provider_refund_ref is not null))`.execute(db);
  await sql`
    create unique index refunds_provider_refund_key on refunds (payment_id, provider_refund_ref)
    where provider_refund_ref is not null`.execute(db);
  await sql`create index refunds_open_idx on refunds (requested_at) where status = 'REQUESTED'`.execute(db);

  await sql`
    create table refund_parts (
      refund_id uuid not null references refunds,
      allocation_id uuid not null references tip_allocations,
      amount_minor bigint not null check (amount_minor > 0),
      from_pending_minor bigint not null check (from_pending_minor >= 0),
      from_available_minor bigint not null check (from_available_minor >= 0),
      goodwill_minor bigint not null check (goodwill_minor >= 0),
      primary key (refund_id, allocation_id),
      check (from_pending_minor + from_available_minor + goodwill_minor = amount_minor)
    )`.execute(db);
  await sql`create index refund_parts_allocation_idx on refund_parts (allocation_id)`.execute(db);

  // What a dispute takes of the charge, the fee and the VAT is settled when it is opened.
  await sql`
    alter table disputes
      add column charged_minor bigint not null default 0 check (charged_minor >= 0),
      add column service_fee_minor bigint not null default 0 check (service_fee_minor >= 0),
      add column vat_minor bigint not null default 0 check (vat_minor >= 0)`.execute(db);
  await sql`
    update disputes d set
      charged_minor = least(d.amount_minor, p.charged_minor),
      vat_minor = round(p.vat_minor::numeric * least(d.amount_minor, p.charged_minor) / p.charged_minor),
      service_fee_minor = case when p.currency <> p.charged_currency
        then round(p.service_fee_minor::numeric * least(d.amount_minor, p.charged_minor) / p.charged_minor)
        else greatest(0, least(d.amount_minor, p.charged_minor)
          - round(p.vat_minor::numeric * least(d.amount_minor, p.charged_minor) / p.charged_minor)
          - coalesce((select sum(h.claimed_minor) from dispute_holds h where h.dispute_id = d.id), 0)) end
    from payments p where p.id = d.payment_id`.execute(db);

  // What operators look payments up by.
  await sql`create index payments_newest_idx on payments (created_at desc, id desc)`.execute(db);
  await sql`
    create index tips_sender_email_idx on tips (lower(sender_email) text_pattern_ops) where sender_email is not null`.execute(
    db,
  );

  await sql`
    create table settlements (
      id uuid primary key,
      provider text not null,
      -- The same file twice is one settlement.
      file_sha256 bytea not null,
      rows_count integer not null check (rows_count > 0),
      -- {"EUR": {"gross_minor": 5595, "fee_minor": 100}}
      totals jsonb not null,
      -- The references that fit no payment of ours.
      unknown_references jsonb not null,
      imported_by uuid not null references users,
      imported_at timestamptz not null,
      unique (provider, file_sha256)
    )`.execute(db);
}
