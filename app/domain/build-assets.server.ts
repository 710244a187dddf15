import { type Kysely, sql } from "kysely";
import type { DB } from "../../db/schema.ts";

/** Shared by instances of two builds (docs/decisions/058). */

interface BuildAsset {
  content: Buffer;
  brotli: Buffer | null;
}

const FRESH_HOURS = 12;

/** Paths contain a hash: existing ones are equal. */
export async function keepBuildAssets(
  db: Kysely<DB>,
  assets: ReadonlyMap<string, BuildAsset>,
  now: Date,
): Promise<number> {
  const fresh = new Date(now.getTime() - FRESH_HOURS * 3_600_000);
  const known = await db
    .selectFrom("build_assets")
    .select("path")
    .where("path", "in", [...assets.keys()])
    .where("served_at", ">", fresh)
    .execute();
  const isKnown = new Set(known.map(({ path }) => path));
  // One order: starting instances write the same rows.
  const paths = [...assets.keys()].filter((path) => !isKnown.has(path)).sort();
  if (paths.length === 0) return 0;
  const contents = paths.map((path) => assets.get(path)?.content);
  const packed = paths.map((path) => assets.get(path)?.brotli ?? null);
  await sql`
    insert into build_assets (path, content, brotli, served_at)
    select path, content, brotli, ${now}
    from unnest(${paths}::text[], ${contents}::bytea[], ${packed}::bytea[]) as file (path, content, brotli)
    on conflict (path) do update set served_at = greatest(build_assets.served_at, excluded.served_at)`.execute(
    db,
  );
  return paths.length;
}

export async function findBuildAsset(db: Kysely<DB>, path: string): Promise<BuildAsset | null> {
  const asset = await db
    .selectFrom("build_assets")
    .select(["content", "brotli"])
    .where("path", "=", path)
    .executeTakeFirst();
  return asset ?? null;
}
