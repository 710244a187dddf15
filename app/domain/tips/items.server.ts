import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { reviewContent } from "../moderation/moderation.server.ts";
import type { Minor } from "../money/minor.ts";

/** A creator's own thing to tip for ("coffee, 5"), put at the end of the list. Shown at once, or after a review. */
export async function addItem(
  db: Kysely<DB>,
  item: {
    id: string;
    user_id: string;
    name: string;
    amount_minor: Minor;
    currency: string;
    image_id: string | null;
    now: Date;
  },
): Promise<void> {
  const { now, ...fields } = item;
  const reason = reviewContent({ texts: [item.name], has_image: item.image_id !== null });
  await db
    .insertInto("tribute_items")
    .values((eb) => ({
      ...fields,
      position: eb
        .selectFrom("tribute_items")
        .select(eb.fn.coalesce(eb.fn.max("position"), eb.val(0)).as("last"))
        .where("user_id", "=", item.user_id),
      status: reason === null ? "ACTIVE" : "PENDING",
      review_reason: reason,
      created_at: now,
    }))
    .execute();
}

/** An operator's decision about an item that waits for one. */
export async function reviewItem(
  db: Kysely<DB>,
  itemId: string,
  decision: "ACTIVE" | "DECLINED",
): Promise<void> {
  await db
    .updateTable("tribute_items")
    .set({ status: decision })
    .where("id", "=", itemId)
    .where("status", "=", "PENDING")
    .execute();
}
