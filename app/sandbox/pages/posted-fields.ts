import type { FormFields } from "../pay-form.ts";

/** The text fields of a posted form; a body that is no form is an empty one, whose fields are then missing. */
export async function readPostedFields(request: Request): Promise<FormFields> {
  const form = await request.formData().catch(() => new FormData());
  return Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
