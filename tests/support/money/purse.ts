// What the model of money keeps of a creator: one number a balance.

/** What a creator has and owes in a currency beside what waits; `waived` is what was given up and has not come back. */
export interface Purse {
  available: number;
  owed: number;
  waived: number;
  /** Of the disputes that are lost now, the oldest first: what each made owing, and what of that was given up. */
  debts: Debt[];
}

export interface Debt {
  owed: number;
  waived: number;
}

/** Money that becomes available, and repays what is owed first. */
export function credit(purse: Purse, amount: number): void {
  purse.available += amount;
  repay(purse, amount);
}

/** What is owed is given up. The oldest debts are repaid first, so it is of the newest. */
export function giveUpDebts(purse: Purse): void {
  for (const debt of purse.debts.toReversed()) {
    const part = Math.min(purse.owed, debt.owed - debt.waived);
    debt.waived += part;
    purse.waived += part;
    purse.owed -= part;
  }
}

/** Money that was credited repays what is owed, as far as it goes. */
export function repay(purse: Purse, credited: number): void {
  const repaid = Math.min(credited, purse.owed, purse.available);
  purse.owed -= repaid;
  purse.available -= repaid;
}
