import { getFormProps, getInputProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { groupForm } from "../../domain/grouplists/grouplist.schema.ts";
import { FormErrors, OptionalLabel, useErrorText } from "../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import type { EditedGroup } from "./edit-parts.tsx";

/** The currency cannot change. Long names are reported while typing. */
export function NameForm({
  group,
  lastResult,
}: {
  group: EditedGroup;
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { t } = useTranslation("grouplists");
  const textOf = useErrorText();
  const [form, fields] = useForm({
    id: "group",
    lastResult,
    defaultValue: { name: group.new_name ?? group.name ?? "" },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: groupForm }),
    shouldValidate: "onInput",
  });
  const labels = { name: t("edit.name") };
  return (
    <section className="card">
      <FormErrors form={form} labels={labels} failure="errors.grouplist.update_failed" />
      <Form method="post" className="fields" {...getFormProps(form)}>
        <TextInput
          {...getInputProps(fields.name, { type: "text" })}
          label={<OptionalLabel>{labels.name}</OptionalLabel>}
          description={t("edit.nameHelp")}
          error={textOf(fields.name.errors)}
          autoComplete="off"
        />
        <p className="help">
          {t("edit.currency")}: <b>{group.currency}</b>. {t("edit.currencyHelp")}
        </p>
        <SubmitButton intent="name">
          {t(group.status === "DECLINED" ? "edit.saveAgain" : "edit.save")}
        </SubmitButton>
      </Form>
    </section>
  );
}
