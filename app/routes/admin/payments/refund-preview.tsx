import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Button, Checkbox, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { Locale } from "../../../domain/money/minor.ts";
import { refundPreviewForm } from "../../../domain/refunds/refund.schema.ts";
import { Card } from "../../../ui/components/card.tsx";
import { useErrorText } from "../../../ui/components/form-errors.tsx";

/** What an operator asks to give back, as it was typed. */
export interface RefundWish {
  currency: string;
  locale: Locale;
  /** What of the payment can still be given back. */
  left: string;
  amount: string;
  /** Whether we pay what the creator cannot. */
  paysRest: boolean;
}

/** How much an operator gives back: the page after it shows what that does, and asks why. */
export function RefundAmountForm({
  action,
  wish,
  problem = null,
}: {
  action: string;
  wish: RefundWish;
  problem?: string | null;
}): ReactElement {
  const { t } = useTranslation("books");
  const textOf = useErrorText();
  const { currency, locale, left } = wish;
  const typed = { amount: wish.amount, ...(wish.paysRest && { goodwill: "on" }) };
  const [form, fields] = useForm({
    id: "refund",
    // The page that was asked has said what is wrong with it.
    lastResult:
      problem === null ? null : { status: "error", initialValue: typed, error: { amount: [problem] } },
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
