import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { lockBalances, post } from "../ledger/ledger.server.ts";
import { writtenOff } from "../ledger/refund-posting-rules.ts";
import { endChargebackWhenRepaid } from "./maturing.server.ts";

/**
 * An operator gives up what a creator owes in a currency (money.md, "write-off"): the platform's loss. Who then owes
 * nothing in any currency is ACTIVE again. Done twice, the second time finds nothing owed.
 */
export async function writeOff(
  services: { db: Kysely<DB>; clock: () => Date; newId: () => string },
  order: { creator_id: string; currency: string; operator_id: string; reason: string },
): Promise<"written_off" | "nothing_owed"> {
  const now = services.clock();
  const { creator_id, currency, reason } = order;
  return await services.db.transaction().execute(async (trx) => {
    const own = (await lockBalances(trx, [creator_id], currency)).get(creator_id);
    const owed = own?.creator_receivable ?? 0;
    if (!own || owed === 0) return "nothing_owed";
    const id = services.newId();
    await post(trx, [writtenOff(id, creator_id, currency, own.creator_receivable, now)], now);
    await endChargebackWhenRepaid(trx, creator_id, now);
    await writeAudit(trx, {
      actor_id: order.operator_id,
      act: "receivable.written_off",
      subject: `user:${creator_id}`,
      before: { currency, owed_minor: owed },
      after: { owed_minor: 0, writeoff_id: id, reason },
      now,
    });
    return "written_off";
  });
}
