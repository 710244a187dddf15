import { type Kysely, sql } from "kysely";

/** Who stood where when yesterday ended: what the leaderboard's movement is measured against. Kept for one day. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table leaderboard_ranks (
      range text not null check (range in ('month', '30days', 'day')),
      creator_id uuid not null references users on delete cascade,
      day date not null,
      rank integer not null check (rank > 0),
      primary key (range, creator_id)
    )`.execute(db);
  // Whether they are of yesterday is asked with every page.
  await sql`create index leaderboard_ranks_day_idx on leaderboard_ranks (range, day)`.execute(db);
  await sql`
    create table grouplist_ranks (
      range text not null check (range in ('month', '30days', 'day')),
      grouplist_id uuid not null references grouplists on delete cascade,
      day date not null,
      rank integer not null check (rank > 0),
      primary key (range, grouplist_id)
    )`.execute(db);
  await sql`create index grouplist_ranks_day_idx on grouplist_ranks (range, day)`.execute(db);
}
