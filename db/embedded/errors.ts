import { OperatorError } from "../operator-error.ts";

/** One line. */
export class EmbeddedDatabaseError extends OperatorError {
  override name = "EmbeddedDatabaseError";
}

export class AlreadyRunningError extends EmbeddedDatabaseError {
  override name = "AlreadyRunningError";
}

export function reasonIn(said: string): string {
  const lines = said.trim().split("\n");
  const fatal = lines.findLast((line) => /\b(?:FATAL|PANIC|error|ERROR):/.test(line)) ?? lines.at(-1) ?? "";
  return fatal.replace(/^.*?\b(?=(?:FATAL|PANIC|ERROR):)/, "").trim();
}
