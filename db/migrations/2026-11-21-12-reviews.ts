import { type Kysely, sql } from "kysely";

/** Operators' decisions about tips and tribute items: who decided, when, and why not; and creators found by name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["tips", "tribute_items"]) {
    await sql`
      alter table ${sql.id(table)}
        add column reviewed_by uuid references users,
        add column reviewed_at timestamptz,
        add column decline_reason text check (length(decline_reason) between 1 and 500),
        add constraint ${sql.id(`${table}_reviewed`)} check ((reviewed_by is null) = (reviewed_at is null))
    `.execute(db);
  }
  await sql`create index tips_reviewed_idx on tips (paid_at, id) where review_reason is not null`.execute(db);
  await sql`
    create index tribute_items_reviewed_idx on tribute_items (created_at, id)
    where review_reason is not null`.execute(db);
  await sql`
    create index users_name_prefix_idx on users (lower(name) text_pattern_ops)`.execute(db);
}
