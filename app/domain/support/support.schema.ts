import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { cleanWords } from "../typed-text.schema.ts";

const { note_characters_maximum } = productRules.support;

export const noteForm = z.object({
  words: z
    .string("errors.note.required")
    .overwrite(cleanWords)
    .min(1, "errors.note.required")
    .max(note_characters_maximum, "errors.note.long"),
});

export const mailForm = z.object({ mail: z.uuid() });
