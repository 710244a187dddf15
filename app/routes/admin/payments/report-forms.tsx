import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement, ReactNode } from "react";
import { productRules } from "../../../product-rules.ts";
import { Card } from "../../../ui/components/card.tsx";
import { ErrorSummary } from "../../../ui/components/error-summary.tsx";
import { SelectField, TextAreaField, TextField } from "../../../ui/components/text-field.tsx";
import { type ShownField, shownForm } from "../../../ui/shown-form.ts";
import { useTexts } from "../../../ui/texts.ts";

type Refused = SubmissionResult<string[]> | undefined;

/** A refund whose provider gives nothing back by itself: an operator makes it there, and says how that ended. */
export function RefundReportForm({
  paymentId,
  refund,
  provider,
  refused,
}: {
  paymentId: string;
  refund: { id: string; amount: string; since: string };
  provider: string;
  refused: Refused;
}): ReactElement {
  const { t } = useTexts("byHand");
  const { amount, since } = refund;
  const isMeant = refused?.initialValue?.refund_id === refund.id;
  const [form, fields] = shownForm<{ reference: string; note: string }>({
    id: `refund-${refund.id}`,
    lastResult: isMeant ? refused : null,
  });
  return (
    <Card title={t("refund.title", { amount })}>
      <p>{t("refund.text", { provider, since })}</p>
      <ErrorSummary formId={form.id} errors={form.allErrors} />
      <form method="post" action={`/admin/payments/${paymentId}/refund-report`} noValidate className="fields">
        <input type="hidden" name="refund_id" value={refund.id} />
        <ReferenceAndNote
          reference={fields.reference}
          note={fields.note}
          referenceLabel={t("refund.reference")}
        />
        <div className="actions">
          <button type="submit" name="report" value="REFUND_DONE" className="second-button">
            {t("refund.done", { amount })}
          </button>
          <button type="submit" name="report" value="REFUND_FAILED" className="second-button" data-grave>
            {t("refund.failed")}
          </button>
        </div>
      </form>
    </Card>
  );
}

/** What a provider that cannot be asked shows of a payment, as an operator read it there. */
export function PaymentReportForm({
  paymentId,
  provider,
  kinds,
  refused,
}: {
  paymentId: string;
  provider: string;
  kinds: readonly ("PAID" | "REFUNDED" | "DISPUTE_OPENED" | "DISPUTE_WON" | "DISPUTE_LOST")[];
  refused: Refused;
}): ReactElement {
  const { t } = useTexts("byHand");
  const [form, fields] = shownForm<{ report: string; reference: string; amount: string; note: string }>({
    id: "report",
    lastResult: refused?.initialValue?.refund_id === undefined ? refused : null,
  });
  return (
    <Card title={t("report.title", { provider })}>
      <p>{t("report.text")}</p>
      <ErrorSummary formId={form.id} errors={form.allErrors} />
      <form method="post" action={`/admin/payments/${paymentId}/report`} noValidate className="fields">
        <SelectField
          field={fields.report}
          label={t("report.what")}
          options={[
            { value: "", text: t("report.choose") },
            ...kinds.map((kind) => ({ value: kind, text: t(`told.${kind}`) })),
          ]}
        />
        <ReferenceAndNote
          reference={fields.reference}
          note={fields.note}
          referenceLabel={t("report.reference")}
        >
          {kinds.includes("PAID") ? null : (
            <TextField
              field={fields.amount}
              label={t("report.amount")}
              help={t("report.amountHelp")}
              control={{ inputMode: "decimal", autoComplete: "off" }}
            />
          )}
        </ReferenceAndNote>
        <button type="submit" className="second-button">
          {t("report.go")}
        </button>
      </form>
    </Card>
  );
}

function ReferenceAndNote({
  reference,
  note,
  referenceLabel,
  children,
}: {
  reference: ShownField;
  note: ShownField;
  referenceLabel: string;
  children?: ReactNode;
}): ReactElement {
  const { t } = useTexts("byHand");
  return (
    <>
      <TextField
        field={reference}
        label={referenceLabel}
        help={t("referenceHelp")}
        control={{ maxLength: productRules.reference_characters_maximum, autoComplete: "off" }}
      />
      {children}
      <TextAreaField
        field={note}
        label={t("note")}
        help={t("noteHelp")}
        control={{ rows: 2, maxLength: productRules.reason_characters_maximum }}
      />
    </>
  );
}
