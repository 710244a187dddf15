import { z } from "zod";
import { cleanLine } from "../typed-text/typed-text.schema.ts";

/** Nothing typed is none, and so is null in JSON. */
export const line = (maximum: number) =>
  z
    .string()
    .overwrite(cleanLine)
    .max(maximum, "errors.line.long")
    .nullable()
    .transform((text) => text || null);
