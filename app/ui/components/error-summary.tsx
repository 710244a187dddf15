import type { ReactElement } from "react";
import { useTexts } from "../texts.ts";

/** What is wrong with a form, on top of it: each line leads to its field. Nothing when all is well. */
export function ErrorSummary({
  formId,
  errors,
}: {
  formId: string;
  errors: Record<string, string[] | undefined>;
}): ReactElement | null {
  const { t } = useTexts();
  const lines = Object.entries(errors).flatMap(([field, texts]) =>
    (texts ?? []).map((text) => ({ field, text })),
  );
  if (lines.length === 0) return null;
  return (
    <div className="summary" role="alert" tabIndex={-1} id={`${formId}-summary`} data-summary="">
      <b>{t("form.problems")}</b>
      <ul>
        {lines.map(({ field, text }) => (
          <li key={field + text}>{field === "" ? text : <a href={`#${formId}-${field}`}>{text}</a>}</li>
        ))}
      </ul>
    </div>
  );
}
