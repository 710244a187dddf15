import type { Kysely } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import type { Encryption } from "../../../crypto/crypto.server.ts";
import { writeAudit } from "../../audit/audit.server.ts";
import type { PayoutDestination } from "./payout-data.schema.ts";
import { readEncrypted } from "./payout-data.server.ts";

/** Where a deleted creator was paid to, and when for the last time. */
export interface KeptPayoutData {
  id: string;
  bank_country: string | null;
  last_requested_at: Date;
  details: PayoutDestination;
}

/** True for a deleted account of which payout data is kept (app/domain/retention). */
export async function hasKeptPayoutData(db: Kysely<DB>, userId: string): Promise<boolean> {
  return (await keptRows(db, userId)).length > 0;
}

/**
 * Opens the payout data that is kept of a deleted account, for an operator who says why; who, whom and why are put down
 * first. Empty when nothing is kept.
 */
export async function openKeptPayoutData(
  services: { db: Kysely<DB>; encryption: Encryption; clock: () => Date },
  given: { user_id: string; operator_id: string; reason: string },
): Promise<KeptPayoutData[]> {
  return await services.db.transaction().execute(async (trx) => {
    const rows = await keptRows(trx, given.user_id);
    if (rows.length === 0) return [];
    await writeAudit(trx, {
      actor_id: given.operator_id,
      action: "payout_data.viewed",
      subject: `user:${given.user_id}`,
      before: null,
      after: { details: rows.map(({ id }) => id), reason: given.reason },
      now: services.clock(),
    });
    return rows.map(({ encrypted, ...row }) => ({
      ...row,
      details: readEncrypted(services.encryption, row.id, encrypted),
    }));
  });
}

async function keptRows(db: Kysely<DB>, userId: string) {
  const rows = await db
    .selectFrom("payout_destinations as d")
    .innerJoin("users as u", "u.id", "d.user_id")
    .innerJoin("payouts as p", "p.details_id", "d.id")
    .select(["d.id", "d.bank_country", "d.encrypted"])
    .select((eb) => eb.fn.max("p.requested_at").as("last_requested_at"))
    .where("d.user_id", "=", userId)
    .where("u.deleted_at", "is not", null)
    .groupBy("d.id")
    .orderBy("last_requested_at", "desc")
    .execute();
  return rows.filter(({ encrypted }) => encrypted.length > 0);
}
