export const PROOF_INTERVAL_MS = 1000;

/** Maximum staleness of replica reads. */
export const STALENESS_MAXIMUM_MS = 2000;

export const PROOF_PATIENCE_MS = 800;

/** Then the primary is used. */
export const CONNECTION_PATIENCE_MS = 500;
export const QUERY_PATIENCE_MS = 3000;

/** A writer reads the primary this long: staleness plus slow commits. */
export const WRITERS_WINDOW_SECONDS = 10;
