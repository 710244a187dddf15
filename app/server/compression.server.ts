import type { IncomingHttpHeaders } from "node:http";
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import { isOfUser, readCookies } from "../http/cookies.server.ts";
import { acceptsEncoding, preferredEncoding } from "./content-encoding.server.ts";
import type { Dictionaries, Dictionary } from "./dictionaries.server.ts";

export type Coding = Dictionary | "zstd" | "br" | "gzip" | null;

export const CODING_VARY = "Accept-Encoding, Available-Dictionary";

/** Cached pages earn a higher effort; the sent-once rest grows by an eighth. */
const KEPT_QUALITY = 5;
const ONCE_QUALITY = 3;

/**
 * Brotli 3's size in half the time (docs/decisions/054). Larger windows cost a quarter more time and 4 MB
 * each, for no gain.
 */
const ZSTD_ONCE = {
  [constants.ZSTD_c_compressionLevel]: 4,
  [constants.ZSTD_c_windowLog]: 17,
  [constants.ZSTD_c_hashLog]: 15,
  [constants.ZSTD_c_chainLog]: 15,
};

/** `kept`: compressed once for many requests. */
interface Sent {
  isPage: boolean;
  isKept: boolean;
}

/**
 * Not for errors and non-pages. A signed-in answer to a cross-site link is not compressed: its length would
 * leak content (docs/security.md).
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

export function codingName(coding: Coding): string | null {
  return coding === null || typeof coding === "string" ? coding : "dcz";
}

/** One entry per language and coding. */
const compressedOnce = new Map<string, Buffer>();

export function compressOnce(coding: Coding, text: Buffer, etag: string): Buffer {
  const key = `${codingName(coding)} ${etag}`;
  const bytes = compressedOnce.get(key) ?? compress(coding, text, true);
  compressedOnce.set(key, bytes);
  return bytes;
}

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
