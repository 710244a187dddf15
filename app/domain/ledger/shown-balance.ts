/** One figure of a trial balance as it is read: positive, on the side where it stands. */
export interface ShownBalance {
  side: "DEBIT" | "CREDIT";
  amount_minor: number;
  /** It stands opposite to where the account normally does, as that of an overdrawn bank account. */
  is_opposite: boolean;
}

/** Puts a balance on the side where it stands: one below zero on its own side is one above zero on the other. */
export function shownBalance(row: { side: "DEBIT" | "CREDIT"; balance_minor: number }): ShownBalance {
  const { side, balance_minor } = row;
  if (balance_minor >= 0) return { side, amount_minor: balance_minor, is_opposite: false };
  return {
    side: side === "DEBIT" ? "CREDIT" : "DEBIT",
    amount_minor: -balance_minor,
    is_opposite: true,
  };
}
