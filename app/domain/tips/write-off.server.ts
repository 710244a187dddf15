import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { lockBalances, post } from "../ledger/ledger.server.ts";
import { lossRecovered, writtenOff } from "../ledger/refund-posting-rules.ts";
import { type Minor, minor } from "../money/minor.ts";
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

/**
 * A dispute whose debt was given up is won after all: its money makes good our loss before it is the creator's, who was
 * paid it once. Of at most `amount`, what the dispute left owed; answers how much. The caller holds the balances.
 */
export async function recoverWrittenOff(
  trx: Transaction<DB>,
  dispute: { id: string; payment_id: string },
  creator: { creator_id: string; currency: string },
  amount: Minor,
  now: Date,
): Promise<Minor> {
  const { creator_id, currency } = creator;
  const { rows } = await sql<{ lost: number }>`
    select coalesce(sum(case t.kind when 'written_off' then m.amount_minor else -m.amount_minor end), 0)::bigint as lost
    from ledger_account a
    join ledger_transfer m on a.id in (m.debit_account, m.credit_account)
    join ledger_transaction t on t.id = m.transaction_id
    where a.owner = ${creator_id} and a.currency = ${currency}
      and a.code in ('creator_receivable', 'creator_available') and t.kind in ('written_off', 'loss_recovered')`.execute(
    trx,
  );
  const recovered = minor(Math.min(amount, rows[0]?.lost ?? 0));
  await post(trx, [lossRecovered(dispute, creator_id, currency, recovered, now)], now);
  return recovered;
}
