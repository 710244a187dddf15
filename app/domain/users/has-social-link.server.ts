import { type RawBuilder, sql } from "kysely";
import { MAIN_NETWORKS, NETWORK_NAMES, type SocialNetwork } from "./social-networks.ts";

/** Whether a user has a page on any network; `userId` is the column of the user's id ("u.id"). */
export function hasSocialLink(userId: string): RawBuilder<boolean> {
  return hasLinkAmong(userId, NETWORK_NAMES);
}

/** The same for the networks that the drawer's dot is about. */
export function hasMainLink(userId: string): RawBuilder<boolean> {
  return hasLinkAmong(userId, MAIN_NETWORKS);
}

function hasLinkAmong(userId: string, networks: readonly SocialNetwork[]): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from social_links as l
    where l.user_id = ${sql.ref(userId)} and l.network in (${sql.join(networks)})
  )`;
}
