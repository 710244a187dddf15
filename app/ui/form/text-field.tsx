import type { FieldMetadata } from "@conform-to/react";
import { Input, InputWrapperContext } from "@mantine/core";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FieldProblem } from "./field-problem.tsx";

interface FieldProps {
  field: FieldMetadata<unknown>;
  label: string;
  help?: ReactNode;
  optional?: boolean;
  /** Stands at the right of the label, such as a counter. */
  beside?: ReactNode;
}

/** What a control needs so that its label, help and error belong to it. */
export function describe(field: FieldMetadata<unknown>, hasHelp: boolean) {
  const described = [hasHelp ? `${field.id}-help` : null, `${field.id}-error`].filter(Boolean).join(" ");
  return {
    id: field.id,
    name: field.name,
    "aria-describedby": described,
    ...(field.errors ? { "aria-invalid": true as const } : {}),
  };
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
  const { t } = useTranslation();
  const described = describe(field, Boolean(help));
  // Mantine's Input takes what describes it from here, and from nowhere else.
  const wrapper = {
    offsetBottom: false,
    offsetTop: false,
    describedBy: described["aria-describedby"],
    inputId: field.id,
    labelId: undefined,
    getStyles: null,
  };
  return (
    <div className="field">
      {beside}
      <label htmlFor={field.id}>
        {label} {optional ? <span className="optional">({t("form.optional")})</span> : null}
      </label>
      <InputWrapperContext value={wrapper}>{children}</InputWrapperContext>
      {help ? (
        <span className="help" id={`${field.id}-help`}>
          {help}
        </span>
      ) : null}
      <FieldProblem id={field.id} errors={field.errors} />
    </div>
  );
}

function initial(field: FieldMetadata<unknown>): string {
  return typeof field.initialValue === "string" ? field.initialValue : "";
}

/** One line of text. */
export function TextField({
  control,
  ...props
}: FieldProps & { control?: ComponentProps<"input"> }): ReactElement {
  return (
    <FieldFrame {...props}>
      <Input
        {...describe(props.field, Boolean(props.help))}
        component="input"
        classNames={{ wrapper: "control" }}
        defaultValue={initial(props.field)}
        error={Boolean(props.field.errors)}
        {...inputProps(control)}
      />
    </FieldFrame>
  );
}

/** Several lines of text. */
export function TextAreaField({
  control,
  ...props
}: FieldProps & { control?: ComponentProps<"textarea"> & { "data-counter"?: string } }): ReactElement {
  return (
    <FieldFrame {...props}>
      <Input
        {...describe(props.field, Boolean(props.help))}
        component="textarea"
        classNames={{ wrapper: "control" }}
        multiline
        defaultValue={initial(props.field)}
        error={Boolean(props.field.errors)}
        {...(control as object)}
      />
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
      <Input
        {...describe(props.field, Boolean(props.help))}
        component="select"
        classNames={{ wrapper: "control" }}
        pointer
        defaultValue={initial(props.field)}
        error={Boolean(props.field.errors)}
        data-updates=""
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </Input>
    </FieldFrame>
  );
}

function inputProps(control: ComponentProps<"input"> | undefined): object {
  return control ?? {};
}
