import type { ReactElement, ReactNode } from "react";
import type { ShownField } from "../shown-form.ts";
import { TextField } from "./text-field.tsx";

/** A password to type; what was typed is never sent back with the page. */
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
}): ReactElement {
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
