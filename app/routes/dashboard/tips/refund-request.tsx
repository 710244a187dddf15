import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { refundAnswerForm } from "../../../domain/refunds/refund.schema.ts";
import { productRules } from "../../../product-rules.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { FormErrors } from "../../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import type { ShownRequest } from "./tips-page.server.ts";

export function RefundRequest({
  request,
  address,
  from,
  lastResult,
}: {
  request: ShownRequest;
  address: string;
  from: string;
  lastResult: SubmissionResult<string[]> | null | undefined;
}) {
  const { t } = useTranslation("books");
  const { t: dashboard } = useTranslation("dashboard");
  const { form, fields, textarea } = useCheckedForm({ id: "answer", lastResult, schema: refundAnswerForm });
  const labels = { reason: t("refundRequest.answer") };
  return (
    <Card title={t("refundRequest.title")}>
      <blockquote className="quote">{request.reason}</blockquote>
      <p className="help">
        {t(request.isLate ? "refundRequest.late" : "refundRequest.due", { day: request.until })}
      </p>
      <div className="actions">
        <ButtonLink to={`${address}/refund${from}`}>{dashboard("tip.refund")}</ButtonLink>
      </div>
      <FormErrors form={form} labels={labels} />
      <Form method="post" action={`${address}${from}`} className="fields" {...getFormProps(form)}>
        <Textarea
          {...textarea(fields.reason)}
          label={labels.reason}
          description={t("refundRequest.help")}
          rows={3}
          maxLength={productRules.reason_characters_maximum}
        />
        <SubmitButton kind="second">{t("refundRequest.decline")}</SubmitButton>
      </Form>
    </Card>
  );
}
