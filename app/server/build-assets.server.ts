import type { IncomingMessage } from "node:http";
import type { Services } from "../context.ts";
import { findBuildAsset, keepBuildAssets } from "../domain/build-assets.server.ts";
import { HASHED, headersOf, type StaticFile } from "./static-files.server.ts";

/** Hashed names of the bundler and the dictionaries; other paths cost no query. */
const NAME = /^\/assets\/[\w.-]{1,120}\.(?:js|css|dict|svg|png|webp)$/;
const DAY_MS = 86_400_000;

export type OtherBuilds = (request: IncomingMessage) => Promise<StaticFile | null> | null;

export interface BuildAssets {
  find: OtherBuilds;
  stop(): void;
}

/**
 * Stores this build's files for instances of other builds, before pages name them, and notes daily that they
 * are served. The retention job deletes what no build serves (docs/decisions/058).
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
    // Own files are answered earlier; this finds those of other builds only.
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
