import { sql } from "kysely";

/**
 * The sender of the tip `t` may stand on its creator's page: they agreed and nobody took them off, the money is still
 * there, and the review let it through. A tip that no operator looked at in time reaches its creator, not the page,
 * unless its picture alone had waited. As tips_on_page_idx has it (docs/product.md, 5.10).
 */
export const tipIsOnPage = sql<boolean>`(t.show_on_page and t.off_page_at is null and t.status = 'ACTIVE'
  and (t.sender_name is not null or t.message is not null)
  and (t.review_reason is null or t.review_reason = 'image' or t.reviewed_at is not null))`;
