import { inWindows1252, listDatevParts, streamDatev } from "../../../domain/ledger/datev-export.server.ts";
import { journalExtent, logJournalExport } from "../../../domain/ledger/journal.server.ts";
import { fileResponse } from "../../../http/file-response.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { named, POSTING_KINDS } from "../../../ui/components/known-names.ts";
import { deskOf } from "../desk.server.ts";
import type { Route } from "./+types/datev-file";
import { askedMonth } from "./ledger.server.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { services, t } = deskOf(context);
  const { datev: settings } = services.config;
  const viewer = await requireViewer(request, context);
  const month = askedMonth(params.month);
  const missing = new Response(null, { status: 404, headers: { "Cache-Control": "private, no-store" } });
  const extent = month === null || !settings ? null : await journalExtent(services, month);
  if (!extent || !settings) return missing;
  const parts = await listDatevParts(services.db, extent);
  const part = parts.find((each) => String(each.part) === params.part);
  if (!part) return missing;
  await logJournalExport(services, extent, { operator_id: viewer.id, datev_part: part.part });
  const about = { month: extent.month, part: part.part };
  const lines = streamDatev(services.db, {
    month: extent,
    parts,
    part,
    settings,
    words: {
      product: t("common:brand"),
      batch: t(extent.is_final ? "desk:journal.datev.batch" : "desk:journal.datev.provisionalBatch", about),
      kind: (kind) => named(POSTING_KINDS, kind, (known) => t(`books:kinds.${known}`)),
      detail: {
        debit: t("desk:journal.datev.debit"),
        credit: t("desk:journal.datev.credit"),
        cause: t("desk:journal.datev.cause"),
        original: t("desk:journal.datev.original"),
      },
    },
    now: services.clock(),
  });
  async function* bytes() {
    for await (const text of lines) yield inWindows1252(text);
  }
  const name = t(extent.is_final ? "desk:journal.datev.name" : "desk:journal.datev.provisionalName", about);
  return fileResponse({ name, type: "text/csv; charset=windows-1252" }, bytes());
}
