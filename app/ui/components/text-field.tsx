import type { ComponentProps, ReactNode } from "react";
import type { ShownField } from "../shown-form.ts";
import { useTexts } from "../texts.ts";
import { Control, INPUT } from "./control.tsx";
import { FieldProblem } from "./field-problem.tsx";

interface FieldProps {
  field: ShownField;
  label: string;
  help?: ReactNode;
  optional?: boolean;
  beside?: ReactNode;
}

export function describe(field: ShownField, hasHelp: boolean) {
  const { id, name, errors } = field;
  return {
    id,
    name,
    "aria-describedby": describedBy(id, hasHelp),
    ...(errors ? { "aria-invalid": true as const } : {}),
  };
}

function describedBy(id: string, hasHelp: boolean): string {
  return hasHelp ? `${id}-help ${id}-error` : `${id}-error`;
}

export function FieldFrame({
  field,
  label,
  help,
  optional,
  beside,
  children,
}: FieldProps & { children: ReactNode }) {
  const { t } = useTexts();
  const { id, errors } = field;
  return (
    <div className="field">
      {beside}
      <label htmlFor={id}>
        {label} {optional ? <span className="optional">({t("form.optional")})</span> : null}
      </label>
      {children}
      {help ? (
        <span className="help" id={`${id}-help`}>
          {help}
        </span>
      ) : null}
      <FieldProblem id={id} errors={errors} />
    </div>
  );
}

function initial(field: ShownField): string {
  return typeof field.initialValue === "string" ? field.initialValue : "";
}

function textControl({ field, help }: FieldProps) {
  return { ...describe(field, Boolean(help)), className: INPUT, defaultValue: initial(field) };
}

export function TextField({
  control,
  ...props
}: FieldProps & {
  control?: Omit<ComponentProps<"input">, "className"> & { "data-live"?: string };
}) {
  return (
    <FieldFrame {...props}>
      <Control>
        <input {...textControl(props)} {...control} />
      </Control>
    </FieldFrame>
  );
}

export function TextAreaField({
  control,
  ...props
}: FieldProps & {
  control?: Omit<ComponentProps<"textarea">, "className"> & { "data-counter"?: string };
}) {
  return (
    <FieldFrame {...props}>
      <Control isMultiline>
        <textarea {...textControl(props)} {...control} />
      </Control>
    </FieldFrame>
  );
}

export function SelectField({
  options,
  ...props
}: FieldProps & { options: readonly { value: string; text: string }[] }) {
  return (
    <FieldFrame {...props}>
      <Control isPointer>
        <select {...textControl(props)} data-updates="">
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      </Control>
    </FieldFrame>
  );
}

/** Never sent back. */
export function PasswordField({
  field,
  label,
  help,
  isNew,
}: {
  field: ShownField;
  label: string;
  help?: ReactNode;
  isNew?: boolean;
}) {
  return (
    <TextField
      field={field}
      label={label}
      help={help}
      control={{
        type: "password",
        autoComplete: isNew ? "new-password" : "current-password",
        defaultValue: "",
        maxLength: 1024,
      }}
    />
  );
}

const DOCUMENTS = "image/jpeg,image/png,image/gif,application/pdf";

/** The script adds a drop area. Last in its form. */
export function DocumentField({
  dropText,
  accept = DOCUMENTS,
  ...props
}: FieldProps & { dropText: string; accept?: string }) {
  const { t } = useTexts("picture");
  return (
    <FieldFrame {...props}>
      <div className="dropzone">
        <div
          className="drop"
          data-dropzone={dropText}
          data-phone={t("takePhoto")}
          aria-hidden="true"
          hidden
        />
        <input {...describe(props.field, true)} type="file" className="file" accept={accept} />
      </div>
    </FieldFrame>
  );
}
