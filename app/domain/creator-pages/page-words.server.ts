import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { ContentRules } from "../../product-settings.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { type ReviewView, reviewContent } from "../moderation/review-content.ts";
import {
  type ContentServices,
  decideContent,
  type ReviewDecision,
  type ReviewedContent,
  readReviewPage,
  reviewedContent,
} from "../moderation/review-queue.server.ts";
import { type Minor, minor } from "../money/minor.ts";
import { requireOperator } from "../users/user.server.ts";

interface Goal {
  title: string;
  amount_minor: Minor;
  from: string;
  /** Per month, whatever the day. */
  is_monthly: boolean;
}

interface PageWords {
  about: string | null;
  goal: Goal | null;
  show_supporters: boolean;
}

export type WordsKind = "ABOUT" | "GOAL";

type StoredGoal = Goal & { currency: string };

interface WaitingWords {
  kind: WordsKind;
  status: "PENDING" | "DECLINED";
  words: string;
  goal: Goal | null;
  decline_reason: string | null;
}

export async function findPageWords(
  db: Kysely<DB>,
  userId: string,
): Promise<PageWords & { currency: string; goal_currency: string | null; waiting: WaitingWords[] }> {
  const user = await db
    .selectFrom("users")
    .select([
      "about",
      "goal_title",
      "goal_minor",
      "goal_currency",
      "goal_from",
      "goal_is_monthly",
      "show_supporters",
      "currency",
    ])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const latest = await db
    .selectFrom("profile_words")
    .distinctOn("kind")
    .select(["kind", "status", "words", "decline_reason", "amount_minor", "goal_from", "currency"])
    .select("goal_is_monthly")
    .where("user_id", "=", userId)
    .where("replaced_at", "is", null)
    .where("status", "<>", "ACTIVE")
    .orderBy("kind")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const goal = goalOf(user);
  return {
    about: user.about,
    goal,
    show_supporters: user.show_supporters,
    currency: user.currency,
    goal_currency: goal?.currency ?? null,
    waiting: latest.flatMap((row) => {
      const { status, kind, words, decline_reason } = row;
      const goal = waitingGoal(row);
      return status === "ACTIVE" ? [] : [{ kind, status, words, decline_reason, goal }];
    }),
  };
}

function waitingGoal(row: {
  words: string;
  amount_minor: number | null;
  goal_from: string | null;
  goal_is_monthly: boolean;
}): Goal | null {
  const { words: title, amount_minor, goal_from, goal_is_monthly: is_monthly } = row;
  return amount_minor === null || goal_from === null
    ? null
    : { title, amount_minor: minor(amount_minor), from: goal_from, is_monthly };
}

function goalOf(user: {
  goal_title: string | null;
  goal_minor: number | null;
  goal_currency: string | null;
  goal_from: string | null;
  goal_is_monthly: boolean;
}): StoredGoal | null {
  const { goal_title, goal_minor, goal_currency, goal_from, goal_is_monthly: is_monthly } = user;
  return goal_title === null || goal_minor === null || goal_currency === null || goal_from === null
    ? null
    : {
        ...{ title: goal_title, amount_minor: minor(goal_minor), currency: goal_currency },
        ...{ from: goal_from, is_monthly },
      };
}

/** Words that a rule stops wait for an operator; the page stays. */
export async function savePageWords(
  db: Kysely<DB>,
  userId: string,
  page: PageWords,
  newId: () => string,
  now: Date,
  { review_always }: Pick<ContentRules, "review_always">,
): Promise<{ waiting: WordsKind[] }> {
  return await db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom("users")
      .select(["about", "goal_title", "goal_minor", "goal_currency", "goal_from", "goal_is_monthly"])
      .select("currency")
      .where("id", "=", userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const waiting: WordsKind[] = [];
    const isShown = async (
      kind: WordsKind,
      words: string | null,
      shown: string | null,
      goal: Goal | null,
    ) => {
      const sent = { kind, words, goal: goal && { ...goal, currency: user.currency } };
      const reason =
        words === null || words === shown ? null : await reasonOf(trx, userId, kind, words, review_always);
      const isWaiting = await handIn(trx, userId, sent, reason, newId, now);
      if (isWaiting) waiting.push(kind);
      return !isWaiting;
    };
    const hasAbout = await isShown("ABOUT", page.about, user.about, null);
    const isHidden = user.goal_currency !== null && user.goal_currency !== user.currency;
    const keepsGoal = page.goal === null && isHidden;
    const hasGoal =
      !keepsGoal && (await isShown("GOAL", page.goal?.title ?? null, user.goal_title, page.goal));
    await trx
      .updateTable("users")
      .set({
        show_supporters: page.show_supporters,
        ...(hasAbout ? { about: page.about } : {}),
        ...(hasGoal ? goalColumns(page.goal && { ...page.goal, currency: user.currency }) : {}),
        updated_at: now,
      })
      .where("id", "=", userId)
      .execute();
    return { waiting };
  });
}

/** Whether they wait. Equal words keep their place. */
async function handIn(
  trx: Transaction<DB>,
  userId: string,
  { kind, words, goal }: { kind: WordsKind; words: string | null; goal: StoredGoal | null },
  reason: string | null,
  newId: () => string,
  now: Date,
): Promise<boolean> {
  const theirs = trx
    .selectFrom("profile_words")
    .select(["id", "words", "amount_minor", "currency", "goal_from", "goal_is_monthly"])
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where("status", "=", "PENDING");
  const before = await theirs.executeTakeFirst();
  const isSame =
    before?.words === words &&
    before.amount_minor === (goal?.amount_minor ?? null) &&
    before.currency === (goal?.currency ?? null) &&
    before.goal_from === (goal?.from ?? null) &&
    before.goal_is_monthly === (goal?.is_monthly ?? false);
  if (reason !== null && isSame) return true;
  await trx
    .deleteFrom("profile_words")
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where("status", "=", "PENDING")
    .execute();
  await trx
    .updateTable("profile_words")
    .set({ replaced_at: now })
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where("replaced_at", "is", null)
    .execute();
  if (words === null || reason === null) return false;
  await trx
    .insertInto("profile_words")
    .values({
      id: newId(),
      user_id: userId,
      kind,
      words,
      amount_minor: goal?.amount_minor ?? null,
      currency: goal?.currency ?? null,
      goal_from: goal?.from ?? null,
      goal_is_monthly: goal?.is_monthly ?? false,
      status: "PENDING",
      review_reason: reason,
      created_at: now,
    })
    .execute();
  return true;
}

const REMOVED = "removed";

async function reasonOf(
  trx: Transaction<DB>,
  userId: string,
  kind: WordsKind,
  words: string,
  is_always: boolean,
): Promise<string | null> {
  const decided = await trx
    .selectFrom("profile_words")
    .select(["status", "review_reason"])
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where("words", "=", words)
    .where("status", "<>", "PENDING")
    .orderBy("reviewed_at", "desc")
    .executeTakeFirst();
  if (decided) return decided.status === "ACTIVE" ? null : decided.review_reason;
  const found = reviewContent({ texts: [words], has_image: false, is_always });
  if (found !== null) return found;
  // After a removal new words wait: a changed dot restores nothing.
  const last = await trx
    .selectFrom("profile_words")
    .select(["status", "review_reason"])
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where("status", "<>", "PENDING")
    .orderBy("reviewed_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.status === "DECLINED" && last.review_reason === REMOVED ? REMOVED : null;
}

function goalColumns(goal: StoredGoal | null) {
  return {
    goal_title: goal?.title ?? null,
    goal_minor: goal?.amount_minor ?? null,
    goal_currency: goal?.currency ?? null,
    goal_from: goal?.from ?? null,
    goal_is_monthly: goal?.is_monthly ?? false,
  };
}

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
      .returning(["kind", "words", "amount_minor", "currency", "goal_from", "goal_is_monthly"])
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
  goal_is_monthly: boolean;
}) {
  if (row.kind === "ABOUT") return { about: row.words };
  const { amount_minor: goal_minor, currency: goal_currency, goal_from, goal_is_monthly } = row;
  return { goal_title: row.words, goal_minor, goal_currency, goal_from, goal_is_monthly };
}

export async function removePageWords(
  services: ContentServices & { newId: () => string },
  given: { user_id: string; kind: WordsKind; reason: string; operator_id: string },
): Promise<"removed" | "gone"> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, given.operator_id, "content");
    const user = await trx
      .selectFrom("users")
      .select(["about", "goal_title", "goal_minor", "goal_currency", "goal_from", "goal_is_monthly"])
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
        ...{ goal_from: goal?.from ?? null, goal_is_monthly: goal?.is_monthly ?? false },
        ...{ status: "DECLINED" as const, review_reason: "removed" },
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
