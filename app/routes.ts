import { index, type RouteConfig, route } from "@react-router/dev/routes";

/**
 * Every URL of the product on one page. The first segments are reserved: no creator can take one as a username
 * (http/reserved-names.server.ts reads them from here).
 */

/** Pages that come later answer with a decent page until then. */
const LATER = [
  "login",
  "register",
  "register/complete",
  "register/confirm/:token?",
  "email/confirm/:token?",
  "password/forgot",
  "password/reset/:token?",
  "dashboard",
  "dashboard/*",
  "statistics",
  "payout",
  "account",
  "account/*",
  "faq",
  "terms",
  "privacy",
  "imprint",
  "imprint2",
  "complaint-policy",
  "grouplists",
  "gl/*",
  "leaderboard",
  "leaderboard/*",
  "voucher",
  "voucher/*",
  "discord",
  "report",
  "accessibility",
  "admin",
  "admin/*",
];

export default [
  index("routes/public/home.tsx"),
  ...LATER.map((path) => route(path, "routes/public/later.tsx", { id: `later:${path}` })),

  route("locale", "routes/public/locale.ts"),
  route("theme", "routes/public/theme.ts"),
  route("notice", "routes/public/notice.ts"),
  route("loading", "routes/public/loading.tsx"),
  route("media/:id/:file", "routes/public/media.ts"),
  route("healthz", "routes/public/healthz.ts"),
  route("readyz", "routes/public/readyz.ts"),
  route("metrics", "routes/public/metrics.ts"),
  route("dev/mail/:id?", "routes/public/mailbox.tsx"),

  route("payment/success/:payment?", "routes/tip/success.tsx"),
  route("payment/failed", "routes/tip/failed.tsx"),
  route("receipt/:token", "routes/tip/receipt.tsx"),
  route("api/payment/:id", "api/payment.ts"),
  route("webhooks/:provider", "routes/webhooks/provider.ts"),

  route("sandbox/api/payments", "routes/sandbox/api-payments.ts"),
  route("sandbox/api/payments/:ref", "routes/sandbox/api-payment.ts"),
  route("sandbox/api/payments/:ref/cancellation", "routes/sandbox/api-cancellation.ts"),
  route("sandbox/api/payments/:ref/refunds", "routes/sandbox/api-refunds.ts"),
  route("sandbox/pay/:token", "routes/sandbox/pay.tsx"),
  route("sandbox/pay/:token/challenge", "routes/sandbox/challenge.tsx"),

  route(":profile", "routes/tip/amount.tsx", { id: "profile" }),
  route(":profile/:amount", "routes/tip/amount.tsx", { id: "profile-amount" }),
  route(":profile/tip/:token/details", "routes/tip/details.tsx"),
  route(":profile/tip/:token/image", "routes/tip/image.ts"),
  route(":profile/tip/:token/payment", "routes/tip/payment.tsx"),
  route(":profile/tip/:token/summary", "routes/tip/summary.tsx"),

  route("*", "routes/public/not-found.tsx"),
] satisfies RouteConfig;
