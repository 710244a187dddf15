import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../jobs.ts";
import { post } from "../ledger/post.server.ts";
import { type LossAccount, shareRegained } from "../ledger/rules/transfer-posting-rules.ts";
import { minor } from "../money/minor.ts";
import type { TipAndPayment } from "../tips/tip-and-payment.server.ts";

export interface PlanServices {
  jobs: Jobs;
  newId: () => string;
}

export type TransferredPayment = Pick<TipAndPayment["payment"], "id" | "is_transferred">;

/** Decides who bears what an account cannot give back. */
export interface ReversalCause {
  refund_id?: string;
  dispute_id?: string;
}

interface SharePlan {
  allocation_id: string;
  due_minor: number;
  planned_minor: number;
}

/**
 * Adjusts each share to what refunds and lost disputes left: cuts what is unsent, reverses what was sent; a
 * job does the rest. The caller holds the payment's lock (docs/money.md, 3).
 */
export async function planTransfers(
  trx: Transaction<DB>,
  services: PlanServices,
  payment: TransferredPayment,
  cause: ReversalCause,
  now: Date,
): Promise<void> {
  if (!payment.is_transferred) return;
  await regain(trx, payment.id, now);
  for (const share of await listPlans(trx, payment.id)) {
    let gap = share.due_minor - share.planned_minor;
    if (gap < 0) gap = await cutTransfers(trx, share, gap, now);
    else if (gap > 0) gap = await cutReversals(trx, share, gap, now);
    if (gap < 0) await planReversals(trx, services, share, { ...cause, amount_minor: -gap }, now);
    if (gap > 0) await planTransfer(trx, services, payment, share, gap, now);
  }
  if (await hasOpen(trx, payment.id))
    await services.jobs.enqueue(trx, "transfers.send", { payment_id: payment.id });
}

async function hasOpen(trx: Transaction<DB>, paymentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from direct_transfers t where t.payment_id = ${paymentId}::uuid and (t.state = 'OPEN' or exists (
      select from direct_reversals v where v.transfer_id = t.id and v.state = 'OPEN')) limit 1`.execute(trx);
  return rows.length > 0;
}

/** due: what is to reach the member; planned: sent or to be sent. */
async function listPlans(db: Kysely<DB>, paymentId: string): Promise<SharePlan[]> {
  const { rows } = await sql<SharePlan>`
    select a.id as allocation_id, a.amount_minor - coalesce(refunded.amount, 0) - coalesce(lost.amount, 0)
        + coalesce(back.kept, 0) as due_minor,
      coalesce(sent.amount, 0) - coalesce(back.amount, 0) as planned_minor
    from tip_allocations a
    left join lateral (
      select sum(r.amount_minor) as amount from refund_parts r join refunds f on f.id = r.refund_id
      where r.allocation_id = a.id and f.status <> 'FAILED'
    ) refunded on true
    left join lateral (
      select sum(h.claimed_minor) as amount from dispute_holds h join disputes d on d.id = h.dispute_id
      where h.allocation_id = a.id and d.status = 'LOST'
    ) lost on true
    left join lateral (
      select sum(t.amount_minor) as amount from direct_transfers t
      where t.allocation_id = a.id and t.state <> 'CUT'
    ) sent on true
    left join lateral (
      select sum(v.amount_minor) filter (where v.state in ('OPEN', 'ASKED', 'DONE')) as amount,
        sum(v.amount_minor) filter (where v.state = 'LOST') as kept
      from direct_reversals v join direct_transfers t on t.id = v.transfer_id
      where t.allocation_id = a.id
    ) back on true
    where a.payment_id = ${paymentId}::uuid
    order by a.creator_id`.execute(db);
  return rows.map((row) => ({
    ...row,
    due_minor: Number(row.due_minor),
    planned_minor: Number(row.planned_minor),
  }));
}

/** A loss ends with its cause: a failed refund, or a dispute decided anew. */
async function regain(trx: Transaction<DB>, paymentId: string, now: Date): Promise<void> {
  const rows = await trx
    .selectFrom("direct_reversals as v")
    .innerJoin("direct_transfers as t", "t.id", "v.transfer_id")
    .innerJoin("tip_allocations as a", "a.id", "t.allocation_id")
    .innerJoin("payments as p", "p.id", "t.payment_id")
    .innerJoin("ledger_transaction as l", (join) =>
      join.onRef("l.cause_id", "=", "v.id").on("l.kind", "=", "share_lost"),
    )
    .leftJoin("refunds as r", "r.id", "v.refund_id")
    .leftJoin("disputes as d", "d.id", "v.dispute_id")
    .select(["v.id", "t.payment_id", "p.provider", "a.creator_id", "a.currency", "v.amount_minor"])
    .select(["v.dispute_id", "l.id as lost_transaction"])
    .where("t.payment_id", "=", paymentId)
    .where("v.state", "=", "LOST")
    .where((eb) => eb.or([eb("r.status", "=", "FAILED"), eb("d.status", "<>", "LOST")]))
    .orderBy("v.id")
    .execute();
  for (const { dispute_id, lost_transaction, ...row } of rows) {
    await trx
      .updateTable("direct_reversals")
      .set({ state: "REGAINED" })
      .where("id", "=", row.id)
      .where("state", "=", "LOST")
      .execute();
    const share = { ...row, amount_minor: minor(row.amount_minor) };
    await post(trx, [shareRegained(share, lossOf({ dispute_id }), lost_transaction, now)], now);
  }
}

/** A refund is goodwill, a dispute a loss. */
export function lossOf({ dispute_id }: { dispute_id: string | null }): LossAccount {
  return dispute_id === null ? "goodwill" : "chargeback_loss";
}

/** Nothing has to come back. Returns the gap; above zero where it cut too much. */
async function cutTransfers(
  trx: Transaction<DB>,
  { allocation_id }: SharePlan,
  gap: number,
  now: Date,
): Promise<number> {
  const rows = await trx
    .selectFrom("direct_transfers")
    .select(["id", "amount_minor"])
    .where("allocation_id", "=", allocation_id)
    .where("state", "in", ["OPEN", "REFUSED"])
    .orderBy("id", "desc")
    .execute();
  let left = gap;
  for (const { id, amount_minor } of rows) {
    if (left >= 0) break;
    // One that is being sent is reversed later.
    const cut = await trx
      .updateTable("direct_transfers")
      .set({ state: "CUT", ended_at: now })
      .where("id", "=", id)
      .where("state", "in", ["OPEN", "REFUSED"])
      .executeTakeFirst();
    if (cut.numUpdatedRows > 0n) left += amount_minor;
  }
  return left;
}

/** Not fetched yet. Returns the gap. */
async function cutReversals(
  trx: Transaction<DB>,
  { allocation_id }: SharePlan,
  gap: number,
  now: Date,
): Promise<number> {
  const rows = await trx
    .selectFrom("direct_reversals as v")
    .innerJoin("direct_transfers as t", "t.id", "v.transfer_id")
    .select(["v.id", "v.amount_minor"])
    .where("t.allocation_id", "=", allocation_id)
    .where("v.state", "=", "OPEN")
    .orderBy("v.id", "desc")
    .execute();
  let left = gap;
  for (const { id, amount_minor } of rows) {
    if (amount_minor > left) continue;
    const cut = await trx
      .updateTable("direct_reversals")
      .set({ state: "CUT", ended_at: now })
      .where("id", "=", id)
      .where("state", "=", "OPEN")
      .executeTakeFirst();
    if (cut.numUpdatedRows > 0n) left -= amount_minor;
  }
  return left;
}

async function planTransfer(
  trx: Transaction<DB>,
  { newId }: PlanServices,
  { id: payment_id }: TransferredPayment,
  { allocation_id }: SharePlan,
  amount_minor: number,
  now: Date,
): Promise<void> {
  const row = { id: newId(), payment_id, allocation_id, amount_minor, state: "OPEN" as const };
  await trx
    .insertInto("direct_transfers")
    .values({ ...row, created_at: now })
    .execute();
}

/** Newest transfers first; one on its way, once it arrived. */
async function planReversals(
  trx: Transaction<DB>,
  { newId }: PlanServices,
  { allocation_id }: SharePlan,
  { amount_minor, ...cause }: ReversalCause & { amount_minor: number },
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ id: string; left_minor: number }>`
    select t.id, t.amount_minor - coalesce((select sum(v.amount_minor) from direct_reversals v
      where v.transfer_id = t.id and v.state in ('OPEN', 'ASKED', 'DONE')), 0)::bigint as left_minor
    from direct_transfers t
    where t.allocation_id = ${allocation_id}::uuid and t.state in ('ASKED', 'SENT')
    order by t.id desc`.execute(trx);
  let left = amount_minor;
  for (const { id: transfer_id, left_minor } of rows) {
    const part = Math.min(left, left_minor);
    if (part <= 0) continue;
    const row = { id: newId(), transfer_id, ...cause, amount_minor: part, state: "OPEN" as const };
    await trx
      .insertInto("direct_reversals")
      .values({ ...row, created_at: now })
      .execute();
    left -= part;
  }
  if (left > 0) throw new Error(`share ${allocation_id} has nothing to fetch back`);
}
