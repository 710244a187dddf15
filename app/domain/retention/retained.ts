/** What happens to the rows of a person when the account is deleted. */
type AfterDeletion =
  /** There are none that are a person's. */
  | "nobody's"
  | "gone"
  /** They stay, since the law or other people's money want them; `empty` are the columns that say nothing any more. */
  | { stays: string; empty?: readonly string[] };

/** A line of the retention table: some columns of one table, how long they are kept and why. */
export interface Retained {
  table: string;
  columns: string;
  what: string;
  why: string;
  /** How long, and how it ends. */
  until: string;
  after_deletion: AfterDeletion;
}

/** Why the rows of money stay, and what of a person is in them. */
export const MONEY = "The books: tax law, refunds, disputes.";
export const FOR_EVER = "It stays.";
export const BOOKED: AfterDeletion = { stays: "ids and amounts only" };
