import type { SubmissionResult } from "@conform-to/react";
import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { secondFactorForm } from "../../domain/users/user.schema.ts";
import { FormPage } from "../shells/form-page.tsx";
import { useHold } from "../shells/refusals.tsx";
import { ButtonLink } from "./button-link.tsx";
import { FieldsForm, useCheckedForm } from "./checked-fields.tsx";
import { SubmitButton } from "./submit-button.tsx";

interface ConfirmCodeFormProps {
  id: string;
  lastResult: SubmissionResult<string[]> | null | undefined;
  go: string;
  help?: string;
  digitsOnly?: boolean;
}

export function ConfirmCodeForm({ id, lastResult, go, help, digitsOnly }: ConfirmCodeFormProps) {
  const { t } = useTranslation("account");
  const { form, fields, input } = useCheckedForm({
    id,
    lastResult,
    schema: secondFactorForm,
  });
  return (
    <FieldsForm form={form} labels={{ code: t("factor.code") }}>
      <TextInput
        {...input(fields.code)}
        label={t("factor.code")}
        description={help}
        autoComplete="one-time-code"
        {...(digitsOnly ? { inputMode: "numeric", maxLength: 10 } : { maxLength: 40, ...FOCUSED })}
      />
      <SubmitButton>{go}</SubmitButton>
    </FieldsForm>
  );
}

const FOCUSED = { autoFocus: true } as const;

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation("account");
  useHold(true);
  return (
    <FormPage title={t("recovery.title")} intro={t("recovery.intro")}>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="actions">
        <ButtonLink to="/account/security" kind="go">
          {t("recovery.done")}
        </ButtonLink>
      </div>
    </FormPage>
  );
}
