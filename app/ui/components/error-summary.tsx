import { FOCUSED } from "../shells/refused-page.ts";
import { useTexts } from "../texts.ts";

export function ErrorSummary({
  formId,
  errors,
  labels = {},
}: {
  formId: string;
  errors: Record<string, string[] | undefined>;
  labels?: Readonly<Record<string, string>>;
}) {
  const { t } = useTexts();
  const lines = Object.entries(errors).flatMap(([field, texts]) =>
    (texts ?? []).map((text) => ({ field, text })),
  );
  if (lines.length === 0) return null;
  return (
    <div className="summary" role="alert" {...FOCUSED} id={`${formId}-summary`} data-summary="">
      <b>{t("form.problems")}</b>
      <ul>
        {lines.map(({ field, text }) => (
          <li key={field + text}>
            {field === "" ? text : <a href={`#${formId}-${field}`}>{withLabel(labels[field], text)}</a>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A text with a colon gets no second one. */
export function withLabel(label: string | undefined, text: string): string {
  if (label === undefined) return text;
  if (label.endsWith("?")) return `${label} ${text}`;
  return text.includes(": ") ? `${label} – ${text}` : `${label}: ${text}`;
}
