import type { RouterContextProvider } from "react-router";
import { type Services, servicesContext } from "../../../context.ts";
import type { ReviewName } from "../../../domain/desk/desk.server.ts";
import { type ReviewReason, type ReviewView, reviewDue } from "../../../domain/moderation/review-content.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount, type Locale } from "../../../domain/money/minor.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import type { pageActs } from "../acts.server.ts";
import { type CaseQueue, decideAndGoOn } from "../case-walk.server.ts";
import type { ListedReview, ShownReview } from "./review-parts.tsx";

/** What a kind of reviews reads with, and shows for. */
export interface Desk {
  services: Services;
  context: Readonly<RouterContextProvider>;
  locale: Locale;
  t: ReturnType<typeof getI18n>["t"];
}

export function deskOf(context: Readonly<RouterContextProvider>): Desk {
  const { t } = getI18n(context);
  return { services: context.get(servicesContext), context, locale: getLocale(context), t };
}

/** One kind of reviews: its lists, its cases and their decisions. */
export interface ReviewKind {
  /** The open cases, longest first. */
  listOpen: (db: Services["db"]) => Promise<string[]>;
  /** A page of a view, after the case `after`. */
  list: (
    desk: Desk,
    page: { view: ReviewView; after: string | null },
  ) => Promise<{ reviews: (Omit<ListedReview, "since"> & { since: Date })[]; next: string | null }>;
  find: (desk: Desk, id: string) => Promise<ShownReview | null>;
  action: ReturnType<typeof pageActs>;
  /** What is decided is said otherwise than of words and pictures. */
  doneText?: (t: Desk["t"], done: Done) => string | null;
}

export const DONE = ["accepted", "declined", "locked", "changed", "gone"] as const;

type Done = (typeof DONE)[number];

export function doneText({ t }: Desk, kind: ReviewKind | null, done: Done | null): string | null {
  if (done === null) return null;
  const own = kind?.doneText?.(t, done);
  if (own) return own;
  return done === "accepted" || done === "declined" || done === "gone"
    ? t(`admin:reviews.done.${done}`)
    : null;
}

export const queueOf = (
  name: ReviewName,
  listOpen: ReviewKind["listOpen"],
  db: Services["db"],
): CaseQueue => ({
  page: `/admin/reviews?kind=${name}`,
  path: `/admin/reviews/${name}`,
  listOpen: () => listOpen(db),
});

/** Decides, then redirects to the next open case. The later of two operators sees the decision. */
export const decides =
  (name: ReviewName, listOpen: ReviewKind["listOpen"]) =>
  async (db: Services["db"], id: string, decide: () => Promise<string>): Promise<Response> =>
    await decideAndGoOn(queueOf(name, listOpen, db), id, decide, `/admin/reviews/${name}/${id}`);

interface ReviewedContent {
  status: string;
  reason: ReviewReason | null;
  amount_minor: number | null;
  currency: string | null;
  creator: { id: string; username: string; name: string; group_slug: string | null };
}

const STATUSES = ["PENDING", "ACTIVE", "DECLINED", "REFUNDED", "CHARGEBACK"] as const;

/** What words, wishes and tips have in common. */
export function shownContent({ services, locale, t }: Desk, content: ReviewedContent, since: Date) {
  const { status, reason, creator, amount_minor, currency } = content;
  const known = STATUSES.find((each) => each === status);
  return {
    chip: { status, text: known === undefined ? status : t(`admin:reviews.status.${known}`) },
    subject:
      creator.group_slug === null
        ? { text: `@${creator.username}`, href: `/admin/users/${creator.id}` }
        : { text: `/gl/${creator.group_slug}`, href: `/admin/reviews/groups/${creator.id}` },
    amount: amount_minor === null || currency === null ? "–" : formatAmount(amount_minor, currency, locale),
    why: reason === null ? "–" : t(`admin:reviews.reasons.${reason}`),
    since: formatMoment(since, locale),
    left: status === "PENDING" ? timeLeft(t, reviewDue(since), services.clock()) : null,
  };
}

function timeLeft(t: Desk["t"], due: Date, now: Date): string {
  const minutes = Math.max(0, Math.trunc((due.getTime() - now.getTime() + 59_999) / 60_000));
  if (minutes === 0) return t("admin:reviews.overdue");
  return minutes < 60
    ? t("admin:reviews.minutesLeft", { count: minutes })
    : t("admin:reviews.hoursLeft", { count: Math.trunc(minutes / 60) });
}

interface Decision {
  reviewed_by: string | null;
  reviewed_at: Date | null;
  decline_reason: string | null;
}

/** How open content is decided, else the decision. */
export function decisionOn(
  desk: Desk,
  content: Decision & { status: string },
  forms: NonNullable<ShownReview["forms"]>,
): Pick<ShownReview, "forms" | "decision"> {
  if (content.status === "PENDING") return { forms, decision: null };
  return { forms: null, decision: shownDecision(desk, content) ?? [desk.t("admin:reviews.decidedByItself")] };
}

/** Null while none is made. */
export function shownDecision(
  { locale, t }: Desk,
  { reviewed_by, reviewed_at, decline_reason }: Decision,
): readonly string[] | null {
  if (reviewed_at === null) return null;
  const at = formatMoment(reviewed_at, locale);
  const by = t("admin:reviews.decidedBy", { operator: reviewed_by ?? "–", at });
  return decline_reason === null ? [by] : [by, t("admin:reviews.because", { reason: decline_reason })];
}
