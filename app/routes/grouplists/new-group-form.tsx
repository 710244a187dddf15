import { getInputProps, getSelectProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { newGroupForm } from "../../domain/grouplists/grouplist.schema.ts";
import { FieldsForm } from "../../ui/components/checked-fields.tsx";
import { OptionalLabel, useErrorText } from "../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";

export function NewGroupForm({
  currency,
  currencies,
  lastResult,
}: {
  currency: string;
  currencies: { value: string; label: string }[];
  lastResult: SubmissionResult<string[]> | null | undefined;
}) {
  const { t } = useTranslation("grouplists");
  const textOf = useErrorText();
  const [form, fields] = useForm({
    id: "new-group",
    lastResult: lastResult ?? null,
    defaultValue: { name: "", currency },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: newGroupForm }),
    shouldValidate: "onInput",
  });
  const labels = { name: t("create.name"), currency: t("create.currency") };
  return (
    <FieldsForm form={form} labels={labels} failure="errors.grouplist.create_failed">
      <TextInput
        {...getInputProps(fields.name, { type: "text" })}
        label={<OptionalLabel>{labels.name}</OptionalLabel>}
        description={t("create.nameHelp")}
        error={textOf(fields.name.errors)}
        autoComplete="off"
      />
      <NativeSelect
        {...getSelectProps(fields.currency)}
        label={labels.currency}
        description={t("create.currencyHelp")}
        error={textOf(fields.currency.errors)}
        data={currencies}
      />
      <SubmitButton>{t("create.save")}</SubmitButton>
    </FieldsForm>
  );
}
