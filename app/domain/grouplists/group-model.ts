import { type Expression, type RawBuilder, sql } from "kysely";
import { TAKES_PAYMENTS } from "../users/direct-receiver.ts";

/**
 * Whether a member `u` shares in a group `g`: a payment has one model. In a direct group they have an account
 * at the provider that passes shares on; without such a provider none shares.
 */
export function sharesModel(directGroups: string | null | Expression<string | null>): RawBuilder<boolean> {
  return sql<boolean>`(u.money_model = g.money_model and (u.money_model = 'HELD' or exists (
    select from connected_accounts connected
    where connected.user_id = u.id and connected.provider = ${directGroups}::text and ${TAKES_PAYMENTS})))`;
}
