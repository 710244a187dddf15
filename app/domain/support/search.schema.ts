import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { cleanLine } from "../typed-text.schema.ts";

const { search_characters } = productRules.support;

/** The term names persons: posted, so that it stays out of addresses. */
export const searchForm = z.object({
  q: z
    .string("errors.search.short")
    .overwrite(cleanLine)
    .min(search_characters.minimum, "errors.search.short")
    .max(search_characters.maximum, "errors.search.long"),
});
