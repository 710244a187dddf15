import { type Kysely, sql } from "kysely";

/** What support searches by: a person's names, and the end of an IBAN as masked accounts show it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index users_lastname_prefix_idx on users (lower(lastname) text_pattern_ops)
    where lastname is not null`.execute(db);
  await sql`
    create index users_full_name_prefix_idx on users (lower(firstname || ' ' || lastname) text_pattern_ops)
    where firstname is not null and lastname is not null`.execute(db);
  await sql`
    create index payout_destinations_iban_end_idx on payout_destinations (right(masked_account, 4))
    where masked_account like '__•• •••• ____'`.execute(db);
}
