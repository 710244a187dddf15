import { type ReactElement, useContext } from "react";
import { useTexts } from "../texts.ts";
import { FOCUSED, FormFaultsContext } from "./form-faults.ts";

/** What is wrong with a form, on top of it: each line names its field and leads to it. Nothing when all is well. */
export function ErrorSummary({
  formId,
  errors,
}: {
  formId: string;
  errors: Record<string, string[] | undefined>;
}): ReactElement | null {
  const { t } = useTexts();
  const faults = useContext(FormFaultsContext);
  const lines = Object.entries(errors).flatMap(([field, texts]) =>
    (texts ?? []).map((text) => ({ field, text })),
  );
  if (lines.length === 0) return null;
  if (faults) {
    faults.isSaid = true;
    faults.hasSummary = true;
    faults.leadsToFields ||= lines.some(({ field }) => field !== "");
  }
  const named = (field: string, text: string) => {
    const label = faults?.labels.get(`${formId}-${field}`);
    // Some texts name their field themselves.
    if (label === undefined || text.includes(": ")) return text;
    return label.endsWith("?") ? `${label} ${text}` : `${label}: ${text}`;
  };
  return (
    <div className="summary" role="alert" {...FOCUSED} id={`${formId}-summary`} data-summary="">
      <b>{t("form.problems")}</b>
      <ul>
        {lines.map(({ field, text }) => (
          <li key={field + text}>
            {field === "" ? text : <a href={`#${formId}-${field}`}>{named(field, text)}</a>}
          </li>
        ))}
      </ul>
    </div>
  );
}
