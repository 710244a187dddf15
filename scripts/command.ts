import { ConfigError } from "../app/config.server.ts";
import { EmbeddedDatabaseError } from "../db/embedded.ts";
import { DatabaseUnusableError } from "../db/require-database.ts";

/** Something is wrong with the settings or the database, and what is said about it is for the operator. */
const KNOWN = [ConfigError, EmbeddedDatabaseError, DatabaseUnusableError];

/**
 * Runs a command. What goes wrong for a reason that the operator can mend, one of `refusals` among them, is one line and
 * exit code 1; anything else is a fault and is thrown.
 */
export async function runCommand(
  command: () => Promise<void>,
  ...refusals: readonly (new (
    ...given: never[]
  ) => Error)[]
): Promise<void> {
  try {
    await command();
  } catch (error) {
    const isKnown = [...KNOWN, ...refusals].some((kind) => error instanceof kind);
    if (!isKnown || !(error instanceof Error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
