import { readdirSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative } from "node:path";
import { SECURITY_HEADERS } from "../http/headers.server.ts";
import { preferredEncoding } from "./content-encoding.server.ts";

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
};

/**
 * A dictionary is for pages alone, also for those that our script fetches (the empty destination): with pictures and scripts
 * a browser would name it for nothing. It is no document, and is weighed against what it saves: what says something of
 * documents alone is left out.
 */
const DICTIONARY_HEADERS = {
  "Use-As-Dictionary": 'match="/*", match-dest=("document" "")',
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
};

interface StaticFile {
  headers: Record<string, string>;
  bytes: Buffer;
  brotli: Buffer | null;
  gzip: Buffer | null;
}

/** Answers from build/client, read and compressed before the first request. False when there is no such file. */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Reads the folder of the client build; files under /assets carry their content's hash and never change. */
export function createStaticFiles(folder: string): StaticFiles {
  const files = new Map<string, StaticFile>();
  for (const path of listFiles(folder)) {
    if (/\.(br|gz)$/.test(path)) continue;
    const url = `/${relative(folder, path).replaceAll("\\", "/")}`;
    const isHashed = url.startsWith("/assets/");
    const isDictionary = url.endsWith(".dict");
    files.set(url, {
      headers: {
        ...(isDictionary ? DICTIONARY_HEADERS : SECURITY_HEADERS),
        "Cache-Control": isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600",
        "Content-Type": TYPES[extname(path)] ?? "application/octet-stream",
        Vary: "Accept-Encoding",
      },
      bytes: readFileSync(path),
      brotli: readIfThere(`${path}.br`),
      gzip: readIfThere(`${path}.gz`),
    });
  }
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const file = files.get((request.url ?? "").split("?")[0] ?? "");
    if (!file) return false;
    const wished = preferredEncoding(request.headers["accept-encoding"]);
    const packed = wished === "br" ? file.brotli : wished === "gzip" ? file.gzip : null;
    const bytes = packed ?? file.bytes;
    response.writeHead(200, {
      ...file.headers,
      "Content-Length": bytes.byteLength,
      ...(packed && wished ? { "Content-Encoding": wished } : {}),
    });
    response.end(request.method === "HEAD" ? undefined : bytes);
    return true;
  };
}

function readIfThere(path: string): Buffer | null {
  return statSync(path, { throwIfNoEntry: false }) ? readFileSync(path) : null;
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
