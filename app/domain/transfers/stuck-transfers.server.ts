import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { type Minor, minor } from "../money/minor.ts";
import { lockTipAndPayment } from "../tips/tip-and-payment.server.ts";
import { requireOperator } from "../users/user.server.ts";
import { type PlanServices, planTransfers } from "./transfer-plan.server.ts";

export interface StuckTransfer {
  id: string;
  payment_id: string;
  creator_id: string;
  username: string | null;
  currency: string;
  amount_minor: Minor;
  is_back: boolean;
  problem: string;
  since: Date;
}

export async function listStuckTransfers(db: Kysely<DB>, id?: string): Promise<StuckTransfer[]> {
  const { rows } = await sql<StuckTransfer>`
    select s.*, a.creator_id, u.username, a.currency
    from (
      select t.id, t.payment_id, t.allocation_id, t.amount_minor, false as is_back, t.problem, t.created_at as since
      from direct_transfers t where t.state in ('OPEN', 'ASKED', 'REFUSED') and t.problem is not null
      union all
      select v.id, t.payment_id, t.allocation_id, v.amount_minor, true, v.problem, v.created_at
      from direct_reversals v join direct_transfers t on t.id = v.transfer_id
      where v.state in ('OPEN', 'ASKED') and v.problem is not null
    ) s
    join tip_allocations a on a.id = s.allocation_id
    left join users u on u.id = a.creator_id
    ${id === undefined ? sql`` : sql`where s.id = ${id}::uuid`}
    order by s.since, s.id limit ${productRules.exception_rows}`.execute(db);
  return rows.map((row) => ({ ...row, amount_minor: minor(row.amount_minor) }));
}

/** With a new id: the provider repeats its answer to the old one. False when over. */
export async function retryTransfer(
  services: PlanServices & { db: Kysely<DB>; clock: () => Date },
  { id, operator_id }: { id: string; operator_id: string },
): Promise<boolean> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id, "money");
    const [stuck] = await listStuckTransfers(trx, id);
    const locked = stuck && (await lockTipAndPayment(trx, stuck.payment_id, "shared"));
    if (!stuck || !locked) return false;
    const { payment_id, problem } = stuck;
    await trx
      .updateTable("direct_transfers")
      .set({ state: "CUT", ended_at: now })
      .where("id", "=", id)
      .where("state", "=", "REFUSED")
      .execute();
    await planTransfers(trx, services, locked.payment, {}, now);
    await services.jobs.enqueue(trx, "transfers.send", { payment_id });
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "share.retried", subject: `payment:${payment_id}` },
      ...{ before: { reason: problem }, after: null, now },
    });
    return true;
  });
}
