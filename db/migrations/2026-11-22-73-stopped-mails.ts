import { type Kysely, sql } from "kysely";

/** Addresses that want no more thank-yous (docs/product.md, 5.8), as a part of their hash. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table stopped_thank_yous (
      address_key uuid primary key,
      stopped_at timestamptz not null
    )`.execute(db);
}
