import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { notifyOverlay } from "./overlays.server.ts";

export type SoundType = "audio/mpeg" | "audio/ogg" | "audio/wav";

/** By its first bytes, not its name. */
export function soundTypeOf(bytes: Uint8Array): SoundType | null {
  const text = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString("latin1");
  if (text(0, 4) === "OggS") return "audio/ogg";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WAVE") return "audio/wav";
  const [first = 0, second = 0] = bytes;
  // MPEG's frames begin with eleven ones; layer 0 and version 1 are reserved.
  const isFrame =
    first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x18) !== 8 && (second & 0x06) !== 0;
  return text(0, 3) === "ID3" || isFrame ? "audio/mpeg" : null;
}

/** Replaces an earlier one, and is played from now on. */
export async function setSound(
  { db, clock }: { db: Kysely<DB>; clock: () => Date },
  user_id: string,
  bytes: Uint8Array,
): Promise<"saved" | "too_big" | "unknown_format"> {
  if (bytes.byteLength > productRules.overlay.sound_bytes) return "too_big";
  const content_type = soundTypeOf(bytes);
  if (content_type === null) return "unknown_format";
  const sound = { content_type, bytes: Buffer.from(bytes), uploaded_at: clock() };
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("overlay_sounds")
      .values({ user_id, ...sound })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(sound))
      .execute();
    await trx.updateTable("overlays").set({ sound: "OWN" }).where("user_id", "=", user_id).execute();
    await notifyOverlay(trx, user_id);
  });
  return "saved";
}

export async function removeSound(db: Kysely<DB>, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("overlay_sounds").where("user_id", "=", userId).execute();
    await trx
      .updateTable("overlays")
      .set({ sound: "CHIME" })
      .where("user_id", "=", userId)
      .where("sound", "=", "OWN")
      .execute();
    await notifyOverlay(trx, userId);
  });
}

export async function findSound(db: Kysely<DB>, userId: string) {
  const sound = await db
    .selectFrom("overlay_sounds")
    .select(["content_type", "bytes"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return sound ?? null;
}
