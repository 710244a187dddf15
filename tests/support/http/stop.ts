/** One address to call at, and what a guest gets there. */
export interface Stop {
  path: string;
  status: number;
  /** A page unless it says otherwise. */
  kind?: "json" | "text" | "picture" | "pdf" | "frame" | "nothing";
  /**
   * Nothing changes under this address, so it may be kept; what others show may be kept for minutes or one, rules for a day;
   * pages that are the same for all guests have a mark by which they are asked for again; what says so nobody keeps.
   * Unless it says otherwise, a page is kept by the guest's browser alone, and anything else by nobody.
   */
  cache?: "immutable" | "shared" | "minute" | "daily" | "revalidated" | "never";
}
