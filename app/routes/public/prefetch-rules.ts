import type { Route } from "./+types/prefetch-rules";

/** Admin, answers to calls, and files drawn on request. */
const NEVER = [
  "/admin* /admin/* /api/* /sandbox/* /dev/* /media/* /webhooks/*",
  "/account/export /account/deleted/*/* /account/verification/documents/* /dashboard/tips/table /dashboard/overlay/file",
  "/payout/*/statement /payout/*/cancellation /payout/months/* /*/image /*/pdf /receipt/*/credit-notes/* /*/qr/* /*/badge/* /*/goal/* /*/preview/* /embed/* /oembed /overlay/*",
].flatMap((paths) => paths.split(" "));

/** Since then Clear-Site-Data drops prefetched pages; before, outdated ones could appear. */
const FORGETS_SINCE = 140;

/** Desktop prefetches on hover; phones, where data costs, on touch (docs/product.md, 9.4). */
export function loader({ request }: Route.LoaderArgs) {
  // Without script Chromium sends no other client hint.
  const agent = request.headers.get("User-Agent") ?? "";
  const version = Number(/Chrome\/(\d+)/.exec(agent)?.[1] ?? 0);
  const isPhone = /\b(?:Android|Mobile)\b/.test(agent);
  const where = {
    and: [
      { href_matches: "/*" },
      { not: { href_matches: NEVER } },
      // React Router fetches data for its own links.
      { not: { selector_matches: "[download], [target=_blank], [data-discover]" } },
    ],
  };
  const ahead = { where, eagerness: isPhone ? "conservative" : "moderate" };
  const rules = { prefetch: version < FORGETS_SINCE ? [] : [ahead] };
  return new Response(JSON.stringify(rules), {
    headers: {
      "Content-Type": "application/speculationrules+json",
      "Cache-Control": "public, max-age=86400",
      Vary: "User-Agent",
    },
  });
}
