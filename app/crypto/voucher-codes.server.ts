import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { Encryption } from "./encryption.server.ts";

/** Crockford's digits: no I, L, O and U, which are taken for others or make words. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_DIGITS = 16;

/** The codes of vouchers: made here, known again by a keyed hash, and kept encrypted as long as they may be shown. */
export interface VoucherCodes {
  /** A new code of 80 random bits, without dashes. */
  create(): string;
  /** What the code is looked up by; the hash alone opens nothing. */
  hash(code: string): Buffer;
  /** All hashes that it may have been kept under, by this key and earlier ones. */
  hashes(code: string): Buffer[];
  encrypt(voucherId: string, code: string): Buffer;
  decrypt(voucherId: string, encrypted: Uint8Array): string;
}

/** Codes hashed with a key of `secret`; those that one of the `previous` secrets has hashed are found, too. */
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
    // Eight bits hold one digit of 32 as often as the others.
    create: () => [...randomBytes(CODE_DIGITS)].map((byte) => DIGITS.charAt(byte % DIGITS.length)).join(""),
    hash: (code) => hashWith(current, code),
    hashes: (code) => keys.map((key) => hashWith(key, code)),
    encrypt: (voucherId, code) => encryption.encrypt("voucher-code", voucherId, Buffer.from(code)),
    decrypt: (voucherId, encrypted) =>
      encryption.decrypt("voucher-code", voucherId, encrypted).toString("utf8"),
  };
}
