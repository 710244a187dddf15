import { servicesContext } from "../../../context.ts";
import { businessDate } from "../../../domain/calendar.ts";
import { toDecimal } from "../../../domain/money/minor.ts";
import { periodQuery } from "../../../domain/statistics/periods.ts";
import { type ReceivedTip, streamReceivedTips } from "../../../domain/tips/received-tips.server.ts";
import { requireBudget } from "../../../http/budgets.server.ts";
import { csvAmount, csvResponse } from "../../../http/file-response.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { formatsOf } from "../../../http/i18n.server.ts";
import type { Route } from "./+types/table";
import { tipFilter } from "./tips-page.server.ts";

const COLUMNS = [
  "paid_at",
  "amount",
  "currency",
  "status",
  "sender",
  "email",
  "item",
  "group",
  "message",
  "read_at",
  "replies",
  "id",
  "is_monthly",
] as const;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  await requireBudget(context, "tips_table", viewer.id);
  const { locale, t } = formatsOf(context);
  const { from = null, to = null } = periodQuery.parse(Object.fromEntries(url.searchParams));
  const cellsOf = (tip: ReceivedTip): Record<(typeof COLUMNS)[number], string> => ({
    paid_at: businessDate(tip.paid_at),
    amount: csvAmount(toDecimal(tip.amount_minor, tip.currency), locale),
    currency: tip.currency,
    status: t(`dashboard:status.${tip.status}`),
    sender: tip.sender_name ?? "",
    email: tip.sender_email ?? "",
    item: tip.is_voucher ? t("dashboard:tip.voucher") : (tip.item_name ?? ""),
    group: tip.group ? (tip.group.name ?? tip.group.slug) : "",
    message: tip.message ?? "",
    read_at: tip.read_at === null ? "" : businessDate(tip.read_at),
    replies: String(tip.replies.length),
    id: tip.id,
    is_monthly: tip.is_monthly ? t("dashboard:tip.eachMonth") : "",
  });
  const pages = streamReceivedTips(db, viewer.id, { ...tipFilter(url), days: { from, to } });
  async function* portions() {
    for await (const tips of pages)
      yield tips.map(cellsOf).map((cells) => COLUMNS.map((column) => cells[column]));
  }
  const heads = COLUMNS.map((column) => t(`dashboard:csv.${column}`));
  return csvResponse({ name: t("dashboard:csv.file"), heads, locale }, portions());
}
