import { sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../../jobs/jobs.server.ts";
import { endSessions } from "./sessions.server.ts";

/**
 * Ends what was begun under an account's old password or address and not finished: links in mails, sign-ins whose second
 * factor is due, a second factor that is being set up (its secret was shown to whoever began it), payout data whose
 * code was mailed, and links to microblogging networks whose PIN is due. Links that undo an email change stay (docs/product.md, 6.11). The caller holds the user's row.
 */
export async function voidOpenRights(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.deleteFrom("mailed_tokens").where("user_id", "=", userId).execute();
  await trx.deleteFrom("second_factor_challenges").where("user_id", "=", userId).execute();
  await trx
    .deleteFrom("second_factors")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .execute();
  await trx
    .deleteFrom("payout_destinations")
    .where("user_id", "=", userId)
    .where("status", "=", "CODE_SENT")
    .execute();
  await trx.deleteFrom("microblog_requests").where("user_id", "=", userId).execute();
}

/**
 * Ends all that was opened under the old credentials: open rights, sessions, their API tokens and known places, but for the
 * session that makes the change (the table in docs/security.md). The caller holds the user's row.
 */
export async function endOldRights(
  trx: Transaction<DB>,
  userId: string,
  keepSessionId: string | null,
): Promise<void> {
  await voidOpenRights(trx, userId);
  await endSessions(trx, userId, keepSessionId);
}

/**
 * Voids the links to cases about an account's content that went to the address which it no longer has; a job mails new ones
 * to the address that it has now (docs/product.md, 6.14). The caller holds the user's row.
 */
export async function moveCaseLinks(
  trx: Transaction<DB>,
  services: { jobs: Jobs },
  userId: string,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update content_case_links l set is_void = true from content_cases c
    where c.id = l.case_id and c.creator_id = ${userId} and l.side = 'CREATOR' and not l.is_void`.execute(
    trx,
  );
  if (numAffectedRows) await services.jobs.enqueue(trx, "content-cases.relink", { user_id: userId });
}
