import { type Kysely, sql } from "kysely";

/** The voices of the home page, kept by operators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table testimonials (
      id uuid primary key,
      creator_id uuid not null references users on delete cascade,
      role text not null check (role in ('creator', 'fan')),
      text_en text not null check (length(text_en) between 1 and 400),
      text_de text not null check (length(text_de) between 1 and 400),
      position integer not null
    )`.execute(db);
}
