import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../../context.ts";
import {
  REVIEW_VIEWS,
  type ReviewReason,
  type ReviewView,
  reviewDue,
} from "../../../domain/moderation/review-content.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { askedAfter, askedOf, nextPage } from "../lists.server.ts";

const DONE = ["accepted", "declined", "gone"] as const;

export async function reviewList<Review>(
  context: Readonly<RouterContextProvider>,
  url: URL,
  page: { path: string; title: string },
  list: (asked: { view: ReviewView; after: string | null }) => Promise<{
    reviews: Review[];
    next: string | null;
  }>,
) {
  const view = askedOf(url.searchParams, "view", REVIEW_VIEWS) ?? "queue";
  const { reviews, next } = await list({ view, after: askedAfter(url.searchParams) });
  const facts = {
    title: page.title,
    done: reviewDone(context, url),
    view,
    next: nextPage(page.path, next, { view }),
  };
  return { facts, reviews };
}

export function reviewDone(context: Readonly<RouterContextProvider>, url: URL): string | null {
  const done = askedOf(url.searchParams, "done", DONE);
  return done ? getI18n(context).t(`admin:reviews.done.${done}`) : null;
}

export function shownReview(
  context: Readonly<RouterContextProvider>,
  review: {
    status: string;
    reason: ReviewReason | null;
    amount_minor: number | null;
    currency: string | null;
    creator: { id: string; username: string; name: string; group_slug: string | null };
  },
  since: Date,
) {
  const locale = getLocale(context);
  const { status, reason, creator, amount_minor, currency } = review;
  return {
    status,
    reason,
    creator,
    amount: amount_minor === null || currency === null ? "–" : formatAmount(amount_minor, currency, locale),
    since: formatMoment(since, locale),
    minutesLeft: status === "PENDING" ? minutesUntil(context, reviewDue(since)) : null,
  };
}

/** Whole minutes; 0 after the deadline. */
function minutesUntil(context: Readonly<RouterContextProvider>, due: Date): number {
  const now = context.get(servicesContext).clock();
  return Math.max(0, Math.trunc((due.getTime() - now.getTime() + 59_999) / 60_000));
}

export function shownDecision(
  context: Readonly<RouterContextProvider>,
  decision: { reviewed_by: string | null; reviewed_at: Date | null; decline_reason: string | null },
) {
  return {
    operator: decision.reviewed_by,
    at: decision.reviewed_at === null ? null : formatMoment(decision.reviewed_at, getLocale(context)),
    reason: decision.decline_reason,
  };
}
