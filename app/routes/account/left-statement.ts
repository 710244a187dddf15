import { servicesContext } from "../../context.ts";
import { readDeletedStatement } from "../../domain/payouts/statements/month-statements.server.ts";
import { requireBudget } from "../../http/budgets.server.ts";
import { pdfAnswer } from "../../http/file-response.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { renderMonthStatement } from "../../pdf/month-statement-pdf.server.ts";
import type { Route } from "./+types/left-statement";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, tokens, clock } = context.get(servicesContext);
  const { token, month, currency } = params;
  const userId = tokens.verify("left-statements", token);
  const facts =
    userId && (await readDeletedStatement(db, { user_id: userId, month, currency, now: clock() }));
  if (!userId || !facts) return pdfAnswer(null);
  await requireBudget(context, "pdf", userId);
  const name = getI18n(context).t("payouts:monthStatement.file", { month, currency });
  return pdfAnswer({ name, bytes: await renderMonthStatement(facts, getI18n(context)) });
}
