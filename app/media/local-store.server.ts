import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type MediaStore, requireMediaKey } from "../domain/media/media-port.ts";

const PARTIAL_FOLDER = "partial";
const PARTIAL_AGE_MS = 60 * 60_000;

/** Atomic, and durable when `put` returns. */
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
      // Unique: each of two writers' files is complete, the later wins.
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

export async function removePartialFiles(folder: string, now: Date): Promise<number> {
  const partialFolder = join(folder, PARTIAL_FOLDER);
  const names = await readdir(partialFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  let removed = 0;
  for (const name of names) {
    const path = join(partialFolder, name);
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
