import { z } from "zod";

/** HELD: money comes to us, and we pay it out. DIRECT: to the creator's own account. */
export const MONEY_MODELS = ["HELD", "DIRECT"] as const;
export type MoneyModel = (typeof MONEY_MODELS)[number];

export const moneyModelForm = z.object({ money_model: z.enum(MONEY_MODELS) });
