import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { productRules } from "../../../product-rules.ts";
import { Card } from "../../../ui/components/card.tsx";
import { useEntryName } from "../../../ui/components/entry-name.ts";
import { ErrorSummary } from "../../../ui/components/error-summary.tsx";
import { SelectField, TextAreaField, TextField } from "../../../ui/components/text-field.tsx";
import { shownForm } from "../../../ui/shown-form.ts";

interface CorrectionFields {
  correction_id: string;
  kind: string;
  owner: string;
  currency: string;
  amount: string;
  reference: string;
  reason: string;
}

/** An operator asks for a correcting entry. */
export function CorrectionForm({
  action,
  newId,
  kinds,
  currencies,
  lastResult,
}: {
  action: string;
  newId: string;
  kinds: readonly { value: string; debit: string; credit: string }[];
  currencies: readonly string[];
  lastResult: SubmissionResult<string[]> | undefined;
}): ReactElement {
  const { t } = useTranslation("corrections");
  const entryName = useEntryName();
  const [form, fields] = shownForm<CorrectionFields>({
    id: "correction",
    lastResult,
    defaultValue: { correction_id: newId, currency: "EUR" },
  });
  const { correction_id, ...errors } = form.allErrors;
  return (
    <Card title={t("newEntry")}>
      <p>{t("newText")}</p>
      <ErrorSummary formId={form.id} errors={{ ...(correction_id && { "": correction_id }), ...errors }} />
      <form method="post" action={action} noValidate className="fields">
        <input type="hidden" name="correction_id" value={fields.correction_id.initialValue ?? newId} />
        <SelectField
          field={fields.kind}
          label={t("kind")}
          options={[
            { value: "", text: t("choose") },
            ...kinds.map((kind) => ({ value: kind.value, text: entryName(kind) })),
          ]}
        />
        <TextField
          field={fields.owner}
          label={t("owner")}
          help={t("ownerHelp")}
          optional
          control={{ maxLength: 100, autoComplete: "off" }}
        />
        <SelectField
          field={fields.currency}
          label={t("currency")}
          options={currencies.map((code) => ({ value: code, text: code }))}
        />
        <TextField
          field={fields.amount}
          label={t("amount")}
          help={t("amountHelp")}
          control={{ inputMode: "decimal", autoComplete: "off" }}
        />
        <TextField
          field={fields.reference}
          label={t("reference")}
          help={t("referenceHelp")}
          control={{ maxLength: productRules.reference_characters_maximum, autoComplete: "off" }}
        />
        <TextAreaField
          field={fields.reason}
          label={t("reason")}
          help={t("reasonHelp")}
          control={{ rows: 2, maxLength: productRules.reason_characters_maximum }}
        />
        <button type="submit" className="second-button">
          {t("go")}
        </button>
      </form>
    </Card>
  );
}
