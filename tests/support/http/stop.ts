/** One address to call at, and what a guest gets there. */
export interface Stop {
  path: string;
  status: number;
  /** A page unless it says otherwise. */
  kind?: "json" | "text" | "picture" | "pdf" | "nothing";
  /** Nothing changes under this address, so it may be kept; what others show may be kept for minutes; pages may be kept but are asked for again. */
  cache?: "immutable" | "shared" | "revalidated";
}
