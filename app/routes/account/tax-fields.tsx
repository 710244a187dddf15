import type { SubmissionResult } from "@conform-to/react";
import { type FieldMetadata, getInputProps, getSelectProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type TaxDetails, taxDetailsForm } from "../../domain/sellers/tax-details.schema.ts";
import { FieldsForm } from "../../ui/components/checked-fields.tsx";
import { OptionalLabel, useErrorText } from "../../ui/components/form-errors.tsx";
import { MoreFields } from "../../ui/components/more-fields.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";

type TaxValues = Record<
  "kind" | "tin_country_id" | "tin" | "has_no_tin" | "birth_city" | "birth_country_id" | "register_number",
  string
>;

/** A stored number is never filled in. */
export function TaxFields({
  lastResult,
  countries,
  codes,
  countryId,
  kind,
}: {
  lastResult: SubmissionResult<string[]> | null;
  countries: readonly { value: string; text: string }[];
  codes: Readonly<Record<number, string>>;
  countryId: string;
  kind: TaxDetails["kind"];
}) {
  const { t } = useTranslation("tax");
  const textOf = useErrorText();
  const schema = taxDetailsForm((id) => codes[id] ?? null);
  const [form, fields] = useForm<TaxValues, TaxDetails>({
    id: "tax",
    lastResult,
    defaultValue: { kind, tin_country_id: countryId },
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  const labels = useTaxLabels();
  const choices = [
    { value: "", label: t("fields.chooseCountry") },
    ...countries.map(({ value, text }) => ({ value, label: text })),
  ];
  return (
    <FieldsForm form={form} labels={labels} failure="errors.tax.data">
      <NativeSelect
        {...getSelectProps(fields.kind)}
        label={labels.kind}
        error={textOf(fields.kind.errors)}
        data={[
          { value: "PERSON", label: t("fields.person") },
          { value: "COMPANY", label: t("fields.company") },
        ]}
      />
      <NativeSelect
        {...getSelectProps(fields.tin_country_id)}
        label={labels.tin_country_id}
        error={textOf(fields.tin_country_id.errors)}
        data={choices}
      />
      <TextInput
        {...getInputProps(fields.tin, { type: "text" })}
        label={labels.tin}
        description={t("fields.tinHelp")}
        error={textOf(fields.tin.errors)}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
      />
      <RareFields fields={fields} choices={choices} />
      <SubmitButton>{t("go")}</SubmitButton>
    </FieldsForm>
  );
}

function useTaxLabels() {
  const { t } = useTranslation("tax");
  return {
    kind: t("fields.kind"),
    tin_country_id: t("fields.tin_country_id"),
    tin: t("fields.tin"),
    has_no_tin: t("fields.has_no_tin"),
    birth_city: t("fields.birth_city"),
    birth_country_id: t("fields.birth_country_id"),
    register_number: t("fields.register_number"),
  };
}

function RareFields({
  fields: { has_no_tin, birth_city, birth_country_id, register_number },
  choices,
}: {
  fields: Record<keyof TaxValues, FieldMetadata<string>>;
  choices: { value: string; label: string }[];
}) {
  const { t } = useTranslation("tax");
  const textOf = useErrorText();
  const labels = useTaxLabels();
  const isFilled = [has_no_tin, birth_city, birth_country_id, register_number].some(
    ({ initialValue, errors }) => Boolean(initialValue || errors),
  );
  return (
    <MoreFields title={t("fields.more")} isNeeded={isFilled}>
      <Checkbox
        {...getInputProps(has_no_tin, { type: "checkbox" })}
        label={labels.has_no_tin}
        error={textOf(has_no_tin.errors)}
      />
      <TextInput
        {...getInputProps(birth_city, { type: "text" })}
        label={labels.birth_city}
        description={t("fields.birthHelp")}
        error={textOf(birth_city.errors)}
        autoComplete="off"
        maxLength={80}
      />
      <NativeSelect
        {...getSelectProps(birth_country_id)}
        label={labels.birth_country_id}
        error={textOf(birth_country_id.errors)}
        data={choices}
      />
      <TextInput
        {...getInputProps(register_number, { type: "text" })}
        label={<OptionalLabel>{labels.register_number}</OptionalLabel>}
        description={t("fields.registerHelp")}
        error={textOf(register_number.errors)}
        autoComplete="off"
        maxLength={60}
      />
    </MoreFields>
  );
}
