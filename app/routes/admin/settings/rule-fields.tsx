import type { FormMetadata } from "@conform-to/react";
import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FieldsForm, type useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import type { ErrorValues } from "../../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";

interface RuleField {
  name: string;
  label: string;
  /** As typed in this locale. */
  byDefault: string | undefined;
  /** What the environment sets; it cannot be typed. */
  fixed?: string | null;
  input: ReturnType<ReturnType<typeof useCheckedForm>["input"]> & { inputMode?: "text" };
}

/** The form of a group of rules: fields of figures with their defaults, then what else it has. */
export function RuleForm<Fields extends Record<string, unknown>>({
  form,
  limits,
  seenVersion,
  fields,
  kept,
  children,
}: {
  form: FormMetadata<Fields>;
  limits: ErrorValues;
  seenVersion: string;
  fields: readonly RuleField[];
  /** What stays as it was, where it is not a payment. */
  kept?: string;
  children?: ReactNode;
}) {
  const { t } = useTranslation("settings");
  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]));
  return (
    <FieldsForm form={form} labels={labels} values={limits} hasHidden>
      <p className="help">{kept ?? t("rules.kept")}</p>
      <input type="hidden" name="seen_version" value={seenVersion} />
      {fields.map(({ name, label, byDefault, fixed, input: { key: _, ...input } }) =>
        fixed ? (
          <p key={name}>
            <b>{label}</b>
            <br />
            {fixed} <span className="help">({t("fixed")})</span>
          </p>
        ) : (
          <TextInput
            {...input}
            key={name}
            label={label}
            description={t("byDefault", { value: byDefault })}
            inputMode={input.inputMode ?? "decimal"}
          />
        ),
      )}
      {children}
      <SubmitButton>{t("save")}</SubmitButton>
    </FieldsForm>
  );
}
