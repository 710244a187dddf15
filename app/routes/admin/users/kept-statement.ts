import { readOpenedStatement } from "../../../domain/payouts/statements/month-statements.server.ts";
import { requireBudget } from "../../../http/budgets.server.ts";
import { pdfAnswer } from "../../../http/file-response.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { renderMonthStatement } from "../../../pdf/month-statement-pdf.server.ts";
import { deskOf } from "../desk.server.ts";
import type { Route } from "./+types/kept-statement";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, clock, t } = deskOf(context);
  const viewer = await requireViewer(request, context);
  const { id, month, currency } = params;
  const given = { user_id: id, operator_id: viewer.id, month, currency, now: clock() };
  const facts = isId(id) ? await readOpenedStatement(db, given) : null;
  if (!facts) return pdfAnswer(null);
  await requireBudget(context, "pdf_account", viewer.id);
  const name = t("payouts:monthStatement.file", { month, currency });
  return pdfAnswer({ name, bytes: await renderMonthStatement(facts, getI18n(context)) });
}
