import { type RawBuilder, sql } from "kysely";
import { VERIFYING_NETWORKS } from "./social-networks.ts";

/** Whether a user has a page on one of the networks that verify; `userId` is what the query calls the user's id ("u.id"). */
export function hasVerifyingLink(userId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from social_links as l
    where l.user_id = ${sql.ref(userId)} and l.network in (${sql.join(VERIFYING_NETWORKS)})
  )`;
}
