import { z } from "zod";
import { cleanLine } from "../typed-text/typed-text.schema.ts";
import { isDisplayName, isUsername } from "./names.ts";

/** Taken, reserved and malformed names get one answer. */
export function completeForm(isFree: (username: string) => Promise<boolean>) {
  return z.object({
    username: z
      .string("errors.username.invalid")
      .trim()
      .refine(async (text) => isUsername(text) && (await isFree(text)), "errors.username.invalid"),
    name: z
      .string("errors.display_name.required")
      .overwrite(cleanLine)
      .refine((text) => isDisplayName(text), "errors.display_name.invalid"),
    country_id: z.coerce.number("errors.country.required").int("errors.country.required"),
  });
}
