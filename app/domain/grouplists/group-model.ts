import { type Expression, type RawBuilder, sql } from "kysely";
import { TAKES_PAYMENTS } from "../users/direct-receiver.ts";

/**
 * A payment has one model: in a direct group members need an account at the provider that passes shares on.
 */
export function sharesModel(directGroups: string | null | Expression<string | null>): RawBuilder<boolean> {
  return sql<boolean>`(u.money_model = g.money_model and (u.money_model = 'HELD' or exists (
    select from connected_accounts connected
    where connected.user_id = u.id and connected.provider = ${directGroups}::text and ${TAKES_PAYMENTS})))`;
}
