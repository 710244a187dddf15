import type { FormFields } from "../pay-form.ts";

/** The text fields of a posted form; files have no place in ours. */
export function textFields(form: FormData): FormFields {
  return Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
