import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Before the nonce: that a key is named, and which one. What was encrypted before keys had names has neither. */
const MARK = Buffer.from("TRBK1");
const KEY_ID_BYTES = 8;

/** What is encrypted; what was encrypted for one purpose cannot be opened for another. */
export const ENCRYPTION_PURPOSES = [
  "second-factor",
  "document",
  "payout-details",
  "payout-file",
  "settlement-preview",
  "tax-details",
  "voucher-code",
  "microblog-request",
  "microblog-link",
] as const;
export type EncryptionPurpose = (typeof ENCRYPTION_PURPOSES)[number];

/** Encryption at rest (AES-256-GCM): what lies in the database or the storage is worth nothing without the key. */
export interface Encryption {
  /** With the current key. `belongsTo` ties the bytes to one row: moved to another, they do not open. */
  encrypt(purpose: EncryptionPurpose, belongsTo: string, bytes: Uint8Array): Buffer;
  /** With the key that the bytes name. Throws when they were changed, moved, or encrypted with a key that is not known. */
  decrypt(purpose: EncryptionPurpose, belongsTo: string, encrypted: Uint8Array): Buffer;
  /** True when the bytes name the current key. */
  isCurrent(encrypted: Uint8Array): boolean;
}

/** One secret's keys: each purpose has its own, and the id tells the secrets apart and nothing about them. */
interface KeyRing {
  id: Buffer;
  of(purpose: EncryptionPurpose): Buffer;
}

function keyRing(secret: string): KeyRing {
  const keys = new Map<EncryptionPurpose, Buffer>();
  const derive = (info: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, "tribute", info, bytes));
  return {
    id: derive("key-id", KEY_ID_BYTES),
    of(purpose) {
      const key = keys.get(purpose) ?? derive(purpose, 32);
      keys.set(purpose, key);
      return key;
    },
  };
}

/** Encrypts with `secret`; what one of the `previous` secrets has encrypted still opens. */
export function createEncryption(secret: string, previous: readonly string[] = []): Encryption {
  const current = keyRing(secret);
  const rings = [current, ...previous.map(keyRing)];
  const header = Buffer.concat([MARK, current.id]);
  return {
    encrypt(purpose, belongsTo, bytes) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", current.of(purpose), nonce);
      cipher.setAAD(Buffer.from(belongsTo));
      return Buffer.concat([header, nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(purpose, belongsTo, encrypted) {
      const bytes = Buffer.from(encrypted);
      const isNamed = bytes.subarray(0, MARK.length).equals(MARK);
      const id = bytes.subarray(MARK.length, header.length);
      // A key that is not named is one of those we know: the tag tells which.
      const candidates = isNamed ? rings.filter((ring) => ring.id.equals(id)) : rings;
      const body = isNamed ? bytes.subarray(header.length) : bytes;
      let failure: unknown = new Error("encrypted with a key that is not known here");
      for (const ring of candidates) {
        try {
          return decrypt(ring.of(purpose), belongsTo, body);
        } catch (error) {
          failure = error;
        }
      }
      throw failure;
    },
    isCurrent: (encrypted) => Buffer.from(encrypted.subarray(0, header.length)).equals(header),
  };
}

function decrypt(key: Buffer, belongsTo: string, bytes: Buffer): Buffer {
  // Without the length a shorter tag would do, which is guessed sooner.
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), options);
  decipher.setAAD(Buffer.from(belongsTo));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}
