/** How often the replica has to prove that it keeps up. */
export const PROOF_INTERVAL_MS = 1000;

/** What is read there may lack what was written in so long, and nothing older. */
export const STALENESS_MAXIMUM_MS = 2000;

/** A server that has not answered a proof by then does not work. */
export const PROOF_PATIENCE_MS = 800;

/** How long a connection to the replica, and a page's query there, are waited for before the primary is asked. */
export const CONNECTION_PATIENCE_MS = 500;
export const QUERY_PATIENCE_MS = 3000;

/**
 * Whoever has just written reads the primary for so long: more than what the replica may lack, with room for a commit that
 * takes its time.
 */
export const WRITERS_WINDOW_SECONDS = 10;
