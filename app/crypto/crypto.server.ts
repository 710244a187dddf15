import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Precedes key id and nonce; older ciphertexts have neither. */
const MARK = Buffer.from("TRBK1");
const KEY_ID_BYTES = 8;

/** One purpose cannot decrypt another's. */
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
  "webhook-secret",
] as const;
/** In a cookie and in addresses; never stored here. */
export type EncryptionPurpose = (typeof ENCRYPTION_PURPOSES)[number] | "remembered-fan" | "declaration";

export interface Encryption {
  /** With the current key. `belongsTo` binds the bytes to one row. */
  encrypt(purpose: EncryptionPurpose, belongsTo: string, bytes: Uint8Array): Buffer;
  /** Throws for changed or moved bytes and unknown keys. */
  decrypt(purpose: EncryptionPurpose, belongsTo: string, encrypted: Uint8Array): Buffer;
  isCurrent(encrypted: Uint8Array): boolean;
}

/** A key per purpose; the id reveals nothing. */
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

/** Decrypts also with the `previous` secrets. */
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
      // Without a key id the tag decides which key fits.
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
  // Node would accept shorter, weaker tags.
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), options);
  decipher.setAAD(Buffer.from(belongsTo));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}

/** Crockford's digits: no I, L, O and U. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_DIGITS = 16;

/** Found by a keyed hash, encrypted while shown. */
export interface VoucherCodes {
  /** 80 random bits, without dashes. */
  create(): string;
  hash(code: string): Buffer;
  /** By current and earlier keys. */
  hashes(code: string): Buffer[];
  encrypt(voucherId: string, code: string): Buffer;
  decrypt(voucherId: string, encrypted: Uint8Array): string;
}

export function createVoucherCodes(
  encryption: Encryption,
  secret: string,
  previous: readonly string[] = [],
): VoucherCodes {
  const keys = [secret, ...previous].map((each) =>
    Buffer.from(hkdfSync("sha256", each, "tribute", "voucher-code", 32)),
  );
  const hashWith = (key: Buffer, code: string) => createHmac("sha256", key).update(code).digest();
  const [current = Buffer.alloc(0)] = keys;
  return {
    // 32 divides 256: no bias.
    create: () => [...randomBytes(CODE_DIGITS)].map((byte) => DIGITS.charAt(byte % DIGITS.length)).join(""),
    hash: (code) => hashWith(current, code),
    hashes: (code) => keys.map((key) => hashWith(key, code)),
    encrypt: (voucherId, code) => encryption.encrypt("voucher-code", voucherId, Buffer.from(code)),
    decrypt: (voucherId, encrypted) =>
      encryption.decrypt("voucher-code", voucherId, encrypted).toString("utf8"),
  };
}

/** Invalid for another purpose. */
export type TokenPurpose =
  | "left-statements"
  | "tip-draft"
  | "receipt"
  | "paying-browser"
  | "register"
  | "email"
  | "email-undo"
  | "password"
  | "deletion"
  | "operator"
  | "creator-invitation"
  | "payout-code"
  | "thank-you-stop"
  | "content-case"
  | "voucher-draft"
  | "voucher-code"
  | "series"
  | "series-address"
  | "chat-link"
  | "overlay";

const ID_BYTES = 16;
const MAC_BYTES = 16;

/** The id with a keyed proof: the database opens nothing (docs/decisions/006). */
export interface Tokens extends SignedLinks {
  sign(purpose: TokenPurpose, id: string): string;
  /** Null for another key or purpose. */
  verify(purpose: TokenPurpose, token: string): string | null;
  /** Six digits; safe only with limited attempts. */
  code(purpose: TokenPurpose, id: string): string;
}

export function createTokens(secret: string): Tokens {
  const proof = (purpose: TokenPurpose, id: Buffer) =>
    createHmac("sha256", secret).update(purpose).update("\0").update(id).digest().subarray(0, MAC_BYTES);
  const bytesOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");
  return {
    ...createSignedLinks(secret),
    sign(purpose, id) {
      const bytes = bytesOf(id);
      return Buffer.concat([bytes, proof(purpose, bytes)]).toString("base64url");
    },
    verify(purpose, token) {
      if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return null;
      const bytes = Buffer.from(token, "base64url");
      const id = bytes.subarray(0, ID_BYTES);
      if (bytes.toString("base64url") !== token) return null;
      if (!timingSafeEqual(proof(purpose, id), bytes.subarray(ID_BYTES))) return null;
      const hex = id.toString("hex");
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
        "-",
      );
    },
    code(purpose, id) {
      return String(proof(purpose, bytesOf(id)).readUInt32BE(0) % 1_000_000).padStart(6, "0");
    },
  };
}

export function newSecretToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Without 0, o, 1 and l, which look alike. */
const READABLE = "abcdefghijkmnpqrstuvwxyz23456789";

/** Never digits only. */
export function newReadableCode(characters: number): string {
  // The size divides 256: no bias.
  const code = [...randomBytes(characters)].map((byte) => READABLE[byte % READABLE.length]).join("");
  return /^\d+$/.test(code) ? newReadableCode(characters) : code;
}

/** Stored instead of the token. */
export function tokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export interface SignedLink {
  path: string;
  file: string;
  holder: string;
}

/** They expire: a leaked one soon fails. */
export interface SignedLinks {
  signLink(link: SignedLink, until: Date): string;
  isSigned(link: SignedLink, signature: string, now: Date): boolean;
  signedUntil(link: SignedLink, signature: string): Date | null;
}

const SIGNATURE = /^([0-9a-z]{1,9})\.([A-Za-z0-9_-]{22})$/;

export function createSignedLinks(secret: string): SignedLinks {
  const key = Buffer.from(hkdfSync("sha256", secret, "tribute", "signed-link", 32));
  const proof = (link: SignedLink, until: string) =>
    createHmac("sha256", key)
      .update(JSON.stringify([link.path, link.file, link.holder, until]))
      .digest()
      .subarray(0, MAC_BYTES);
  const signedUntil = (link: SignedLink, signature: string) => {
    const [, until = "", mac = ""] = SIGNATURE.exec(signature) ?? [];
    const given = Buffer.from(mac, "base64url");
    // Only the canonical spelling is accepted.
    if (given.byteLength !== MAC_BYTES || given.toString("base64url") !== mac) return null;
    return timingSafeEqual(proof(link, until), given) ? new Date(Number.parseInt(until, 36)) : null;
  };
  return {
    signedUntil,
    signLink(link, until) {
      const end = until.getTime().toString(36);
      return `${end}.${proof(link, end).toString("base64url")}`;
    },
    isSigned(link, signature, now) {
      const until = signedUntil(link, signature);
      return until !== null && now < until;
    },
  };
}
