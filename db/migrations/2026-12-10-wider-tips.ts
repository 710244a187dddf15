import { type Kysely, sql } from "kysely";

/**
 * The widest limits. Not validated: earlier rows are within narrower ones, and a scan would lock the tables.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tips drop constraint tips_amount_minor_check,
      -- The largest voucher may be more than the largest tip in another currency.
      add constraint tips_amount_minor_check check (amount_minor between 50 and 500000 or amount_minor > 0
        and voucher_id is not null) not valid`.execute(db);
  await sql`
    alter table users drop constraint users_default_price_per_message_minor_check,
      drop constraint users_tip_amounts_minor_check,
      add constraint users_default_price_per_message_minor_check
        check (default_price_per_message_minor between 50 and 500000) not valid,
      add constraint users_tip_amounts_minor_check check (cardinality(tip_amounts_minor) between 3 and 6
        and 50 <= all (tip_amounts_minor) and 500000 >= all (tip_amounts_minor)) not valid`.execute(db);
  await sql`
    alter table tribute_items drop constraint tribute_items_amount_minor_check,
      add constraint tribute_items_amount_minor_check check (amount_minor between 500 and 500000) not valid`.execute(
    db,
  );
}
