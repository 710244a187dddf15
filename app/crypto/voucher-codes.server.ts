import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { Encryption } from "./encryption.server.ts";

/** Crockford's digits: no I, L, O and U. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_DIGITS = 16;

/** Looked up by a keyed hash, encrypted while they may be shown. */
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
    // 32 divides 256, so there is no bias.
    create: () => [...randomBytes(CODE_DIGITS)].map((byte) => DIGITS.charAt(byte % DIGITS.length)).join(""),
    hash: (code) => hashWith(current, code),
    hashes: (code) => keys.map((key) => hashWith(key, code)),
    encrypt: (voucherId, code) => encryption.encrypt("voucher-code", voucherId, Buffer.from(code)),
    decrypt: (voucherId, encrypted) =>
      encryption.decrypt("voucher-code", voucherId, encrypted).toString("utf8"),
  };
}
