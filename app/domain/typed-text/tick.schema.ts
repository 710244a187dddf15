import { z } from "zod";

/** The tick of a form; none is no. */
export const ticked = z
  .string()
  .optional()
  .transform((text) => text === "on" || text === "1" || text === "true");

export function truth(key: string) {
  return z.union([z.boolean(), z.stringbool()], key);
}
