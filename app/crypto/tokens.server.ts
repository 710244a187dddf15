import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

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
