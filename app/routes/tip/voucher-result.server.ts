import { href, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import type { VoucherResult } from "../../domain/vouchers/voucher-drafts.server.ts";
import { isSavingData } from "../../http/guest-script.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { isPayingBrowser } from "../../http/paying-browser.server.ts";
import { shownPrice } from "../../ui/components/price-table.tsx";
import { isShownToBuyer, shownVoucher } from "./shown-voucher.server.ts";

/**
 * For the payer's browser, for an hour: the payment's id reaches the provider and opens nothing
 * (docs/product.md, 5.12).
 */
export async function showVoucherResult(
  request: Request,
  context: Readonly<RouterContextProvider>,
  { payment, voucher, paid }: VoucherResult,
) {
  const { clock, tokens } = context.get(servicesContext);
  if (payment.status === "FAILED") throw redirect(`${href("/payment/failed")}?payment=${payment.id}`, 303);
  const isOwn = await isPayingBrowser(request, context, payment);
  const isWaiting = ["CREATED", "REDIRECTED", "PROCESSING"].includes(payment.status);
  const { t } = getI18n(context);
  const isShown = isOwn && payment.status === "SUCCESS" && paid !== null && isShownToBuyer(paid, clock());
  return {
    title: isWaiting ? t("result:waiting.title") : t("vouchers:card.title"),
    voucher: {
      payment: { id: payment.id, status: payment.status, type: payment.type },
      isWaiting,
      isSaving: isSavingData(request.headers),
      amount: formatAmount(payment.amount_minor, payment.currency, getLocale(context)),
      own: isOwn
        ? {
            card: isShown ? await shownVoucher(context, paid) : null,
            pdf: isShown
              ? href("/voucher/code/:token/pdf", { token: tokens.sign("voucher-code", voucher.id) })
              : null,
            price: shownPrice(payment),
            maskedEmail: voucher.masked_email,
            receiptUrl: href("/receipt/:token", { token: tokens.sign("receipt", payment.id) }),
          }
        : null,
    },
  };
}

export type ShownVoucherResult = Awaited<ReturnType<typeof showVoucherResult>>["voucher"];
