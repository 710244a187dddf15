import { type Expression, type RawBuilder, sql } from "kysely";

/** The creator whose account it is, as users are found by their index; null for a country, a provider, or ourselves. */
export function creatorOf(owner: Expression<unknown>): RawBuilder<string | null> {
  return sql<string | null>`case when length(${owner}) = 36 then ${owner}::uuid end`;
}
