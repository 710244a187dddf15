import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import type { ReviewView } from "../moderation/review-content.ts";
import {
  type ReviewDecision,
  type ReviewedContent,
  readReviewPage,
  reviewedContent,
} from "../moderation/review-queue.server.ts";
import type { WordsKind } from "./page-words.server.ts";

/** Words for a creator's page that came before an operator, as a line of a list. */
export interface ReviewedWords extends ReviewedContent {
  status: string;
  kind: WordsKind;
  words: string;
  created_at: Date;
}

/** The same with what was decided, and with what the page shows in their place. */
export interface WordsUnderReview extends ReviewedWords, ReviewDecision {
  shown: string | null;
}

/** A page of the words that some rule held up. */
export async function listWordsReviews(
  db: Kysely<DB>,
  page: { view: ReviewView; after: string | null },
): Promise<{ words: ReviewedWords[]; next: string | null }> {
  const { rows, next } = await readReviewPage(reviewedWords(db), "words", page);
  return { words: rows.map(toReviewed), next };
}

/** The words that no operator looked at in time, so that the caller can raise the alarm; they go on waiting. */
export async function listOverdueWords(db: Kysely<DB>, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("profile_words")
    .select("id")
    .where("status", "=", "PENDING")
    .where("created_at", "<", new Date(now.getTime() - productRules.review_hours * 3_600_000))
    .orderBy("created_at")
    .limit(productRules.admin_rows)
    .execute();
  return rows.map(({ id }) => id);
}

/** Words that came before an operator, or null. */
export async function findWordsReview(db: Kysely<DB>, wordsId: string): Promise<WordsUnderReview | null> {
  const row = await reviewedWords(db)
    .leftJoin("users as o", "o.id", "c.reviewed_by")
    .select(["c.reviewed_at", "c.decline_reason", "o.email as reviewed_by", "u.about", "u.goal_title"])
    .where("c.id", "=", wordsId)
    .executeTakeFirst();
  if (!row) return null;
  const { reviewed_by, reviewed_at, decline_reason } = row;
  const shown = row.kind === "ABOUT" ? row.about : row.goal_title;
  return { ...toReviewed(row), reviewed_by, reviewed_at, decline_reason, shown };
}

function reviewedWords(db: Kysely<DB>) {
  return db
    .selectFrom("profile_words as c")
    .innerJoin("users as u", "u.id", "c.user_id")
    .select(["c.id", "c.status", "c.review_reason", "c.currency", "c.amount_minor", "c.kind", "c.words"])
    .select(["c.created_at", "u.id as creator_id", "u.username", "u.name"]);
}

type WordsRow = Awaited<ReturnType<ReturnType<typeof reviewedWords>["executeTakeFirstOrThrow"]>>;

function toReviewed(row: WordsRow): ReviewedWords {
  const { status, kind, words, created_at } = row;
  return { ...reviewedContent(row), status, kind, words, created_at };
}
