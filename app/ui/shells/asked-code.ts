export type AskedStep = "login" | "newTerms";

export interface HeldForm {
  /** All fields of the form but secrets. */
  typed: [string, string][];
  /** The path that the form was posted to. */
  to: string;
  lacks_file: boolean;
}

export interface AskedCode extends HeldForm {
  /** Without one, a code is asked for. */
  step?: AskedStep;
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
