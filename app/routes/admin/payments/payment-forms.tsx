import {
  type FieldMetadata,
  getFormProps,
  getInputProps,
  getTextareaProps,
  type SubmissionResult,
  useForm,
} from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { Locale } from "../../../domain/money/minor.ts";
import {
  type PAYMENT_REPORTS,
  providerReportForm,
  refundReportForm,
} from "../../../domain/payment-updates/provider-report.schema.ts";
import { refundPreviewForm } from "../../../domain/refunds/refund.schema.ts";
import { productRules } from "../../../product-rules.ts";
import { Card } from "../../../ui/components/card.tsx";
import { FieldsForm, useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { useErrorText } from "../../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { useActReply } from "../../../ui/lost-connection.ts";

export interface EnteredRefund {
  currency: string;
  locale: Locale;
  left: string;
  amount: string;
  paysRest: boolean;
  isDirect: boolean;
}

export function RefundAmountForm({
  action,
  entered,
  problem = null,
}: {
  action: string;
  entered: EnteredRefund;
  problem?: string | null;
}) {
  const { t } = useTranslation("books");
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
  const { form, fields, input } = useCheckedForm({
    id: "refund",
    lastResult,
    defaultValue: typed,
    schema: refundPreviewForm(currency, locale),
  });
  return (
    <Card title={t("refund.form")}>
      <Form method="get" action={action} className="fields" {...getFormProps(form)}>
        <TextInput
          {...input(fields.amount)}
          label={t("refund.amount", { currency })}
          description={t("refund.amountHelp", { left })}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
        />
        {entered.isDirect ? null : (
          <Checkbox
            {...getInputProps(fields.goodwill, { type: "checkbox" })}
            label={t("refund.goodwillTick")}
          />
        )}
        <Button type="submit" className="second">
          {t("refund.look")}
        </Button>
      </Form>
    </Card>
  );
}

export function RefundReportForm({
  refund,
  provider,
}: {
  refund: { id: string; amount: string; since: string };
  provider: string;
}) {
  const { t } = useTranslation("byHand");
  const { amount, since } = refund;
  const refused = useActReply("refund");
  const [form, fields] = useForm<Record<"reference" | "note", string>>({
    id: `refund-${refund.id}`,
    lastResult: (refused?.initialValue?.refund_id ?? refund.id) === refund.id ? refused : null,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: refundReportForm }),
    shouldRevalidate: "onInput",
  });
  const labels = { reference: t("refund.reference"), note: t("note") };
  return (
    <Card title={t("refund.title", { amount })}>
      <p>{t("refund.text", { provider, since })}</p>
      <FieldsForm form={form} labels={labels} hasHidden>
        <input type="hidden" name="intent" value="refund" />
        <input type="hidden" name="refund_id" value={refund.id} />
        <ReferenceAndNote reference={fields.reference} note={fields.note} labels={labels} />
        <div className="actions">
          <SubmitButton kind="second" choice={{ name: "report", value: "REFUND_DONE" }}>
            {t("refund.done", { amount })}
          </SubmitButton>
          <SubmitButton kind="warn" choice={{ name: "report", value: "REFUND_FAILED" }}>
            {t("refund.failed")}
          </SubmitButton>
        </div>
      </FieldsForm>
    </Card>
  );
}

export function PaymentReportForm({
  provider,
  kinds,
  charged,
  locale,
}: {
  provider: string;
  kinds: readonly (typeof PAYMENT_REPORTS)[number][];
  charged: { charged_currency: string; charged_minor: number };
  locale: Locale;
}) {
  const { t } = useTranslation("byHand");
  const { form, fields, input, select } = useCheckedForm({
    id: "report",
    defaultValue: { report: "", reference: "", amount: "", note: "" },
    lastResult: useActReply("report"),
    schema: providerReportForm(charged, locale),
  });
  const hasAmount = !kinds.includes("PAID");
  const labels = {
    report: t("report.what"),
    reference: t("report.reference"),
    ...(hasAmount && { amount: t("report.amount") }),
    note: t("note"),
  };
  return (
    <Card title={t("report.title", { provider })}>
      <p>{t("report.text")}</p>
      <FieldsForm form={form} labels={labels} hasHidden>
        <NativeSelect
          {...select(fields.report)}
          label={labels.report}
          data={[
            { value: "", label: t("report.choose") },
            ...kinds.map((value) => ({ value, label: t(`told.${value}`) })),
          ]}
        />
        <ReferenceAndNote reference={fields.reference} note={fields.note} labels={labels}>
          {hasAmount ? (
            <TextInput
              {...input(fields.amount)}
              label={t("report.amount")}
              description={t("report.amountHelp")}
              inputMode="decimal"
              autoComplete="off"
            />
          ) : null}
        </ReferenceAndNote>
        <SubmitButton kind="second" intent="report">
          {t("report.go")}
        </SubmitButton>
      </FieldsForm>
    </Card>
  );
}

function ReferenceAndNote({
  reference,
  note,
  labels,
  children,
}: {
  reference: FieldMetadata<string>;
  note: FieldMetadata<string>;
  labels: Record<"reference" | "note", string>;
  children?: ReactNode;
}) {
  const { t } = useTranslation("byHand");
  const textOf = useErrorText();
  return (
    <>
      <TextInput
        {...getInputProps(reference, { type: "text" })}
        label={labels.reference}
        description={t("referenceHelp")}
        error={textOf(reference.errors)}
        maxLength={productRules.reference_characters_maximum}
        autoComplete="off"
      />
      {children}
      <Textarea
        {...getTextareaProps(note)}
        label={labels.note}
        description={t("noteHelp")}
        error={textOf(note.errors)}
        rows={2}
        maxLength={productRules.reason_characters_maximum}
      />
    </>
  );
}
