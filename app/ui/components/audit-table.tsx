import type { Stamp } from "../../domain/money/formats.ts";
import { useTexts } from "../texts.ts";
import { DataTable, time } from "./data-table.tsx";
import { LongText } from "./name-parts.tsx";
import { ShortId } from "./short-id.tsx";

export interface ShownAuditEntry {
  id: number;
  action: string;
  subject: { text: string; page: { id: string; href: string } | null };
  changes: ShownChange[];
  actor: string | null;
  at: Stamp;
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

export interface ValuePart {
  text: string;
  kind?: "id" | "money";
}

export interface ShownChange {
  field: string;
  old: ValuePart[] | null;
  now: ValuePart[] | null;
}

export function Changes({ changes }: { changes: readonly ShownChange[] }) {
  if (changes.length === 0) return "–";
  return (
    <ul className="changes">
      {changes.map(({ field, old, now }) => (
        <li key={field}>
          <span className="field">{`${field}:`}</span> {old ? <Value parts={old} /> : null}
          {old && now ? " → " : ""}
          {now ? (
            <b>
              <Value parts={now} />
            </b>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Value({ parts }: { parts: readonly ValuePart[] }) {
  return parts.map(({ text, kind }, place) => (
    <span key={text} {...(kind === "money" ? { className: "money" } : {})}>
      {place > 0 ? ", " : ""}
      {kind === "id" ? <ShortId id={text} /> : text}
    </span>
  ));
}
