import type { Route } from "./+types/prefetch-rules";

/** What nobody fetches ahead: the back office, answers to calls, and files, some of which are drawn for each who asks. */
const NEVER = [
  "/admin* /admin/* /api/* /sandbox/* /dev/* /media/* /webhooks/*",
  "/account/export /account/deleted/*/* /account/verification/documents/* /dashboard/tips/table",
  "/payout/*/statement /payout/*/cancellation /payout/months/* /*/image /*/pdf /receipt/*/credit-notes/* /*/qr/* /*/badge/* /*/preview/*",
].flatMap((paths) => paths.split(" "));

/** Chromium drops what it has fetched ahead when a form's answer says so; before, it might show a page of before the form. */
const FORGETS_SINCE = 140;

/**
 * The rules by which a browser fetches the page behind a link ahead, with and without script (docs/product.md, 9.4): when
 * a pointer rests on the link. A phone has no pointer, and would guess by what is in sight; its owner pays for each
 * page, so there it is when the finger is on the link.
 */
export function loader({ request }: Route.LoaderArgs) {
  // Without script Chromium gives no hints of itself but this header.
  const agent = request.headers.get("User-Agent") ?? "";
  const version = Number(/Chrome\/(\d+)/.exec(agent)?.[1] ?? 0);
  const isPhone = /\b(?:Android|Mobile)\b/.test(agent);
  const where = {
    and: [
      { href_matches: "/*" },
      { not: { href_matches: NEVER } },
      // React Router follows its own links by asking for the page's data.
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
