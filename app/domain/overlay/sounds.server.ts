import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";

export async function findSound(db: Kysely<DB>, userId: string) {
  const sound = await db
    .selectFrom("overlay_sounds")
    .select(["content_type", "bytes"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return sound ?? null;
}
