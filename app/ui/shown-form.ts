import type { SubmissionResult } from "@conform-to/react";

export interface ShownField {
  id: string;
  name: string;
  initialValue: string | undefined;
  errors: string[] | undefined;
}

interface ShownForm {
  id: string;
  errors: string[] | undefined;
  allErrors: Record<string, string[]>;
}

interface FormFacts<Values> {
  id: string;
  lastResult?: SubmissionResult<string[]> | null | undefined;
  defaultValue?: { [Name in keyof Values]?: unknown };
}

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
  // Created on access, by any name of the form's type.
  const fields = new Proxy({} as Record<keyof Values, ShownField>, {
    get: (_, name) => fieldOf(String(name)),
  });
  return [{ id, errors: allErrors[""], allErrors }, fields];
}

function shownValue(value: unknown): string | undefined {
  if (value === true) return "on";
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
