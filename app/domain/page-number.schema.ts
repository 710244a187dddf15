import { z } from "zod";
import { productRules } from "../product-rules.ts";

export const pageNumber = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, "errors.api.field")
  .default("1")
  .transform(Number)
  .refine((page) => page <= productRules.api_pages_maximum, "errors.api.field");

/** Null after the last. */
export function pageAfter(page: number, hasMore: boolean): number | null {
  return hasMore && page < productRules.api_pages_maximum ? page + 1 : null;
}
