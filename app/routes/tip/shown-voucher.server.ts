import { toString as drawQrCode } from "qrcode";
import type { RouterContextProvider } from "react-router";
import { servicesContext, settingsContext } from "../../context.ts";
import { formatDay } from "../../domain/money/formats.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { groupCode } from "../../domain/vouchers/voucher.schema.ts";
import type { readVoucher } from "../../domain/vouchers/voucher-codes.server.ts";
import { lastDayOf } from "../../domain/vouchers/voucher-dates.ts";
import { getLocale } from "../../http/i18n.server.ts";
import { productRules } from "../../product-rules.ts";
import type { ShownVoucher } from "../../ui/components/voucher-card.tsx";

type Voucher = NonNullable<Awaited<ReturnType<typeof readVoucher>>>;

/** The code only while it is valid. */
export async function shownVoucher(
  context: Readonly<RouterContextProvider>,
  voucher: Voucher,
): Promise<ShownVoucher> {
  const { publicUrl } = context.get(servicesContext);
  const locale = getLocale(context);
  const { code, message, sender_name } = voucher;
  const linkOf = (digits: string) => `${publicUrl}/voucher/redeem/${digits}`;
  return {
    amount: formatAmount(voucher.amount_minor, voucher.currency, locale),
    day: formatDay(lastDayOf(voucher), locale),
    withdrawal_days: voucher.withdrawal_days,
    message,
    sender_name,
    code:
      code === null
        ? null
        : {
            text: groupCode(code),
            link: linkOf(code),
            qr: await qrOf(linkOf(code)),
            address: `${new URL(publicUrl).host}/voucher/redeem`,
          },
    state: stateOf(voucher),
    contact: context.get(settingsContext).brand.support_email,
  };
}

export function isShownToBuyer(voucher: Voucher, now: Date): boolean {
  return now.getTime() < voucher.paid_at.getTime() + productRules.voucher.shown_minutes * 60_000;
}

function stateOf({ status, code }: Voucher): ShownVoucher["state"] {
  if (code !== null) return null;
  switch (status) {
    case "PENDING":
    case "REDEEMED":
    case "EXPIRED":
    case "REFUNDED":
    case "VOID":
      return status;
    default:
      return "LOCKED";
  }
}

async function qrOf(url: string): Promise<string> {
  const { margin, pixels } = productRules.qr_code;
  const svg = await drawQrCode(url, { type: "svg", margin, width: pixels });
  return `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
}
