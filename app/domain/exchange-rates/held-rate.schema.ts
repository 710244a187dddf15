import { z } from "zod";

/** Which rate an operator has seen: a newer one may have taken its place. */
export const heldRateSchema = z.object({ rate_date: z.iso.date() });
