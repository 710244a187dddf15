import type { FormFields } from "../pay-form.ts";

/** Ignores files. */
export function textFields(form: FormData): FormFields {
  return Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
