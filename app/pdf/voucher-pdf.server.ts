import type { i18n } from "i18next";
import { formatDay } from "../domain/money/formats.ts";
import { localeOf } from "../domain/money/minor.ts";
import { keyOf, pdfCache } from "./pdf-cache.server.ts";
import { renderPdf } from "./pdf-pages.server.ts";

interface PrintedVoucher {
  amount: string;
  day: string;
  message: string | null;
  sender_name: string | null;
  code: { text: string; link: string; address: string } | null;
  state: "PENDING" | "REDEEMED" | "EXPIRED" | "REFUNDED" | "VOID" | "LOCKED" | null;
  contact: string;
  paid_at: Date;
}

/** Upper half of the sheet. */
export async function renderVoucher(voucher: PrintedVoucher, texts: i18n): Promise<Buffer> {
  return await pdfCache.get(["voucher", ...keyOf(texts), voucher], () => drawVoucher(voucher, texts));
}

async function drawVoucher(voucher: PrintedVoucher, texts: i18n): Promise<Buffer> {
  const { t } = texts;
  const locale = localeOf(texts.language);
  const { code, message, sender_name: name, state } = voucher;
  const title = t("vouchers:card.heading", { amount: voucher.amount });
  const footer = () => t("common:brand");
  return await renderPdf({ title, texts, madeAt: voucher.paid_at, footer }, (pdf) => {
    if (message !== null) pdf.lines(message.split("\n"));
    if (name !== null) pdf.lines([t("vouchers:card.from", { name })]);
    if (code) {
      pdf.note(t("vouchers:card.code"));
      pdf.code(code.text);
      pdf.qrCode(code.link, t("vouchers:card.qr"));
      pdf.note(t("vouchers:card.redeem", { address: code.address }));
    }
    if (state) pdf.lines([plain(t(`vouchers:card.states.${state}`, { contact: voucher.contact }))]);
    if (code || state === "LOCKED") pdf.note(t("vouchers:card.until", { day: voucher.day }));
    pdf.note(t("vouchers:card.bought", { day: formatDay(voucher.paid_at, locale) }));
  });
}

function plain(text: string): string {
  return text.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1");
}
