import { type Kysely, type RawBuilder, sql } from "kysely";
import { WRITERS_WINDOW_SECONDS } from "../../../db/replica-rules.ts";
import type { DB } from "../../../db/schema.ts";

/**
 * Notes that a user has just changed something: for some seconds they read the primary, on all their devices and with all their
 * tokens, whichever process answers (docs/product.md, 9.5). By the database's clock, which is one for all. Nobody is noted
 * where the account is not there any more.
 */
export async function noteWriter(db: Kysely<DB>, userId: string): Promise<void> {
  await sql`
    insert into recent_writers (user_id, wrote_at) select id, clock_timestamp() from users where id = ${userId}::uuid
    on conflict (user_id) do update set wrote_at = greatest(recent_writers.wrote_at, excluded.wrote_at)`.execute(
    db,
  );
}

/** Whether a user has just changed something; `userId` is what the query calls their id ("u.id"). */
export function hasJustWritten(userId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from recent_writers w
    where w.user_id = ${sql.ref(userId)}
      and w.wrote_at > clock_timestamp() - make_interval(secs => ${sql.lit(WRITERS_WINDOW_SECONDS)})
  )`;
}
