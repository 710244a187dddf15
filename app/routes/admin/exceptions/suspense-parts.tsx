import { getFormProps, getInputProps, getSelectProps, getTextareaProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { returnedForm } from "../../../domain/suspense/suspense.schema.ts";
import type { ListedExit } from "../../../domain/suspense/suspense.server.ts";
import { productRules } from "../../../product-rules.ts";
import { useActReply } from "../../../ui/act-reply.ts";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { FormErrors, shownErrors, useErrorText } from "../../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";

export interface ShownSuspense {
  exits: readonly {
    id: string;
    kind: ListedExit["kind"];
    amount: string;
    /** What of it the platform paid. */
    beyond: string | null;
    reference: string;
    operator: string | null;
    reason: string | null;
    at: string;
  }[];
  /** Null while nothing can be given back. */
  returning: { seenLeft: number; left: string } | null;
}

export function SuspenseExits({ exits }: Pick<ShownSuspense, "exits">): ReactElement {
  const { t } = useTranslation("suspense");
  return (
    <Card title={t("exits")}>
      <DataTable
        caption={t("exits")}
        columns={[
          t("exit"),
          { name: t("amount"), isFigure: true },
          t("reference"),
          t("by"),
          t("returned.note"),
          { name: t("at"), isMoment: true },
        ]}
        empty={t("noExits")}
        rows={exits.map((each) => ({
          key: each.id,
          cells: [
            t(`kind.${each.kind}`),
            <span key="amount">
              {each.amount}
              {each.beyond ? <small>{t("beyond", { amount: each.beyond })}</small> : null}
            </span>,
            <code key="reference">{each.reference || "–"}</code>,
            each.operator ?? t("itself"),
            each.reason ?? "–",
            each.at,
          ],
        }))}
      />
    </Card>
  );
}

const WAYS = ["PROVIDER", "BANK"] as const;

/** It has left by the provider's portal or the bank. */
export function SuspenseReturn({ seenLeft, left }: NonNullable<ShownSuspense["returning"]>): ReactElement {
  const { t } = useTranslation("suspense");
  const textOf = useErrorText();
  const [form, fields] = useForm<Record<"by" | "reference" | "note", string>>({
    id: "returned",
    lastResult: useActReply("returned"),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: returnedForm }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  const labels = {
    by: t("returned.how"),
    reference: t("returned.reference"),
    note: t("returned.note"),
  };
  return (
    <Card title={t("returned.title")}>
      <p>{t("returned.text")}</p>
      <FormErrors form={shownErrors(form, labels)} labels={labels} />
      <Form method="post" className="fields" {...getFormProps(form)}>
        <input type="hidden" name="seen_left" value={seenLeft} />
        <NativeSelect
          {...getSelectProps(fields.by)}
          label={labels.by}
          error={textOf(fields.by.errors)}
          data={WAYS.map((value) => ({ value, label: t(`returned.ways.${value}`) }))}
        />
        <TextInput
          {...getInputProps(fields.reference, { type: "text" })}
          label={labels.reference}
          description={t("returned.referenceHelp")}
          error={textOf(fields.reference.errors)}
          maxLength={productRules.reference_characters_maximum}
          autoComplete="off"
        />
        <Textarea
          {...getTextareaProps(fields.note)}
          label={labels.note}
          description={t("returned.noteHelp")}
          error={textOf(fields.note.errors)}
          rows={2}
          maxLength={500}
        />
        <SubmitButton kind="second" intent="returned">
          {t("returned.go", { amount: left })}
        </SubmitButton>
      </Form>
    </Card>
  );
}
