import { EXCEPTION_NAMES, REVIEW_NAMES, type ReviewName } from "../../domain/desk/desk.server.ts";
import { isId } from "../../http/ids.ts";
import { safeReturnPath } from "../../http/preference-cookies.server.ts";
import { APPROVAL_DONE } from "./approvals.server.ts";
import { askedOf, type Desk } from "./desk.server.ts";

const REVIEW_DONE = ["accepted", "declined", "locked", "changed", "gone"] as const;

export const EXCEPTION_DONE = [
  ...([
    "accepted",
    "answered",
    "asked",
    "changed",
    "disputed",
    "ended",
    "gone",
    "not_known",
    "refused",
    "retried",
  ] as const),
  ...(["second_operator_needed", "seen", "settled", "taken", "under_way", "waiting"] as const),
];

export function lastDone(desk: Desk, url: URL): { done: string | null; last: string | null } {
  const last = safeReturnPath(url.searchParams.get("last"), url.pathname);
  const [, admin, area, ...rest] = last.split("/");
  if (admin !== "admin" || !isId(rest.at(-1))) return { done: null, last: null };
  return { done: textOf(desk, url.searchParams, area, rest), last: last === url.pathname ? null : last };
}

export function reviewDone({ t }: Desk, kind: ReviewName | null, query: URLSearchParams): string | null {
  const done = askedOf(query, "done", REVIEW_DONE);
  if (done === null) return null;
  if (done === "changed") return kind === "groups" ? t("grouplists:admin.changed") : null;
  if (kind === "verifications") return t(`admin:queue.done.${done}`);
  return done === "locked" ? null : t(`admin:reviews.done.${done}`);
}

function textOf(
  desk: Desk,
  query: URLSearchParams,
  area: string | undefined,
  [kind]: string[],
): string | null {
  const { t } = desk;
  if (area === "reviews") {
    const name = REVIEW_NAMES.find((each) => each === kind);
    return name === undefined ? null : reviewDone(desk, name, query);
  }
  if (area === "exceptions" && EXCEPTION_NAMES.some((each) => each === kind)) {
    const done = askedOf(query, "done", EXCEPTION_DONE);
    return done && t(`exceptions:done.${done}`);
  }
  if (area === "payout-data") {
    const done = askedOf(query, "done", ["accepted", "declined"] as const);
    return done && t(`adminPayouts:data.done.${done}`);
  }
  if (area === "reports") {
    const done = askedOf(query, "done", ["decided", "other_operator", "gone"] as const);
    return done && t(`report:admin.done.${done}`);
  }
  const done = area === "approvals" ? askedOf(query, "done", APPROVAL_DONE) : null;
  return done && t(`approvals:done.${done}`);
}
