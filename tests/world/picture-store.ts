import { type MediaStore, MediaStoreError } from "../../app/domain/media/media-port.ts";

/** The object store of a world, which all instances share; away at times. */
export class PictureStore implements MediaStore {
  readonly files = new Map<string, Uint8Array>();
  isAway = false;
  /** How often it has gone away or come back. */
  turns = 0;

  comeBack(): void {
    if (this.isAway) this.turns += 1;
    this.isAway = false;
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    this.#requirePresence();
    this.files.set(key, bytes);
  }

  async get(key: string): Promise<Uint8Array | null> {
    this.#requirePresence();
    return this.files.get(key) ?? null;
  }

  async delete(key: string): Promise<void> {
    this.#requirePresence();
    this.files.delete(key);
  }

  #requirePresence(): void {
    if (this.isAway) throw new MediaStoreError("the store of the world is away", { isAway: true });
  }
}
