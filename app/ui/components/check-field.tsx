import type { FieldMetadata } from "@conform-to/react";
import type { ReactElement, ReactNode } from "react";
import { FieldProblem } from "./field-problem.tsx";
import { describe } from "./text-field.tsx";

/** A native checkbox with its sentence. */
export function CheckField({
  field,
  children,
}: {
  field: FieldMetadata<unknown>;
  children: ReactNode;
}): ReactElement {
  return (
    <div className="field">
      <label className="tick" htmlFor={field.id}>
        <input type="checkbox" {...describe(field, false)} defaultChecked={field.initialValue === "on"} />
        <span>{children}</span>
      </label>
      <FieldProblem id={field.id} errors={field.errors} />
    </div>
  );
}
