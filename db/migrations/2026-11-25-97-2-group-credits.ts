import { type Kysely, sql } from "kysely";

/**
 * What is left of an even split goes to those who are furthest behind their fair share, whoever shared the tips before: what
 * each is behind or ahead is kept for a group and a member, also for one who left and comes again. Tips of before went by
 * turn alone; where the new rule begins in a group is kept with it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table group_credits (
      grouplist_id uuid not null references grouplists on delete cascade,
      creator_id uuid not null references users,
      credit numeric(30) not null,
      primary key (grouplist_id, creator_id)
    )`.execute(db);
  await sql`create index group_credits_creator_idx on group_credits (creator_id)`.execute(db);
  await sql`alter table grouplists add column credits_from_turn integer not null default 0`.execute(db);
  await sql`update grouplists set credits_from_turn = tips_paid where tips_paid > 0`.execute(db);
}
