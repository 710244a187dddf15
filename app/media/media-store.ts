/** Keys are ours, never an uploaded file name. */
export interface MediaStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null for an unknown key. */
  get(key: string): Promise<Uint8Array | null>;
  delete(key: string): Promise<void>;
}

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/;

/** Throws RangeError for a key outside of the store. */
export function requireMediaKey(key: string): void {
  if (!KEY.test(key)) throw new RangeError(`not a media key: ${key}`);
}

/** The message has no secret. */
export class MediaStoreError extends Error {
  override name = "MediaStoreError";
  /** Temporary: a retry is right. */
  readonly isAway: boolean;

  constructor(message: string, { isAway }: { isAway: boolean }) {
    super(message);
    this.isAway = isAway;
  }
}
