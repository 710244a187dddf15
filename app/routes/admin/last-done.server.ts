import { EXCEPTION_NAMES, REVIEW_NAMES } from "../../domain/desk/desk.server.ts";
import { isId } from "../../http/ids.ts";
import { APPROVAL_DONE } from "./approvals.server.ts";
import { askedOf, type Desk } from "./desk.server.ts";
import { DONE as EXCEPTION_DONE } from "./exceptions/exception-kind.server.ts";
import { REVIEW_KINDS } from "./reviews/kinds.server.ts";
import { decisionText, DONE as REVIEW_DONE } from "./reviews/review-kind.server.ts";

/** What an act did, in the words of its queue: of the case before, or of the page itself. */
export function lastDone(desk: Desk, url: URL): { done: string | null; last: string | null } {
  const last = url.searchParams.get("last");
  const [, admin, area, ...rest] = (last ?? url.pathname).split("/");
  if (admin !== "admin" || !isId(rest.at(-1))) return { done: null, last: null };
  return { done: textOf(desk, url.searchParams, area, rest), last: last === url.pathname ? null : last };
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
    return name === undefined
      ? null
      : decisionText(desk, REVIEW_KINDS[name], askedOf(query, "done", REVIEW_DONE));
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
