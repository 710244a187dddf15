import { type Kysely, sql } from "kysely";

/** The rate of the VAT in a payout's fee is kept with it: statements say what it was, whatever the table of rates says later. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table payouts add column fee_vat_bps integer not null default 0 check (fee_vat_bps >= 0)`.execute(
    db,
  );
  await sql`
    update payouts p set fee_vat_bps = coalesce((
      select v.rate_bps from vat_rates v
      where v.country = p.fee_vat_country and v.valid_from <= (p.requested_at at time zone 'Europe/Berlin')::date
      order by v.valid_from desc limit 1), 0)
    where p.fee_vat_country is not null`.execute(db);
}
