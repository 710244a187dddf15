import { type RawBuilder, sql } from "kysely";

/**
 * The id of a user's newest tip that can be seen and has not been read, null for none (docs/product.md, 5.6); `userId` is
 * what the query calls the user's id ("u.id"). Found by its own index.
 */
export function latestNewTipId(userId: string): RawBuilder<string | null> {
  return sql<string | null>`(
    select t.id from tips t
    where t.creator_id = ${sql.ref(userId)} and t.status = 'ACTIVE' and t.read_at is null
    order by t.activated_at desc, t.id desc limit 1
  )`;
}
