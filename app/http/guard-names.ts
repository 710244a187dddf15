/** What a guard that nobody knows is answered with (specification, section 8). */
export const UNKNOWN_GUARD = "Unknown middleware";
