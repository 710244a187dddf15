import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";

/** Whether a code of the second factor was typed in this session lately enough for acts that need one. */
export function hasFreshCode({ code_at }: { code_at: Date | null }, now: Date): boolean {
  return code_at !== null && now.getTime() - code_at.getTime() < productRules.fresh_code_minutes * 60_000;
}

/** Notes that a code was right just now; a session that ended meanwhile stays ended. */
export async function noteFreshCode(
  db: Kysely<DB>,
  session: { id: string; user_id: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ code_at: now })
    .where("id", "=", session.id)
    .where("user_id", "=", session.user_id)
    .execute();
}
