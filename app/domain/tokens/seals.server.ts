import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What is sealed; what was sealed for one purpose cannot be opened for another. */
export type SealPurpose = "second-factor" | "document" | "payout-details" | "payout-file";

/** Encryption at rest (AES-256-GCM): what lies in the database or the storage is worth nothing without the key. */
export interface Seals {
  /** `belongsTo` ties the bytes to one row: moved to another, they do not open. */
  seal(purpose: SealPurpose, belongsTo: string, bytes: Uint8Array): Buffer;
  /** Throws when the bytes were changed, moved, or sealed with another key. */
  open(purpose: SealPurpose, belongsTo: string, sealed: Uint8Array): Buffer;
}

/** Each purpose has a key of its own, derived from the one secret. */
export function createSeals(secret: string): Seals {
  const keys = new Map<SealPurpose, Buffer>();
  const keyOf = (purpose: SealPurpose) => {
    const known = keys.get(purpose) ?? Buffer.from(hkdfSync("sha256", secret, "tribute", purpose, 32));
    keys.set(purpose, known);
    return known;
  };
  return {
    seal(purpose, belongsTo, bytes) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", keyOf(purpose), nonce);
      cipher.setAAD(Buffer.from(belongsTo));
      return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },
    open(purpose, belongsTo, sealed) {
      const bytes = Buffer.from(sealed);
      // Without the length a shorter tag would do, which is guessed sooner.
      const options = { authTagLength: TAG_BYTES };
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", keyOf(purpose), nonce, options);
      decipher.setAAD(Buffer.from(belongsTo));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    },
  };
}
