import { type Kysely, sql } from "kysely";

/** While registration is by invitation. The mail's link is signed from the id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table creator_invitations (
      id uuid primary key,
      email text not null,
      made_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index creator_invitations_expires_idx on creator_invitations (expires_at)`.execute(db);
}
