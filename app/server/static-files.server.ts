import { readdirSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative } from "node:path";
import type { Services } from "../context.ts";
import { findBuildAsset, keepBuildAssets } from "../domain/build-assets.server.ts";
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

/** For pages and fetched pages only. Omits document headers: each byte counts. */
const DICTIONARY_HEADERS = {
  "Use-As-Dictionary": 'match="/*", match-dest=("document" "")',
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
};

export interface StaticFile {
  headers: Record<string, string>;
  bytes: Buffer;
  brotli: Buffer | null;
  gzip: Buffer | null;
}

/** Content-hashed names, immutable. */
const HASHED = "/assets/";

export function readBuildFiles(folder: string): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const path of listFiles(folder)) {
    if (/\.(br|gz)$/.test(path)) continue;
    const url = `/${relative(folder, path).replaceAll("\\", "/")}`;
    files.set(url, {
      headers: headersOf(url),
      bytes: readFileSync(path),
      brotli: readIfThere(`${path}.br`),
      gzip: readIfThere(`${path}.gz`),
    });
  }
  return files;
}

function headersOf(url: string): Record<string, string> {
  return {
    ...(url.endsWith(".dict") ? DICTIONARY_HEADERS : SECURITY_HEADERS),
    "Cache-Control": url.startsWith(HASHED) ? "public, max-age=31536000, immutable" : "public, max-age=3600",
    "Content-Type": TYPES[extname(url)] ?? "application/octet-stream",
    Vary: "Accept-Encoding",
  };
}

export type StaticFiles = (request: IncomingMessage, response: ServerResponse) => boolean;

export function createStaticFiles(files: ReadonlyMap<string, StaticFile>): StaticFiles {
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const file = files.get((request.url ?? "").split("?")[0] ?? "");
    if (file) sendFile(request, response, file);
    return file !== undefined;
  };
}

export function sendFile(request: IncomingMessage, response: ServerResponse, file: StaticFile): void {
  const encoding = preferredEncoding(request.headers["accept-encoding"]);
  const packed = encoding === "br" ? file.brotli : encoding === "gzip" ? file.gzip : null;
  const bytes = packed ?? file.bytes;
  response.writeHead(200, {
    ...file.headers,
    "Content-Length": bytes.byteLength,
    ...(packed && encoding ? { "Content-Encoding": encoding } : {}),
  });
  response.end(request.method === "HEAD" ? undefined : bytes);
}

function readIfThere(path: string): Buffer | null {
  return statSync(path, { throwIfNoEntry: false }) ? readFileSync(path) : null;
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Other paths cost no query. */
const NAME = /^\/assets\/[\w.-]{1,120}\.(?:js|css|dict|svg|png|webp)$/;
const DAY_MS = 86_400_000;

export type OtherBuilds = (request: IncomingMessage) => Promise<StaticFile | null> | null;

export interface BuildAssets {
  find: OtherBuilds;
  stop(): void;
}

/**
 * Before pages name them, for instances of other builds; notes daily that they are served. The retention job
 * deletes what no build serves (docs/decisions/058).
 */
export async function shareBuildAssets(
  { db, clock, log }: Pick<Services, "db" | "clock" | "log">,
  files: ReadonlyMap<string, StaticFile>,
): Promise<BuildAssets> {
  const keep = () => keepBuildAssets(db, assetsOf(files), clock());
  await keep();
  const keeping = setInterval(() => {
    keep().catch((error: unknown) => log.warn({ error: String(error) }, "the build's assets cannot be kept"));
  }, DAY_MS);
  return {
    // Finds other builds' files only.
    find({ method, url = "" }) {
      const path = url.split("?")[0] ?? "";
      if ((method !== "GET" && method !== "HEAD") || !NAME.test(path)) return null;
      return findBuildAsset(db, path).then(
        (asset) =>
          asset && { headers: headersOf(path), bytes: asset.content, brotli: asset.brotli, gzip: null },
      );
    },
    stop: () => clearInterval(keeping),
  };
}

export function assetsOf(files: ReadonlyMap<string, StaticFile>) {
  return new Map(
    [...files]
      .filter(([path]) => path.startsWith(HASHED))
      .map(([path, { bytes, brotli }]) => [path, { content: bytes, brotli }]),
  );
}
