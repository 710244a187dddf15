import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { readPage } from "../read-page.server.ts";
import { requireOperator } from "../users/user.server.ts";

interface Note {
  id: string;
  words: string;
  /** The operator's email. */
  by: string;
  written_at: Date;
}

export async function listNotes(
  db: Kysely<DB>,
  userId: string,
  after: string | null,
): Promise<{ notes: Note[]; next: string | null }> {
  const query = db
    .selectFrom("support_notes as n")
    .innerJoin("users as by", "by.id", "n.written_by")
    .select(["n.id", "n.words", "by.email as by", "n.written_at"])
    .where("n.user_id", "=", userId);
  const order = { table: "support_notes", as: "n", time: "written_at", direction: "desc" } as const;
  const { rows: notes, next } = await readPage(query, order, after);
  return { notes, next };
}

/**
 * Immutable. Deleted with the account; the user's export has its words, the log does not (docs/product.md,
 * 6.15). "gone": deleted or unknown user.
 */
export async function addNote(
  services: { db: Kysely<DB>; clock: () => Date; newId: () => string },
  given: { user_id: string; operator_id: string; words: string },
): Promise<"noted" | "gone"> {
  const { user_id, operator_id, words } = given;
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id, "support");
    const user = await trx
      .selectFrom("users")
      .select("id")
      .where("id", "=", user_id)
      .where("deleted_at", "is", null)
      .forKeyShare()
      .executeTakeFirst();
    if (!user) return "gone";
    const [id, now] = [services.newId(), services.clock()];
    await trx
      .insertInto("support_notes")
      .values({ id, user_id, words, written_by: operator_id, written_at: now })
      .execute();
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "note.added", subject: `user:${user_id}`, now },
      ...{ before: null, after: null },
    });
    return "noted";
  });
}
