import pg from "pg";
import { OperatorError } from "./operator-error.ts";

const PATIENCE_MS = 10_000;
const OLDEST = 150_000;

/** The database of the configuration cannot be used; the message is one plain line for the operator. */
export class DatabaseUnusableError extends OperatorError {
  override name = "DatabaseUnusableError";
}

/**
 * Connects once, before anything else is tried, so that a wrong address, a wrong password or an old server is named in
 * one line. `setting` is the variable that the URL came from. Throws DatabaseUnusableError; the URL's password is never
 * part of its message.
 */
export async function requireDatabase(setting: string, url: string): Promise<void> {
  const unusable = (reason: string) =>
    new DatabaseUnusableError(`The database of ${setting} cannot be used: ${reason}`);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; number: number }>(
      "select current_setting('server_version') as version, current_setting('server_version_num')::int as number",
    );
    const [server] = rows;
    if (!server || server.number < OLDEST)
      throw unusable(`it is PostgreSQL ${server?.version}, not 15 or later`);
  } catch (error) {
    throw error instanceof DatabaseUnusableError ? error : unusable(reasonOf(error));
  } finally {
    // One that never answered does not answer a goodbye either.
    void client.end().catch(() => undefined);
  }
}

/** Node says of a name with several addresses only that all of them failed; then the code is what is known. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== "") return error.message;
  return "code" in error ? String(error.code) : error.name;
}
