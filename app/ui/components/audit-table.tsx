import { useTexts } from "../texts.ts";
import { Changes, type ShownChange } from "./changes.tsx";
import { DataTable, time } from "./data-table.tsx";
import { LongText } from "./long-text.tsx";
import { ShortId } from "./short-id.tsx";

/** Formatted by the server (app/routes/admin/audit.server.ts). */
export interface ShownAuditEntry {
  id: number;
  action: string;
  /** An unknown subject has no page. */
  subject: { text: string; page: { id: string; href: string } | null };
  changes: ShownChange[];
  /** Null: by the command line. */
  actor: string | null;
  at: string;
}

export function AuditTable({ entries }: { entries: readonly ShownAuditEntry[] }) {
  const { t } = useTexts("admin");
  return (
    <DataTable
      caption={t("audit.title")}
      columns={[t("audit.act"), t("audit.subject"), t("audit.change"), t("audit.actor"), time(t("audit.at"))]}
      empty={t("audit.empty")}
      rows={entries.map((entry) => ({
        key: String(entry.id),
        cells: [
          entry.action,
          <Subject key="subject" {...entry.subject} />,
          <Changes key="change" changes={entry.changes} />,
          entry.actor === null ? t("audit.commandLine") : <LongText key="actor" text={entry.actor} />,
          entry.at,
        ],
      }))}
    />
  );
}

function Subject({ text, page }: ShownAuditEntry["subject"]) {
  return page ? (
    <a href={page.href}>
      {text} <ShortId id={page.id} />
    </a>
  ) : (
    text
  );
}
