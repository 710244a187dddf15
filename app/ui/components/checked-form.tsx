import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import { shownForm } from "../shown-form.ts";
import { useTexts } from "../texts.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { MainButton } from "./main-button.tsx";
import { TextField } from "./text-field.tsx";

export function CheckedForm(props: {
  form: { id: string; allErrors: Record<string, string[]> };
  labels: Readonly<Record<string, string>>;
  button: string;
  action?: string;
  encType?: "multipart/form-data";
  children: ReactNode;
}) {
  const { form, labels, button, action, encType, children } = props;
  return (
    <>
      <ErrorSummary formId={form.id} errors={form.allErrors} labels={labels} />
      <form method="post" action={action} encType={encType} noValidate className="fields">
        {children}
        <MainButton>{button}</MainButton>
      </form>
    </>
  );
}

interface CodeFormProps {
  id: string;
  lastResult: SubmissionResult<string[]> | null | undefined;
  go: string;
  help?: string;
  digitsOnly?: boolean;
}

export function CodeForm({ id, lastResult, go, help, digitsOnly }: CodeFormProps) {
  const { t } = useTexts("account");
  const [form, fields] = shownForm<{ code: string }>({ id, lastResult: lastResult ?? null });
  return (
    <>
      <ErrorSummary formId={form.id} errors={form.allErrors} labels={{ code: t("factor.code") }} />
      <form method="post" noValidate className="fields">
        <TextField
          field={fields.code}
          label={t("factor.code")}
          help={help}
          control={{
            autoComplete: "one-time-code",
            ...(digitsOnly ? { inputMode: "numeric", maxLength: 10 } : { maxLength: 40, autoFocus: true }),
          }}
        />
        <MainButton>{go}</MainButton>
      </form>
    </>
  );
}
