import type { Presence } from "../domain/auth/sessions.server.ts";
import { isSavingData } from "./guest-script.server.ts";

const RULES = '"/prefetch.rules"';

/** Tip and voucher steps use forms and count bytes; admin lists cost more than a prefetch saves. */
const WITHOUT = /^(?:routes\/(?:tip|admin|dev|sandbox)\/|profile|group|voucher)/;

/** Names the speculation rules, which work without script. Null for excluded routes and data savers. */
export function prefetchRules(request: Request, routeIds: readonly string[]): string | null {
  return isSavingData(request.headers) || routeIds.some((id) => WITHOUT.test(id)) ? null : RULES;
}

/** A prefetched page may never be seen: it marks nothing as read. */
export function isPrefetch(headers: Headers): boolean {
  return /\bprefetch\b/.test(headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "");
}

/** Session calls of the API are polls and beacons of a page's script. */
export function presenceOf({ url, headers }: Request): Presence {
  if (isPrefetch(headers)) return "ahead";
  return new URL(url).pathname.startsWith("/api/") ? "script" : "person";
}
