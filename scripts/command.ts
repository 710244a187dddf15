import { MediaStoreError } from "../app/domain/media/media-port.ts";
import { operatorLine } from "../db/operator-error.ts";

const STOPS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/**
 * An operator's error is one line and exit code 1; faults are thrown. A stop also ends a PostgreSQL that it
 * started.
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
