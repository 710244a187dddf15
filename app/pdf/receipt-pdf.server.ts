import type { i18n } from "i18next";
import {
  countryName,
  formatDay,
  formatFeeRate,
  formatPercent,
  formatRate,
  formatReceiptNumber,
} from "../domain/money/formats.ts";
import { formatAmount, localeOf } from "../domain/money/minor.ts";
import { leftAfter, type Receipt, voucherEnd } from "../domain/tips/receipt.server.ts";
import { keyOf, pdfCache } from "./pdf-cache.server.ts";
import { type Pdf, type PdfRow, renderPdf } from "./pdf-pages.server.ts";

/** Says what the page says. */
export async function renderReceipt(receipt: Receipt, texts: i18n): Promise<Buffer> {
  return await pdfCache.get(["receipt", ...keyOf(texts), receipt], () => drawReceipt(receipt, texts));
}

async function drawReceipt(receipt: Receipt, texts: i18n): Promise<Buffer> {
  const { t } = texts;
  const locale = localeOf(texts.language);
  const { payment, item_name, is_monthly, receiver, payer, settled_at } = receipt;
  const name = receiver ? nameOf(receiver, texts) : "";
  const title = t("result:receipt.heading");
  const ended = { REFUNDED: "refunded", CHARGEBACK: "chargeback" } as const;
  const end = payment.status === "REFUNDED" || payment.status === "CHARGEBACK" ? ended[payment.status] : null;
  const footer = (page: number, pages: number) =>
    `${t("common:brand")} · ${t("result:receipt.page", { page, pages })}`;
  return await renderPdf({ title, texts, madeAt: settled_at, footer }, (pdf) => {
    pdf.lines(receipt.issuer);
    pdf.note(t("payouts:statement.issued", { day: formatDay(settled_at, locale) }));
    if (end) pdf.heading(t(`result:ended.${end}Heading`));
    for (const { charged_minor, came_back_at } of receipt.came_back) {
      const amount = formatAmount(charged_minor, payment.charged_currency, locale);
      pdf.note(t("result:receipt.cameBack", { amount, day: formatDay(came_back_at, locale) }));
    }
    const about = [item_name, is_monthly ? t("result:receipt.eachMonth") : null].filter(
      (part) => part !== null,
    );
    pdf.table([
      { cells: [t("result:receipt.date"), formatDay(settled_at, locale)] },
      {
        cells: [
          t("result:receipt.to"),
          receiver
            ? [`${name} (${receiver.group ? receiver.path : atPath(receiver.path)})`, ...about].join(", ")
            : t("vouchers:receipt.what"),
        ],
      },
      ...(payer ? [{ cells: [t("result:receipt.from"), payer.name ?? t("tip:summary.anonymous")] }] : []),
      ...(payer?.masked_email ? [{ cells: [t("result:receipt.email"), payer.masked_email] }] : []),
      { cells: [t("result:receipt.country"), countryName(payment.country, locale)] },
      { cells: [t("result:receipt.number"), formatReceiptNumber(payment.receipt_number)] },
    ]);
    pdf.table(priceRows(receipt, texts));
    const rate = rateOf(receipt, texts);
    if (rate !== null) pdf.note(rate);
    drawRefunds(pdf, receipt, texts);
    const voucher_end = voucherEnd(receipt);
    pdf.note(
      receiver === null
        ? t(voucher_end ? `vouchers:receipt.ended.${voucher_end}` : "vouchers:receipt.seller")
        : t(receiver.group ? "result:receipt.sellers" : "result:receipt.seller", { name }),
    );
  });
}

function drawRefunds(pdf: Pdf, { payment, refunds, receiver }: Receipt, texts: i18n): void {
  if (refunds.length === 0) return;
  const { t } = texts;
  const locale = localeOf(texts.language);
  const show = (amount: number) => formatAmount(amount, payment.currency, locale);
  pdf.heading(t("result:receipt.refunds"));
  for (const refund of refunds) {
    const day = formatDay(refund.at, locale);
    pdf.lines([t(refund.is_done ? "result:receipt.refundedOn" : "result:receipt.onItsWay", { day })]);
    const parts = [
      [t(receiver === null ? "result:receipt.parts.voucher" : "result:receipt.parts.tip"), refund.tip_minor],
      [t("result:receipt.parts.fee"), refund.service_fee_minor],
      [t("result:receipt.parts.vat"), refund.vat_minor],
    ] as const;
    const back = formatAmount(refund.charged_minor, refund.charged_currency, locale);
    pdf.table([
      ...parts.flatMap(([name, amount]) => (amount === 0 ? [] : [{ cells: [name, show(amount)] }])),
      { cells: [t("result:receipt.back"), back], strong: true },
    ]);
  }
  pdf.table([{ cells: [t("result:receipt.left"), show(leftAfter(payment, refunds))], strong: true }]);
}

const atPath = (path: string | null) => (path ?? "").replace("/", "@");

function nameOf(receiver: NonNullable<Receipt["receiver"]>, texts: i18n): string {
  const { name, group } = receiver;
  const { t } = texts;
  return name ?? (group ? t("grouplists:unnamed", { slug: group.slug }) : t("result:receipt.deleted"));
}

function priceRows({ payment, receiver }: Receipt, texts: i18n): PdfRow[] {
  const { t } = texts;
  const locale = localeOf(texts.language);
  const show = (amount: number) => formatAmount(amount, payment.currency, locale);
  const fee = t("tip:price.fee", { rate: formatFeeRate(payment, locale, t("tip:price.minimum")) });
  const method = t(`tip:payment.types.${payment.type}.name`);
  const what = receiver ? t("tip:price.tip", { name: nameOf(receiver, texts) }) : t("tip:price.voucher");
  const rows: PdfRow[] = [
    { cells: [what, show(payment.amount_minor)] },
    { cells: [fee, show(payment.service_fee_minor)] },
  ];
  if (payment.vat_minor > 0) {
    const vat = t("tip:price.vat", { rate: formatPercent(payment.vat_rate_bps, locale) });
    rows.push({ cells: [vat, show(payment.vat_minor)] });
  }
  rows.push({ cells: [t("tip:price.totalBy", { method }), show(payment.total_minor)], strong: true });
  if (payment.charged_currency !== payment.currency) {
    const charged = formatAmount(payment.charged_minor, payment.charged_currency, locale);
    rows.push({ cells: [t("tip:price.charged"), charged], strong: true });
  }
  return rows;
}

function rateOf({ payment }: Receipt, texts: i18n): string | null {
  if (payment.charged_currency === payment.currency) return null;
  const locale = localeOf(texts.language);
  return texts.t("tip:price.rate", {
    from: payment.currency,
    to: payment.charged_currency,
    rate: formatRate(payment.rate, locale),
    date: formatDay(payment.rate_date, locale),
  });
}
