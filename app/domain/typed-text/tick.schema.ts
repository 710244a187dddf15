import { z } from "zod";

/** Yes and no, as forms and calls write them. */

/** The tick of a form; none is no. */
export const ticked = z
  .string()
  .optional()
  .transform((text) => text === "on" || text === "1" || text === "true");

/** Yes or no, in JSON or as a form spells it. */
export function truth(key: string) {
  return z.union([z.boolean(), z.stringbool()], key);
}
