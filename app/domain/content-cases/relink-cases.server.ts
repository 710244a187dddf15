import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { tellSide } from "./decide-case.server.ts";
import type { CaseServices } from "./notices.server.ts";
import { findCase } from "./read-cases.server.ts";

/**
 * Mails a creator whose address has changed a new link to each case of which the old address has one and which is not over:
 * those to the old address are void. Each case once, however often it runs.
 */
export async function relinkCases(services: CaseServices, userId: string): Promise<void> {
  const now = services.clock();
  await services.db.transaction().execute(async (trx) => {
    // The account first, so that its address stays as it is read here.
    const creator = await trx
      .selectFrom("users")
      .select(["id", "email", "locale"])
      .where("id", "=", userId)
      .where("deleted_at", "is", null)
      .forShare()
      .executeTakeFirst();
    if (!creator) return;
    await sql`
      select from content_cases where creator_id = ${userId} and not is_emptied order by id for update`.execute(
      trx,
    );
    // A statement of its own: it sees what was written by whoever held the cases before.
    const ids = await voidLinksOf(trx, userId);
    for (const id of ids) {
      const found = await findCase(trx, id);
      const last = found?.decisions.at(-1);
      if (!found || !last || (found.status === "DECIDED" && last.complaints_until <= now)) continue;
      await tellSide(trx, services, {
        cause: `${last.id}:${services.newId()}`,
        case_id: id,
        number: found.number,
        decision: last.decision,
        reasons: last.reasons,
        is_complaint: last.complaint_id !== null,
        side: "CREATOR",
        recipient: creator.email,
        locale: creator.locale,
        user_id: creator.id,
        until: last.complaints_until,
        now,
      });
    }
  });
}

/** The cases to which a creator had links, of which none works any more. */
export async function voidLinksOf(db: Kysely<DB>, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from content_cases c join content_case_links l on l.case_id = c.id and l.side = 'CREATOR'
    where c.creator_id = ${userId} and not c.is_emptied
    group by c.id having bool_and(l.is_void) order by c.id`.execute(db);
  return rows.map(({ id }) => id);
}
