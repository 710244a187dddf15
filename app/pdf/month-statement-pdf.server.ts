import type { i18n } from "i18next";
import { countryName, formatDay, formatMonth, formatPercent } from "../domain/money/formats.ts";
import { formatAmount, localeOf } from "../domain/money/minor.ts";
import type { MonthStatementFacts } from "../domain/payouts/statements/statement.schema.ts";
import { isReverseCharge } from "../domain/tax/eu-vat.ts";
import { keyOf, pdfCache } from "./pdf-cache.server.ts";
import { type Pdf, type PdfRow, renderPdf } from "./pdf-pages.server.ts";
import { drawParties, tipRows } from "./statement-pdf.server.ts";

export async function renderMonthStatement(facts: MonthStatementFacts, texts: i18n): Promise<Buffer> {
  return await pdfCache.get(["month", ...keyOf(texts), facts], () => drawMonthStatement(facts, texts));
}

async function drawMonthStatement(facts: MonthStatementFacts, texts: i18n): Promise<Buffer> {
  const { t } = texts;
  const locale = localeOf(texts.language);
  const { currency, payouts } = facts;
  const title = t("payouts:monthStatement.title", {
    month: formatMonth(facts.month, locale),
    number: facts.number,
  });
  const footer = (page: number, pages: number) =>
    `${title} · ${t("payouts:statement.page", { page, pages })}`;
  return await renderPdf({ title, texts, madeAt: new Date(facts.issued_at), footer }, (pdf) => {
    drawParties(pdf, facts, texts);
    pdf.heading(t("payouts:monthStatement.money", { currency }));
    pdf.table(moneyRows(facts, texts));
    const parts = partRows(facts, texts);
    if (parts.length > 1) {
      pdf.heading(t("payouts:monthStatement.of"));
      pdf.table(parts);
    }
    if (facts.tips.length > 0) {
      const head = [t("payouts:statement.country"), t("payouts:statement.count"), t("payouts:statement.sum")];
      pdf.heading(t("payouts:monthStatement.tips"));
      pdf.table(tipRows(facts.tips, currency, texts), head);
    }
    if (payouts.length > 0) drawPayouts(pdf, facts, texts);
    if (facts.left_at !== null)
      pdf.note(t("payouts:monthStatement.left", { day: formatDay(facts.left_at, locale) }));
    pdf.note(t("payouts:monthStatement.about"));
  });
}

function moneyRows(facts: MonthStatementFacts, texts: i18n): PdfRow[] {
  const { t } = texts;
  const locale = localeOf(texts.language);
  const row = (name: string, amount: number): PdfRow => ({
    cells: [name, formatAmount(amount, facts.currency, locale)],
  });
  return [
    row(t("payouts:monthStatement.opening"), facts.opening_minor),
    ...facts.movements.map(({ kind, count, amount_minor }) =>
      row(t(`payouts:monthStatement.movements.${kind}`, { count }), amount_minor),
    ),
    { ...row(t("payouts:monthStatement.closing"), facts.closing_minor), strong: true },
  ];
}

function partRows({ closing, currency }: MonthStatementFacts, texts: i18n): PdfRow[] {
  const { t } = texts;
  const locale = localeOf(texts.language);
  const parts = [
    [t("payouts:balance.available"), closing.creator_available],
    [t("payouts:balance.creator_pending"), closing.creator_pending],
    [t("payouts:balance.creator_dispute_hold"), closing.creator_dispute_hold],
    [t("payouts:balance.creator_unverified"), closing.creator_unverified],
    [t("payouts:balance.creator_receivable"), closing.creator_receivable],
  ] as const;
  return parts.flatMap(([name, amount]) =>
    amount === 0 ? [] : [{ cells: [name, formatAmount(amount, currency, locale)] }],
  );
}

function drawPayouts(pdf: Pdf, facts: MonthStatementFacts, texts: i18n): void {
  const { payouts, creator, currency, is_vat_id_refused } = facts;
  const { t } = texts;
  const locale = localeOf(texts.language);
  const show = (amount: number) => formatAmount(amount, currency, locale);
  const head = (["date", "gross", "fee", "net"] as const).map((name) =>
    t(`payouts:monthStatement.payoutHead.${name}`),
  );
  pdf.heading(t("payouts:monthStatement.payouts"));
  pdf.table(
    payouts.map(({ requested_at, amount_minor, fee_minor, net_minor }) => ({
      cells: [formatDay(requested_at, locale), show(amount_minor), show(-fee_minor), show(net_minor)],
    })),
    head,
  );
  const included = payouts.flatMap(({ vat }) => vat ?? []);
  if (included.length > 0)
    pdf.table(
      included.map(({ country, rate_bps, amount_minor }) => {
        const named = { rate: formatPercent(rate_bps, locale), country: countryName(country, locale) };
        return { cells: [t("payouts:statement.vat", named), show(amount_minor)] };
      }),
    );
  if (!payouts.some(({ fee_minor, vat }) => fee_minor > 0 && vat === null)) return;
  const { country, vat_id: eu_ust_id } = creator;
  const isOwedByCreator = isReverseCharge({ country, eu_ust_id, is_vat_id_refused });
  pdf.note(isOwedByCreator ? t("payouts:statement.reverseCharge") : t("payouts:monthStatement.noVat"));
}
