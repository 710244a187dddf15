import punycode from "punycode/punycode.js";
import { z } from "zod";
import { cleanLine } from "./typed-text.schema.ts";

const CHARACTERS_MAXIMUM = 254;
const DOMAIN = /^(?!-|.*[.。]-|.*-\.|.*-$)[\p{L}\p{M}\p{N}.。-]+$/u;

/** NFC, Unicode domain; lower case beyond ASCII, which some databases compare with case. */
export function canonicalEmail(typed: string): string {
  const text = cleanLine(typed);
  const at = text.lastIndexOf("@");
  const [name, domain] = [text.slice(0, at), text.slice(at + 1)];
  const ascii = DOMAIN.test(domain) ? domainToASCII(domain) : "";
  if (at < 1 || ascii === "") return text;
  return `${isAscii(name) ? name : name.toLowerCase()}@${punycode.toUnicode(ascii)}`;
}

function isEmail(address: string): boolean {
  const at = address.lastIndexOf("@");
  if (!DOMAIN.test(address.slice(at + 1))) return false;
  const name = address.slice(0, at).replace(/[\p{L}\p{M}]/gu, "a");
  return z.email().safeParse(`${name}@${domainToASCII(address.slice(at + 1))}`).success;
}

export const emailAddress = (missing: string, invalid: string) =>
  z
    .string(missing)
    .overwrite(canonicalEmail)
    .min(1, missing)
    .max(CHARACTERS_MAXIMUM, invalid)
    .refine(isEmail, { error: invalid, abort: true });

function domainToASCII(domain: string): string {
  return URL.parse(`http://${domain}`)?.hostname ?? "";
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 1) return "…";
  const [first = ""] = email;
  return `${first}…${email.slice(at)}`;
}
