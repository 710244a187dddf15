import pg from "pg";
import { OperatorError } from "./operator-error.ts";

const PATIENCE_MS = 10_000;
const OLDEST = 150_000;

/** The message is one line. */
export class DatabaseUnusableError extends OperatorError {
  override name = "DatabaseUnusableError";
}

/** In one line, without the password. `setting`: the URL's variable. Throws DatabaseUnusableError. */
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
    // A silent server may never close.
    void client.end().catch(() => undefined);
  }
}

/** With several addresses only the error code is known. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== "") return error.message;
  return "code" in error ? String(error.code) : error.name;
}
