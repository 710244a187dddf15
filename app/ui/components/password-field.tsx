import type { ReactNode } from "react";
import type { ShownField } from "../shown-form.ts";
import { TextField } from "./text-field.tsx";

/** The value is never sent back. */
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
