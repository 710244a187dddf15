import { getInputProps, type SubmissionResult } from "@conform-to/react";
import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { API_KEY_LIVES, API_SCOPES, apiKeyForm, SCOPE_FIELDS } from "../../domain/auth/api-key.schema.ts";
import { FieldsForm, useCheckedForm } from "../../ui/components/checked-fields.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";

export function NewKey({ lastResult }: { lastResult: SubmissionResult<string[]> | null | undefined }) {
  const { t } = useTranslation("apiKeys");
  const { form, fields, textOf, input, select } = useCheckedForm({
    ...{ id: "key", lastResult, schema: apiKeyForm, defaultValue: { lasts: API_KEY_LIVES[1] } },
  });
  const labels = { name: t("name"), tips_read: t("may"), lasts: t("lasts"), password: t("password") };
  return (
    <FieldsForm form={form} labels={labels}>
      <TextInput
        {...input(fields.name)}
        label={labels.name}
        description={t("nameHelp")}
        maxLength={40}
        autoComplete="off"
      />
      <fieldset>
        <legend className="legend">{labels.tips_read}</legend>
        {API_SCOPES.map((scope) => {
          const field = fields[SCOPE_FIELDS[scope]];
          return (
            <Checkbox
              {...getInputProps(field, { type: "checkbox" })}
              key={scope}
              label={t(`scopes.${SCOPE_FIELDS[scope]}`)}
              error={textOf(field.errors)}
            />
          );
        })}
      </fieldset>
      <NativeSelect
        {...select(fields.lasts)}
        label={labels.lasts}
        description={t("help")}
        data={API_KEY_LIVES.map((value) => ({
          value,
          label: value === "never" ? t("forever") : t("days", { days: value }),
        }))}
      />
      <TextInput
        {...input(fields.password, "password")}
        label={labels.password}
        autoComplete="current-password"
        maxLength={1024}
      />
      <SubmitButton>{t("go")}</SubmitButton>
    </FieldsForm>
  );
}
