import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { correctionForm } from "../../../domain/corrections/correction.schema.ts";
import type { Locale } from "../../../domain/money/minor.ts";
import { productRules } from "../../../product-rules.ts";
import { Card } from "../../../ui/components/card.tsx";
import { useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { FormErrors, OptionalLabel } from "../../../ui/components/form-errors.tsx";
import { useEntryName } from "../../../ui/components/known-names.ts";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";

export function CorrectionForm({
  newId,
  locale,
  kinds,
  currencies,
  lastResult,
}: {
  newId: string;
  locale: Locale;
  kinds: readonly { value: string; debit: string; credit: string }[];
  currencies: readonly string[];
  lastResult: SubmissionResult<string[]> | null | undefined;
}) {
  const { t } = useTranslation("corrections");
  const entryName = useEntryName();
  const schema = correctionForm(currencies, locale);
  const { form, fields, input, textarea, select } = useCheckedForm({
    id: "correction",
    lastResult,
    defaultValue: { correction_id: newId, currency: "EUR" },
    schema,
  });
  const labels = {
    kind: t("kind"),
    owner: t("owner"),
    currency: t("currency"),
    amount: t("amount"),
    reference: t("reference"),
    reason: t("reason"),
  };
  const line = { maxLength: productRules.reference_characters_maximum, autoComplete: "off" };
  const { correction_id, ...errors } = form.allErrors;
  const shown = {
    ...{ id: form.id, status: form.status },
    allErrors: { ...(correction_id && { "": correction_id }), ...errors },
  };
  return (
    <Card title={t("newEntry")}>
      <p>{t("newText")}</p>
      <FormErrors form={shown} labels={labels} />
      <Form method="post" className="fields" {...getFormProps(form)}>
        <input type="hidden" name="correction_id" value={fields.correction_id.initialValue ?? newId} />
        <NativeSelect
          {...select(fields.kind)}
          label={labels.kind}
          data={[
            { value: "", label: t("choose") },
            ...kinds.map((kind) => ({ value: kind.value, label: entryName(kind) })),
          ]}
        />
        <TextInput
          {...input(fields.owner)}
          label={<OptionalLabel>{labels.owner}</OptionalLabel>}
          description={t("ownerHelp")}
          maxLength={100}
          autoComplete="off"
        />
        <NativeSelect {...select(fields.currency)} label={labels.currency} data={[...currencies]} />
        <TextInput
          {...input(fields.amount)}
          label={labels.amount}
          description={t("amountHelp")}
          inputMode="decimal"
          autoComplete="off"
        />
        <TextInput
          {...input(fields.reference)}
          {...line}
          label={labels.reference}
          description={t("referenceHelp")}
        />
        <Textarea
          {...textarea(fields.reason)}
          label={labels.reason}
          description={t("reasonHelp")}
          rows={2}
          maxLength={productRules.reason_characters_maximum}
        />
        <SubmitButton kind="second">{t("go")}</SubmitButton>
      </Form>
    </Card>
  );
}
