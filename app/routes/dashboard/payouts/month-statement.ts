import { servicesContext } from "../../../context.ts";
import { readMonthStatement } from "../../../domain/payouts/statements/month-statements.server.ts";
import { requireBudget } from "../../../http/budgets.server.ts";
import { pdfAnswer } from "../../../http/file-response.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale, i18nIn } from "../../../http/i18n.server.ts";
import { renderMonthStatement } from "../../../pdf/month-statement-pdf.server.ts";
import type { Route } from "./+types/month-statement";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const { month, currency } = params;
  const facts = await readMonthStatement(db, { user_id: viewer.id, month, currency });
  if (!facts) return pdfAnswer(null);
  await requireBudget(context, "pdf_account", viewer.id);
  const locale = viewer.locale ?? getLocale(context);
  const named = { lng: locale, month, currency };
  const name = getI18n(context).t("payouts:monthStatement.file", named);
  return pdfAnswer({
    name,
    bytes: await renderMonthStatement(facts, i18nIn(context, locale)),
  });
}
