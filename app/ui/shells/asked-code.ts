export type AskedStep = "login" | "newTerms";

export interface HeldForm {
  /** Without secrets. */
  typed: [string, string][];
  to: string;
  lacks_file: boolean;
}

export interface AskedCode extends HeldForm {
  step?: AskedStep;
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
