import { createHash } from "node:crypto";

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/**
 * Whether a text holds an address of Bitcoin or Ethereum, whatever stands between its letters: its check digits tell it
 * from words.
 */
export function hasWallet(text: string): boolean {
  const joined = text.replace(/[^A-Za-z0-9]/g, "");
  if (/0x[0-9a-f]{40}/i.test(joined)) return true;
  const small = joined.toLowerCase();
  return (
    [...joined.matchAll(/[13]/g)].some(({ index }) => startsWithBase58(joined.slice(index, index + 35))) ||
    [...small.matchAll(/bc1/g)].some(({ index }) => startsWithBech32(small.slice(index, index + 62)))
  );
}

function startsWithBase58(text: string): boolean {
  const letters = /^[1-9A-HJ-NP-Za-km-z]*/.exec(text)?.[0] ?? "";
  for (let length = 26; length <= letters.length; length += 1)
    if (isBase58Check(letters.slice(0, length))) return true;
  return false;
}

function isBase58Check(text: string): boolean {
  let value = 0n;
  for (const letter of text) value = value * 58n + BigInt(BASE58.indexOf(letter));
  const hex = value.toString(16);
  if (hex.length > 50) return false;
  const bytes = Buffer.from(hex.padStart(50, "0"), "hex");
  const hash = (data: Buffer) => createHash("sha256").update(data).digest();
  return hash(hash(bytes.subarray(0, 21)))
    .subarray(0, 4)
    .equals(bytes.subarray(21));
}

/** An address of the newer kind; the two ways of checking it differ in their last step. */
function startsWithBech32(text: string): boolean {
  return [42, 62].some((length) => text.length >= length && isBech32(text.slice(3, length)));
}

function isBech32(letters: string): boolean {
  // What "bc" before the digits comes to.
  let sum = 1;
  for (const value of [3, 3, 0, 2, 3, ...[...letters].map((letter) => BECH32.indexOf(letter))]) {
    if (value < 0) return false;
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, part] of GENERATOR.entries()) if ((top >>> bit) & 1) sum ^= part;
  }
  return sum === 1 || sum === 0x2bc830a3;
}
