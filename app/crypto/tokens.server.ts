import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { createSignedLinks, type SignedLinks } from "./signed-links.server.ts";

/** What a link is for; a token made for one purpose is worth nothing for another. */
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
  | "payout-code"
  | "thank-you-stop"
  | "content-case"
  | "voucher-draft"
  | "voucher-code"
  | "chat-link";

const ID_BYTES = 16;
const MAC_BYTES = 16;

/**
 * Links to one thing for whoever holds the link: the thing's id with a keyed proof, so that nothing has to be kept and
 * nothing in the database opens anything (docs/decisions/006).
 */
export interface Tokens extends SignedLinks {
  sign(purpose: TokenPurpose, id: string): string;
  /** The id that the token was made for, or null when it was not made here for this purpose. */
  verify(purpose: TokenPurpose, token: string): string | null;
  /** Six digits for one thing, to be typed; good only with a limit of tries. */
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

/** A new secret of 256 bits for a cookie or a header, such as a session's. */
export function newSecretToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Letters and digits that nobody takes for another when they read them out: no 0 and o, no 1 and l. */
const READABLE = "abcdefghijkmnpqrstuvwxyz23456789";

/** A random code of so many letters and digits, never of digits alone, for an address that people pass on. */
export function newReadableCode(characters: number): string {
  // As many signs as divide 256: each comes as often as the others.
  const code = [...randomBytes(characters)].map((byte) => READABLE[byte % READABLE.length]).join("");
  return /^\d+$/.test(code) ? newReadableCode(characters) : code;
}

/** What of a token is kept: enough to know it again, not enough to use it. */
export function tokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
