import { getFormProps, getTextareaProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Textarea } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { operatorRefund } from "../../../domain/refunds/refund.schema.ts";
import { Card } from "../../../ui/components/card.tsx";
import { FormErrors, shownErrors, useErrorText } from "../../../ui/components/form-errors.tsx";
import { RefundTable, type ShownRefund } from "../../../ui/components/refund-table.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import type { EnteredRefund } from "./refund-preview.tsx";

export function RefundConfirmForm({
  path,
  entered,
  figures,
  lastResult,
}: {
  path: string;
  entered: EnteredRefund;
  figures: ShownRefund & { amount: string; seenLeft: string };
  lastResult: SubmissionResult<string[]> | null;
}): ReactElement {
  const { t } = useTranslation("books");
  const textOf = useErrorText({ left: entered.left });
  const schema = operatorRefund(entered.currency, entered.locale);
  const [form, fields] = useForm<{ reason: string }>({
    id: "confirm",
    lastResult,
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  const labels = { reason: t("refund.reason") };
  // The query stays, so a refused confirmation shows the same preview.
  const query = new URLSearchParams({
    amount: entered.amount,
    ...(entered.paysRest ? { goodwill: "on" } : {}),
  });
  return (
    <>
      <FormErrors form={shownErrors(form, labels)} labels={labels} />
      <Card title={t("refund.intro")}>
        <RefundTable figures={figures} isOwn={false} />
        <Form method="post" action={`${path}?${query}`} className="fields" {...getFormProps(form)}>
          <input type="hidden" name="amount" value={figures.amount} />
          <input type="hidden" name="seen_left" value={figures.seenLeft} />
          {entered.paysRest ? <input type="hidden" name="goodwill" value="on" /> : null}
          <Textarea
            {...getTextareaProps(fields.reason)}
            label={labels.reason}
            description={t("refund.reasonHelp")}
            error={textOf(fields.reason.errors)}
            rows={2}
            maxLength={500}
          />
          <SubmitButton>{t("refund.go", { amount: figures.fan })}</SubmitButton>
        </Form>
      </Card>
    </>
  );
}
