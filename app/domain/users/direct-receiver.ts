import { type ExpressionBuilder, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";

/** The account that takes payments now. */
export const TAKES_PAYMENTS = sql<boolean>`connected.takes_payments and connected.disconnected_at is null`;

/** Pages treat it as a pause. */
export function lacksAccount(eb: ExpressionBuilder<DB & { u: DB["users"] }, "u">) {
  return sql<boolean>`${eb.ref("u.money_model")} = 'DIRECT' and not exists (
    select from connected_accounts connected where connected.user_id = ${eb.ref("u.id")} and ${TAKES_PAYMENTS})`;
}
