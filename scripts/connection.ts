import { existsSync } from "node:fs";
import path from "node:path";
import { defaultDataDir, EmbeddedDatabaseError, findRunning, startEmbedded } from "../db/embedded.ts";
import { requireDatabase } from "../db/require-database.ts";
import { projectRoot } from "./project.ts";

/** `close` stops a PostgreSQL that was started for it. */
export interface Connection {
  url: string;
  close(): Promise<void>;
}

export function commandDataDir(): string {
  return defaultDataDir(projectRoot, process.env);
}

/**
 * The database of `setting`, a running Tribute's, or one started here. Refuses a missing one unless
 * `makes_new`. Throws DatabaseUnusableError or EmbeddedDatabaseError.
 */
export async function connectToDatabase(
  options: { settings?: readonly string[]; makes_new?: boolean } = {},
): Promise<Connection> {
  const nothingToClose = async () => undefined;
  for (const setting of options.settings ?? ["DATABASE_DIRECT_URL", "DATABASE_URL"]) {
    const given = process.env[setting];
    if (!given) continue;
    await requireDatabase(setting, given);
    return { url: given, close: nothingToClose };
  }
  const dataDir = path.join(commandDataDir(), "postgres");
  const running = findRunning(dataDir);
  if (running) return { url: running.url, close: nothingToClose };
  if (!options.makes_new && !existsSync(path.join(dataDir, "cluster")))
    throw new EmbeddedDatabaseError(`There is no database in ${dataDir} yet: "npm start" makes it.`);
  const embedded = await startEmbedded({ dataDir });
  return { url: embedded.url, close: embedded.stop };
}
