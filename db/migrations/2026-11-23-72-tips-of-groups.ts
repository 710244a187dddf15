import { type Kysely, sql } from "kysely";

/** Whether anybody began to tip a group is asked before it is deleted; without an index that reads every tip there is. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index tips_grouplist_idx on tips (grouplist_id) where grouplist_id is not null`.execute(
    db,
  );
  // What an operator looked at last stands first in its list.
  await sql`create index grouplists_reviewed_idx on grouplists (reviewed_at, id) where reviewed_at is not null`.execute(
    db,
  );
  // A picture is shown where its group is approved, and swept where no group has it.
  await sql`create index grouplists_avatar_idx on grouplists (avatar_id) where avatar_id is not null`.execute(
    db,
  );
  await sql`create index grouplists_new_avatar_idx on grouplists (new_avatar_id) where new_avatar_id is not null`.execute(
    db,
  );
}
