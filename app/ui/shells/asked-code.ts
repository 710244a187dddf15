export interface AskedCode {
  typed: [string, string][];
  /** WebAuthn options; null without a passkey. */
  passkey: object | null;
  errors: Record<string, string[] | null>;
}

export function codeAskedBy(data: unknown): AskedCode | null {
  return isAskedCode(data) ? data : null;
}

function isAskedCode(data: unknown): data is AskedCode {
  return (
    typeof data === "object" && data !== null && "typed" in data && "passkey" in data && "errors" in data
  );
}
