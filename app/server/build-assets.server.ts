import type { IncomingMessage } from "node:http";
import type { Services } from "../context.ts";
import { findBuildAsset, keepBuildAssets } from "../domain/build-assets/build-assets.server.ts";
import { HASHED, headersOf, type StaticFile } from "./static-files.server.ts";

/** Names as the bundler and the dictionaries make them; anything else is asked for in vain, and asks no database. */
const NAME = /^\/assets\/[\w.-]{1,120}\.(?:js|css|dict|svg|png|webp)$/;
const DAY_MS = 86_400_000;

/** Finds a file of another build; null where the request is for no such file. */
export type OtherBuilds = (request: IncomingMessage) => Promise<StaticFile | null> | null;

/** The files under /assets of all builds that serve, or did lately. */
export interface BuildAssets {
  find: OtherBuilds;
  stop(): void;
}

/**
 * Keeps this build's files where instances of another build find them, before pages name them, and notes each day that
 * they are still served: what no build serves any more goes by the retention job (docs/decisions/058).
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
    // What this build has itself was answered before, so each look is one for what only another build can have.
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

/** What a build shares of its files: those whose names have their content's hash. */
export function assetsOf(files: ReadonlyMap<string, StaticFile>) {
  return new Map(
    [...files]
      .filter(([path]) => path.startsWith(HASHED))
      .map(([path, { bytes, brotli }]) => [path, { content: bytes, brotli }]),
  );
}
