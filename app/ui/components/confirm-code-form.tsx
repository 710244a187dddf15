import { getFormProps, getInputProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { secondFactorForm } from "../../domain/users/user.schema.ts";
import { FormErrors, useErrorText } from "./form-errors.tsx";
import { SubmitButton } from "./submit-button.tsx";

interface ConfirmCodeFormProps {
  id: string;
  lastResult: SubmissionResult<string[]> | null | undefined;
  go: string;
  help?: string;
  digitsOnly?: boolean;
}

/** For hydrated pages: an authenticator's or a recovery code. */
export function ConfirmCodeForm({ id, lastResult, go, help, digitsOnly }: ConfirmCodeFormProps) {
  const { t } = useTranslation("account");
  const textOf = useErrorText();
  const [form, fields] = useForm({
    id,
    lastResult: lastResult ?? null,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: secondFactorForm }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  return (
    <>
      <FormErrors form={form} labels={{ code: t("factor.code") }} />
      <Form method="post" className="fields" {...getFormProps(form)}>
        <TextInput
          {...getInputProps(fields.code, { type: "text" })}
          label={t("factor.code")}
          description={help}
          error={textOf(fields.code.errors)}
          autoComplete="one-time-code"
          {...(digitsOnly ? { inputMode: "numeric", maxLength: 10 } : { maxLength: 40, ...FOCUSED })}
        />
        <SubmitButton>{go}</SubmitButton>
      </Form>
    </>
  );
}

const FOCUSED = { autoFocus: true } as const;
