import pg from "pg";

/** Connection lost or refused, shutting down, out of resources, read-only, timed out. */
const UNAVAILABLE_STATES = /^(08|57P|53)|^(25006|57014)$/;
const UNAVAILABLE_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT"]);
const UNAVAILABLE_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end/;

/** Nothing was written: retry. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_STATES.test(error.code ?? "");
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return UNAVAILABLE_CODES.has(code) || UNAVAILABLE_WORDS.test(error.message);
}
