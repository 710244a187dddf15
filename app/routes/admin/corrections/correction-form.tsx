import {
  getFormProps,
  getInputProps,
  getSelectProps,
  getTextareaProps,
  type SubmissionResult,
  useForm,
} from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { correctionForm } from "../../../domain/corrections/correction.schema.ts";
import type { Locale } from "../../../domain/money/minor.ts";
import { productRules } from "../../../product-rules.ts";
import { Card } from "../../../ui/components/card.tsx";
import { FormErrors, OptionalLabel, useErrorText } from "../../../ui/components/form-errors.tsx";
import { useEntryName } from "../../../ui/components/ledger-names.ts";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";

interface CorrectionFields {
  correction_id: string;
  kind: string;
  owner: string;
  currency: string;
  amount: string;
  reference: string;
  reason: string;
}

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
  const textOf = useErrorText();
  const entryName = useEntryName();
  const schema = correctionForm(currencies, locale);
  const [form, fields] = useForm<CorrectionFields, unknown>({
    id: "correction",
    lastResult: lastResult ?? null,
    defaultValue: { correction_id: newId, currency: "EUR" },
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
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
          {...getSelectProps(fields.kind)}
          label={labels.kind}
          error={textOf(fields.kind.errors)}
          data={[
            { value: "", label: t("choose") },
            ...kinds.map((kind) => ({ value: kind.value, label: entryName(kind) })),
          ]}
        />
        <TextInput
          {...getInputProps(fields.owner, { type: "text" })}
          label={<OptionalLabel>{labels.owner}</OptionalLabel>}
          description={t("ownerHelp")}
          error={textOf(fields.owner.errors)}
          maxLength={100}
          autoComplete="off"
        />
        <NativeSelect
          {...getSelectProps(fields.currency)}
          label={labels.currency}
          error={textOf(fields.currency.errors)}
          data={[...currencies]}
        />
        <TextInput
          {...getInputProps(fields.amount, { type: "text" })}
          label={labels.amount}
          description={t("amountHelp")}
          error={textOf(fields.amount.errors)}
          inputMode="decimal"
          autoComplete="off"
        />
        <TextInput
          {...getInputProps(fields.reference, { type: "text" })}
          {...line}
          label={labels.reference}
          description={t("referenceHelp")}
          error={textOf(fields.reference.errors)}
        />
        <Textarea
          {...getTextareaProps(fields.reason)}
          label={labels.reason}
          description={t("reasonHelp")}
          error={textOf(fields.reason.errors)}
          rows={2}
          maxLength={productRules.reason_characters_maximum}
        />
        <SubmitButton kind="second">{t("go")}</SubmitButton>
      </Form>
    </Card>
  );
}
