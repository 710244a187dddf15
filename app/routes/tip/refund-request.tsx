import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement } from "react";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { MainButton } from "../../ui/components/main-button.tsx";
import { TextAreaField } from "../../ui/components/text-field.tsx";
import { Title } from "../../ui/components/title.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { ShownRequest } from "./refund-request.server.ts";

/** What became of the fan's requests, and the form for one. */
export function RefundRequests({
  requests,
  canAsk,
  name,
  lastResult,
}: {
  requests: readonly ShownRequest[];
  canAsk: boolean;
  name: string;
  lastResult: SubmissionResult<string[]> | undefined;
}): ReactElement | null {
  const { t } = useTexts("result");
  const [form, fields] = shownForm<{ reason: string }>({ id: "refund", lastResult });
  const hasForm = canAsk || lastResult !== undefined;
  if (!hasForm && requests.length === 0) return null;
  return (
    <section className="next">
      <Title order={2}>{t("refundRequest.title")}</Title>
      {requests.map(({ id, status, answer, ...values }) => (
        <div key={id}>
          <p>{t(`refundRequest.${status}`, values)}</p>
          {answer ? <blockquote className="quote">{answer}</blockquote> : null}
        </div>
      ))}
      {hasForm ? (
        <form method="post" noValidate className="fields lines" data-once="">
          <details open={lastResult !== undefined}>
            <summary>
              <b>{t("refundRequest.ask")}</b>
            </summary>
            <div className="fields">
              <ErrorSummary
                formId={form.id}
                errors={form.allErrors}
                labels={{ reason: t("refundRequest.reason") }}
              />
              <input type="hidden" name="intent" value="refund" />
              <TextAreaField
                field={fields.reason}
                label={t("refundRequest.reason")}
                help={t("refundRequest.help", { name })}
                control={{ rows: 3 }}
              />
              <MainButton>{t("refundRequest.send")}</MainButton>
            </div>
          </details>
        </form>
      ) : null}
    </section>
  );
}
