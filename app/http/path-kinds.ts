import { isAppPath } from "../ui/shells/app-pages.ts";

/** Servers post without Origin and cookies; each route verifies its caller. */
export const SERVER_TO_SERVER = /^\/(webhooks|(sandbox|dev\/x|dev\/discord)\/api)\//;

/** RFC 8058: the token in the address authorizes, no cookie. */
export const ONE_CLICK = /^\/(?:email\/stop\/[^/]+|monthly\/[^/]+\/reminders)$/;

/** Page view counts have their own budget and are never refused. */
export const TRACKING = /^\/api\/tracking\//;

export const API_PATH = /^\/(api|oauth)\//;

/** Answered by Hono (app/api/router.server.ts), without the API's pages. */
export const CALL_PATH = /^\/(api|oauth)(\/(?!docs(\/[^/]*)?\/?$)|$)/i;

/** The framework answers it before any middleware. */
export const ROUTE_LIST = "/__manifest";

/** Payouts, own data, security and leaving need no new terms (docs/product.md, 6.16). */
export const OPEN_UNDER_OLD_TERMS =
  /^\/(?:payout|dashboard\/payouts|account\/(?:payoutdata|tax|export|privacy|security|password)|api\/(?:payouts?|payoutdata|account\/(?:delete|email|password|payout-type)))(?:\/|$)/;

const SIGNED_IN_FILES =
  /^\/(?:account\/verification\/documents\/|admin\/(?:audit\/table$|monthly\/[^/]+\/data$|reviews\/[^/]+\/[^/]+\/pictures\/))/;

/** A file takes no form, and would answer with its fields as data. */
export function keepsForms(path: string): boolean {
  return path === "/register/complete" || (isAppPath(path) && !SIGNED_IN_FILES.test(path));
}
