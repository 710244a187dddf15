import type { MediaStore } from "../../app/media/media-store.ts";

/** Media files in memory; `keys` tells which there are. */
export function memoryStore(): MediaStore & { keys(): string[] } {
  const files = new Map<string, Uint8Array>();
  return {
    put: async (key, bytes) => {
      files.set(key, bytes);
    },
    get: async (key) => files.get(key) ?? null,
    delete: async (key) => {
      files.delete(key);
    },
    keys: () => [...files.keys()],
  };
}
