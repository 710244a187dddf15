import type { i18n } from "i18next";
import { formatDay, formatFeeRate, formatPercent, formatReceiptNumber } from "../domain/money/formats.ts";
import { formatAmount, localeOf } from "../domain/money/minor.ts";
import type { Receipt, ReceiptRefund } from "../domain/tips/receipt.server.ts";
import { keyOf, pdfCache } from "./pdf-cache.server.ts";
import { type PdfRow, renderPdf } from "./pdf-pages.server.ts";

interface CreditNote {
  number: number;
  issued_at: Date;
  receipt: Receipt;
  refund: ReceiptRefund;
}

export async function renderCreditNote(note: CreditNote, texts: i18n): Promise<Buffer> {
  const { number, issued_at, refund, receipt } = note;
  const { payment, issuer } = receipt;
  return await pdfCache.get(
    ["credit-note", ...keyOf(texts), { number, issued_at, refund, payment, issuer }],
    () => drawCreditNote(note, texts),
  );
}

interface NoteCancellation extends CreditNote {
  note: { number: number; issued_at: Date };
  came_back_at: Date;
}

/** The credit note with opposite signs. */
export async function renderNoteCancellation(facts: NoteCancellation, texts: i18n): Promise<Buffer> {
  const { receipt, ...given } = facts;
  const { payment, issuer } = receipt;
  return await pdfCache.get(
    ["credit-note-cancellation", ...keyOf(texts), { ...given, payment, issuer }],
    () => drawCancellation(facts, texts),
  );
}

async function drawCreditNote(note: CreditNote, texts: i18n): Promise<Buffer> {
  const { t } = texts;
  const locale = localeOf(texts.language);
  const { number, issued_at, receipt, refund } = note;
  const title = t("result:creditNote.title", { number });
  const footer = (page: number, pages: number) => `${title} · ${t("result:receipt.page", { page, pages })}`;
  return await renderPdf({ title, texts, madeAt: issued_at, footer }, (pdf) => {
    pdf.lines(receipt.issuer);
    pdf.note(t("payouts:statement.issued", { day: formatDay(issued_at, locale) }));
    pdf.heading(t("result:creditNote.corrects", correctedReceipt(receipt, texts)));
    pdf.table(feeRows(note, t("result:creditNote.total"), -1, texts));
    const back = formatAmount(refund.charged_minor, refund.charged_currency, locale);
    pdf.note(t("result:creditNote.about", { amount: back, day: formatDay(refund.at, locale) }));
  });
}

async function drawCancellation(facts: NoteCancellation, texts: i18n): Promise<Buffer> {
  const { t } = texts;
  const locale = localeOf(texts.language);
  const { number, issued_at, receipt, refund, note, came_back_at } = facts;
  const title = t("result:noteCancellation.title", { number });
  const footer = (page: number, pages: number) => `${title} · ${t("result:receipt.page", { page, pages })}`;
  return await renderPdf({ title, texts, madeAt: issued_at, footer }, (pdf) => {
    pdf.lines(receipt.issuer);
    pdf.note(t("payouts:statement.issued", { day: formatDay(issued_at, locale) }));
    const cancelled = { number: note.number, day: formatDay(note.issued_at, locale) };
    pdf.heading(t("result:noteCancellation.what", cancelled));
    pdf.lines([t("result:noteCancellation.receipt", correctedReceipt(receipt, texts))]);
    pdf.table(feeRows(facts, t("result:noteCancellation.total"), 1, texts));
    const back = formatAmount(refund.charged_minor, refund.charged_currency, locale);
    pdf.note(t("result:noteCancellation.about", { amount: back, day: formatDay(came_back_at, locale) }));
  });
}

function correctedReceipt({ payment, settled_at }: Receipt, texts: i18n) {
  return {
    number: formatReceiptNumber(payment.receipt_number),
    day: formatDay(settled_at, localeOf(texts.language)),
  };
}

function feeRows(
  { receipt, refund }: Pick<CreditNote, "receipt" | "refund">,
  total: string,
  sign: 1 | -1,
  texts: i18n,
): PdfRow[] {
  const { t } = texts;
  const locale = localeOf(texts.language);
  const { payment } = receipt;
  const show = (amount: number) => formatAmount(sign * amount, payment.currency, locale);
  const fee = t("tip:price.fee", { rate: formatFeeRate(payment, locale, t("tip:price.minimum")) });
  const vat = t("tip:price.vat", { rate: formatPercent(payment.vat_rate_bps, locale) });
  return [
    { cells: [fee, show(refund.service_fee_minor)] },
    { cells: [vat, show(refund.vat_minor)] },
    { cells: [total, show(refund.service_fee_minor + refund.vat_minor)], strong: true },
  ];
}
