import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../money/product-rules.ts";

/**
 * A tip that no operator looked at for 24 hours is activated without its image (decisions.md, Tips). Answers their
 * ids, so that the caller can raise the alarm.
 */
export async function activateOverdueReviews(db: Kysely<DB>, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - productRules.review_hours * 3_600_000);
  return await db.transaction().execute(async (trx) => {
    const tips = await trx
      .updateTable("tips")
      .set({ status: "ACTIVE", image_id: null, activated_at: now, updated_at: now })
      .where("status", "=", "PENDING")
      .where("paid_at", "<", since)
      .returning(["id", "creator_id"])
      .execute();
    if (tips.length > 0) {
      await trx
        .updateTable("users")
        .set({ has_new_tips: true })
        .where("id", "in", [...new Set(tips.map((tip) => tip.creator_id))])
        .execute();
    }
    return tips.map((tip) => tip.id);
  });
}
