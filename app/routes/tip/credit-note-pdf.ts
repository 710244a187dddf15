import { servicesContext } from "../../context.ts";
import { findAnyReceipt } from "../../domain/vouchers/vouchers.server.ts";
import { requireBudget } from "../../http/budgets.server.ts";
import { pdfAnswer } from "../../http/file-response.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { renderCreditNote } from "../../pdf/credit-note-pdf.server.ts";
import type { Route } from "./+types/credit-note-pdf";

/** The credit note for a refund of a receipt, as a PDF; the token is the receipt's. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, tokens, clock } = context.get(servicesContext);
  const paymentId = tokens.verify("receipt", params.token);
  const receipt = paymentId ? await findAnyReceipt(db, paymentId, clock()) : null;
  const refund = receipt?.refunds.find((each) => each.id === params.refund);
  if (!paymentId || !receipt || !refund?.credit_note) return pdfAnswer(null);
  await requireBudget(context, "pdf", paymentId);
  const { number } = refund.credit_note;
  const name = getI18n(context).t("result:creditNote.file", { number });
  const bytes = await renderCreditNote({ receipt, refund, ...refund.credit_note }, getLocale(context));
  return pdfAnswer({ name, bytes });
}
