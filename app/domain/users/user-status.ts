/** Account states (docs/product.md, 6.7). */
export const ACCOUNT_STATUSES = ["CREATED", "PENDING", "ACTIVE", "DECLINED", "LOCKED", "CHARGEBACK"] as const;

export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** Who can receive tips, and whose profile is public: ACTIVE, and CHARGEBACK while a debt is worked off. */
export const RECEIVING_STATUSES = ["ACTIVE", "CHARGEBACK"] as const satisfies readonly AccountStatus[];

/** The steps that an account's status can take. */
export const NEXT_STATUSES: Record<AccountStatus, readonly AccountStatus[]> = {
  CREATED: ["PENDING", "LOCKED"],
  PENDING: ["ACTIVE", "DECLINED", "LOCKED"],
  DECLINED: ["PENDING", "LOCKED"],
  ACTIVE: ["CHARGEBACK", "LOCKED"],
  CHARGEBACK: ["ACTIVE", "LOCKED"],
  LOCKED: ["ACTIVE", "PENDING", "CHARGEBACK", "DECLINED", "CREATED"],
};

export function canReceive(status: string): boolean {
  return RECEIVING_STATUSES.some((receiving) => receiving === status);
}
