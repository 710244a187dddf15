import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { type AuditAction, writeAudit } from "../audit/audit.server.ts";
import type { SecondOperatorRule } from "./operator-acts.server.ts";

interface OpenException {
  imported_by: string;
  subject: string;
  before: Record<string, string | number>;
}

interface SettledColumns {
  settled_by: string;
  settled_at: Date;
  settled_reason: string;
}

export type SettleServices = SecondOperatorRule & { db: Kysely<DB>; clock: () => Date };

/**
 * Posts nothing; "gone" when no longer open. "second_operator_needed" for the importer, who could have
 * written the file.
 */
export async function settleException(
  services: SettleServices,
  { operator_id, reason }: { operator_id: string; reason: string },
  exception: {
    action: AuditAction;
    /** Locks its row. */
    lock: (trx: Transaction<DB>, now: Date) => Promise<OpenException | undefined>;
    settle: (trx: Transaction<DB>, columns: SettledColumns) => Promise<unknown>;
  },
): Promise<"settled" | "gone" | "second_operator_needed"> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    const found = await exception.lock(trx, now);
    if (!found) return "gone";
    const { imported_by, subject, before } = found;
    if (services.second_operator_from_minor !== null && imported_by === operator_id)
      return "second_operator_needed";
    await exception.settle(trx, { settled_by: operator_id, settled_at: now, settled_reason: reason });
    const { action } = exception;
    await writeAudit(trx, { actor_id: operator_id, action, subject, before, after: { reason }, now });
    return "settled";
  });
}
