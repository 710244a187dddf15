import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { createSignedLinks, type SignedLinks } from "./signed-links.server.ts";

/** A token of one purpose is invalid for another. */
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

/** The id with a keyed proof: nothing is stored, and the database opens nothing (docs/decisions/006). */
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

/** 256 bits. */
export function newSecretToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Without 0, o, 1 and l, which look alike. */
const READABLE = "abcdefghijkmnpqrstuvwxyz23456789";

/** Never digits only. */
export function newReadableCode(characters: number): string {
  // The alphabet's size divides 256, so there is no bias.
  const code = [...randomBytes(characters)].map((byte) => READABLE[byte % READABLE.length]).join("");
  return /^\d+$/.test(code) ? newReadableCode(characters) : code;
}

/** Stored instead of the token. */
export function tokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
