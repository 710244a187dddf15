import { type Kysely, sql } from "kysely";

/** Starts that pressed the button of a page under attack: paid, they open no gate for those that did not. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table payment_starts add column by_button boolean not null default false`.execute(db);
}
