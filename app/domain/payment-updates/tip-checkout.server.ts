import { sql, type Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { listGroupReceivers, markOfReceivers } from "../grouplists/group-receivers.server.ts";
import { listPaymentsOfTip } from "../payments/payment-record.server.ts";
import type { Providers } from "../payments/provider-port.ts";
import { isMessageBelowPrice, messagePriceOf } from "../tips/tip.schema.ts";
import type { TipServices } from "../tips/tip-services.ts";
import { canReceive } from "../users/user-status.ts";
import { type Confirmation, confirmOrder, type Order, type OrderOutcome } from "./checkout.server.ts";

/** Why a tip's payment may not begin as it was seen. */
type Refusal =
  /** A group's tip is shared by others than the fan saw: the summary is shown again. */
  | { outcome: "members_changed" }
  /** A group has so many members by now that each would get too little. */
  | { outcome: "too_small_to_split" }
  /** The creator reads messages from another amount on, in the tip's currency. */
  | { outcome: "message_below_price"; price_minor: number; currency: string }
  | { outcome: "expired" };

/** What became of the summary's post. */
export type ConfirmOutcome = OrderOutcome | Refusal;

interface TipConfirmation extends Confirmation {
  tip_id: string;
  /** The mark of those who were to share a group's tip, as the fan saw them; of no meaning for a creator's. */
  seen_members?: string | undefined;
}

/** Begins the payment of a tip, once (docs/product.md, 4.5). */
export async function confirmTip(
  services: TipServices & { providers: Providers },
  confirmation: TipConfirmation,
): Promise<ConfirmOutcome> {
  return await confirmOrder(services, confirmation, (trx) => lockTip(trx, confirmation));
}

async function lockTip(trx: Transaction<DB>, confirmation: TipConfirmation): Promise<Order<Refusal>> {
  const [tip] = await lockTipToPay(trx, { tip_id: confirmation.tip_id });
  if (!tip) throw new Error(`no tip ${confirmation.tip_id}`);
  return {
    ...tip,
    of: { purpose: "TIP", tip_id: tip.id },
    is_over: tip.status === "EXPIRED",
    payments: await listPaymentsOfTip(trx, tip.id),
    payer_email: tip.sender_email,
    findMembers: () => findSharing(trx, tip, confirmation),
    refusal: refuseMessage(tip),
    moveOn: (now) =>
      trx
        .updateTable("tips")
        .set({ status: "AWAITING_PAYMENT", updated_at: now })
        .where("id", "=", tip.id)
        .execute(),
  };
}

/** Refuses a message that costs more than the tip. Once a payment was begun, it stands. */
function refuseMessage(tip: TipToPay): Refusal | null {
  const { profile_currency, currency } = tip;
  const price = profile_currency === null ? null : messagePriceOf({ ...tip, profile_currency });
  const isBelow = isMessageBelowPrice({ ...tip, default_price_per_message_minor: price });
  return tip.status === "DRAFT" && price !== null && isBelow
    ? { outcome: "message_below_price", price_minor: price, currency }
    : null;
}

/**
 * Who shares a group's tip from now on (docs/product.md, 3.5): the payment keeps them, whatever the group becomes while
 * the fan pays. Null for a creator's tip.
 */
async function findSharing(
  trx: Transaction<DB>,
  tip: TipToPay,
  { seen_members }: TipConfirmation,
): Promise<{ member_ids: string[] | null } | Refusal> {
  if (tip.creator_id !== null)
    return tip.receiver_status !== null && canReceive(tip.receiver_status) && tip.receiver_paused_at === null
      ? { member_ids: null }
      : { outcome: "expired" };
  const members = await listGroupReceivers(trx, tip.receiver_id, tip.chosen_creator_ids);
  if (members.length === 0) return { outcome: "expired" };
  if (tip.amount_minor < members.length * productRules.grouplist.share_minimum_minor)
    return { outcome: "too_small_to_split" };
  return seen_members !== markOfReceivers(members)
    ? { outcome: "members_changed" }
    : { member_ids: members.map(({ id }) => id) };
}

type TipToPay = Awaited<ReturnType<typeof lockTipToPay>>[number];

const lockTipToPay = hotQuery("lock-tip-to-pay", { tip_id: parameter<string>() }, (db, given) =>
  db
    .selectFrom("tips")
    .leftJoin("users", "users.id", "tips.creator_id")
    .select([
      "tips.id",
      "tips.status",
      sql<string>`coalesce(tips.creator_id, tips.grouplist_id)`.as("receiver_id"),
      "tips.creator_id",
      "tips.chosen_creator_ids",
      "tips.amount_minor",
      "tips.currency",
      "tips.payment_type",
      "tips.country",
      "tips.pay_currency",
      "tips.sender_email",
      "tips.message",
      "users.status as receiver_status",
      "users.paused_at as receiver_paused_at",
      "users.default_price_per_message_minor",
      "users.currency as profile_currency",
    ])
    .where("tips.id", "=", given("tip_id"))
    .forUpdate("tips"),
);
