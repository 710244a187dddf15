import type { ReactNode } from "react";
import type { ShownField } from "../shown-form.ts";
import { FieldProblem } from "./field-problem.tsx";
import { describe } from "./text-field.tsx";

export function CheckField({ field, children }: { field: ShownField; children: ReactNode }) {
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
