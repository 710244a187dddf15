import type { MediaStore } from "../../app/domain/media/media-port.ts";
import { type Config, readConfig } from "../../app/server/config.server.ts";
import { openMediaStore } from "../../app/server/data-folder.server.ts";
import { commandDataDir, connectToDatabase } from "../connection.ts";
import { BackupError } from "./archive.ts";

interface Places {
  config: Config;
  dataDir: string;
  url: string;
  media: MediaStore;
}

export function givenFile(usage: string): string {
  const [file] = process.argv.slice(2);
  if (!file) throw new BackupError(usage);
  return file;
}

/** Stops a database that it started. */
export async function withPlaces(
  options: { makes_new?: boolean },
  work: (places: Places) => Promise<void>,
): Promise<void> {
  const config = readConfig(process.env);
  const dataDir = commandDataDir();
  const settings = ["DATABASE_MIGRATION_URL", "DATABASE_DIRECT_URL", "DATABASE_URL"];
  const connection = await connectToDatabase({ settings, ...options });
  try {
    await work({ config, dataDir, url: connection.url, media: await openMediaStore(config, dataDir) });
  } finally {
    await connection.close();
  }
}
