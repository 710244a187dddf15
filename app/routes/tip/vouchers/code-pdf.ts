import { servicesContext } from "../../../context.ts";
import { readVoucher } from "../../../domain/vouchers/voucher-codes.server.ts";
import { requireBudget } from "../../../http/budgets.server.ts";
import { pdfAnswer } from "../../../http/file-response.server.ts";
import { getI18n, getTexts } from "../../../http/i18n.server.ts";
import { renderVoucher } from "../../../pdf/voucher-pdf.server.ts";
import { shownVoucher } from "../shown-voucher.server.ts";
import type { Route } from "./+types/code-pdf";

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const id = services.tokens.verify("voucher-code", params.token);
  const voucher = id ? await readVoucher(services, id) : null;
  if (!id || !voucher) return pdfAnswer(null);
  await requireBudget(context, "pdf", id);
  const shown = await shownVoucher(context, voucher);
  const bytes = await renderVoucher({ ...shown, paid_at: voucher.paid_at }, getI18n(context));
  return pdfAnswer({ name: getTexts(context, "vouchers")("card.file"), bytes });
}
