import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { requireOperator } from "../users/user.server.ts";

export interface ContentServices {
  db: Kysely<DB>;
  clock: () => Date;
}

export interface DecidedColumns {
  status: "ACTIVE" | "DECLINED";
  decline_reason: string | null;
  reviewed_by: string;
  reviewed_at: Date;
}

/** Once; "gone" when `decide` finds none that waits. */
export async function decideContent<Outcome extends "accepted" | "declined">(
  services: ContentServices,
  kind: "item" | "words",
  given: { id: string; operator_id: string; outcome: Outcome; reason: string | null },
  decide: (trx: Transaction<DB>, columns: DecidedColumns) => Promise<boolean>,
): Promise<Outcome | "gone"> {
  const { id, operator_id, outcome, reason } = given;
  const now = services.clock();
  const status = outcome === "accepted" ? "ACTIVE" : "DECLINED";
  return await services.db.transaction().execute(async (trx): Promise<Outcome | "gone"> => {
    await requireOperator(trx, operator_id);
    const columns = { status, decline_reason: reason, reviewed_by: operator_id, reviewed_at: now } as const;
    if (!(await decide(trx, columns))) return "gone";
    await writeAudit(trx, {
      actor_id: operator_id,
      action: outcome === "accepted" ? `${kind}.accepted` : `${kind}.declined`,
      subject: `${kind}:${id}`,
      before: { status: "PENDING" },
      after: { status },
      now,
    });
    return outcome;
  });
}
