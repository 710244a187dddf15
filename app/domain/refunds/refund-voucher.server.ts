import type { RefundAsker, RefundRefusal } from "./refund-plan.server.ts";
import { quoteRefund, refundTip } from "./refund-tip.server.ts";

type RefundServices = Parameters<typeof refundTip>[0];

/**
 * Gives all of a voucher that nobody has redeemed back to its buyer, who withdraws from the purchase, or for an operator
 * (docs/product.md, 5.12): what `refundTip` does with the payment that brought its money.
 */
export async function refundVoucher(
  services: RefundServices,
  given: { voucher_id: string; by: Extract<RefundAsker, { role: "OPERATOR" | "BUYER" }> },
): Promise<
  { outcome: "requested" } | { outcome: "waiting" } | { outcome: "refused"; reason: RefundRefusal }
> {
  const payment = await services.db
    .selectFrom("payments")
    .select("id")
    .where("voucher_id", "=", given.voucher_id)
    .where("status", "in", ["SUCCESS", "CHARGEBACK"])
    .executeTakeFirst();
  if (!payment) return { outcome: "refused", reason: "not_paid" };
  const order = { payment_id: payment.id, amount_minor: null, by: given.by };
  const quoted = await quoteRefund(services, order);
  if (quoted.outcome === "refused") return quoted;
  return await refundTip(services, { ...order, seen_left_minor: quoted.plan.left_minor });
}
