import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { deleteImage } from "../media/media.server.ts";
import type { MediaStore } from "../media/media-store.ts";
import { productRules } from "../money/product-rules.ts";

/**
 * Drafts and unpaid tips end after 24 hours, unless a payment is PROCESSING (decisions.md, Tips); late money revives
 * them. What the fan wrote stays until the money can no longer come; the picture of a draft that nobody began to pay
 * goes at once. Answers how many ended.
 */
export async function expireTips(
  services: { db: Kysely<DB>; media: MediaStore },
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - productRules.tip.unpaid_hours * 3_600_000);
  const expired = await services.db
    .updateTable("tips")
    .set({ status: "EXPIRED", updated_at: now })
    .where("status", "in", ["DRAFT", "AWAITING_PAYMENT"])
    .where("updated_at", "<", since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("payments")
            .select("payments.id")
            .whereRef("payments.tip_id", "=", "tips.id")
            .where("payments.status", "=", "PROCESSING"),
        ),
      ),
    )
    .returning((eb) => [
      "tips.id",
      "tips.image_id",
      eb
        .exists(eb.selectFrom("payments").select("payments.id").whereRef("payments.tip_id", "=", "tips.id"))
        .as("was_begun"),
    ])
    .execute();
  let failure: unknown = null;
  for (const { image_id, was_begun } of expired) {
    if (image_id === null || was_begun) continue;
    // A picture that cannot be deleted now holds up no other; the job of retention finds it again.
    await deleteImage(services, image_id).catch((error: unknown) => {
      failure ??= error;
    });
  }
  if (failure !== null) throw failure;
  return expired.length;
}
