import { type Kysely, sql } from "kysely";

/** What lay in suspense last is found without reading all that ever did, and a leaver by the name on their statements. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index suspense_exits_at_idx on suspense_exits (at, id)`.execute(db);
  await sql`
    create index month_statements_name_idx on month_statements (lower(facts -> 'creator' ->> 'name'))`.execute(
    db,
  );
  await sql`
    create index month_statements_company_idx on month_statements (lower(facts -> 'creator' ->> 'company'))
    where facts -> 'creator' ->> 'company' is not null`.execute(db);
}
