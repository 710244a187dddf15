import { servicesContext } from "../../../context.ts";
import { readStatement } from "../../../domain/payouts/payouts.server.ts";
import { requireBudget } from "../../../http/budgets.server.ts";
import { pdfAnswer } from "../../../http/file-response.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { renderStatement } from "../../../pdf/statement-pdf.server.ts";
import type { Route } from "./+types/statement";

/** The statement of one's own payout, as a PDF; somebody else's, and one that is not paid, is a 404 alike. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const facts = isId(params.id)
    ? await readStatement(db, { user_id: viewer.id, payout_id: params.id })
    : null;
  if (!facts) return pdfAnswer(null);
  await requireBudget(context, "pdf_account", viewer.id);
  const locale = viewer.locale ?? getLocale(context);
  const name = getI18n(context).t("payouts:statement.file", { lng: locale, number: facts.number });
  return pdfAnswer({ name, bytes: await renderStatement(facts, locale) });
}
