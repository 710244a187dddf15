import { getFormProps, getTextareaProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { z } from "zod";
import { useActReply } from "../act-reply.ts";
import { Card } from "./card.tsx";
import { FormErrors, shownErrors, useErrorText } from "./form-errors.tsx";
import { SubmitButton } from "./submit-button.tsx";

/** The help names the reader of the reason. */
export function ReasonForm({
  intent,
  id = intent,
  schema,
  title,
  text,
  label,
  help,
  button,
  isGrave,
  hidden = {},
}: Record<"intent" | "title" | "text" | "help" | "button", string> & {
  /** For several forms with one intent. */
  id?: string;
  schema: z.ZodType<{ reason: string }>;
  label?: string;
  isGrave?: boolean;
  /** Such as the amount that the page showed. */
  hidden?: Readonly<Record<string, string>> | undefined;
}) {
  const { t } = useTranslation("admin");
  const textOf = useErrorText();
  const [form, fields] = useForm<{ reason: string }>({
    id,
    lastResult: useActReply(intent),
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  const name = label ?? t("lock.reason");
  const labels = { reason: name };
  return (
    <Card title={title}>
      <p>{text}</p>
      <FormErrors form={shownErrors(form, labels)} labels={labels} />
      <Form method="post" className="fields" data-decision={intent} {...getFormProps(form)}>
        {Object.entries(hidden).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <Textarea
          {...getTextareaProps(fields.reason)}
          label={name}
          description={help}
          error={textOf(fields.reason.errors)}
          rows={2}
          maxLength={500}
        />
        <SubmitButton kind={isGrave ? "warn" : "second"} intent={intent}>
          {button}
        </SubmitButton>
      </Form>
    </Card>
  );
}
