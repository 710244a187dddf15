import { stringify } from "csv-stringify/sync";
import { LANGUAGES } from "../../../../locales/index.ts";
import { servicesContext } from "../../../context.ts";
import { businessDate } from "../../../domain/calendar/business-date.ts";
import { toDecimal } from "../../../domain/money/minor.ts";
import { type ReceivedTip, streamReceivedTips } from "../../../domain/tips/tips.server.ts";
import { requireBudget } from "../../../http/budgets.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
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
  "message",
  "read_at",
  "replies",
  "id",
] as const;

/** What a spreadsheet in each language takes for a new column and for the decimal mark. */
const MARKS: Record<"," | ".", { delimiter: string }> = { ",": { delimiter: ";" }, ".": { delimiter: "," } };

/** The creator's tips as a table for spreadsheets, sent as it is read; cells that would be formulas are text. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  await requireBudget(context, "tips_table", viewer.id);
  const { t } = getI18n(context);
  const locale = getLocale(context);
  const mark = LANGUAGES[locale].decimalMark;
  const line = (cells: readonly string[]) =>
    stringify([cells.map(harmless)], { ...MARKS[mark], record_delimiter: "\r\n", escape_formulas: true });
  const cellsOf = (tip: ReceivedTip): Record<(typeof COLUMNS)[number], string> => ({
    paid_at: businessDate(tip.paid_at),
    amount: toDecimal(tip.amount_minor, tip.currency).replace(".", mark),
    currency: tip.currency,
    status: t(`dashboard:status.${tip.status}`),
    sender: tip.sender_name ?? "",
    email: tip.sender_email ?? "",
    item: tip.item_name ?? "",
    message: tip.message ?? "",
    read_at: tip.read_at === null ? "" : businessDate(tip.read_at),
    replies: String(tip.replies.length),
    id: tip.id,
  });
  const pages = streamReceivedTips(db, viewer.id, tipFilter(url));
  const heads = COLUMNS.map((column) => t(`dashboard:csv.${column}`));
  const encoder = new TextEncoder();
  async function* portions(): AsyncGenerator<Uint8Array> {
    // Excel takes a file for UTF-8 by its first bytes.
    yield encoder.encode(`\uFEFF${line(heads)}`);
    for await (const tips of pages) {
      const rows = tips.map(cellsOf).map((cells) => line(COLUMNS.map((column) => cells[column])));
      yield encoder.encode(rows.join(""));
    }
  }
  return new Response(streamOf(portions()), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${t("dashboard:csv.file")}.csv"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** No program that splits at another mark than ours finds a formula behind it. */
function harmless(cell: string): string {
  return cell.replace(/([,;|\t\r\n]\s*)(?=[=+\-@])/g, "$1'");
}

/** Reads on only when the browser has taken what was read; nothing more once it has gone. */
function streamOf(portions: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await portions.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await portions.return(undefined);
    },
  });
}
