import type { SubmissionResult } from "@conform-to/react";
import { shownForm } from "../shown-form.ts";
import { useTexts } from "../texts.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { MainButton } from "./main-button.tsx";
import { TextField } from "./text-field.tsx";

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
