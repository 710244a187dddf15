/** Where the bytes of media files are kept. Keys are ours, never a file name that somebody sent. */
export interface MediaStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null when there are none under that key. */
  get(key: string): Promise<Uint8Array | null>;
  delete(key: string): Promise<void>;
}

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/;

/** Throws a RangeError for a key that leads anywhere but into the store. */
export function requireMediaKey(key: string): void {
  if (!KEY.test(key)) throw new RangeError(`not a media key: ${key}`);
}

/** A store elsewhere did not do its work; the message says which, why, and nothing secret. */
export class MediaStoreError extends Error {
  override name = "MediaStoreError";
  /** It did not answer, or is not well: this passes by itself, and trying again is right. */
  readonly isAway: boolean;

  constructor(message: string, { isAway }: { isAway: boolean }) {
    super(message);
    this.isAway = isAway;
  }
}
