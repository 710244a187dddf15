import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { reviewContent } from "../moderation/review-content.ts";
import { type Minor, minor } from "../money/minor.ts";
import type { TipStatus } from "./drafts.server.ts";
import { isMessageBelowPrice, messagePriceOf } from "./tip.schema.ts";

interface PaidTip {
  status: TipStatus;
  paid_at: Date | null;
  amount_minor: number;
  currency: string;
  sender_name: string | null;
  message: string | null;
  image_id: string | null;
  words_added_at: Date | null;
  /** Of the creator; null for a group. */
  profile_currency: string | null;
  default_price_per_message_minor: number | null;
  show_supporters: boolean | null;
}

/** Words are possible until then; prices in minor units of the tip's currency. */
export interface OpenWords {
  until: Date;
  amount_minor: Minor;
  currency: string;
  default_price_per_message_minor: Minor | null;
  shows_supporters: boolean;
}

type WordsRefusal = "has_words" | "not_paid";

export function openWordsOf(tip: PaidTip): OpenWords | WordsRefusal {
  const hasWords = tip.sender_name !== null || tip.message !== null || tip.image_id !== null;
  if (hasWords || tip.words_added_at !== null) return "has_words";
  if (tip.status !== "ACTIVE" || tip.paid_at === null) return "not_paid";
  const price = tip.profile_currency
    ? messagePriceOf({ ...tip, profile_currency: tip.profile_currency })
    : null;
  return {
    until: new Date(tip.paid_at.getTime() + productRules.tip.later_words_hours * 3_600_000),
    amount_minor: minor(tip.amount_minor),
    currency: tip.currency,
    default_price_per_message_minor: price === null ? null : minor(price),
    shows_supporters: tip.show_supporters ?? false,
  };
}

interface LaterWords {
  payment_id: string;
  sender_name: string | null;
  message: string | null;
  image_id: string | null;
  show_on_page: boolean;
  review_always: boolean;
}

/**
 * Once, within 24 hours, under the tip's lock; a group's shares follow. Reviewed as before the payment;
 * unread again, but no mail or post (docs/product.md, 5.13).
 */
export async function addLaterWords(
  { db, clock }: { db: Kysely<DB>; clock: () => Date },
  words: LaterWords,
): Promise<"added" | WordsRefusal | "closed" | "below_price" | "unknown"> {
  return await db.transaction().execute(async (trx) => {
    const now = clock();
    const tip = await trx
      .selectFrom("tips as t")
      .leftJoin("users as u", "u.id", "t.creator_id")
      .select(["t.id", "t.status", "t.paid_at", "t.amount_minor", "t.currency", "t.sender_name", "t.message"])
      .select(["t.image_id", "t.words_added_at", "u.currency as profile_currency", "u.show_supporters"])
      .select("u.default_price_per_message_minor")
      .where("t.id", "=", (eb) =>
        eb.selectFrom("payments as p").select("p.tip_id").where("p.id", "=", words.payment_id),
      )
      .forNoKeyUpdate("t")
      .executeTakeFirst();
    if (!tip) return "unknown";
    const open = openWordsOf(tip);
    if (typeof open === "string") return open;
    if (now >= open.until) return "closed";
    if (isMessageBelowPrice({ ...open, message: words.message })) return "below_price";
    const { sender_name, message, image_id } = words;
    const review_reason = reviewContent({
      ...{ texts: [sender_name, message], has_image: image_id !== null },
      is_always: words.review_always,
    });
    const said = {
      ...{ sender_name, message, image_id, words_added_at: now, updated_at: now, read_at: null },
      status: review_reason === null ? ("ACTIVE" as const) : ("PENDING" as const),
      activated_at: review_reason === null ? now : null,
    };
    await trx
      .updateTable("tips")
      .set({ ...said, review_reason, show_on_page: words.show_on_page && open.shows_supporters })
      .where("id", "=", tip.id)
      .execute();
    // A returned share keeps what it had.
    await trx
      .updateTable("tips")
      .set(said)
      .where("group_tip_id", "=", tip.id)
      .where("status", "=", "ACTIVE")
      .execute();
    return "added";
  });
}
