import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { cleanLine, cleanWords } from "../typed-text.schema.ts";

const { note_characters_maximum } = productRules.support;

export const noteForm = z.object({
  words: z
    .string("errors.note.required")
    .overwrite(cleanWords)
    .min(1, "errors.note.required")
    .max(note_characters_maximum, "errors.note.long"),
});

export const mailForm = z.object({ mail: z.uuid() });

const { search_characters } = productRules.support;

/** The term names persons: posted, so that it stays out of addresses. */
export const searchForm = z.object({
  q: z
    .string("errors.search.short")
    .overwrite(cleanLine)
    .min(search_characters.minimum, "errors.search.short")
    .max(search_characters.maximum, "errors.search.long"),
});
