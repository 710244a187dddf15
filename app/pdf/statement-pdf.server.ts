import type { i18n } from "i18next";
import { countryName, formatDay, formatPercent } from "../domain/money/formats.ts";
import { formatAmount, localeOf } from "../domain/money/minor.ts";
import type {
  CancellationFacts,
  StatementCreator,
  StatementFacts,
  TipsByCountry,
} from "../domain/payouts/statements/statement.schema.ts";
import { keyOf, pdfCache } from "./pdf-cache.server.ts";
import { type Pdf, type PdfRow, renderPdf } from "./pdf-pages.server.ts";

export async function renderStatement(facts: StatementFacts, texts: i18n): Promise<Buffer> {
  return await pdfCache.get(["statement", ...keyOf(texts), facts], () => drawStatement(facts, texts));
}

async function drawStatement(facts: StatementFacts, texts: i18n): Promise<Buffer> {
  const { t } = texts;
  const locale = localeOf(texts.language);
  const { number, period } = facts;
  const title = t("payouts:statement.title", { number });
  const footer = (page: number, pages: number) =>
    `${title} · ${t("payouts:statement.page", { page, pages })}`;
  return await renderPdf({ title, texts, madeAt: new Date(facts.issued_at), footer }, (pdf) => {
    drawParties(pdf, facts, texts);
    pdf.heading(t("payouts:statement.payout"));
    pdf.table(payoutRows(facts, texts));
    if (facts.vat.kind === "reverse_charge") pdf.note(t("payouts:statement.reverseCharge"));
    const days = { from: formatDay(period.from, locale), until: formatDay(period.until, locale) };
    pdf.heading(t("payouts:statement.tips", days));
    if (facts.tips.length > 0) {
      const head = [t("payouts:statement.country"), t("payouts:statement.count"), t("payouts:statement.sum")];
      pdf.table(tipRows(facts.tips, facts.payout.currency, texts), head);
    } else pdf.lines([t("payouts:statement.noTips")]);
    const taken = takenRows(facts, texts);
    if (taken.length > 0) {
      pdf.heading(t("payouts:statement.taken"));
      pdf.table(taken);
    }
    for (const { number, from, until } of facts.instead_of) {
      const named = { number, from: formatDay(from, locale), until: formatDay(until, locale) };
      pdf.note(t("payouts:statement.insteadOf", named));
    }
    pdf.note(t("payouts:statement.about"));
  });
}

export function drawParties(
  pdf: Pdf,
  facts: { issuer: readonly string[]; issued_at: string; creator: StatementCreator },
  texts: i18n,
): void {
  const { t } = texts;
  const locale = localeOf(texts.language);
  const { creator } = facts;
  pdf.lines(facts.issuer);
  pdf.note(t("payouts:statement.issued", { day: formatDay(facts.issued_at, locale) }));
  const town = [creator.zipcode, creator.city].filter(Boolean).join(" ");
  const country = creator.country === null ? null : countryName(creator.country, locale);
  const vatId = creator.vat_id === null ? null : t("payouts:statement.vatId", { id: creator.vat_id });
  pdf.heading(t("payouts:statement.for"));
  pdf.lines(
    [creator.company, creator.name, creator.address, town, country, vatId].flatMap((line) => line || []),
  );
}

/** A cancellation has the sign -1. */
function payoutRows({ payout, vat, period }: StatementFacts, texts: i18n, sign: 1 | -1 = 1): PdfRow[] {
  const { t } = texts;
  const locale = localeOf(texts.language);
  const show = (amount: number) => formatAmount(amount === 0 ? 0 : sign * amount, payout.currency, locale);
  const method = t(`payouts:method.${payout.method}`);
  const rows: PdfRow[] = [
    { cells: [t("payouts:statement.requested"), formatDay(period.until, locale)] },
    { cells: [t("payouts:statement.to"), payout.account === null ? method : `${method}, ${payout.account}`] },
    { cells: [t("payouts:statement.number"), payout.id] },
    { cells: [t("payouts:statement.gross"), show(payout.amount_minor)] },
    { cells: [t("payouts:statement.fee"), show(-payout.fee_minor)] },
  ];
  if (vat.kind === "included") {
    const named = { rate: formatPercent(vat.rate_bps, locale), country: countryName(vat.country, locale) };
    rows.push({ cells: [t("payouts:statement.vat", named), show(vat.amount_minor)] });
  }
  rows.push({ cells: [t("payouts:statement.net"), show(payout.net_minor)], strong: true });
  return rows;
}

export function tipRows(tips: TipsByCountry, currency: string, texts: i18n): PdfRow[] {
  const { t } = texts;
  const locale = localeOf(texts.language);
  const row = (name: string, count: number, amount: number): PdfRow => ({
    cells: [name, String(count), formatAmount(amount, currency, locale)],
  });
  const count = tips.reduce((sum, each) => sum + each.count, 0);
  const amount = tips.reduce((sum, each) => sum + each.amount_minor, 0);
  return [
    ...tips.map((each) => row(countryName(each.country, locale), each.count, each.amount_minor)),
    { ...row(t("payouts:statement.total"), count, amount), strong: true },
  ];
}

function takenRows(facts: StatementFacts, texts: i18n): PdfRow[] {
  const { t } = texts;
  const locale = localeOf(texts.language);
  const rows = [
    [t("payouts:statement.refunds"), facts.refunds, -1],
    [t("payouts:statement.refundsFailed"), facts.refunds_failed, 1],
    [t("payouts:statement.chargebacks"), facts.chargebacks, -1],
    [t("payouts:statement.chargebacksWon"), facts.chargebacks_won, 1],
    [t("payouts:statement.waived"), facts.waived, 1],
    [t("payouts:statement.setOffs"), facts.set_offs, -1],
  ] as const;
  return rows.flatMap(([name, taken, sign]) =>
    taken
      ? [
          {
            cells: [
              name,
              String(taken.count),
              formatAmount(sign * taken.amount_minor, facts.payout.currency, locale),
            ],
          },
        ]
      : [],
  );
}

export async function renderCancellation(facts: CancellationFacts, texts: i18n): Promise<Buffer> {
  return await pdfCache.get(["cancellation", ...keyOf(texts), facts], () => drawCancellation(facts, texts));
}

async function drawCancellation(facts: CancellationFacts, texts: i18n): Promise<Buffer> {
  const { t } = texts;
  const locale = localeOf(texts.language);
  const { number, statement, issuer, issued_at, reason } = facts;
  const title = t("payouts:cancellation.title", { number });
  const footer = (page: number, pages: number) =>
    `${title} · ${t("payouts:statement.page", { page, pages })}`;
  return await renderPdf({ title, texts, madeAt: new Date(issued_at), footer }, (pdf) => {
    drawParties(pdf, { issuer, issued_at, creator: statement.creator }, texts);
    const of = { number: statement.number, day: formatDay(statement.issued_at, locale) };
    pdf.heading(t("payouts:cancellation.what", of));
    pdf.lines([
      t("payouts:cancellation.why"),
      ...(reason === null ? [] : [t("payouts:cancellation.reason", { reason })]),
    ]);
    pdf.heading(t("payouts:cancellation.figures"));
    pdf.table(payoutRows(statement, texts, -1));
    if (statement.vat.kind === "reverse_charge") pdf.note(t("payouts:statement.reverseCharge"));
    pdf.note(t("payouts:cancellation.about"));
  });
}
