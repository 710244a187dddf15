import type { AccountStatus } from "../users/user-status.ts";

/** A creator who gets money of a tip, as settling sees them. */
export interface TipReceiver {
  id: string;
  status: AccountStatus;
  name: string;
  username: string;
  /** They gave the tip themselves: begun while signed in, or with their address (docs/product.md, 8.3). */
  is_giver: boolean;
}

/**
 * How a creator's row is held: "shared" by whoever only needs it to stay as it is, such as tips that settle, which wait for
 * each other nowhere else; "alone" by whoever may change what the creator owes, and so their status.
 */
export type HoldOnCreator = "shared" | "alone";
