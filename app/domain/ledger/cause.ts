/** The tables whose rows are posted. */
export type CauseKind =
  | "payment"
  | "allocation"
  | "refund"
  | "refund_beyond"
  | "dispute"
  | "payout"
  | "settlement"
  | "settlement_event"
  | "suspense_exit"
  | "write_off"
  | "set_off"
  | "give_up"
  | "voucher"
  | "redemption"
  | "correction";

/**
 * What something was posted for: the row, and, where one row is posted several times, which of them it is (a turn of a
 * dispute, a currency, an allocation, a creator). Checks and reports read it from its columns, never out of a key.
 */
export interface Cause {
  kind: CauseKind;
  id: string;
  part: string;
}

/** The cause that is a row, or a part of what it causes. */
export function cause(kind: CauseKind, id: string, part = ""): Cause {
  return { kind, id, part };
}
