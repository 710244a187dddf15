import { servicesContext } from "../../context.ts";
import { findAnyReceipt } from "../../domain/vouchers/voucher-drafts.server.ts";
import { requireBudget } from "../../http/budgets.server.ts";
import { pdfAnswer } from "../../http/file-response.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { renderReceipt } from "../../pdf/receipt-pdf.server.ts";
import type { Route } from "./+types/receipt-pdf";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, tokens, clock } = context.get(servicesContext);
  const paymentId = tokens.verify("receipt", params.token);
  const receipt = paymentId ? await findAnyReceipt(db, paymentId, clock()) : null;
  if (!paymentId || !receipt) return pdfAnswer(null);
  await requireBudget(context, "pdf", paymentId);
  const name = getI18n(context).t("result:receipt.file");
  return pdfAnswer({ name, bytes: await renderReceipt(receipt, getI18n(context)) });
}
