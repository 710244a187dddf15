import { type FieldMetadata, getFormProps, getTextareaProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Textarea } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { DocumentKind } from "../../../domain/verification/requirements.ts";
import { declineForm } from "../../../domain/verification/verification.schema.ts";
import { useActReply } from "../../../ui/act-reply.ts";
import { Card } from "../../../ui/components/card.tsx";
import { FormErrors, useErrorText } from "../../../ui/components/form-errors.tsx";
import { OptionalLabel } from "../../../ui/components/optional-label.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";

const KINDS = ["mediafile_pass", "mediafile_passback", "mediafile_shootout", "mediafile_invoice"] as const;

export function DeclineForm(): ReactElement {
  const { t } = useTranslation("admin");
  const { t: own } = useTranslation("verification");
  const [form, fields] = useForm<Record<DocumentKind, string>, Record<string, string | undefined>>({
    id: "decline",
    lastResult: useActReply("decline"),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: declineForm }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  const labels = Object.fromEntries(KINDS.map((kind) => [kind, own(`documents.${kind}.name`)]));
  return (
    <Card title={t("case.decline")}>
      <p>{t("case.declineText")}</p>
      <FormErrors form={form} labels={labels} />
      <Form method="post" className="fields" data-decision="decline" {...getFormProps(form)}>
        {KINDS.map((kind) => (
          <ReasonField key={kind} label={labels[kind] ?? ""} field={fields[kind]} />
        ))}
        <SubmitButton kind="second" intent="decline">
          {t("case.declineGo")}
        </SubmitButton>
      </Form>
    </Card>
  );
}

function ReasonField({ label, field }: { label: string; field: FieldMetadata<string> }): ReactElement {
  const textOf = useErrorText();
  return (
    <Textarea
      {...getTextareaProps(field)}
      label={<OptionalLabel>{label}</OptionalLabel>}
      error={textOf(field.errors)}
      rows={2}
      maxLength={500}
    />
  );
}
