/** Where the bytes of media files are kept. Keys are ours, never a file name that somebody sent. */
export interface MediaStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null when there are none under that key. */
  get(key: string): Promise<Uint8Array | null>;
  delete(key: string): Promise<void>;
}
