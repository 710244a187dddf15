import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement } from "react";
import { AmountTable } from "../../ui/components/amount-table.tsx";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { MainButton } from "../../ui/components/main-button.tsx";
import { TextAreaField } from "../../ui/components/text-field.tsx";
import { Title } from "../../ui/components/title.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { ShownRefund, ShownRequests, ShownReturn } from "./shown-refunds.server.ts";

export function ReceiptRefunds({
  refunds,
  left,
}: {
  refunds: readonly ShownRefund[];
  left: string;
}): ReactElement | null {
  const { t } = useTexts("result");
  if (refunds.length === 0) return null;
  return (
    <section className="next">
      <Title order={2}>{t("receipt.refunds")}</Title>
      {refunds.map(({ id, day, is_done, lines, back, credit_note }) => (
        <div key={id}>
          <p>
            <b>{t(is_done ? "receipt.refundedOn" : "receipt.onItsWay", { day })}</b>
          </p>
          <AmountTable lines={[...lines, { name: t("receipt.back"), amount: back, isSum: true }]} />
          {credit_note ? (
            <p>
              <a href={credit_note.path}>{t("receipt.creditNote", { number: credit_note.number })}</a>
            </p>
          ) : null}
        </div>
      ))}
      <AmountTable lines={[{ name: t("receipt.left"), amount: left, isSum: true }]} />
    </section>
  );
}

export function ReceiptReturns({ returns }: { returns: readonly ShownReturn[] }): ReactElement {
  const { t } = useTexts("result");
  return (
    <>
      {returns.map(({ id, amount, day, credit_note, cancellation }) => (
        <div className="note" key={id}>
          <p>{t("receipt.cameBack", { amount, day })}</p>
          {credit_note ? (
            <p>
              <a href={credit_note.path}>{t("receipt.creditNote", { number: credit_note.number })}</a>
              {cancellation ? (
                <>
                  {", "}
                  <a href={cancellation.path}>{t("receipt.cancelledBy", { number: cancellation.number })}</a>
                </>
              ) : null}
            </p>
          ) : null}
        </div>
      ))}
    </>
  );
}

export function ReceiptOnPage({
  visibility,
  name,
}: {
  visibility: "public" | "private";
  name: string;
}): ReactElement {
  const { t } = useTexts("result");
  const isPublic = visibility === "public";
  return (
    <form method="post" className="fields">
      <input type="hidden" name="visibility" value={isPublic ? "private" : "public"} />
      {isPublic ? <p className="help">{t("receipt.onPage", { name })}</p> : null}
      <button type="submit" className="second-button">
        {isPublic ? t("receipt.offPage") : t("receipt.toPage", { name })}
      </button>
    </form>
  );
}

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
