import type { FormMetadata } from "@conform-to/react";
import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { FieldsForm, type useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import type { ErrorValues } from "../../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { Title } from "../../../ui/components/title.tsx";

interface RuleField {
  name: string;
  label: string;
  byDefault: string | undefined;
  fixed?: string | null;
  input: ReturnType<ReturnType<typeof useCheckedForm>["input"]> & { inputMode?: "text" | "decimal" };
}

interface FieldGroup {
  title: string;
  fields: readonly RuleField[];
}

export function RuleForm<Fields extends Record<string, unknown>>({
  form,
  limits,
  seenVersion,
  fields,
  groups = [],
  kept,
  children,
}: {
  form: FormMetadata<Fields>;
  limits: ErrorValues;
  seenVersion: string;
  fields: readonly RuleField[];
  groups?: readonly FieldGroup[];
  kept?: string;
  children?: ReactNode;
}) {
  const { t } = useTranslation("settings");
  const labels = Object.fromEntries([
    ...fields.map(({ name, label }) => [name, label]),
    ...groups.flatMap(({ title, fields }) => fields.map(({ name, label }) => [name, `${title}, ${label}`])),
  ]);
  return (
    <FieldsForm form={form} labels={labels} values={limits} hasHidden>
      <SeenVersion form={form} version={seenVersion} />
      <p className="help">{kept ?? t("rules.kept")}</p>
      {fields.map((field) => (
        <RuleInput key={field.name} {...field} />
      ))}
      {groups.map(({ title, fields }) => (
        <fieldset key={title}>
          <legend>
            <Title order={2}>{title}</Title>
          </legend>
          <div className="own-facts">
            {fields.map((field) => (
              <RuleInput key={field.name} {...field} />
            ))}
          </div>
        </fieldset>
      ))}
      {children}
      <SubmitButton>{t("save")}</SubmitButton>
    </FieldsForm>
  );
}

function RuleInput({ label, byDefault, fixed, input: { key: _, ...input } }: RuleField) {
  const { t } = useTranslation("settings");
  if (fixed) return <FixedField label={label} value={fixed} />;
  return (
    <TextInput
      {...input}
      label={label}
      description={t("byDefault", { value: byDefault })}
      inputMode={input.inputMode ?? "decimal"}
    />
  );
}

export function FixedField({ label, value }: { label: string | undefined; value: string }) {
  const { t } = useTranslation("settings");
  return (
    <p className="lines">
      <b>{label}</b>
      <br />
      {value} <span className="help">({t("fixed")})</span>
    </p>
  );
}

export function SeenVersion({
  form,
  version,
}: {
  form: Pick<FormMetadata, "allErrors">;
  version: string | undefined;
}) {
  const { t } = useTranslation("settings");
  return (
    <>
      {form.allErrors.seen_version ? (
        <p>
          <Link to="." reloadDocument>
            {t("reload")}
          </Link>
        </p>
      ) : null}
      <input type="hidden" name="seen_version" value={version} />
    </>
  );
}
