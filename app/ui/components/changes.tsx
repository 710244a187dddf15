import { ShortId } from "./short-id.tsx";

/** Formatted by the server (app/routes/admin/shown-changes.server.ts). */
export interface ValuePart {
  text: string;
  kind?: "id" | "money";
}

export interface ShownChange {
  field: string;
  /** Null: the field has no such value. */
  old: ValuePart[] | null;
  now: ValuePart[] | null;
}

/** One line per field: "Status: pending → shown". */
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
