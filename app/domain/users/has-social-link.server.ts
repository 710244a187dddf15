import { type RawBuilder, sql } from "kysely";
import { NETWORK_NAMES, type SocialNetwork } from "./social-networks.ts";

/** Whether a user has a page on one of these networks; `userId` is the column of the user's id ("u.id"). */
export function hasSocialLink(
  userId: string,
  networks: readonly SocialNetwork[] = NETWORK_NAMES,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from social_links as l
    where l.user_id = ${sql.ref(userId)} and l.network in (${sql.join(networks)})
  )`;
}
