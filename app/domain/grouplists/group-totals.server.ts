import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { type Minor, minor } from "../money/minor.ts";

/** All that a group was ever tipped, in its currency. */
export async function groupTurnover(
  db: Kysely<DB>,
  groupId: string,
): Promise<{ tips_count: number; amount_minor: Minor }> {
  const total = await db
    .selectFrom("grouplist_totals")
    .select(["tips_count", "amount_minor"])
    .where("grouplist_id", "=", groupId)
    .where("period", "=", "ALL")
    .executeTakeFirst();
  return { tips_count: total?.tips_count ?? 0, amount_minor: minor(total?.amount_minor ?? 0) };
}
