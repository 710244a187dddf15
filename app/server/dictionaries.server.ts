import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import zlib from "node:zlib";
import type { Locale } from "../domain/money/minor.ts";
import { acceptsEncoding } from "./content-encoding.server.ts";

/** What pages can be compressed with for a browser that has it (RFC 9842; docs/decisions/051). */
export interface Dictionary {
  /** The language of the pages that it is made of. */
  locale: string;
  /** Its file, whose address changes with its content. */
  address: string;
  /** A page as `Content-Encoding: dcz`. */
  compress(page: Buffer): Buffer;
}

/** The dictionaries of this build, one a language; none where the build or this Node has none. */
export interface Dictionaries {
  /**
   * The one that a page may be compressed with for this request: its browser names exactly one of this build's, and takes
   * the encoding. Null for any other, of an earlier build or another product, and for what cannot be read.
   */
  usable(headers: IncomingHttpHeaders): Dictionary | null;
  /** The one for pages in the language. */
  of(locale: Locale): Dictionary | null;
}

/** The build's files of dictionaries, as scripts/build.ts names them. */
const FILE = /^([a-z]{2})-[0-9a-f]{8}\.dict$/;

/** "dcz" begins with a skippable frame of zstd that holds the dictionary's hash. */
const MAGIC = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);

/**
 * zstd's effort: at 9 a page of a tip costs as much time as with brotli's 3, and is a sixth smaller than at 3; from 12 on
 * the dictionary would be read for milliseconds each time.
 */
const LEVEL = 9;

export const NO_DICTIONARIES: Dictionaries = { usable: () => null, of: () => null };

/** Reads the dictionaries from the folder of the build's assets, before the first request. */
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
      // A byte sequence of structured fields has one spelling: what differs from ours names no dictionary of ours.
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

/** Early versions of Node 22 have no zstd, or one that passes the dictionary over: their pages go on as brotli. */
function isWorthIt(dictionary: Buffer): boolean {
  if (typeof zlib.zstdCompressSync !== "function") return false;
  const part = dictionary.subarray(0, 4_000);
  return compressWith(dictionary, part).byteLength < 100;
}
