import type { ReactNode } from "react";
import { ErrorSummary } from "./error-summary.tsx";
import { MainButton } from "./main-button.tsx";

export function CheckedForm(props: {
  form: { id: string; allErrors: Record<string, string[]> };
  labels: Readonly<Record<string, string>>;
  button: string;
  action?: string;
  children: ReactNode;
}) {
  const { form, labels, button, action, children } = props;
  return (
    <>
      <ErrorSummary formId={form.id} errors={form.allErrors} labels={labels} />
      <form method="post" action={action} noValidate className="fields">
        {children}
        <MainButton>{button}</MainButton>
      </form>
    </>
  );
}
