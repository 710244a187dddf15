import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement, ReactNode } from "react";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { MainButton, SecondLink } from "../../ui/components/main-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { shownForm } from "../../ui/shown-form.ts";

/** A page that asks once more, which the script opens as a dialog: what will happen, the button, the way back. */
export function ConfirmPage({
  title,
  text,
  action,
  button,
  back,
  lastResult,
  children,
}: {
  title: string;
  text: string;
  action: string;
  button: string;
  back: { href: string; text: string };
  /** Why it was refused. */
  lastResult: SubmissionResult<string[]> | undefined;
  /** What the form sends along. */
  children?: ReactNode;
}): ReactElement {
  const [form] = shownForm<Record<never, never>>({ id: "confirm", lastResult });
  return (
    <FormPage title={title}>
      <ErrorSummary formId={form.id} errors={form.allErrors} />
      <p>{text}</p>
      <form method="post" action={action} className="fields">
        {children}
        <div className="actions">
          <MainButton>{button}</MainButton>
          <SecondLink href={back.href} data-closes="">
            {back.text}
          </SecondLink>
        </div>
      </form>
    </FormPage>
  );
}
