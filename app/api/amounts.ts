import { z } from "zod";

export const decimal = z.string().meta({ id: "Amount" });

export const tippedGroup = z
  .object({ slug: z.string(), name: z.string().nullable() })
  .meta({ id: "TippedGroup" });
