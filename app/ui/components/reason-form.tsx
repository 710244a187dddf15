import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement } from "react";
import { shownForm } from "../shown-form.ts";
import { useTexts } from "../texts.ts";
import { Card } from "./card.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { TextAreaField } from "./text-field.tsx";

/** An operator's act that needs a reason; who reads it stands below the field. */
export function ReasonForm({
  id,
  action,
  title,
  text,
  label,
  help,
  button,
  isGrave,
  hidden = {},
  lastResult,
}: Record<"id" | "action" | "title" | "text" | "help" | "button", string> & {
  /** What the field asks for; the reason unless it says otherwise. */
  label?: string;
  isGrave?: boolean;
  /** What the form sends along, such as the amount that the page showed. */
  hidden?: Readonly<Record<string, string>> | undefined;
  lastResult: SubmissionResult<string[]> | undefined;
}): ReactElement {
  const { t } = useTexts("admin");
  const [form, fields] = shownForm<{ reason: string }>({ id, lastResult });
  return (
    <Card title={title}>
      <p>{text}</p>
      <ErrorSummary formId={form.id} errors={{ "": form.errors, reason: fields.reason.errors }} />
      <form method="post" action={action} noValidate className="fields">
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextAreaField
          field={fields.reason}
          label={label ?? t("lock.reason")}
          help={help}
          control={{ rows: 2, maxLength: 500 }}
        />
        <button type="submit" className={isGrave ? "second-button warn-button" : "second-button"}>
          {button}
        </button>
      </form>
    </Card>
  );
}
