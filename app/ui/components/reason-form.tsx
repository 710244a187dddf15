import { Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { z } from "zod";
import { useActReply } from "../lost-connection.ts";
import { Card } from "./card.tsx";
import { FieldsForm, useCheckedForm } from "./checked-fields.tsx";
import { SubmitButton } from "./submit-button.tsx";

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
  id?: string;
  schema: z.ZodType<{ reason: string }, { reason: string }>;
  label?: string;
  isGrave?: boolean;
  hidden?: Readonly<Record<string, string>> | undefined;
}) {
  const { t } = useTranslation("admin");
  const { form, fields, textarea } = useCheckedForm({
    id,
    lastResult: useActReply(intent),
    schema,
  });
  const name = label ?? t("lock.reason");
  const labels = { reason: name };
  return (
    <Card title={title}>
      <p>{text}</p>
      <FieldsForm form={form} labels={labels} hasHidden decision={intent}>
        {Object.entries(hidden).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <Textarea {...textarea(fields.reason)} label={name} description={help} rows={2} maxLength={500} />
        <SubmitButton kind={isGrave ? "warn" : "second"} intent={intent}>
          {button}
        </SubmitButton>
      </FieldsForm>
    </Card>
  );
}

export function ActCard({
  title,
  text,
  button,
  intent,
  hidden = {},
}: Record<"title" | "text" | "button" | "intent", string> & {
  hidden?: Readonly<Record<string, string>>;
}) {
  return (
    <Card title={title}>
      <p>{text}</p>
      <Form method="post">
        {Object.entries(hidden).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <SubmitButton kind="second" intent={intent}>
          {button}
        </SubmitButton>
      </Form>
    </Card>
  );
}

export function AcceptanceForm({
  text,
  hidden = {},
}: {
  text: string;
  hidden?: Readonly<Record<string, string>> | undefined;
}) {
  const { t } = useTranslation("admin");
  return (
    <Card title={t("case.accept")}>
      <p>{text}</p>
      <Form method="post" className="fields" data-decision="accept">
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SubmitButton intent="accept">{t("case.acceptGo")}</SubmitButton>
      </Form>
    </Card>
  );
}
