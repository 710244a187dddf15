/** An act that waits for a code: its fields, and what was wrong with the code before. */
export interface AskedCode {
  typed: [string, string][];
  /** What the browser asks an authenticator; null without a passkey. */
  passkey: object | null;
  errors: Record<string, string[] | null>;
}

/** What such a refusal has as its data; null for any other. */
export function codeAskedBy(data: unknown): AskedCode | null {
  return isAskedCode(data) ? data : null;
}

function isAskedCode(data: unknown): data is AskedCode {
  return (
    typeof data === "object" && data !== null && "typed" in data && "passkey" in data && "errors" in data
  );
}
