import { type AuditEntry, streamAudit } from "../../domain/audit/audit.server.ts";
import { csvResponse } from "../../http/file-response.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import type { Route } from "./+types/audit-table";
import { actionName, askedAudit } from "./audit.server.ts";
import { deskOf } from "./desk.server.ts";

const COLUMNS = ["at", "actor", "act", "action", "subject", "before", "after", "id"] as const;

/** Times in UTC, states as JSON, amounts in minor units. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, locale, t } = deskOf(context);
  const texts = getI18n(context);
  const jsonOf = (facts: unknown) => (facts === null ? "" : JSON.stringify(facts));
  const cellsOf = (entry: AuditEntry): Record<(typeof COLUMNS)[number], string> => ({
    at: entry.at.toISOString(),
    actor: entry.actor ?? "",
    act: actionName(texts, entry.action),
    action: entry.action,
    subject: entry.subject,
    before: jsonOf(entry.before),
    after: jsonOf(entry.after),
    id: String(entry.id),
  });
  const pages = streamAudit(db, askedAudit(url.searchParams));
  async function* portions() {
    for await (const entries of pages)
      yield entries.map(cellsOf).map((cells) => COLUMNS.map((column) => cells[column]));
  }
  const heads = COLUMNS.map((column) => t(`admin:audit.csv.${column}`));
  return csvResponse({ name: t("admin:audit.csv.file"), heads, locale }, portions());
}
