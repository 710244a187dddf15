import { RouterContextProvider } from "react-router";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { LEGAL_PAGES } from "../../app/domain/legal-texts/legal-texts.schema.ts";
import { UNKNOWN_GUARD } from "../../app/http/guard-names.ts";
import { guard } from "../../app/http/guards.server.ts";
import { formsWithLesserEnter } from "../support/browser/enter-key.ts";
import {
  DOORS,
  type Door,
  HELD,
  LOGIN_ELSEWHERE,
  openDoors,
  VISITORS,
  type Visitor,
} from "../support/http/guard-visitors.ts";
import { multipart, wireFan } from "../support/http/http-client.ts";
import { sentCookie } from "../support/http/own-cookies.ts";
import { OPERATORS_PAGES, PATTERNS, PLAIN_PAGES } from "../support/http/patterns.ts";
import { REDEEM_ADDRESSES } from "../support/http/redeem-stops.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { cookieOf, makeAccount } from "../support/http/users.ts";

const fan = wireFan("en");
let cookies: Record<Visitor, string>;

beforeAll(async () => {
  cookies = await openDoors();
});

const TOKEN = "A".repeat(43);

/** Acts about a thing that is not there, all behind one door. */
const acts = (pattern: string, names: string[], door: Door): Record<string, [string, Door]> =>
  Object.fromEntries(names.map((act) => [pattern + act, [(pattern + act).replace(/:\w+/g, "x"), door]]));
const missing = (pattern: string, names: string[]) => acts(pattern, names, "missing to operators");

const DISCORD_ACTS = "/channel /arrival /removal /unlink";
const GROUP_ACTS =
  "/ranking /deletion /creators /creators/:id/:act /leave /edit /edit/avatar/removal /edit/invite-link";

/** Every pattern of app/routes.ts: an address of it and its door. What servers and scripts call has tests of its own. */
const ADDRESSES: Record<string, [address: string, door: Door]> = {
  ...Object.fromEntries(
    PLAIN_PAGES.map((path): [string, [address: string, door: Door]] => [path, [path, "open"]]),
  ),
  ...acts("", ["/login", "/register", "/password/forgot"], "visitors"),
  "/login/code": ["/login/code", "second step"],
  "/leaderboard": ["/leaderboard", "leads to the leaderboard"],
  ...acts("/leaderboard/creators", ["/ranking", "/country"], "full access, leads to the leaderboard"),
  "/password/reset/:token?": [`/password/reset/${TOKEN}`, "visitors"],
  "/register/confirm/:token?": [`/register/confirm/${TOKEN}`, "open"],
  "/register/operator/:token?": [`/register/operator/${TOKEN}`, "open"],
  "/email/confirm/:token?": [`/email/confirm/${TOKEN}`, "open"],
  "/email/undo/:token?": [`/email/undo/${TOKEN}`, "open"],
  "/email/stop/:token": [`/email/stop/${TOKEN}`, "open"],
  ...acts("/monthly/:token", ["", "/stop"], "missing"),
  ...acts("", ["/cancel/:token", "/withdraw/:token"], "missing"),
  "/monthly/:token/reminders": [`/monthly/${TOKEN}/reminders`, "open"],
  "/logout": ["/logout", "posts alone"],
  "/register/complete": ["/register/complete", "complete"],
  "/account/verify-email": ["/account/verify-email", "verify email"],
  "/account/terms": ["/account/terms", "new terms"],
  "/account/verification-terms": ["/account/verification-terms", "verification terms"],
  "/account/security": ["/account/security", "signed in"],
  "/account/security/sessions/end": ["/account/security/sessions/end", "signed in, posts alone"],
  "/account/security/sessions/:id/end": ["/account/security/sessions/x/end", "signed in, posts alone"],
  "/account/security/second-factor": ["/account/security/second-factor", "set up a second factor"],
  ...acts("/account/security/second-factor", ["/secret"], "signed in, posts alone"),
  "/account/security/second-factor/removal": [
    "/account/security/second-factor/removal",
    "gives a second factor up",
  ],
  "/account/security/passkeys": ["/account/security/passkeys", "has a second factor"],
  "/account/security/recovery-codes": ["/account/security/recovery-codes", "has a second factor"],
  "/account/deleted/:token?": ["/account/deleted", "visitors"],
  "/account/deleted/:token/:month/:currency": ["/account/deleted/x/2026-11/EUR", "missing"],
  "/account/locked": ["/account/locked", "locked"],
  "/account": ["/account", "signed in"],
  ...acts(
    "/account",
    ["/edit", "/amounts", "/api", "/webhooks", "/twitter", "/discord/link/:token"],
    "profile",
  ),
  ...acts("/account", ["/discord"], "profile, or the guide"),
  "/account/edit/:kind": ["/account/edit/avatar", "profile"],
  "/account/edit/:kind/removal": ["/account/edit/avatar/removal", "profile, leads to its page"],
  "/account/email": ["/account/email", "change of email"],
  ...acts("/account", ["/password", "/settings", "/privacy", "/socialmedia"], "signed in"),
  "/account/export": ["/account/export", "export"],
  "/account/delete/:token?": ["/account/delete", "leaving"],
  ...acts("/account/discord", DISCORD_ACTS.split(" "), "profile, leads to the chat server"),
  ...acts("/account/twitter", ["/link", "/pin", "/removal"], "profile, leads to its network"),
  "/account/*": ["/account/nonsense", "missing behind the sign-in"],
  "/dashboard": ["/dashboard", "full access"],
  "/dashboard/payouts": ["/dashboard/payouts", "full access"],
  "/dashboard/tips/:id/refund": ["/dashboard/tips/x/refund", "missing behind full access"],
  "/dashboard/statistics": ["/dashboard/statistics", "full access"],
  "/dashboard/items": ["/dashboard/items", "full access"],
  "/dashboard/items/new": ["/dashboard/items/new", "full access"],
  "/dashboard/items/:id/edit": ["/dashboard/items/x/edit", "missing behind full access"],
  ...acts("/dashboard/items/:id", ["/order", "/removal"], "full access, leads to the items"),
  "/dashboard/share-kit": ["/dashboard/share-kit", "full access"],
  "/dashboard/overlay": ["/dashboard/overlay", "full access"],
  "/dashboard/overlay/style": ["/dashboard/overlay/style", "full access, leads to the overlay"],
  "/dashboard/overlay/file": ["/dashboard/overlay/file", "missing file behind full access"],
  "/dashboard/fans": ["/dashboard/fans", "full access"],
  "/dashboard/share": ["/dashboard/share", "full access, leads to the dashboard"],
  "/dashboard/tips/table": ["/dashboard/tips/table", "full access"],
  "/dashboard/tips/:id": ["/dashboard/tips/x", "missing file behind full access"],
  "/dashboard/tips/:id/image": ["/dashboard/tips/x/image", "missing file behind full access"],
  ...acts("/dashboard/tips/:id", ["/read", "/page-removal"], "full access, leads to a tip"),
  "/dashboard/tips/:id/reply": ["/dashboard/tips/x/reply", "missing behind full access"],
  "/dashboard/*": ["/dashboard/nonsense", "missing behind full access"],
  "/statistics": ["/statistics", "full access"],
  "/payout": ["/payout", "full access"],
  "/payout/settings": ["/payout/settings", "full access"],
  "/payout/withdrawal": ["/payout/withdrawal?currency=EUR", "full access"],
  ...acts("/payout/:id", ["/statement", "/cancellation"], "missing file behind full access"),
  "/payout/months/:month/:currency": ["/payout/months/2020-01/EUR", "missing file behind full access"],
  "/account/payoutdata": ["/account/payoutdata", "full access"],
  "/account/payoutdata/:id/confirm": ["/account/payoutdata/x/confirm", "missing behind full access"],
  "/account/tax": ["/account/tax", "full access"],
  "/account/currency": ["/account/currency", "full access"],
  "/grouplists": ["/grouplists", "ACTIVE"],
  ...acts("/gl/:grouplist", GROUP_ACTS.split(" "), "not one's own"),
  "/account/verification": ["/account/verification", "profile"],
  "/account/verification/documents/:id": ["/account/verification/documents/x", "missing behind the profile"],
  "/account/verification/:kind": ["/account/verification/mediafile_pass", "profile"],
  "/account/verification/:kind/removal": [
    "/account/verification/mediafile_pass/removal",
    "profile, leads to verification",
  ],
  ...Object.fromEntries(
    OPERATORS_PAGES.map((path): [string, [address: string, door: Door]] => [path, [path, "operators"]]),
  ),
  "/admin/*": ["/admin/nonsense", "missing to operators"],
  ...missing("/admin/reviews/:kind/:id", ["", "/pictures/:which"]),
  ...missing("/admin/reports/:id", [""]),
  "/report/:token": ["/report/x", "missing"],
  ...missing("/admin/users/:id", ["", "/page", "/lock", "/letter", "/payout-data", "/statements"]),
  ...missing("/admin/users/:id/statements", ["/:month/:currency"]),
  ...missing("/admin/approvals/:id", [""]),
  ...missing("/admin/operators/:id", [""]),
  ...missing("/admin/payouts/batches/:id", ["", "/results"]),
  "/admin/payouts/batches/:id/file": ["/admin/payouts/batches/x/file", "operators, posts alone"],
  ...missing("/admin/payouts/:id", ["", "/statement", "/cancellation"]),
  ...missing("/admin/payout-data/:id", [""]),
  ...missing("/admin", ["/documents/:id", "/announcements/new/:kind", "/settings/words/:page"]),
  ...Object.fromEntries(
    LEGAL_PAGES.map((page): [string, [string, Door]] => [`/${page}/:version`, [`/${page}/7`, "missing"]]),
  ),
  "/admin/networks/:name/retry": ["/admin/networks/nowhere/retry", "missing to operators"],
  ...missing("/admin/announcements/:id", [""]),
  ...missing("/admin/payments/:id", ["", "/refund"]),
  ...missing("/admin/vouchers/:id", ["", "/refund"]),
  ...missing("/admin/monthly/:id", ["", "/data"]),
  ...missing("/admin/exceptions/:kind/:id", [""]),
  ...acts(
    "/admin/payments",
    ["/suspense", "/unhandled", "/by-hand", "/failed-refunds"],
    "operators, leads to the exceptions",
  ),
  "/admin/audit/table": ["/admin/audit/table", "operators"],
  "/admin/keys": ["/admin/keys", "operators, posts alone"],
  ...missing("/admin/books/bank", ["/:id"]),
  ...missing("/admin/books/settlements", ["/:id", "/events/:id"]),
  ...missing("/admin/books/corrections/:id", [""]),
  ...missing("/admin/books/settlements/previews/:id", [""]),
  ...missing("/admin/books/accounts/:code/:currency", ["", "/:owner"]),
  ...missing("/admin/books", [
    "/transactions/:id",
    "/journal/:month",
    "/journal/:month/datev",
    "/journal/:month/datev/:part",
    "/oss/:quarter/:file",
    "/sellers/:year/table",
    "/sellers/:year/dac7",
  ]),
  "/gl/:grouplist": ["/gl/nachtmus", "open"],
  "/gl/:grouplist/:amount": ["/gl/nachtmus/5", "open"],
  "/gl/invite/:grouplist?": ["/gl/invite/abcdefgh", "open"],
  "/voucher/:amount": ["/voucher/25", "open"],
  ...REDEEM_ADDRESSES,
  ...acts("/voucher/:token", ["/payment", "/summary"], "missing"),
  ...acts("/voucher/code/:token", ["", "/pdf"], "missing"),
  "/locale": ["/locale", "posts alone"],
  ...acts("", ["/theme", "/notice"], "posts alone"),
  "/api/docs/:group": ["/api/docs/tips", "open"],
  "/dev/mail/:id?": ["/dev/mail", "open"],
  "/dev/mail/:id/html": ["/dev/mail/x/html", "missing"],
  "/dev/mail/templates": ["/dev/mail/templates", "open"],
  "/dev/networks": ["/dev/networks", "open"],
  "/dev/x/oauth/authorize": ["/dev/x/oauth/authorize", "missing"],
  "/dev/discord/oauth2/authorize": ["/dev/discord/oauth2/authorize", "missing"],
  "/dev/mail/templates/:template/:locale/:part": ["/dev/mail/templates/register/en/html", "open"],
  "/payment/success/:payment?": ["/payment/success", "open"],
  "/payment/failed": ["/payment/failed", "open"],
  ...acts(
    "/receipt/:token",
    ["", "/pdf", "/credit-notes/:refund", "/credit-notes/:refund/cancellation"],
    "missing",
  ),
  "/sandbox/set-up/:token": ["/sandbox/set-up/x", "missing"],
  "/sandbox/connect/:token": ["/sandbox/connect/x", "missing"],
  ...acts("/sandbox/pay/:token", ["", "/challenge"], "missing"),
  "/:profile": ["/joerdis", "open"],
  "/:profile/qr": ["/joerdis/qr", "open"],
  "/:profile/qr/:format": ["/joerdis/qr/svg", "open"],
  "/:profile/preview/:file": ["/joerdis/preview/de.png", "open"],
  "/:profile/badge/:file": ["/joerdis/badge/de.svg", "open"],
  "/:profile/goal/:file": ["/joerdis/goal/de.svg", "open"],
  "/embed/:profile": ["/embed/joerdis", "open"],
  "/oembed": ["/oembed", "missing"],
  ...acts("/overlay/:secret", ["/:kind?", "/events", "/sound", "/pictures/:id"], "missing"),
  "/overlay/:secret/shown": ["/overlay/x/shown", "posts alone"],
  "/:profile/:amount": ["/joerdis/5", "open"],
  ...acts("/gl/:grouplist/tip/:token", ["/details", "/image", "/payment", "/summary"], "missing"),
  ...acts("/:profile/tip/:token", ["/details", "/image", "/payment", "/summary"], "missing"),
  "/*": ["/nothing/at/all", "missing"],
};

const FOR_MACHINES =
  /^\/(api|oauth|webhooks|(?:sandbox|dev\/x|dev\/discord)\/api|media|prefetch\.rules|\.well-known|healthz|readyz|metrics)(\/|$)/;

/** The pages that stand beside those addresses, with who may see them. */
const PAGES: [address: string, door: Door][] = [
  ["/register/confirm", "open"],
  ["/email/confirm", "open"],
  ["/password/reset", "visitors"],
  ["/payment/success/x", "missing"],
  ["/voucher/nonsense", "missing"],
  ["/leaderboard/nonsense", "missing"],
  ["/gl/invite/abcdefgh/nonsense", "missing"],
  [`/account/delete/${TOKEN}`, "leaving"],
  ["/account/security/", "signed in"],
  ["/ACCOUNT/Security", "signed in"],
  ["/Admin", "operators"],
  ["/admin/", "operators"],
];

/** Doors that open or close by what the page looks up. */
const isByThePage = (door: Door) => /leads to|or the guide/.test(door) || BY_THE_PAGE.includes(door);
const BY_THE_PAGE: readonly Door[] = [
  "verify email",
  "complete",
  "verification terms",
  "locked",
  "set up a second factor",
  "has a second factor",
  "gives a second factor up",
  "missing behind the sign-in",
  "missing behind the profile",
  "missing file behind full access",
  "missing to operators",
  "not one's own",
];

test("every pattern of app/routes.ts stands in the table of guards", () => {
  const people = PATTERNS.map(({ pattern }) => pattern).filter((pattern) => !FOR_MACHINES.test(pattern));
  expect(people.filter((pattern) => !ADDRESSES[pattern])).toEqual([]);
});

const ROWS = [
  ...PATTERNS.flatMap(({ pattern }) => (ADDRESSES[pattern] ? [ADDRESSES[pattern]] : [])),
  ...PAGES,
];

describe.for(VISITORS)("%s", (visitor) => {
  const ask = (address: string, method = "GET") =>
    fan.send(method, address, "", cookies[visitor] ? { Cookie: cookies[visitor] } : {});

  test.for(ROWS)(`the visitor ${visitor} gets at %s what the guard %s says`, async ([address, door]) => {
    const answer = await ask(address);
    const expected = DOORS[door][visitor];
    if (typeof expected === "string" && expected.startsWith("/")) {
      // An address that moved leads on for good.
      expect(answer.status).toBe(expected === "/admin/exceptions" ? 308 : 303);
      expect(answer.headers.location?.split("?")[0]).toBe(expected);
    } else expect(answer.status).toBe(expected === "page" ? 200 : expected);
    expect(formsWithLesserEnter(readStrictly(answer.text))).toEqual([]);
    // What pages elsewhere show of a creator is the same for everybody.
    if (visitor !== "guest" && !/^\/(?:[^/]+\/(?:preview|badge|goal)|embed|oembed)(?:\/|$)/.test(address)) {
      expect(answer.headers["cache-control"]).toMatch(/no-store/);
      expect(answer.headers.etag).toBeUndefined();
    }
    // Once for each thing that an address answers: it is the same for all visitors who get it.
    if (VISITORS.find((each) => DOORS[door][each] === expected) !== visitor) return;
    const head = await ask(address, "HEAD");
    expect([head.status, head.headers.location]).toEqual([answer.status, answer.headers.location]);
  });

  test(`posts of the visitor ${visitor} go no further than pages do`, async () => {
    for (const [address, door] of ROWS.filter(
      ([, each]) => !["open", "missing", "posts alone"].includes(each),
    )) {
      const expected = DOORS[door][visitor];
      if (expected === "page" || expected === 405) continue;
      const answer = await fan.post(address, { accepted: "true" }, { Cookie: cookies[visitor] });
      // What the page itself decides, it decides for its own posts; the guards stand before both.
      if (isByThePage(door) && expected !== HELD[visitor])
        expect([303, 400, 403, 404, 405, 422], address).toContain(answer.status);
      else if (expected === 403 || expected === 404) expect(answer.status, address).toBe(expected);
      else if (expected === "/login" && answer.status === 403)
        // The form waits for the login, and is not done.
        expect(answer.text, address).toContain(LOGIN_ELSEWHERE);
      else expect([answer.status, answer.headers.location], address).toEqual([303, expected]);
    }
  });
});

test("an operator, who has no profile, is refused its page and its pictures alike", async () => {
  const headers = { Cookie: cookies.operator };
  const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background: "#c85" } })
    .png()
    .toBuffer();
  const form = multipart({}, { field: "file", name: "me.png", type: "image/png", bytes });
  for (const path of ["/account/edit/avatar", "/account/edit/header/removal"]) {
    const answer = await fan.send("POST", path, form.body, { ...form.headers, ...headers });
    expect([(await fan.get("/account/edit", headers)).status, answer.status]).toEqual([403, 403]);
  }
});

test("a guest comes back to the page from which they were sent to sign in", async () => {
  const answer = await fan.get("/account/security?a=b&c=%2F");
  expect(answer.headers.location).toBe("/login?return_to=%2Faccount%2Fsecurity%3Fa%3Db%26c%3D%252F");
});

test("a creator comes back to the page from which they were sent to the terms, never to another site", async () => {
  const undecided = { verification_terms_accepted_at: null };
  const accept = async (query: string, account: Parameters<typeof makeAccount>[0] = undecided) => {
    const headers = { Cookie: await cookieOf(await makeAccount(account)) };
    return await fan.post(`/account/verification-terms${query}`, { accepted: "true" }, headers);
  };
  const cookie = { Cookie: await cookieOf(await makeAccount(undecided)) };
  const sent = (await fan.get("/dashboard/items?a=b", cookie)).headers.location ?? "";
  expect(sent).toBe("/account/verification-terms?return_to=%2Fdashboard%2Fitems%3Fa%3Db");
  const { text } = await fan.get(sent, cookie);
  expect(text).toContain(`action="${sent}"`);
  expect((await fan.post(sent, { accepted: "true" }, cookie)).headers.location).toBe("/dashboard/items?a=b");
  expect((await accept("")).headers.location).toBe("/dashboard");
  expect((await accept("?return_to=%2F%2Fevil.example")).headers.location).toBe("/dashboard");
  expect((await accept("", {})).headers.location).toBe("/account");
});

test("a visitor who is logging out sees the visitors' pages, session or not", async () => {
  const leaving = await sentCookie("logging_out", "1");
  const Cookie = `${await cookieOf(await makeAccount())}; ${leaving}`;
  for (const address of ["/login", "/register", "/password/forgot", "/password/reset"])
    expect((await fan.get(address, { Cookie })).status, address).toBe(200);
});

test("a creator who is not active is told how to become it", async () => {
  const answer = await fan.get("/grouplists", { Cookie: cookies.PENDING });
  const links = readStrictly(answer.text)
    .elements("a")
    .map((link) => attribute(link, "href"));
  expect(links).toContain("/account/verification");
});

describe("a guard that nobody knows", () => {
  test.for(["nonsense", "", "constructor", "__proto__", "toString"])("guard %s refuses all", async (name) => {
    let hasCome = false;
    const lettingIn: Parameters<ReturnType<typeof guard>>[1] = async () => {
      hasCome = true;
      return new Response();
    };
    const request = new Request("http://localhost/");
    const context = new RouterContextProvider();
    const args = { request, context, params: {}, pattern: "/", url: new URL(request.url) };
    await expect(guard(name)(args, lettingIn)).rejects.toMatchObject({
      data: UNKNOWN_GUARD,
      init: { status: 500 },
    });
    expect(UNKNOWN_GUARD).toBe("Unknown middleware");
    expect(hasCome).toBe(false);
  });
});

test("a signed-in page is never cached for others, and a cached page is never shown as signed in", async () => {
  for (const address of ["/", "/joerdis", "/joerdis/38.17", "/faq", "/loading"]) {
    // The viewer comes first: were their page kept, the guest would get it.
    const first = await fan.get(address, { Cookie: cookies.ACTIVE });
    const guest = await fan.get(address);
    const second = await fan.get(address, { Cookie: cookies.ACTIVE });
    const isViewers = (text: string) => / data-viewer="/.test(text);
    expect(
      [first, guest, second].map(({ text }) => isViewers(text)),
      address,
    ).toEqual([true, false, true]);
    expect(guest.headers["cache-control"], address).toBe("private, no-cache");
    expect(
      (await fan.get(address, { Cookie: cookies.ACTIVE, "If-None-Match": guest.headers.etag ?? "" })).status,
    ).toBe(200);
  }
  // Pages behind a guard are asked for anew by whoever comes, one after the other.
  const other = await cookieOf(await makeAccount({ name: "Berta Beispiel" }));
  expect((await fan.get("/statistics", { Cookie: cookies.ACTIVE })).text).toContain("Ada Muster");
  expect((await fan.get("/statistics", { Cookie: other })).text).toContain("Berta Beispiel");
  expect((await fan.get("/statistics")).status).toBe(303);
});

test("the error pages of the guards name what is wrong, in a whole page", async () => {
  const answer = await fan.get("/admin", { Cookie: cookies.ACTIVE });
  const page = readStrictly(answer.text);
  expect(page.problems).toEqual([]);
  expect(textOf(page.elements("h1")[0])).toBe("Access denied");
});
