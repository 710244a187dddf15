import type { IncomingMessage } from "node:http";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../db/schema.ts";
import type { Services } from "../context.ts";
import { HASHED, headersOf, type StaticFile } from "./static-files.server.ts";

/** Names as the bundler and the dictionaries make them; anything else is asked for in vain, and asks no database. */
const NAME = /^\/assets\/[\w.-]{1,120}\.(?:js|css|dict|svg|png|webp)$/;
const DAY_MS = 86_400_000;
/** Rows that were touched since need not be touched again. */
const FRESH_MS = DAY_MS / 2;

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
  await keepBuildAssets(db, files, clock());
  const keeping = setInterval(() => {
    keepBuildAssets(db, files, clock()).catch((error: unknown) =>
      log.warn({ error: String(error) }, "the build's assets cannot be kept"),
    );
  }, DAY_MS);
  return { find: createOtherBuilds(db), stop: () => clearInterval(keeping) };
}

/** Returns how many files were written or touched. */
export async function keepBuildAssets(
  db: Kysely<DB>,
  files: ReadonlyMap<string, StaticFile>,
  now: Date,
): Promise<number> {
  const ours = new Map([...files].filter(([path]) => path.startsWith(HASHED)));
  const { rows: fresh } = await sql<{ path: string }>`
    select path from build_assets
    where path = any(${[...ours.keys()]}::text[]) and served_at > ${new Date(now.getTime() - FRESH_MS)}`.execute(
    db,
  );
  for (const { path } of fresh) ours.delete(path);
  if (ours.size === 0) return 0;
  // In one order, since instances that start at once write the same rows.
  const paths = [...ours.keys()].sort();
  const contents = paths.map((path) => ours.get(path)?.bytes);
  const packed = paths.map((path) => ours.get(path)?.brotli ?? null);
  await sql`
    insert into build_assets (path, content, brotli, served_at)
    select path, content, brotli, ${now}
    from unnest(${paths}::text[], ${contents}::bytea[], ${packed}::bytea[]) as file (path, content, brotli)
    on conflict (path) do update set served_at = greatest(build_assets.served_at, excluded.served_at)`.execute(
    db,
  );
  return ours.size;
}

/** What this build has itself was answered before, so each look is one for a file that only another build can have. */
function createOtherBuilds(db: Kysely<DB>): OtherBuilds {
  return ({ method, url = "" }) => {
    const path = url.split("?")[0] ?? "";
    if ((method !== "GET" && method !== "HEAD") || !NAME.test(path)) return null;
    return findAsset(db, path);
  };
}

async function findAsset(db: Kysely<DB>, path: string): Promise<StaticFile | null> {
  const file = await db
    .selectFrom("build_assets")
    .select(["content", "brotli"])
    .where("path", "=", path)
    .executeTakeFirst();
  return file ? { headers: headersOf(path), bytes: file.content, brotli: file.brotli, gzip: null } : null;
}
