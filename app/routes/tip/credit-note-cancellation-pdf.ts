import { requireBudget } from "../../http/budgets.server.ts";
import { pdfAnswer } from "../../http/file-response.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { renderNoteCancellation } from "../../pdf/credit-note-pdf.server.ts";
import type { Route } from "./+types/credit-note-cancellation-pdf";
import { findNotedRefund } from "./credit-notes.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await findNotedRefund(context, params);
  if (!found || !("cancellation" in found.refund) || !found.refund.cancellation) return pdfAnswer(null);
  await requireBudget(context, "pdf", found.payment_id);
  const { receipt, refund, note } = found;
  const cancellation = found.refund.cancellation;
  const name = getI18n(context).t("result:noteCancellation.file", { number: cancellation.number });
  const facts = { receipt, refund, note, came_back_at: found.refund.came_back_at, ...cancellation };
  return pdfAnswer({ name, bytes: await renderNoteCancellation(facts, getI18n(context)) });
}
