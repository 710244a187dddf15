import { i18nFor } from "../../locales/i18n.ts";
import { formatDay } from "../domain/money/formats.ts";
import type { Locale } from "../domain/money/minor.ts";
import type { CancellationFacts } from "../domain/payouts/statements/statement.schema.ts";
import { pdfCache } from "./pdf-cache.server.ts";
import { renderPdf } from "./pdf-pages.server.ts";
import { drawParties, payoutRows } from "./statement-pdf.server.ts";

/** Deterministic. */
export async function renderCancellation(facts: CancellationFacts, locale: Locale): Promise<Buffer> {
  return await pdfCache.get(["cancellation", locale, facts], () => drawCancellation(facts, locale));
}

async function drawCancellation(facts: CancellationFacts, locale: Locale): Promise<Buffer> {
  const { t } = i18nFor(locale);
  const { number, statement, issuer, issued_at, reason } = facts;
  const title = t("payouts:cancellation.title", { number });
  const footer = (page: number, pages: number) =>
    `${title} · ${t("payouts:statement.page", { page, pages })}`;
  return await renderPdf({ title, locale, madeAt: new Date(issued_at), footer }, (pdf) => {
    drawParties(pdf, { issuer, issued_at, creator: statement.creator }, locale);
    const of = { number: statement.number, day: formatDay(statement.issued_at, locale) };
    pdf.heading(t("payouts:cancellation.what", of));
    pdf.lines([
      t("payouts:cancellation.why"),
      ...(reason === null ? [] : [t("payouts:cancellation.reason", { reason })]),
    ]);
    pdf.heading(t("payouts:cancellation.figures"));
    pdf.table(payoutRows(statement, locale, -1));
    if (statement.vat.kind === "reverse_charge") pdf.note(t("payouts:statement.reverseCharge"));
    pdf.note(t("payouts:cancellation.about"));
  });
}
