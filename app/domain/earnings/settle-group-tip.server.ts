import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { type Minor, minor } from "../money/minor.ts";

/** A share of a tip that settles, with the creator whose it is. */
export interface SettledShare {
  allocation_id: string;
  tip_id: string;
  creator_id: string;
  amount_minor: Minor;
  worth_eur_minor: Minor;
  /** Whether it counts for the creator's rank (docs/product.md, 8.3). */
  is_ranked: boolean;
  waits: boolean;
}

interface SettledGroupTip {
  payment_id: string;
  provider_ref: string;
  tip_id: string;
  currency: string;
  fan_key: Buffer | null;
  pending_shard: number | null;
  paid_at: Date;
  available_at: Date;
  released_at: Date | null;
  status: "ACTIVE" | "PENDING";
  review_reason: string | null;
  activated_at: Date | null;
  /** The group's running number of paid tips. */
  turn: number;
  /** Whether the whole counts for the group's rank. */
  is_ranked: boolean;
  now: Date;
}

/**
 * Payment, the group's tip and each member's share: all that settling changes beside the books. A share is a tip of the
 * member's own, with the fan's words, so that each reads, thanks and forgets by themselves (docs/product.md, 3.5). What
 * held it up for a review stands with the group's tip alone, which alone is reviewed.
 */
export async function writeSettledGroupTip(
  trx: Kysely<DB>,
  settled: SettledGroupTip,
  shares: readonly SettledShare[],
): Promise<void> {
  await trx
    .updateTable("payments")
    .set({
      status: "SUCCESS",
      failure_reason: null,
      provider_ref: settled.provider_ref,
      settled_at: settled.paid_at,
    })
    .where("id", "=", settled.payment_id)
    .execute();
  await trx
    .updateTable("tips")
    .set({
      status: settled.status,
      review_reason: settled.review_reason,
      fan_key: settled.fan_key,
      paid_at: settled.paid_at,
      activated_at: settled.activated_at,
      group_turn: settled.turn,
      is_ranked: settled.is_ranked,
      begun_by: null,
      updated_at: settled.now,
    })
    .where("id", "=", settled.tip_id)
    .execute();
  await sql`
    insert into tips (id, creator_id, grouplist_id, group_tip_id, currency, amount_minor, status, sender_name,
      message, image_id, sender_email, share_email, payment_type, country, pay_currency, locale, details_seen_at, fan_key,
      paid_at, activated_at, created_at, updated_at)
    select share.tip_id, share.creator_id, t.grouplist_id, t.id, t.currency, share.amount_minor, t.status,
      t.sender_name, t.message, t.image_id, t.sender_email, t.share_email, t.payment_type, t.country, t.pay_currency,
      t.locale, t.details_seen_at, t.fan_key, t.paid_at, t.activated_at, t.created_at, t.updated_at
    from tips t cross join jsonb_to_recordset(${JSON.stringify(shares)}::jsonb)
      as share (tip_id uuid, creator_id uuid, amount_minor bigint)
    where t.id = ${settled.tip_id}::uuid`.execute(trx);
  await trx
    .insertInto("tip_allocations")
    .values(
      shares.map((share) => ({
        id: share.allocation_id,
        tip_id: share.tip_id,
        payment_id: settled.payment_id,
        creator_id: share.creator_id,
        currency: settled.currency,
        amount_minor: share.amount_minor,
        counted_minor: share.amount_minor,
        worth_eur_minor: share.worth_eur_minor,
        pending_shard: settled.pending_shard,
        available_at: settled.available_at,
        released_at: settled.released_at,
        pending_minor: share.waits ? share.amount_minor : minor(0),
        is_ranked: share.is_ranked,
      })),
    )
    .execute();
}
