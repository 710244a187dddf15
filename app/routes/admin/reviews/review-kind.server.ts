import { redirect } from "react-router";
import type { ReviewName } from "../../../domain/desk/desk.server.ts";
import { type ReviewReason, type ReviewView, reviewDue } from "../../../domain/moderation/review-content.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import type { pageActs } from "../acts.server.ts";
import type { Desk } from "../desk.server.ts";
import type { ListedReview, ShownReview } from "./review-parts.tsx";

export interface ReviewKind {
  list: (
    desk: Desk,
    page: { view: ReviewView; after: string | null },
  ) => Promise<{ reviews: (Omit<ListedReview, "since"> & { since: Date })[]; next: string | null }>;
  find: (desk: Desk, id: string) => Promise<ShownReview | null>;
  action: ReturnType<typeof pageActs>;
}

export const decides = (name: ReviewName) => async (id: string, decide: () => Promise<string>) =>
  redirect(`/admin/reviews/${name}/${id}?done=${await decide()}`, 303);

interface ReviewedContent {
  status: string;
  reason: ReviewReason | null;
  amount_minor: number | null;
  currency: string | null;
  creator: { id: string; username: string; name: string; group_slug: string | null };
}

const STATUSES = ["PENDING", "ACTIVE", "DECLINED", "REFUNDED", "CHARGEBACK"] as const;

export function shownContent({ services, locale, t, moment }: Desk, content: ReviewedContent, since: Date) {
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
    since: moment(since),
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

export function decisionOn(
  desk: Desk,
  content: Decision & { status: string },
  forms: NonNullable<ShownReview["forms"]>,
): Pick<ShownReview, "forms" | "decision"> {
  if (content.status === "PENDING") return { forms, decision: null };
  return { forms: null, decision: shownDecision(desk, content) ?? [desk.t("admin:reviews.decidedByItself")] };
}

export function shownDecision(
  { moment, t }: Desk,
  { reviewed_by, reviewed_at, decline_reason }: Decision,
): readonly string[] | null {
  if (reviewed_at === null) return null;
  const at = moment(reviewed_at);
  const by = t("admin:reviews.decidedBy", { operator: reviewed_by ?? "–", at });
  return decline_reason === null ? [by] : [by, t("admin:reviews.because", { reason: decline_reason })];
}
