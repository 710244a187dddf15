import type { Kysely } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { writeAudit } from "../../audit/audit.server.ts";

/** Why no creator is paid out at the moment. */
export interface PayoutFreeze {
  reason: string;
  frozen_at: Date;
}

/** The freeze that is on, or null. */
export async function findPayoutFreeze(db: Kysely<DB>): Promise<PayoutFreeze | null> {
  const row = await db
    .selectFrom("payout_freezes")
    .select(["reason", "frozen_at"])
    .where("lifted_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Lets payouts go on, for a reason that stays in the log. The next check of the books freezes them again if it must. */
export async function liftPayoutFreeze(
  services: { db: Kysely<DB>; clock: () => Date },
  given: { operator_id: string; reason: string },
): Promise<"lifted" | "gone"> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    const lifted = await trx
      .updateTable("payout_freezes")
      .set({ lifted_at: now, lifted_by: given.operator_id })
      .where("lifted_at", "is", null)
      .returning(["id", "reason"])
      .executeTakeFirst();
    if (!lifted) return "gone";
    await writeAudit(trx, {
      ...{
        actor_id: given.operator_id,
        action: "payouts.unfrozen",
        subject: `payout_freeze:${lifted.id}`,
        now,
      },
      before: { frozen_for: lifted.reason },
      after: { reason: given.reason },
    });
    return "lifted";
  });
}
