import { servicesContext } from "../../../context.ts";
import {
  type JournalLine,
  journalExtent,
  logJournalExport,
  streamJournal,
} from "../../../domain/ledger/journal.server.ts";
import { documentNumber } from "../../../domain/money/formats.ts";
import { toDecimal } from "../../../domain/money/minor.ts";
import { csvAmount, csvResponse } from "../../../http/csv-response.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { LEDGER_ACCOUNTS, POSTING_KINDS } from "../../../ui/components/ledger-names.ts";
import { named } from "../../../ui/components/named.ts";
import type { Route } from "./+types/journal-month";
import { askedMonth } from "./journal-months.ts";

const COLUMNS = [
  "document",
  "line",
  "booked_on",
  "effective_on",
  "kind",
  "debit",
  "debit_owner",
  "debit_name",
  "credit",
  "credit_owner",
  "credit_name",
  "currency",
  "amount",
  "cause",
  "state",
] as const;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const month = askedMonth(params.month);
  const begun = month === null ? null : await journalExtent(services, month);
  if (!begun) return new Response(null, { status: 404, headers: { "Cache-Control": "private, no-store" } });
  await logJournalExport(services, begun, { operator_id: viewer.id });
  const { t } = getI18n(context);
  const locale = getLocale(context);
  const account = (code: string) =>
    `${named(LEDGER_ACCOUNTS, code, (known) => t(`books:accounts.${known}`))} (${code})`;
  const state = t(begun.is_final ? "desk:journal.csv.final" : "desk:journal.csv.provisional");
  const cellsOf = (line: JournalLine): Record<(typeof COLUMNS)[number], string> => ({
    document: documentNumber(begun.month, line.number),
    line: String(line.seq + 1),
    booked_on: line.booked_on,
    effective_on: line.effective_on,
    kind: named(POSTING_KINDS, line.kind, (known) => t(`books:kinds.${known}`)),
    debit: account(line.debit_code),
    debit_owner: line.debit_owner,
    debit_name: line.debit_name ?? "",
    credit: account(line.credit_code),
    credit_owner: line.credit_owner,
    credit_name: line.credit_name ?? "",
    currency: line.currency,
    amount: csvAmount(toDecimal(line.amount_minor, line.currency), locale),
    cause: line.cause,
    state,
  });
  const pages = streamJournal(services.db, begun);
  async function* portions() {
    for await (const lines of pages)
      yield lines.map(cellsOf).map((cells) => COLUMNS.map((column) => cells[column]));
  }
  const heads = COLUMNS.map((column) => t(`desk:journal.csv.${column}`));
  const name = t(begun.is_final ? "desk:journal.csv.file" : "desk:journal.csv.provisionalFile", {
    month: begun.month,
  });
  return csvResponse({ name, heads, locale }, portions());
}
