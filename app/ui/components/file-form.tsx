import type { ReactElement, ReactNode } from "react";
import { shownForm } from "../shown-form.ts";
import { useTexts } from "../texts.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { describe, FieldFrame } from "./text-field.tsx";

/** A longer reason stands at the field alone. */
const SUMMARY_CHARACTERS = 80;

/** A form that takes one file, such as a bank's, with what was wrong with the last one; the file can be dragged there. */
export function FileForm({
  id,
  action,
  accept,
  problem,
  texts,
  children,
}: {
  id: string;
  action: string;
  accept: string;
  problem: string | undefined;
  texts: Record<"title" | "label" | "help" | "drop" | "button", string>;
  /** What else the form asks for, before the file. */
  children?: ReactNode;
}): ReactElement {
  const { t } = useTexts();
  const [, fields] = shownForm<{ file: string }>({
    id,
    ...(problem ? { lastResult: { status: "error", error: { file: [problem] } } } : {}),
  });
  return (
    <section className="card document" id={id}>
      <h2>{texts.title}</h2>
      <ErrorSummary
        formId={id}
        errors={
          problem ? { file: [problem.length > SUMMARY_CHARACTERS ? t("form.fileRefused") : problem] } : {}
        }
      />
      <form method="post" action={action} encType="multipart/form-data" noValidate>
        {children}
        <FieldFrame field={fields.file} label={texts.label} help={texts.help}>
          <div className="dropzone">
            <div className="drop" data-dropzone={texts.drop} aria-hidden="true" hidden />
            <input {...describe(fields.file, true)} type="file" className="file" accept={accept} />
          </div>
        </FieldFrame>
        <button type="submit" className="second-button">
          {texts.button}
        </button>
      </form>
    </section>
  );
}
