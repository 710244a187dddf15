import { getFormProps, getInputProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Button, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { Locale } from "../../../domain/money/minor.ts";
import { creatorRefundPreview } from "../../../domain/refunds/refund.schema.ts";
import { useErrorText } from "../../../ui/components/form-errors.tsx";

export function RefundAmountForm(props: {
  path: string;
  list: string;
  typed: string;
  /** conform treats each new object as a new result. */
  refusal: SubmissionResult<string[]> | null;
  currency: string;
  locale: Locale;
}): ReactElement {
  const { t } = useTranslation("books");
  const { path, list, typed, refusal, currency, locale } = props;
  const textOf = useErrorText();
  const [form, fields] = useForm({
    id: "refund",
    lastResult: refusal,
    defaultValue: { amount: typed },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: creatorRefundPreview(currency, locale) }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  return (
    <Form method="get" action={path} className="fields" {...getFormProps(form)}>
      {list === "/dashboard" ? null : <input type="hidden" name="return_to" value={list} />}
      <TextInput
        {...getInputProps(fields.amount, { type: "text" })}
        label={t("refund.amount", { currency })}
        error={textOf(fields.amount.errors)}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
      />
      <Button type="submit" className="second">
        {t("refund.show")}
      </Button>
    </Form>
  );
}
