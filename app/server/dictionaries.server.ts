import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import zlib from "node:zlib";
import type { Locale } from "../domain/money/minor.ts";
import { acceptsEncoding } from "./content-encoding.server.ts";

export interface Dictionary {
  locale: string;
  address: string;
  compress(page: Buffer): Buffer;
}

export interface Dictionaries {
  /** Null unless the request names this build's dictionary and accepts the encoding. */
  usable(headers: IncomingHttpHeaders): Dictionary | null;
  of(locale: Locale): Dictionary | null;
}

const FILE = /^([a-z]{2})-[0-9a-f]{8}\.dict$/;

/** A skippable zstd frame with the dictionary's hash starts "dcz". */
const MAGIC = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);

/** Level 9 costs brotli 3's time and is a sixth smaller than 3; from 12 on, parsing takes milliseconds. */
const LEVEL = 9;

export const NO_DICTIONARIES: Dictionaries = { usable: () => null, of: () => null };

export function createDictionaries(folder: string): Dictionaries {
  const files = readdirSync(folder).flatMap((name) => {
    const locale = FILE.exec(name)?.[1];
    return locale === undefined ? [] : [{ locale, name, bytes: readFileSync(join(folder, name)) }];
  });
  if (!files.every(({ bytes }) => isWorthIt(bytes))) return NO_DICTIONARIES;
  const byName = new Map<string, Dictionary>();
  const byLocale = new Map<string, Dictionary>();
  for (const { locale, name, bytes } of files) {
    const hash = createHash("sha256").update(bytes).digest();
    const head = Buffer.concat([MAGIC, hash]);
    const dictionary: Dictionary = {
      locale,
      address: `/assets/${name}`,
      compress: (page) => Buffer.concat([head, compressWith(bytes, page)]),
    };
    byName.set(`:${hash.toString("base64")}:`, dictionary);
    byLocale.set(locale, dictionary);
  }
  return {
    usable({ "available-dictionary": named, "accept-encoding": accepted }) {
      // Structured fields spell a byte sequence in one way only.
      const dictionary = typeof named === "string" ? byName.get(named.trim()) : undefined;
      return dictionary && acceptsEncoding(accepted, "dcz") ? dictionary : null;
    },
    of: (locale) => byLocale.get(locale) ?? null,
  };
}

function compressWith(dictionary: Buffer, page: Buffer): Buffer {
  const params = { [zlib.constants.ZSTD_c_compressionLevel]: LEVEL };
  return zlib.zstdCompressSync(page, { dictionary, params });
}

/** Early Node 22 lacks zstd or ignores the dictionary: brotli then. */
function isWorthIt(dictionary: Buffer): boolean {
  if (typeof zlib.zstdCompressSync !== "function") return false;
  const part = dictionary.subarray(0, 4_000);
  return compressWith(dictionary, part).byteLength < 100;
}
