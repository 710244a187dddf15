import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";
import { lookUpPayment } from "../../domain/payment-updates/apply-snapshot.server.ts";
import type { Payment } from "../../domain/payments/payment-record.server.ts";
import { findAnyResult } from "../../domain/vouchers/voucher-drafts.server.ts";
import { isPayingBrowser } from "../../http/paying-browser.server.ts";

/**
 * Fans return before the provider event: the provider is queried, for the paying browser alone. Reloads
 * beyond the budget wait. `isOpenThere`: it still takes the payment (docs/product.md, 4.4).
 */
export async function lookUpResult(
  request: Request,
  context: Readonly<RouterContextProvider>,
  paymentId: string,
): Promise<{ result: Awaited<ReturnType<typeof findAnyResult>>; isOpenThere: boolean }> {
  const services = context.get(servicesContext);
  const isPayersOwn = (payment: Payment) => isPayingBrowser(request, context, payment);
  const result = await findAnyResult(services, paymentId, isPayersOwn);
  const isUnknown = result?.payment.status === "REDIRECTED" && (await isPayersOwn(result.payment));
  if (!isUnknown || (await services.limits.take("payment_look", paymentId)) !== null)
    return { result, isOpenThere: false };
  const isOpenThere = (await lookUpPayment(services, result.payment)) === "OPEN";
  return { result: await findAnyResult(services, paymentId, isPayersOwn), isOpenThere };
}
