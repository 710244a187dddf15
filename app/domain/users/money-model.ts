/** HELD: a fan's money comes to us, and we pay it out. DIRECT: it goes to the creator's own account. */
export const MONEY_MODELS = ["HELD", "DIRECT"] as const;
export type MoneyModel = (typeof MONEY_MODELS)[number];
