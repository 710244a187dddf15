import type { Presence } from "../domain/auth/sessions.server.ts";
import { isSavingData } from "./guest-script.server.ts";

/** Where the rules stand by which a browser fetches a page ahead (routes/public/prefetch-rules.ts). */
const RULES = '"/prefetch.rules"';

/**
 * Pages without it: the way of a tip or a voucher goes by forms, and each byte counts there; the back office is for desks
 * with good lines, and its lists cost more than they save.
 */
const WITHOUT = /^(?:routes\/(?:tip|admin|dev|sandbox)\/|profile|group|voucher)/;

/**
 * The header by which a page names those rules, so that the page behind a link is there when it is pressed, also without
 * script. Null for pages that fetch nothing ahead, by the ids of their routes, and for who saves data.
 */
export function prefetchRules(request: Request, routeIds: readonly string[]): string | null {
  return isSavingData(request.headers) || routeIds.some((id) => WITHOUT.test(id)) ? null : RULES;
}

/** Whether a browser asks ahead, for a page that perhaps nobody will see: nobody is here, and nothing was read. */
export function isPrefetch(headers: Headers): boolean {
  return /\bprefetch\b/.test(headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "");
}

/** Calls of a browser's session are those of a page's script: polls and beacons. */
export function presenceOf({ url, headers }: Request): Presence {
  if (isPrefetch(headers)) return "ahead";
  return new URL(url).pathname.startsWith("/api/") ? "script" : "person";
}
