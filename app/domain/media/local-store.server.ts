import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type MediaStore, requireMediaKey } from "./media-store.ts";

/** A folder on this machine. A file appears whole or not at all, and is on the disk before `put` returns. */
export function localMediaStore(folder: string): MediaStore {
  const pathOf = (key: string) => {
    requireMediaKey(key);
    return join(folder, key.slice(0, 2), key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const partial = `${path}.partial`;
      const file = await open(partial, "w");
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(partial, path);
    },
    async get(key) {
      return await readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
