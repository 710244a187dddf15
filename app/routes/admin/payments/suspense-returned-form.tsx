import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement } from "react";
import { productRules } from "../../../product-rules.ts";
import { Card } from "../../../ui/components/card.tsx";
import { ErrorSummary } from "../../../ui/components/error-summary.tsx";
import { SelectField, TextAreaField, TextField } from "../../../ui/components/text-field.tsx";
import { shownForm } from "../../../ui/shown-form.ts";
import { useTexts } from "../../../ui/texts.ts";

const WAYS = ["PROVIDER", "BANK"] as const;

/** An operator says how money that fits nothing was given back, and by which reference. */
export function ReturnedForm({
  action,
  seenLeft,
  left,
  lastResult,
}: {
  action: string;
  /** In minor units, as the page shows it. */
  seenLeft: number;
  left: string;
  lastResult: SubmissionResult<string[]> | undefined;
}): ReactElement {
  const { t } = useTexts("suspense");
  const [form, fields] = shownForm<{ by: string; reference: string; note: string }>({
    id: "returned",
    lastResult,
  });
  const { by, reference, note, seen_left } = form.allErrors;
  const errors = { ...(by && { by }), ...(reference && { reference }), ...(note && { note }) };
  return (
    <Card title={t("returned.title")}>
      <p>{t("returned.text")}</p>
      <ErrorSummary formId={form.id} errors={{ ...(seen_left && { "": seen_left }), ...errors }} />
      <form method="post" action={action} noValidate className="fields">
        <input type="hidden" name="seen_left" value={seenLeft} />
        <SelectField
          field={fields.by}
          label={t("returned.how")}
          options={WAYS.map((way) => ({ value: way, text: t(`returned.ways.${way}`) }))}
        />
        <TextField
          field={fields.reference}
          label={t("returned.reference")}
          help={t("returned.referenceHelp")}
          control={{ maxLength: productRules.reference_characters_maximum, autoComplete: "off" }}
        />
        <TextAreaField
          field={fields.note}
          label={t("returned.note")}
          help={t("returned.noteHelp")}
          control={{ rows: 2, maxLength: 500 }}
        />
        <button type="submit" className="second-button">
          {t("returned.go", { amount: left })}
        </button>
      </form>
    </Card>
  );
}
