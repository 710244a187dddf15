import { MediaStoreError } from "../app/media/media-store.ts";
import { operatorLine } from "../db/operator-error.ts";

/** By Ctrl-C, by a supervisor, by a terminal that is closed. */
const STOPS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/**
 * Runs a command. What goes wrong for a reason that the operator can mend is one line and exit code 1; anything else is a
 * fault and is thrown. A stop ends it, and with it the PostgreSQL that was started for it.
 */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  for (const [signal, code] of Object.entries(STOPS)) process.once(signal, () => process.exit(code));
  try {
    await command();
  } catch (error) {
    const line = error instanceof MediaStoreError ? storageLine(error) : operatorLine(error);
    if (line === null) throw error;
    process.stderr.write(`${line}\n`);
    process.exitCode = 1;
  }
}

function storageLine({ message }: MediaStoreError): string {
  return `The storage cannot be used (${message}): see the settings S3_…, then run this again.`;
}
