import { getFormProps, getInputProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Button, Checkbox, TextInput } from "@mantine/core";
import { type ReactElement, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { Locale } from "../../../domain/money/minor.ts";
import { refundPreviewForm } from "../../../domain/refunds/refund.schema.ts";
import { Card } from "../../../ui/components/card.tsx";
import { useErrorText } from "../../../ui/components/form-errors.tsx";

export interface EnteredRefund {
  currency: string;
  locale: Locale;
  left: string;
  amount: string;
  /** Whether the platform pays what the creator cannot. */
  paysRest: boolean;
}

export function RefundAmountForm({
  action,
  entered,
  problem = null,
}: {
  action: string;
  entered: EnteredRefund;
  problem?: string | null;
}): ReactElement {
  const { t } = useTranslation("books");
  const textOf = useErrorText();
  const { currency, locale, left } = entered;
  const { amount, paysRest } = entered;
  const typed = { amount, ...(paysRest && { goodwill: "on" }) };
  // conform treats each new object as a new result.
  const lastResult = useMemo((): SubmissionResult<string[]> | null => {
    if (problem === null) return null;
    return {
      status: "error",
      initialValue: { amount, ...(paysRest && { goodwill: "on" }) },
      error: { amount: [problem] },
    };
  }, [problem, amount, paysRest]);
  const [form, fields] = useForm({
    id: "refund",
    lastResult,
    defaultValue: typed,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: refundPreviewForm(currency, locale) }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  return (
    <Card title={t("refund.form")}>
      <Form method="get" action={action} className="fields" {...getFormProps(form)}>
        <TextInput
          {...getInputProps(fields.amount, { type: "text" })}
          label={t("refund.amount", { currency })}
          description={t("refund.amountHelp", { left })}
          error={textOf(fields.amount.errors)}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
        />
        <Checkbox
          {...getInputProps(fields.goodwill, { type: "checkbox" })}
          label={t("refund.goodwillTick")}
        />
        <Button type="submit" className="second">
          {t("refund.look")}
        </Button>
      </Form>
    </Card>
  );
}
