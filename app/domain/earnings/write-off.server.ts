import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { lockBalances, post } from "../ledger/ledger.server.ts";
import { lossRecovered, writtenOff } from "../ledger/rules/refund-posting-rules.ts";
import { type Minor, minor } from "../money/minor.ts";
import { endChargebackWhenRepaid } from "./maturing.server.ts";

/**
 * An operator gives up what a creator owes in a currency (docs/money.md, 3): the platform's loss. Who then owes
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
      action: "receivable.written_off",
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
 * paid it once. Of at most `amount`, what the dispute left owed; returns how much. The caller holds the balances.
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
    select (coalesce((
      select sum(m.amount_minor) from ledger_account a join ledger_transfer m on m.credit_account = a.id
      join ledger_transaction t on t.id = m.transaction_id and t.kind = 'written_off'
      where a.code = 'creator_receivable' and a.owner = ${creator_id} and a.currency = ${currency}
    ), 0) - coalesce((
      select sum(m.amount_minor) from ledger_account a join ledger_transfer m on m.debit_account = a.id
      join ledger_transaction t on t.id = m.transaction_id and t.kind = 'loss_recovered'
      where a.code = 'creator_available' and a.owner = ${creator_id} and a.currency = ${currency}
    ), 0))::bigint as lost`.execute(trx);
  const recovered = minor(Math.min(amount, rows[0]?.lost ?? 0));
  await post(trx, [lossRecovered(dispute, creator_id, currency, recovered, now)], now);
  return recovered;
}
