import { i18nFor } from "../../locales/i18n.ts";
import { formatDay, formatPercent } from "../domain/money/formats.ts";
import { formatAmount, type Locale } from "../domain/money/minor.ts";
import { shownReceiptNumber } from "../domain/money/receipt-number.ts";
import type { Receipt } from "../domain/tips/tips.server.ts";
import { pdfCache } from "./pdf-cache.server.ts";
import { renderPdf } from "./pdf-pages.server.ts";

interface CreditNote {
  number: number;
  issued_at: Date;
  receipt: Receipt;
  refund: Receipt["refunds"][number];
}

/** A credit note as a PDF: of which receipt it takes back what of our fee and its VAT. The same facts make the same bytes. */
export async function renderCreditNote(note: CreditNote, locale: Locale): Promise<Buffer> {
  const { number, issued_at, refund, receipt } = note;
  const { payment, issuer } = receipt;
  return await pdfCache.get(["credit-note", locale, { number, issued_at, refund, payment, issuer }], () =>
    drawCreditNote(note, locale),
  );
}

async function drawCreditNote(
  { number, issued_at, receipt, refund }: CreditNote,
  locale: Locale,
): Promise<Buffer> {
  const { t } = i18nFor(locale);
  const { payment } = receipt;
  const show = (amount: number) => formatAmount(-amount, payment.currency, locale);
  const title = t("result:creditNote.title", { number });
  const footer = (page: number, pages: number) => `${title} · ${t("result:receipt.page", { page, pages })}`;
  const corrected = {
    number: shownReceiptNumber(payment.receipt_number),
    day: formatDay(receipt.settled_at, locale),
  };
  const fee = t("tip:price.fee", { rate: formatPercent(payment.service_fee_bps, locale) });
  const vat = t("tip:price.vat", { rate: formatPercent(payment.vat_rate_bps, locale) });
  return await renderPdf({ title, locale, madeAt: issued_at, footer }, (pdf) => {
    pdf.lines(receipt.issuer);
    pdf.note(t("payouts:statement.issued", { day: formatDay(issued_at, locale) }));
    pdf.heading(t("result:creditNote.corrects", corrected));
    pdf.table([
      { cells: [fee, show(refund.service_fee_minor)] },
      { cells: [vat, show(refund.vat_minor)] },
      {
        cells: [t("result:creditNote.total"), show(refund.service_fee_minor + refund.vat_minor)],
        strong: true,
      },
    ]);
    const back = formatAmount(refund.charged_minor, refund.charged_currency, locale);
    pdf.note(t("result:creditNote.about", { amount: back, day: formatDay(refund.at, locale) }));
  });
}
