import { getFormProps, getInputProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Checkbox, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Form, Link } from "react-router";
import { deletionForm } from "../../domain/users/settings.schema.ts";
import { passwordForm } from "../../domain/users/user.schema.ts";
import { FieldsForm, useCheckedForm } from "../../ui/components/checked-fields.tsx";
import { FormErrors, useErrorText } from "../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";

type LastResult = SubmissionResult<string[]> | null;

export function AskForm({ lastResult }: { lastResult: LastResult }) {
  const { t } = useTranslation("account");
  const { form, fields, input } = useCheckedForm({
    id: "deletion",
    lastResult,
    schema: passwordForm,
  });
  const labels = { password: t("email.password") };
  return (
    <FieldsForm form={form} labels={labels}>
      <LastDownloads />
      <TextInput
        {...input(fields.password, "password")}
        label={labels.password}
        autoComplete="current-password"
        maxLength={1024}
      />
      <SubmitButton>{t("deletion.ask")}</SubmitButton>
    </FieldsForm>
  );
}

export function LastForm({ lastResult, remainder }: { lastResult: LastResult; remainder: string | null }) {
  const { t } = useTranslation("account");
  const textOf = useErrorText();
  const [form, fields] = useForm({
    id: "deletion",
    lastResult,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: deletionForm }),
  });
  const labels = { forfeit_balance: t("deletion.givesUp", { amount: remainder ?? "" }) };
  return (
    <Form method="post" className="fields" {...getFormProps(form)}>
      <FormErrors form={form} labels={labels} />
      <p>{t("deletion.ready")}</p>
      <LastDownloads />
      {remainder === null ? null : (
        <Checkbox
          {...getInputProps(fields.forfeit_balance, { type: "checkbox" })}
          label={labels.forfeit_balance}
          error={textOf(fields.forfeit_balance.errors)}
        />
      )}
      <SubmitButton>{t("deletion.go")}</SubmitButton>
    </Form>
  );
}

function LastDownloads() {
  const { t } = useTranslation("account");
  return (
    <>
      <p className="note">{t("deletion.before")}</p>
      <p>
        <a href="/account/export">{t("deletion.toExport")}</a>
      </p>
      <p>
        <Link to="/payout">{t("deletion.toStatements")}</Link>
      </p>
    </>
  );
}
