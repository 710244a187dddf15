import type { Minor } from "../money/minor.ts";
import type { RefundAsker, RefundRefusal } from "./refund-plan.server.ts";
import { quoteRefund, refundTip } from "./refund-tip.server.ts";

type RefundServices = Parameters<typeof refundTip>[0];
type Refused = { outcome: "refused"; reason: RefundRefusal };

type VoucherRefund = { voucher_id: string; by: Extract<RefundAsker, { role: "OPERATOR" | "BUYER" }> };

/** What is given back of a voucher, or why nothing, without doing it: a buyer reads it before they confirm. */
export async function quoteVoucher(
  services: RefundServices,
  given: VoucherRefund,
): Promise<{ outcome: "quoted"; payment_id: string; left_minor: Minor } | Refused> {
  const payment = await services.db
    .selectFrom("payments")
    .select("id")
    .where("voucher_id", "=", given.voucher_id)
    .where("status", "in", ["SUCCESS", "CHARGEBACK", "REFUNDED"])
    .orderBy((eb) => eb("status", "=", "REFUNDED"))
    .executeTakeFirst();
  if (!payment) return { outcome: "refused", reason: "not_paid" };
  const quoted = await quoteRefund(services, { payment_id: payment.id, amount_minor: null, by: given.by });
  if (quoted.outcome === "refused") return quoted;
  return { outcome: "quoted", payment_id: payment.id, left_minor: quoted.plan.left_minor };
}

/**
 * Gives all of a voucher that nobody has redeemed back to its buyer, who withdraws from the purchase, or for an operator
 * (docs/product.md, 5.12): what `refundTip` does with the payment that brought its money.
 */
export async function refundVoucher(
  services: RefundServices,
  given: VoucherRefund,
): Promise<{ outcome: "requested" } | { outcome: "waiting" } | Refused> {
  const quoted = await quoteVoucher(services, given);
  if (quoted.outcome === "refused") return quoted;
  const { payment_id, left_minor } = quoted;
  return await refundTip(services, {
    payment_id,
    amount_minor: null,
    by: given.by,
    seen_left_minor: left_minor,
  });
}
