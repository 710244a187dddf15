import type { FieldMetadata } from "@conform-to/react";
import { Input, InputWrapperContext } from "@mantine/core";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { useTexts } from "../texts.ts";
import { FieldProblem } from "./field-problem.tsx";
import { useFieldLabel } from "./form-faults.ts";

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
  useFieldLabel(id, label);
  // Mantine's Input takes what describes it from here, and from nowhere else.
  const wrapper = {
    offsetBottom: false,
    offsetTop: false,
    describedBy: describedBy(id, Boolean(help)),
    inputId: id,
    labelId: undefined,
    getStyles: null,
  };
  return (
    <div className="field">
      {beside}
      <label htmlFor={id}>
        {label} {optional ? <span className="optional">({t("form.optional")})</span> : null}
      </label>
      <InputWrapperContext value={wrapper}>{children}</InputWrapperContext>
      {help ? (
        <span className="help" id={`${id}-help`}>
          {help}
        </span>
      ) : null}
      <FieldProblem id={id} errors={errors} />
    </div>
  );
}

/** What each of the inputs below has in common. */
function inputFacts({ field, help }: FieldProps) {
  return {
    ...describe(field, Boolean(help)),
    classNames: { wrapper: "control" },
    defaultValue: typeof field.initialValue === "string" ? field.initialValue : "",
    error: Boolean(field.errors),
    withErrorStyles: false,
  };
}

/** One line of text. */
export function TextField({
  control,
  ...props
}: FieldProps & { control?: ComponentProps<"input"> & { "data-live"?: string } }): ReactElement {
  return (
    <FieldFrame {...props}>
      <Input {...inputFacts(props)} component="input" {...inputProps(control)} />
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
      <Input {...inputFacts(props)} component="textarea" multiline {...inputProps(control)} />
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
      <Input {...inputFacts(props)} component="select" pointer data-updates="">
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </Input>
    </FieldFrame>
  );
}

function inputProps(control: object | undefined): object {
  return control ?? {};
}
