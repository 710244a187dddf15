import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";

/**
 * Gives a draft a picture that a fan sent before it, unless another tip has it. False for anybody's own picture, one that is
 * taken, and none.
 */
export async function takeFansImage(
  db: Kysely<DB>,
  given: { tip_id: string; image_id: string; now: Date },
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const free = await trx
      .selectFrom("media_files as m")
      .select("m.id")
      .where("m.id", "=", given.image_id)
      .where("m.key", "=", "TIP_IMAGE")
      .where("m.owner_id", "is", null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("tips").select("tips.id").whereRef("tips.image_id", "=", "m.id"))),
      )
      // Of two tips that want it at once, one comes after the other; and it is not swept meanwhile.
      .forUpdate()
      .executeTakeFirst();
    if (!free) return false;
    const { image_id, now } = given;
    const result = await trx
      .updateTable("tips")
      .set({ image_id, updated_at: now })
      .where("id", "=", given.tip_id)
      .where("status", "=", "DRAFT")
      .where("image_id", "is", null)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  });
}

/** Gives the picture of a tip whose payment was not begun free again: it may come with another, as nobody pays this one. */
export async function leaveFansImage(db: Kysely<DB>, tip: { tip_id: string; now: Date }): Promise<void> {
  await db
    .updateTable("tips")
    .set({ image_id: null, updated_at: tip.now })
    .where("id", "=", tip.tip_id)
    .execute();
}
