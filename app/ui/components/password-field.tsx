import type { FieldMetadata } from "@conform-to/react";
import type { ReactElement, ReactNode } from "react";
import { TextField } from "./text-field.tsx";

/** A password to type; what was typed is never sent back with the page. */
export function PasswordField({
  field,
  label,
  help,
  isNew,
}: {
  field: FieldMetadata<unknown>;
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
