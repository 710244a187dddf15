type AfterDeletion =
  | "nobody's"
  | "gone"
  /** Kept by law or for other people's money; `empty` columns are cleared. */
  | { stays: string; empty?: readonly string[] };

export interface Retained {
  table: string;
  columns: string;
  what: string;
  why: string;
  until: string;
  after_deletion: AfterDeletion;
}

export const MONEY = "The books: tax law, refunds, disputes.";
export const FOR_EVER = "It stays.";
export const BOOKED: AfterDeletion = { stays: "ids and amounts only" };
