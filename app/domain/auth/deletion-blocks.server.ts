import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { getBalances } from "../ledger/post.server.ts";
import { type Minor, minor, PROFILE_CURRENCIES } from "../money/minor.ts";

/** One reason for which an account cannot be deleted yet (docs/product.md, 6.9). */
type DeletionBlock =
  | { kind: "balance" | "debt" | "payout"; currency: string; amount_minor: Minor }
  | { kind: "refund" | "dispute" };

/** Whether a refund or a dispute of a creator's tips is open: how it ends moves money that is in no balance. */
export async function findMoneyToCome(
  db: Kysely<DB>,
  userId: string,
): Promise<{ refund: boolean; dispute: boolean }> {
  const { rows } = await sql<{ refund: boolean; dispute: boolean }>`
    select
      exists (
        select from refunds r join refund_parts part on part.refund_id = r.id
          join tip_allocations a on a.id = part.allocation_id
        where r.status = 'REQUESTED' and a.creator_id = ${userId}::uuid) as refund,
      exists (
        select from disputes d join tip_allocations a on a.payment_id = d.payment_id
        where d.status = 'OPEN' and a.creator_id = ${userId}::uuid) as dispute`.execute(db);
  return rows[0] ?? { refund: false, dispute: false };
}

/** All that stands between a creator and the deletion, each with its sum where it has one. */
export async function listDeletionBlocks(db: Kysely<DB>, userId: string): Promise<DeletionBlock[]> {
  const toCome = await findMoneyToCome(db, userId);
  const blocks: DeletionBlock[] = [];
  let isHeld = false;
  for (const currency of PROFILE_CURRENCIES) {
    const own = await getBalances(db, userId, currency);
    // What waits for a verification goes back to its voucher.
    const balance = minor(own.creator_available + own.creator_pending);
    if (balance > 0) blocks.push({ kind: "balance", currency, amount_minor: balance });
    if (own.creator_receivable > 0)
      blocks.push({ kind: "debt", currency, amount_minor: own.creator_receivable });
    if (own.payout_in_transit > 0)
      blocks.push({ kind: "payout", currency, amount_minor: own.payout_in_transit });
    isHeld ||= own.creator_dispute_hold > 0;
  }
  if (toCome.refund) blocks.push({ kind: "refund" });
  if (toCome.dispute || isHeld) blocks.push({ kind: "dispute" });
  return blocks;
}
