import { type Kysely, sql } from "kysely";

/**
 * Scripts, styles and dictionaries of every build that served lately: while one version replaces another, each instance
 * has the files that pages of the other one name (docs/decisions/058).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table build_assets (
      path text primary key,
      content bytea not null,
      brotli bytea,
      served_at timestamptz not null
    )`.execute(db);
  await sql`create index build_assets_served_idx on build_assets (served_at, path)`.execute(db);
}
