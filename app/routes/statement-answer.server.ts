import type { RouterContextProvider } from "react-router";
import type { Locale } from "../domain/money/minor.ts";
import { requireBudget } from "../http/budgets.server.ts";
import { pdfAnswer } from "../http/file-response.server.ts";
import { getI18n, i18nIn } from "../http/i18n.server.ts";
import { renderCancellation, renderStatement } from "../pdf/statement-pdf.server.ts";

export async function statementAnswer(
  context: Readonly<RouterContextProvider>,
  viewerId: string,
  facts: Parameters<typeof renderStatement>[0] | null,
  locale: Locale,
): Promise<Response> {
  if (!facts) return pdfAnswer(null);
  await requireBudget(context, "pdf_account", viewerId);
  const name = getI18n(context).t("payouts:statement.file", { lng: locale, number: facts.number });
  return pdfAnswer({
    name,
    bytes: await renderStatement(facts, i18nIn(context, locale)),
  });
}

export async function cancellationAnswer(
  context: Readonly<RouterContextProvider>,
  viewerId: string,
  facts: Parameters<typeof renderCancellation>[0] | null,
  locale: Locale,
): Promise<Response> {
  if (!facts) return pdfAnswer(null);
  await requireBudget(context, "pdf_account", viewerId);
  const name = getI18n(context).t("payouts:cancellation.file", { lng: locale, number: facts.number });
  return pdfAnswer({
    name,
    bytes: await renderCancellation(facts, i18nIn(context, locale)),
  });
}
