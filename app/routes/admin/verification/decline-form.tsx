import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement } from "react";
import type { DocumentKind } from "../../../domain/verification/verification.server.ts";
import { Card } from "../../../ui/components/card.tsx";
import { ErrorSummary } from "../../../ui/components/error-summary.tsx";
import { TextAreaField } from "../../../ui/components/text-field.tsx";
import { type ShownField, shownForm } from "../../../ui/shown-form.ts";
import { useTexts } from "../../../ui/texts.ts";

/** Declines a verification: what is wrong with which document, as its creator will read it. */
export function DeclineForm({
  address,
  lastResult,
}: {
  address: string;
  lastResult: SubmissionResult<string[]> | undefined;
}): ReactElement {
  const { t } = useTexts("admin");
  const [form, fields] = shownForm<Record<DocumentKind, string>>({ id: "decline", lastResult });
  return (
    <Card title={t("case.decline")}>
      <p>{t("case.declineText")}</p>
      <ErrorSummary formId={form.id} errors={form.allErrors} />
      <form method="post" action={address} noValidate className="fields">
        <ReasonField kind="mediafile_pass" field={fields.mediafile_pass} />
        <ReasonField kind="mediafile_passback" field={fields.mediafile_passback} />
        <ReasonField kind="mediafile_shootout" field={fields.mediafile_shootout} />
        <ReasonField kind="mediafile_invoice" field={fields.mediafile_invoice} />
        <button type="submit" className="second-button">
          {t("case.declineGo")}
        </button>
      </form>
    </Card>
  );
}

function ReasonField({ kind, field }: { kind: DocumentKind; field: ShownField }): ReactElement {
  const { t } = useTexts("verification");
  const label = t(`documents.${kind}.name`);
  return <TextAreaField field={field} label={label} optional control={{ rows: 2, maxLength: 500 }} />;
}
