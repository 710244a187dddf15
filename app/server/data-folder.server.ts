import { randomBytes, randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { localMediaStore, removePartialFiles } from "../media/local-store.server.ts";
import type { MediaStore } from "../media/media-store.ts";
import { s3MediaStore } from "../media/s3-store.server.ts";
import { type Config, s3Settings } from "./config.server.ts";

/**
 * Makes the folder of the pictures and closes it to all other users of the machine: private ones lie there too. Its
 * parent may have to be open for passing through (db/embedded/data-dir.ts), so it does not protect them. Returns the
 * folder.
 */
function prepareMediaFolder(dataDir: string): string {
  const folder = join(dataDir, "media");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // One that somebody else owns, on a shared disk for instance, is theirs to open and close.
  if (statSync(folder).uid === process.getuid?.()) chmodSync(folder, 0o700);
  return folder;
}

/** Where pictures and documents are kept: the bucket of the settings, or the folder, without what kills left in it. */
export async function openMediaStore(config: Config, dataDir: string): Promise<MediaStore> {
  const s3 = s3Settings(config);
  if (s3) return s3MediaStore(s3);
  const folder = prepareMediaFolder(dataDir);
  await removePartialFiles(folder, new Date());
  return localMediaStore(folder, randomUUID);
}

export interface Secrets {
  appSecret: string;
  /** What documents and second factors are encrypted with. */
  dataKey: string;
  /** What opens things that were encrypted before the present key. */
  previousDataKeys: readonly string[];
}

/** Configured secrets; in demo mode made once and kept beside the data, so that links outlive a restart. */
export function readSecrets(config: Config, dataDir: string): Secrets {
  const appSecret = config.APP_SECRET ?? keptSecret(dataDir);
  return {
    appSecret,
    dataKey: config.DATA_KEY ?? appSecret,
    previousDataKeys: config.DATA_KEY_PREVIOUS,
  };
}

/** Puts a secret that came with a backup in its place; one that is there already stays. */
export function keepSecret(dataDir: string, secret: string): void {
  writeSecret(join(dataDir, "secret"), dataDir, secret);
}

/** The file appears whole or not at all, and of two processes that make it at once both use the same. */
function keptSecret(dataDir: string): string {
  const path = join(dataDir, "secret");
  if (!existsSync(path)) writeSecret(path, dataDir, randomBytes(32).toString("hex"));
  return readFileSync(path, "utf8");
}

function writeSecret(path: string, dataDir: string, secret: string): void {
  mkdirSync(dataDir, { recursive: true });
  // Not by process id: processes in containers have the same one.
  const own = `${path}.${randomUUID()}`;
  writeFileSync(own, secret, { mode: 0o600 });
  try {
    linkSync(own, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(own);
  }
}
