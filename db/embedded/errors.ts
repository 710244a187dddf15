import { OperatorError } from "../operator-error.ts";

/** The embedded database cannot be used; the message is one plain line for the person at the terminal. */
export class EmbeddedDatabaseError extends OperatorError {
  override name = "EmbeddedDatabaseError";
}

/** Another process holds the data folder. */
export class AlreadyRunningError extends EmbeddedDatabaseError {
  override name = "AlreadyRunningError";
}

/** Of what PostgreSQL said, the line that says why it gave up; without its time and process. */
export function reasonIn(said: string): string {
  const lines = said.trim().split("\n");
  const fatal = lines.findLast((line) => /\b(?:FATAL|PANIC|error|ERROR):/.test(line)) ?? lines.at(-1) ?? "";
  return fatal.replace(/^.*?\b(?=(?:FATAL|PANIC|ERROR):)/, "").trim();
}
