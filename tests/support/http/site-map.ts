import type { Door } from "./guard-visitors.ts";
import { PATTERNS, PLAIN_PAGES } from "./patterns.ts";

/** How people come to a page: by links alone (to whoever the door lets in), or by something else. */
type Way = { door: Door } | { by: string };

/** The pages of the product and how people come to them. */
export const SITE: Record<string, Way> = {
  // Unless it says otherwise below.
  ...Object.fromEntries(PLAIN_PAGES.map((pattern) => [pattern, { door: "open" } satisfies Way])),
  "/": { door: "open" },
  "/login": { door: "visitors" },
  "/register": { door: "visitors" },
  "/register/complete": { door: "complete" },
  "/register/confirm/:token?": { by: "a mail" },
  "/email/confirm/:token?": { by: "a mail" },
  "/email/undo/:token?": { by: "a mail" },
  "/email/stop/:token": { by: "a mail" },
  "/password/forgot": { door: "visitors" },
  "/password/reset/:token?": { by: "a mail" },
  "/login/code": { by: "the login form" },
  "/dashboard": { door: "full access" },
  "/dashboard/payouts": { door: "full access" },
  "/dashboard/fans": { door: "full access" },
  "/dashboard/items": { door: "full access" },
  "/dashboard/items/new": { door: "full access" },
  "/dashboard/statistics": { door: "full access" },
  "/statistics": { by: "its address; the dashboard's tab is the same" },
  "/payout": { door: "full access" },
  "/payout/settings": { door: "full access" },
  "/payout/withdrawal": { by: "the form of /payout, when there is money" },
  "/account": { door: "signed in" },
  "/account/edit": { door: "profile" },
  "/account/email": { door: "change of email" },
  "/account/password": { door: "signed in" },
  "/account/payoutdata": { door: "full access" },
  "/account/payoutdata/:id/confirm": { by: "the form of /account/payoutdata" },
  "/account/privacy": { door: "signed in" },
  "/account/settings": { door: "signed in" },
  "/account/currency": { door: "full access" },
  "/account/socialmedia": { door: "profile" },
  "/account/verification": { door: "profile" },
  "/account/verification-terms": { door: "verification terms" },
  "/account/verify-email": { door: "verify email" },
  "/account/security": { door: "signed in" },
  "/account/export": { door: "export" },
  "/account/delete/:token?": { door: "leaving" },
  "/account/deleted": { by: "the form of /account/delete" },
  "/account/locked": { door: "locked" },
  "/loading": { by: "the script, while a page loads" },
  "/payment/success/:payment?": { by: "the payment provider" },
  "/payment/failed": { by: "the payment provider" },
  "/sandbox/pay/:token": { by: "the summary's form" },
  "/sandbox/pay/:token/challenge": { by: "the provider's form" },
  "/receipt/:token": { by: "the page after paying, and a mail" },
  "/:profile": { door: "open" },
  "/:profile/qr": { by: "the drawer of its creator" },
  "/:profile/:amount": { by: "links that creators share" },
  "/:profile/tip/:token/details": { by: "the profile's form" },
  "/:profile/tip/:token/payment": { by: "the form before it" },
  "/:profile/tip/:token/summary": { by: "the form before it" },
  "/dev/mail/:id?": { door: "open" },
  "/dev/mail/templates": { door: "open" },
  "/admin": { door: "operators" },
  "/admin/verifications": { door: "operators" },
  "/admin/tips": { door: "operators" },
  "/admin/items": { door: "operators" },
  "/admin/featured": { door: "operators" },
  "/admin/users": { door: "operators" },
  "/admin/users/:id": { door: "operators" },
  "/admin/payouts": { door: "operators" },
  "/admin/payouts/batches": { door: "operators" },
  "/admin/payout-data": { door: "operators" },
  "/admin/payments": { door: "operators" },
  "/admin/books": { door: "operators" },
  "/admin/books/postings": { door: "operators" },
  "/admin/audit": { door: "operators" },
};

/** The addresses of pages that are linked already and open later. */
export const LATER = PATTERNS.filter(({ file }) => file.endsWith("/later.tsx")).map(({ pattern }) => pattern);

/** What operators do not have, though the door would let them in: they have no profile. */
export const NOT_FOR_OPERATORS = ["/account/socialmedia"];
