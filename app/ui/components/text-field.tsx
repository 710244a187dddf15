import type { ComponentProps, ReactElement, ReactNode } from "react";
import type { ShownField } from "../shown-form.ts";
import { useTexts } from "../texts.ts";
import { Control, INPUT } from "./control.tsx";
import { FieldProblem } from "./field-problem.tsx";

interface FieldProps {
  field: ShownField;
  label: string;
  help?: ReactNode;
  optional?: boolean;
  /** Stands at the right of the label, such as a counter. */
  beside?: ReactNode;
}

/** What a control needs so that its label, help and error belong to it. */
export function describe(field: ShownField, hasHelp: boolean) {
  // conform makes a field's facts anew each time one is asked for, so each is asked for once.
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

/** Label above, help and error below: the same for every field. */
export function FieldFrame({
  field,
  label,
  help,
  optional,
  beside,
  children,
}: FieldProps & { children: ReactNode }): ReactElement {
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

/** What every control with text or a choice has. */
function textControl({ field, help }: FieldProps) {
  return { ...describe(field, Boolean(help)), className: INPUT, defaultValue: initial(field) };
}

/** One line of text. */
export function TextField({
  control,
  ...props
}: FieldProps & {
  control?: Omit<ComponentProps<"input">, "className"> & { "data-live"?: string };
}): ReactElement {
  return (
    <FieldFrame {...props}>
      <Control>
        <input {...textControl(props)} {...control} />
      </Control>
    </FieldFrame>
  );
}

/** Several lines of text. */
export function TextAreaField({
  control,
  ...props
}: FieldProps & {
  control?: Omit<ComponentProps<"textarea">, "className"> & { "data-counter"?: string };
}): ReactElement {
  return (
    <FieldFrame {...props}>
      <Control isMultiline>
        <textarea {...textControl(props)} {...control} />
      </Control>
    </FieldFrame>
  );
}

/** A native select: it works without script, and as the phone is used to. */
export function SelectField({
  options,
  ...props
}: FieldProps & { options: readonly { value: string; text: string }[] }): ReactElement {
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
