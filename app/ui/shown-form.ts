import type { SubmissionResult } from "@conform-to/react";

/** A field of a form as a page shows it. */
export interface ShownField {
  id: string;
  name: string;
  /** What was typed, or stands there from the beginning; of a ticked box "on". */
  initialValue: string | undefined;
  errors: string[] | undefined;
}

interface ShownForm {
  id: string;
  /** What is wrong with all of it. */
  errors: string[] | undefined;
  /** The same with what is wrong with its fields, by their names. */
  allErrors: Record<string, string[]>;
}

interface FormFacts<Values> {
  id: string;
  /** The reply to a refused form. */
  lastResult?: SubmissionResult<string[]> | null | undefined;
  defaultValue?: { [Name in keyof Values]?: unknown };
}

/**
 * A form and its fields, by conform's reply to them. conform's own hook also follows what is typed later; a page that is
 * rendered once knows nothing later.
 */
export function shownForm<Values extends object>({
  id,
  lastResult,
  defaultValue,
}: FormFacts<Values>): [ShownForm, Record<keyof Values, ShownField>] {
  const typed = new Map<string, unknown>(Object.entries(lastResult?.initialValue ?? defaultValue ?? {}));
  const allErrors = Object.fromEntries(
    Object.entries(lastResult?.error ?? {}).flatMap(([name, errors]) => (errors ? [[name, errors]] : [])),
  );
  const fieldOf = (name: string): ShownField => ({
    id: `${id}-${name}`,
    name,
    initialValue: shownValue(typed.get(name)),
    errors: allErrors[name],
  });
  // The fields are made as they are asked for, by whatever name the form's type allows.
  const fields = new Proxy({} as Record<keyof Values, ShownField>, {
    get: (_, name) => fieldOf(String(name)),
  });
  return [{ id, errors: allErrors[""], allErrors }, fields];
}

function shownValue(value: unknown): string | undefined {
  if (value === true) return "on";
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
