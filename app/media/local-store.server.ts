import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type MediaStore, requireMediaKey } from "./media-store.ts";

/** Two letters name the folders of kept files, so this one is none of them. */
const PARTIAL_FOLDER = "partial";
/** No file takes so long to write: what is older was left behind by a process that was killed. */
const PARTIAL_AGE_MS = 60 * 60_000;

/** A folder on this machine. A file appears whole or not at all, and is on the disk before `put` returns. */
export function localMediaStore(folder: string, newId: () => string): MediaStore {
  const partialFolder = join(folder, PARTIAL_FOLDER);
  const pathOf = (key: string) => {
    requireMediaKey(key);
    return join(folder, key.slice(0, 2), key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      await mkdir(partialFolder, { recursive: true });
      // A name of its own: of two that write the same key at once, both are whole and the later one stays.
      const partial = join(partialFolder, `${newId()}.partial`);
      try {
        const file = await open(partial, "wx");
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    async get(key) {
      return await readFile(pathOf(key)).catch(nullIfGone);
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

/**
 * Removes what processes that were killed while writing have left in a local store's folder, once it is an hour old.
 * Returns how many files that were.
 */
export async function removePartialFiles(folder: string, now: Date): Promise<number> {
  const partialFolder = join(folder, PARTIAL_FOLDER);
  const names = await readdir(partialFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  let removed = 0;
  for (const name of names) {
    const path = join(partialFolder, name);
    // Another process may be quicker, to finish it or to remove it.
    const found = await stat(path).catch(nullIfGone);
    if (!found || now.getTime() - found.mtimeMs < PARTIAL_AGE_MS) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

function nullIfGone(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
