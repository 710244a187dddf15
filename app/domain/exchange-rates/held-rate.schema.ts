import { z } from "zod";

/** The shown rate; a newer one may have replaced it. */
export const heldRateSchema = z.object({ rate_date: z.iso.date() });
