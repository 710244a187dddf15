import type { ReactElement, ReactNode } from "react";
import { ErrorSummary } from "./error-summary.tsx";
import { MainButton } from "./main-button.tsx";

/** A form with one button, whose fields the script checks as they are left; what is wrong with it stands above. */
export function CheckedForm(props: {
  form: { id: string; allErrors: Record<string, string[]> };
  /** What the fields are called, by their names. */
  labels: Readonly<Record<string, string>>;
  /** What the button says. */
  button: string;
  /** Where it goes; to the page's own address unless it says otherwise. */
  action?: string;
  children: ReactNode;
}): ReactElement {
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
