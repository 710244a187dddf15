import type { ReactElement, ReactNode } from "react";
import { FieldProblem } from "./field-problem.tsx";
import { useFieldLabel } from "./form-faults.ts";

/** An amount of money in a form that only looks something up; what was typed and is wrong stays. */
export function AmountField({
  id,
  label,
  typed,
  help,
  problem,
  placeholder,
}: {
  id: string;
  label: string;
  typed: string;
  help?: ReactNode;
  problem?: string | null;
  placeholder?: string;
}): ReactElement {
  useFieldLabel(id, label);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name="amount"
        className="plain-input"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        defaultValue={typed}
        placeholder={placeholder}
        aria-describedby={help ? `${id}-help ${id}-error` : `${id}-error`}
        aria-invalid={problem ? true : undefined}
      />
      {help ? (
        <span className="help" id={`${id}-help`}>
          {help}
        </span>
      ) : null}
      <FieldProblem id={id} errors={problem ? [problem] : undefined} />
    </div>
  );
}
