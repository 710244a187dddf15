import { z } from "zod";

/** What an unknown guard is answered with (docs/product.md, 6.6). */
export const UNKNOWN_GUARD = "Unknown middleware";

/** What a guard for active creators tells the page of its 403: who came instead. */
export const notActiveSchema = z.object({
  notActive: z.enum(["CREATED", "PENDING", "DECLINED", "CHARGEBACK"]),
});
