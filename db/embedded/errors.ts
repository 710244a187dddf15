import { OperatorError } from "../operator-error.ts";

/** The embedded database cannot be used; the message is one plain line for the person at the terminal. */
export class EmbeddedDatabaseError extends OperatorError {
  override name = "EmbeddedDatabaseError";
}

/** Another process holds the data folder. */
export class AlreadyRunningError extends EmbeddedDatabaseError {
  override name = "AlreadyRunningError";
}
