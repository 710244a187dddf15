import { getInputProps, getTextareaProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { eventForm, noticeForm } from "../../../domain/announcements/announcement.schema.ts";
import type { AnnouncementKind } from "../../../domain/announcements/announcements.server.ts";
import { FieldsForm } from "../../../ui/components/checked-fields.tsx";
import { OptionalLabel, useErrorText } from "../../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";

type Values = Record<string, string | undefined>;

export function AnnouncementForm({
  kind,
  intent,
  values,
  languages,
  lastResult,
  button,
}: {
  kind: AnnouncementKind;
  intent?: string;
  values: Values;
  languages: readonly { code: string; name: string }[];
  lastResult: SubmissionResult<string[]> | null | undefined;
  button: string;
}) {
  const { t } = useTranslation("announcements");
  const textOf = useErrorText();
  const isEvent = kind === "event";
  const [form, fields] = useForm<Values, unknown>({
    id: "announcement",
    lastResult: lastResult ?? null,
    defaultValue: values,
    onValidate: ({ formData }) =>
      isEvent
        ? parseWithZod(formData, { schema: eventForm })
        : parseWithZod(formData, { schema: noticeForm }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  const labels: Record<string, string> = {
    starts_at: t("starts"),
    ends_at: t("ends"),
    url: t("url"),
    color: t("color"),
    ...Object.fromEntries(
      languages.flatMap(({ code, name }) => [
        [`title_${code}`, t("titleOf", { name })],
        [`text_${code}`, t("textOf", { name })],
      ]),
    ),
  };
  const line = (name: string, type: "text" | "color" | "datetime-local" = "text") => {
    const field = fields[name];
    if (!field) throw new Error(`the form has no ${name}`);
    return { ...getInputProps(field, { type }), label: labels[name], error: textOf(field.errors) };
  };
  const words = (name: string) => {
    const field = fields[name];
    if (!field) throw new Error(`the form has no ${name}`);
    return { ...getTextareaProps(field), label: labels[name], error: textOf(field.errors), rows: 3 };
  };
  return (
    <section className="card">
      <FieldsForm form={form} labels={labels}>
        <TextInput {...line("starts_at", "datetime-local")} description={t("timeHelp")} />
        <TextInput {...line("ends_at", "datetime-local")} />
        {languages.map(({ code }) => (
          <div className="fields" key={code}>
            {isEvent ? <TextInput {...line(`title_${code}`)} lang={code} /> : null}
            <Textarea {...words(`text_${code}`)} lang={code} />
          </div>
        ))}
        {isEvent ? (
          <>
            <TextInput
              {...line("url")}
              label={<OptionalLabel>{t("url")}</OptionalLabel>}
              description={t("urlHelp")}
            />
            <TextInput {...line("color", "color")} />
          </>
        ) : null}
        <SubmitButton {...(intent === undefined ? {} : { intent })}>{button}</SubmitButton>
      </FieldsForm>
    </section>
  );
}
