import { servicesContext } from "../../../context.ts";
import {
  listVatQuarters,
  logVatExport,
  ossImport,
  parseQuarter,
  type VatLine,
  vatQuarter,
} from "../../../domain/ledger/vat-quarters.server.ts";
import { documentNumber } from "../../../domain/money/formats.ts";
import { toDecimal } from "../../../domain/money/minor.ts";
import { csvAmount, csvResponse, fileResponse } from "../../../http/csv-response.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import type { Route } from "./+types/oss-file";

const FILES = ["table", "import"] as const;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const quarter = parseQuarter(params.quarter);
  const file = FILES.find((each) => each === params.file);
  const isKnown = quarter !== null && (await listVatQuarters(services.db)).includes(quarter);
  if (!isKnown || !file)
    return new Response(null, { status: 404, headers: { "Cache-Control": "private, no-store" } });
  const found = await vatQuarter(services.db, quarter);
  await logVatExport(services, found, viewer.id);
  const { t } = getI18n(context);
  const locale = getLocale(context);
  const name = t(found.is_final ? "desk:oss.file" : "desk:oss.provisionalFile", { quarter });
  const euros = (amount: number) => toDecimal(amount, "EUR");
  async function* once<Part>(part: Part) {
    yield part;
  }
  if (file === "import") {
    const bytes = new TextEncoder().encode(ossImport(found.supplies, euros));
    return fileResponse({ name: `${name}-oss.csv`, type: "text/csv; charset=utf-8" }, once(bytes));
  }
  const shown = (amount: string) => csvAmount(amount, locale);
  const rowsOf = (part: string, lines: readonly VatLine[]) =>
    lines.map((line) => [
      ...[part, line.country, line.supplied_in, shown(euros(line.rate_bps))],
      ...["EUR", shown(euros(line.base_minor)), shown(euros(line.vat_minor)), ""],
    ]);
  const rows = [
    ...rowsOf(t("desk:oss.supplies"), found.supplies),
    ...rowsOf(t("desk:oss.corrections"), found.corrections),
    ...rowsOf(t("desk:oss.home"), found.home),
    ...found.sums.map((sum) => [
      ...[t("desk:oss.ledger"), sum.country, sum.supplied_in, shown(euros(sum.rate_bps)), sum.currency],
      ...[shown(toDecimal(sum.base_minor, sum.currency)), shown(toDecimal(sum.vat_minor, sum.currency)), ""],
    ]),
    ...found.entries.map((entry) => [
      ...[t("desk:oss.entries"), entry.country, quarter, "", entry.currency, ""],
      ...[shown(toDecimal(entry.vat_minor, entry.currency)), documentNumber(entry.month, entry.number)],
    ]),
  ];
  const heads = [
    ...[t("desk:oss.part"), t("desk:oss.country"), t("desk:oss.supplied"), t("desk:oss.rate")],
    ...[t("desk:journal.csv.currency"), t("desk:oss.base"), t("desk:oss.vat"), t("desk:oss.document")],
  ];
  return csvResponse({ name, heads, locale }, once(rows));
}
