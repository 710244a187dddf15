import type { IncomingHttpHeaders } from "node:http";
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import { isOfUser, readCookies } from "../http/cookies.server.ts";
import { acceptsEncoding, preferredEncoding } from "./content-encoding.server.ts";
import type { Dictionaries, Dictionary } from "./dictionaries.server.ts";

/** How an answer's text is sent: with a dictionary that the browser has, as zstd, brotli or gzip, or, as null, as it is. */
export type Coding = Dictionary | "zstd" | "br" | "gzip" | null;

/** What a cache in between has to keep apart for it. */
export const CODING_VARY = "Accept-Encoding, Available-Dictionary";

/** Brotli's effort: a page for everybody is worth more of it than one that is sent once, which grows by an eighth. */
const KEPT_QUALITY = 5;
const ONCE_QUALITY = 3;

/**
 * zstd's effort: as many bytes as brotli's 3 in half of the time, for what is sent once (docs/decisions/054). Its tables
 * are those for pages: for megabytes, as it would take them, they cost a quarter more time, 4 MB each time, and bring nothing.
 */
const ZSTD_ONCE = {
  [constants.ZSTD_c_compressionLevel]: 4,
  [constants.ZSTD_c_windowLog]: 17,
  [constants.ZSTD_c_hashLog]: 15,
  [constants.ZSTD_c_chainLog]: 15,
};

/** What is sent: a page or something else; kept, it is compressed once for many. */
interface Sent {
  isPage: boolean;
  isKept: boolean;
}

/**
 * The coding for a page. What is no page, or an error, goes without a dictionary. Whoever is signed in and led here by
 * another site gets the answer as it is: its address, which stands in the page, was chosen by that site, and whoever
 * hears the line too could learn by the length of many such answers what else is in them (docs/security.md).
 */
export function codingFor(
  headers: IncomingHttpHeaders,
  dictionaries: Dictionaries,
  { isPage, isKept }: Sent,
): Coding {
  if (FOREIGN.has(headers["sec-fetch-site"]?.toString()) && isOfUser(readCookies(headers.cookie)))
    return null;
  const dictionary = isPage ? dictionaries.usable(headers) : null;
  if (dictionary !== null) return dictionary;
  const accepted = headers["accept-encoding"];
  return !isKept && acceptsEncoding(accepted, "zstd") ? "zstd" : preferredEncoding(accepted);
}

const FOREIGN: ReadonlySet<string | undefined> = new Set(["cross-site", "same-site"]);

/** The Content-Encoding of a coding. */
export function codingName(coding: Coding): string | null {
  return coding === null || typeof coding === "string" ? coding : "dcz";
}

/** Documents of the build that many ask for, compressed, by coding and ETag: one entry a language and coding. */
const compressedOnce = new Map<string, Buffer>();

/** The same for a document that stays as it is while this process runs; its ETag tells documents apart. */
export function compressOnce(coding: Coding, text: Buffer, etag: string): Buffer {
  const key = `${codingName(coding)} ${etag}`;
  const bytes = compressedOnce.get(key) ?? compress(coding, text, true);
  compressedOnce.set(key, bytes);
  return bytes;
}

/** The text in the coding; `isKept` for a page that is compressed once for many. */
export function compress(coding: Coding, text: Buffer, isKept: boolean): Buffer {
  if (coding === null) return text;
  if (coding === "gzip") return gzipSync(text);
  if (coding === "zstd") return zstdCompressSync(text, { params: ZSTD_ONCE });
  if (coding !== "br") return coding.compress(text);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isKept ? KEPT_QUALITY : ONCE_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.byteLength,
  };
  return brotliCompressSync(text, { params });
}
