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
import type { MediaStore } from "../domain/media/media-port.ts";
import { localMediaStore, removePartialFiles } from "../media/local-store.server.ts";
import { s3MediaStore } from "../media/s3-store.server.ts";
import { type Config, s3Settings } from "./config.server.ts";

/** Closed to others: it has private images. Its parent may be open (db/embedded/data-dir.ts). */
function prepareMediaFolder(dataDir: string): string {
  const folder = join(dataDir, "media");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (statSync(folder).uid === process.getuid?.()) chmodSync(folder, 0o700);
  return folder;
}

/** Removes what killed processes left. */
export async function openMediaStore(config: Config, dataDir: string): Promise<MediaStore> {
  const s3 = s3Settings(config);
  if (s3) return s3MediaStore(s3);
  const folder = prepareMediaFolder(dataDir);
  await removePartialFiles(folder, new Date());
  return localMediaStore(folder, randomUUID);
}

export interface Secrets {
  appSecret: string;
  dataKey: string;
  previousDataKeys: readonly string[];
}

/** A demo's are stored beside the data: links survive a restart. */
export function readSecrets(config: Config, dataDir: string): Secrets {
  const appSecret = config.APP_SECRET ?? keptSecret(dataDir);
  return {
    appSecret,
    dataKey: config.DATA_KEY ?? appSecret,
    previousDataKeys: config.DATA_KEY_PREVIOUS,
  };
}

/** An existing one is kept. */
export function keepSecret(dataDir: string, secret: string): void {
  writeSecret(join(dataDir, "secret"), dataDir, secret);
}

/** Atomic: two processes use the same. */
function keptSecret(dataDir: string): string {
  const path = join(dataDir, "secret");
  if (!existsSync(path)) writeSecret(path, dataDir, randomBytes(32).toString("hex"));
  return readFileSync(path, "utf8");
}

function writeSecret(path: string, dataDir: string, secret: string): void {
  mkdirSync(dataDir, { recursive: true });
  // Process ids repeat across containers.
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
