import { requireBudget } from "../../http/budgets.server.ts";
import { pdfAnswer } from "../../http/file-response.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { renderCreditNote } from "../../pdf/credit-note-pdf.server.ts";
import type { Route } from "./+types/credit-note-pdf";
import { findNotedRefund } from "./credit-notes.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await findNotedRefund(context, params);
  if (!found) return pdfAnswer(null);
  await requireBudget(context, "pdf", found.payment_id);
  const { receipt, refund, note } = found;
  const name = getI18n(context).t("result:creditNote.file", { number: note.number });
  return pdfAnswer({ name, bytes: await renderCreditNote({ receipt, refund, ...note }, getI18n(context)) });
}
