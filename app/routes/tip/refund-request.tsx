import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement } from "react";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { MainButton } from "../../ui/components/main-button.tsx";
import { TextAreaField } from "../../ui/components/text-field.tsx";
import { Title } from "../../ui/components/title.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { ShownRequests } from "./refund-request.server.ts";

export function RefundRequests({
  requests,
  canAsk,
  lastResult,
}: {
  requests: readonly ShownRequests[];
  canAsk: boolean;
  lastResult: SubmissionResult<string[]> | undefined;
}): ReactElement | null {
  const { t } = useTexts("result");
  const [form, fields] = shownForm<{ reason: string }>({ id: "refund", lastResult });
  const hasForm = canAsk || lastResult !== undefined;
  if (!hasForm && requests.length === 0) return null;
  return (
    <section className="next">
      <Title order={2}>{t("refundRequest.title")}</Title>
      {requests.map(({ key, ...each }) => (
        <Answers key={key} {...each} />
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
              <TextAreaField field={fields.reason} label={t("refundRequest.reason")} control={{ rows: 3 }} />
              <MainButton>{t("refundRequest.send")}</MainButton>
            </div>
          </details>
        </form>
      ) : null}
    </section>
  );
}

function Answers({ state, day, by }: Omit<ShownRequests, "key">): ReactElement {
  const { t } = useTexts("result");
  const [only, ...others] = by;
  if (only && others.length === 0)
    return (
      <div>
        <p>{t(`refundRequest.${state}`, { name: only.name, day })}</p>
        <Answer text={only.answer} />
      </div>
    );
  return (
    <div>
      <p>{t(`refundRequest.many.${state}`, { day })}</p>
      <ul>
        {by.map(({ id, name, answer }) => (
          <li key={id}>
            {name}
            <Answer text={answer} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Answer({ text }: { text: string | null }): ReactElement | null {
  return text === null ? null : <blockquote className="quote">{text}</blockquote>;
}
