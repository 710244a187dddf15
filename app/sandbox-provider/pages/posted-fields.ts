import type { FormFields } from "../pay-form.ts";

export function textFields(form: FormData): FormFields {
  return Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
