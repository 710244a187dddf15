import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { type ContentServices, decideContent } from "../moderation/decide-content.server.ts";
import type { ReviewView } from "../moderation/review-content.ts";
import {
  type ReviewDecision,
  type ReviewedContent,
  readReviewPage,
  reviewedContent,
} from "../moderation/review-queue.server.ts";
import { requireOperator } from "../users/user.server.ts";
import { goalColumns, goalOf, type WordsKind } from "./page-words.server.ts";

interface WordsAct {
  words_id: string;
  operator_id: string;
}

export async function acceptWords(services: ContentServices, given: WordsAct): Promise<"accepted" | "gone"> {
  return await decide(services, { ...given, outcome: "accepted", reason: null });
}

export async function declineWords(
  services: ContentServices,
  given: WordsAct & { reason: string },
): Promise<"declined" | "gone"> {
  return await decide(services, { ...given, outcome: "declined" });
}

async function decide<Outcome extends "accepted" | "declined">(
  services: ContentServices,
  { words_id: id, ...given }: WordsAct & { outcome: Outcome; reason: string | null },
): Promise<Outcome | "gone"> {
  return await decideContent(services, "words", { id, ...given }, async (trx, columns) => {
    const owner = await trx
      .selectFrom("users as u")
      .select("u.id")
      .where("u.id", "=", (eb) => eb.selectFrom("profile_words").select("user_id").where("id", "=", id))
      .forNoKeyUpdate()
      .executeTakeFirst();
    const words = await trx
      .updateTable("profile_words")
      .set(columns)
      .where("id", "=", id)
      .where("status", "=", "PENDING")
      .returning(["kind", "words", "amount_minor", "currency", "goal_from"])
      .executeTakeFirst();
    if (!owner || !words) return false;
    if (columns.status === "ACTIVE")
      await trx
        .updateTable("users")
        .set({ ...shownColumns(words), updated_at: columns.reviewed_at })
        .where("id", "=", owner.id)
        .execute();
    return true;
  });
}

function shownColumns(row: {
  kind: WordsKind;
  words: string;
  amount_minor: number | null;
  currency: string | null;
  goal_from: string | null;
}) {
  if (row.kind === "ABOUT") return { about: row.words };
  const { amount_minor: goal_minor, currency: goal_currency, goal_from } = row;
  return { goal_title: row.words, goal_minor, goal_currency, goal_from };
}

/** The creator reads the reason. */
export async function removePageWords(
  services: ContentServices & { newId: () => string },
  given: { user_id: string; kind: WordsKind; reason: string; operator_id: string },
): Promise<"removed" | "gone"> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, given.operator_id);
    const user = await trx
      .selectFrom("users")
      .select(["about", "goal_title", "goal_minor", "goal_currency", "goal_from"])
      .where("id", "=", given.user_id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    const goal = user && given.kind === "GOAL" ? goalOf(user) : null;
    const words = given.kind === "GOAL" ? goal?.title : user?.about;
    if (!words) return "gone";
    await trx
      .updateTable("users")
      .set({ ...(given.kind === "ABOUT" ? { about: null } : goalColumns(null)), updated_at: now })
      .where("id", "=", given.user_id)
      .execute();
    await trx
      .insertInto("profile_words")
      .values({
        ...{ id: services.newId(), user_id: given.user_id, kind: given.kind, words },
        ...{ amount_minor: goal?.amount_minor ?? null, currency: goal?.currency ?? null },
        ...{ goal_from: goal?.from ?? null, status: "DECLINED" as const, review_reason: "removed" },
        ...{ decline_reason: given.reason, reviewed_by: given.operator_id, reviewed_at: now },
        created_at: now,
      })
      .execute();
    await writeAudit(trx, {
      actor_id: given.operator_id,
      action: "words.removed",
      subject: `user:${given.user_id}`,
      before: { kind: given.kind },
      after: null,
      now,
    });
    return "removed";
  });
}

interface ReviewedWords extends ReviewedContent {
  status: string;
  kind: WordsKind;
  words: string;
  created_at: Date;
}

interface WordsUnderReview extends ReviewedWords, ReviewDecision {
  shown: string | null;
}

export async function listWordsReviews(
  db: Kysely<DB>,
  page: { view: ReviewView; after: string | null },
): Promise<{ words: ReviewedWords[]; next: string | null }> {
  const { rows, next } = await readReviewPage(reviewedWords(db), "words", page);
  return { words: rows.map(toReviewed), next };
}

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
