import { createHash } from "node:crypto";
import { strFromU8, unzipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { digestRowsOf } from "../support/database/owners-rows.ts";
import { records } from "../support/database/records.ts";
import { holdReviewQueue } from "../support/database/review-queue.ts";
import { pdf } from "../support/fixtures/upload-corpus.ts";
import { makeOwner, type Owner } from "../support/http/attacked-owner.ts";
import { LOGIN_ELSEWHERE } from "../support/http/guard-visitors.ts";
import { multipart, type WireFan, wireFan } from "../support/http/http-client.ts";
import { OPERATORS_PAGES, PAGE_ACTS, PATTERNS } from "../support/http/patterns.ts";
import { PASSWORD, type SignedIn, signInCreator, signInOperator } from "../support/http/signed-in.ts";
import { cookieOf, makeAccount } from "../support/http/users.ts";

holdReviewQueue();

// Whoever is not the owner, or no operator, at every page and act behind the sign-in, with the owner's ids.

interface Attempt {
  path: (owner: Owner) => string;
  fields?: Record<string, string>;
  /** Takes a file instead of plain fields. */
  hasFile?: true;
  /** The address names something of the owner's: for a stranger it is nothing, or the post is without effect. */
  isOwners?: true;
}

const at = (path: string, fields?: Record<string, string>): Attempt => ({
  path: () => path,
  ...(fields ? { fields } : {}),
});
const plain = (paths: string) => Object.fromEntries(paths.split(" ").map((path) => [path, at(path)]));
const withFile = (path: string): Attempt => ({ path: () => path, hasFile: true });
const owners = (path: (owner: Owner) => string, fields?: Record<string, string>): Attempt => ({
  path,
  isOwners: true,
  ...(fields ? { fields } : {}),
});
/** Several acts on one thing; the owner has no payout, so that the id is one of something else. */
const acts = (pattern: string, endings: readonly string[]): Record<string, Attempt> =>
  Object.fromEntries(
    endings.map((ending) => [
      `${pattern}${ending}`,
      // An ending with a blank is the intent of a form of the page.
      owners(({ details }) => (pattern.replace(":id", details) + ending).split(" ")[0] ?? "", {
        reason: "x",
      }),
    ]),
  );
/** Acts on the owner's group. */
const groupActs = (endings: string, fields: Record<string, string>): Record<string, Attempt> =>
  Object.fromEntries(
    endings
      .split(" ")
      .map((end) => [`/gl/:grouplist${end}`, owners(({ group }) => `/gl/${group}${end}`, fields)]),
  );
const taken = { email: "taken.over@strangers.example", password: PASSWORD };

/** A line for every pattern behind the sign-in; a new one without a line fails the first test. */
const ATTEMPTS: Record<string, Attempt> = {
  "/register/complete": at("/register/complete", { username: "taken-over", name: "X", country: "DE" }),
  "/account/verify-email": at("/account/verify-email", taken),
  "/account/terms": at("/account/terms", { version: "1" }),
  "/account/verification-terms": at("/account/verification-terms", { accepted: "false" }),
  "/account/verification": at("/account/verification", { skip_photo: "on" }),
  "/account/verification/documents/:id": owners((own) => `/account/verification/documents/${own.document}`),
  "/account/verification/:kind": withFile("/account/verification/mediafile_pass"),
  "/account/verification/:kind/removal": at("/account/verification/mediafile_pass/removal"),
  "/account/security": at("/account/security"),
  "/account/security/sessions/end": at("/account/security/sessions/end"),
  "/account/security/sessions/:id/end": owners(({ session }) => `/account/security/sessions/${session}/end`),
  "/account/security/second-factor": at("/account/security/second-factor", { code: "123456", ...taken }),
  "/account/security/second-factor/secret": at("/account/security/second-factor/secret"),
  "/account/security/second-factor/removal": at("/account/security/second-factor/removal", taken),
  "/account/security/passkeys": at("/account/security/passkeys", { intent: "remove", ...taken }),
  "/account/security/recovery-codes": at("/account/security/recovery-codes", taken),
  "/account/edit": at("/account/edit", { name: "Taken over", firstname: "Taken" }),
  "/account/edit/:kind": withFile("/account/edit/avatar"),
  "/account/edit/:kind/removal": at("/account/edit/avatar/removal"),
  "/account/email": at("/account/email", taken),
  "/account/password": at("/account/password", {
    current_password: PASSWORD,
    password: "five cups of tea",
    password_again: "five cups of tea",
  }),
  "/account/settings": at("/account/settings", { email_notifications: "AT_ONCE" }),
  "/account/amounts": at("/account/amounts", { mark: "NONE", only_items: "on" }),
  "/account/webhooks": at("/account/webhooks", {
    address: "https://hooks.example.org",
    format: "STANDARD",
    tip_received: "on",
    ...taken,
  }),
  "/account/api": at("/account/api", { name: "Bot", tips_read: "on", lasts: "30", ...taken }),
  "/account/privacy": at("/account/privacy", { ranking: "on" }),
  "/account/socialmedia": at("/account/socialmedia", { twitter: "taken" }),
  "/account/twitter": at("/account/twitter", { tip_frequency: "ALL", advert_frequency: "DAILY" }),
  "/account/twitter/pin": at("/account/twitter/pin", { pin: "1234567" }),
  ...plain("/account/discord/channel /account/discord/arrival /account/discord/removal"),
  ...plain("/account/discord/unlink /account /account/locked /account/export /payout"),
  ...plain("/dashboard/payouts /statistics"),
  "/account/discord": at("/account/discord", { tip_frequency: "ALL", on_new_tip: "on" }),
  "/account/discord/link/:token": at(`/account/discord/link/${"A".repeat(43)}`),
  ...plain("/account/twitter/link /account/twitter/removal"),
  "/account/delete/:token?": owners(({ deletion }) => `/account/delete/${deletion}`),
  "/account/payoutdata": at("/account/payoutdata", {
    paxum_account_owner: "Nele Unterwegs",
    paxum_email: "taken@example.org",
  }),
  "/account/payoutdata/:id/confirm": owners(({ details }) => `/account/payoutdata/${details}/confirm`, {
    code: "123456",
  }),
  "/account/tax": at("/account/tax", { tin: "86095742719", tin_country_id: "57" }),
  "/payout/settings": at("/payout/settings", { payout_type_id: "2", payout_method: "PAXUM" }),
  "/payout/withdrawal": at("/payout/withdrawal", { currency: "EUR", amount: "5", seen_fee_minor: "150" }),
  "/payout/:id/statement": owners(({ payout }) => `/payout/${payout}/statement`),
  "/payout/:id/cancellation": owners(({ payout }) => `/payout/${payout}/cancellation`),
  "/payout/months/:month/:currency": at("/payout/months/2020-01/EUR"),
  "/dashboard/statistics": at("/dashboard/statistics?currency=EUR"),
  "/account/currency": at("/account/currency", { currency: "USD" }),
  ...plain(OPERATORS_PAGES.join(" ")),
  "/admin/reviews/:kind/:id": owners(({ id }) => `/admin/reviews/verifications/${id}`),
  "/admin/reviews/:kind/:id/pictures/:which": owners(({ tip }) => `/admin/reviews/tips/${tip}/pictures/new`),
  "/admin/reviews/verifications/:id accept": owners(({ id }) => `/admin/reviews/verifications/${id}`),
  "/admin/reviews/verifications/:id decline": owners(({ id }) => `/admin/reviews/verifications/${id}`, {
    mediafile_pass: "x",
  }),
  "/admin/documents/:id": owners(({ document }) => `/admin/documents/${document}`),
  "/admin/reviews/tips/:id accept": owners(({ tip }) => `/admin/reviews/tips/${tip}`),
  "/admin/reviews/tips/:id decline": owners(({ tip }) => `/admin/reviews/tips/${tip}`, { reason: "x" }),
  "/admin/reviews/tips/:id take_off_page": owners(({ tip }) => `/admin/reviews/tips/${tip}`),
  ...acts("/admin/reviews/items/:id", [" accept", " decline"]),
  ...acts("/admin/vouchers/:id", ["", " lock", " unlock", " mail", "/refund", "/refund refund"]),
  ...acts("/admin/monthly/:id", ["", " stop", " data", "/data"]),
  "/admin/reports/:id": owners(({ tip }) => `/admin/reports/${tip}`),
  "/admin/reports/:id decide": owners(({ tip }) => `/admin/reports/${tip}`, {
    decision: "REMOVED",
  }),
  "/admin/featured add": at("/admin/featured"),
  "/admin/featured remove": at("/admin/featured"),
  "/dashboard": at("/dashboard", { intent: "notifications", email_notifications: "AT_ONCE" }),
  ...plain("/dashboard/overlay/file"),
  "/dashboard/overlay": at("/dashboard/overlay", { intent: "make" }),
  "/dashboard/overlay/style": at("/dashboard/overlay/style", { intent: "remove" }),
  ...plain("/dashboard/share /dashboard/share-kit /dashboard/items"),
  "/dashboard/fans": at("/dashboard/fans?monthly=1", { message: "Taken" }),
  ...acts("/admin/reviews/words/:id", [" accept", " decline"]),
  ...acts("/admin/reviews/groups/:id", [" accept", " decline"]),
  "/grouplists": at("/grouplists", { name: "Taken over", currency: "EUR" }),
  ...groupActs("/deletion /ranking /creators /leave", { enabled: "on" }),
  ...groupActs("/edit /edit/avatar/removal /edit/invite-link", { name: "Taken" }),
  "/gl/:grouplist/creators/:id/:act": owners(
    ({ group, asking }) => `/gl/${group}/creators/${asking}/approve`,
  ),
  "/dashboard/items/new": at("/dashboard/items/new", { name: "Taken over", amount: "5" }),
  "/dashboard/items/:id/edit": owners(({ item }) => `/dashboard/items/${item}/edit`, {
    ...{ name: "Taken over", amount: "5" },
  }),
  "/dashboard/items/:id/order": owners(({ item }) => `/dashboard/items/${item}/order`, { to: "later" }),
  "/dashboard/items/:id/removal": owners(({ item }) => `/dashboard/items/${item}/removal`),
  "/dashboard/tips/table": at("/dashboard/tips/table"),
  "/dashboard/tips/:id": owners(({ tip }) => `/dashboard/tips/${tip}`, { reason: "x" }),
  "/dashboard/tips/:id/image": owners(({ tip }) => `/dashboard/tips/${tip}/image`),
  "/dashboard/tips/:id/page-removal": owners(({ tip }) => `/dashboard/tips/${tip}/page-removal`),
  "/dashboard/tips/:id/read": owners(({ tip }) => `/dashboard/tips/${tip}/read`),
  "/dashboard/tips/:id/reply": owners(({ tip }) => `/dashboard/tips/${tip}/reply`, { message: "Danke" }),
  "/dashboard/tips/:id/refund": owners(({ tip }) => `/dashboard/tips/${tip}/refund`, { amount: "1" }),
  ...acts("/admin/exceptions/:kind/:id", [""]),
  ...acts("/admin/exceptions/suspense/:id", [" retry", " returned", " kept"]),
  ...acts("/admin/exceptions/failed-refunds/:id", [" see"]),
  ...acts("/admin/exceptions/refund-requests/:id", [" decline"]),
  ...acts("/admin/exceptions/unhandled/:id", [" retry"]),
  ...acts("/admin/exceptions/shares/:id", [" retry"]),
  ...acts("/admin/exceptions/bookings/:id", [" settle"]),
  ...acts("/admin/exceptions/gaps/:id", [" settle"]),
  ...acts("/admin/exceptions/settlements/:id", [" retry", " take", " settle"]),
  ...acts("/admin/exceptions/rates/:id", [" accept", " refuse"]),
  "/admin/networks/:name/retry": at("/admin/networks/x/retry"),
  "/admin/mails retry": at("/admin/mails"),
  "/admin/settings/logo": at("/admin/settings/logo", { picture: "icon", act: "remove" }),
  "/admin/settings/first-run test_mail": at("/admin/settings/first-run", { intent: "test_mail" }),
  "/admin/settings/words/:page": at("/admin/settings/words/faq", {
    ...{ seen_version: "0", text_en: "Taken over", text_de: "Taken over" },
  }),
  "/admin/announcements/new/:kind": at("/admin/announcements/new/notice"),
  ...acts("/admin/announcements/:id", ["", " save", " end"]),
  ...acts("/admin/approvals/:id", ["", " accept", " decline"]),
  "/admin/operators invite": at("/admin/operators", { email: "taken@strangers.example", role: "ADMIN" }),
  ...acts("/admin/operators/:id", ["", " role", " remove", " again"]),
  "/admin/payouts make": at("/admin/payouts", { rail: "SEPA", currency: "EUR" }),
  "/admin/payouts unfreeze": at("/admin/payouts", { reason: "x" }),
  ...acts("/admin/payouts/batches/:id", ["", "/file", " paid", " failed", " withdrawn", "/results"]),
  ...acts("/admin/payouts/:id", [
    "",
    "/statement",
    "/cancellation",
    " paid",
    " failed",
    " bounced",
    " dropped",
  ]),
  "/admin/payout-data/:id": owners(({ details }) => `/admin/payout-data/${details}`),
  "/admin/payout-data/:id accept": owners(({ details }) => `/admin/payout-data/${details}`),
  "/admin/payout-data/:id decline": owners(({ details }) => `/admin/payout-data/${details}`, {
    reason: "x",
  }),
  "/admin/payments/:id": owners(({ payment }) => `/admin/payments/${payment}`),
  "/admin/payments/:id receipt": owners(({ payment }) => `/admin/payments/${payment}`),
  "/admin/payments/:id report": owners(({ payment }) => `/admin/payments/${payment}`, { report: "PAID" }),
  "/admin/payments/:id refund": owners(({ payment }) => `/admin/payments/${payment}`, {
    report: "REFUND_DONE",
  }),
  "/admin/payments/:id/refund": owners(({ payment }) => `/admin/payments/${payment}/refund`, { amount: "1" }),
  "/admin/audit/table": at("/admin/audit/table"),
  "/admin/keys": at("/admin/keys", { keys: "off" }),
  ...acts("/admin/books/bank/:id", [""]),
  ...acts("/admin/books/settlements/:id", [""]),
  ...acts("/admin/books/settlements/previews/:id", ["", " import", " drop"]),
  ...acts("/admin/books/settlements/events/:id", ["", " reverse"]),
  ...acts("/admin/books/corrections/:id", ["", " reverse"]),
  "/admin/books write_off": at("/admin/books", { reason: "x" }),
  "/admin/books/checks check_delta": at("/admin/books/checks"),
  "/admin/books/checks check_full": at("/admin/books/checks"),
  "/admin/books/accounts/:code/:currency": at("/admin/books/accounts/bank/EUR"),
  "/admin/books/accounts/:code/:currency/:owner": at("/admin/books/accounts/bank/EUR/-"),
  "/admin/books/transactions/:id": at("/admin/books/transactions/1"),
  "/admin/books/journal/:month": at("/admin/books/journal/2026-11"),
  "/admin/books/journal/:month/datev": at("/admin/books/journal/2026-11/datev"),
  "/admin/books/journal/:month/datev/:part": at("/admin/books/journal/2026-11/datev/1"),
  "/admin/books/oss/:quarter/:file": at("/admin/books/oss/2026-Q4/table"),
  "/admin/books/sellers/:year/table": at("/admin/books/sellers/2026/table"),
  "/admin/books/sellers/:year/dac7": at("/admin/books/sellers/2026/dac7"),
  "/admin/users/:id": owners(({ id }) => `/admin/users/${id}`),
  "/admin/users/:id/page": owners(({ id }) => `/admin/users/${id}/page`),
  "/admin/users/:id/page remove_about": owners(({ id }) => `/admin/users/${id}/page`, { reason: "x" }),
  "/admin/users/:id/page remove_goal": owners(({ id }) => `/admin/users/${id}/page`, { reason: "x" }),
  "/admin/users/:id/lock": owners(({ id }) => `/admin/users/${id}/lock`),
  "/admin/users/:id/lock lock": owners(({ id }) => `/admin/users/${id}/lock`, { reason: "x" }),
  "/admin/users/:id money_model": owners(({ id }) => `/admin/users/${id}`, { money_model: "DIRECT" }),
  "/admin/users/:id note": owners(({ id }) => `/admin/users/${id}`, { words: "x" }),
  "/admin/users/:id send_again": owners(({ id }) => `/admin/users/${id}`, { mail: crypto.randomUUID() }),
  "/admin/users/:id/letter": owners(({ id }) => `/admin/users/${id}/letter`),
  "/admin/users/:id/letter export": owners(({ id }) => `/admin/users/${id}/letter`, { reason: "x" }),
  "/admin/users/:id/letter announce": owners(({ id }) => `/admin/users/${id}/letter`, { reason: "x" }),
  "/admin/users/:id/letter delete": owners(({ id }) => `/admin/users/${id}/letter`),
  "/admin/users/:id unlock": owners(({ id }) => `/admin/users/${id}`),
  "/admin/users/:id pay_out": owners(({ id }) => `/admin/users/${id}`, { currency: "EUR" }),
  "/admin/users/:id/statements": owners(({ id }) => `/admin/users/${id}/statements`, { reason: "x" }),
  "/admin/users/:id/statements/:month/:currency": owners(
    ({ id }) => `/admin/users/${id}/statements/2026-11/EUR`,
  ),
  "/admin/users/:id give_up": owners(({ id }) => `/admin/users/${id}`, {
    ...{ currency: "EUR", reason: "x" },
  }),
  "/admin/users/:id/payout-data": owners(({ id }) => `/admin/users/${id}/payout-data`, { reason: "x" }),
  "/admin/users/:id end_sessions": owners(({ id }) => `/admin/users/${id}`),
  "/admin/users/:id reset_factor": owners(({ id }) => `/admin/users/${id}`),
};

const BEHIND_SIGN_IN = PATTERNS.filter(
  ({ file, guards }) => guards.includes("signed-in") && !/\/(later|not-found)\.tsx$/.test(file),
).flatMap(({ pattern }) => [
  pattern,
  ...PAGE_ACTS.filter((each) => each.pattern === pattern).map(({ act }) => act),
]);

test("every page and act behind the sign-in has its line in the table of strangers", () => {
  expect(Object.keys(ATTEMPTS).sort()).toEqual([...BEHIND_SIGN_IN].sort());
});

let operator: SignedIn;
let owner: Owner;

beforeAll(async () => {
  operator = await signInOperator();
  owner = await makeOwner(operator);
});

/** The address at which the operator reads a document of the owner. */
async function signedDocument(): Promise<string> {
  const { text } = await operator.wire.get(`/admin/reviews/verifications/${owner.id}`);
  const [, link] = /href="(\/admin\/documents\/[^"]+)"/.exec(text) ?? [];
  if (link === undefined) throw new Error("the owner's page lists no document");
  return link;
}

/** The owner's files as those who may read them get them. */
async function digestFiles(): Promise<string[]> {
  const { avatar_id } = await records()
    .selectFrom("users")
    .select("avatar_id")
    .where("id", "=", owner.id)
    .executeTakeFirstOrThrow();
  const answers = [
    await operator.wire.get(await signedDocument()),
    await operator.wire.get(`/admin/reviews/tips/${owner.tip}/pictures/new`),
    await wireFan("de").get(`/media/${avatar_id}/s.webp`),
    await owner.wire.get(`/payout/${owner.payout}/statement`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  return answers.map(({ body }) => createHash("sha256").update(body).digest("hex"));
}

async function attempt(wire: WireFan, pattern: string) {
  const { path, fields, hasFile } = ATTEMPTS[pattern] ?? at("/");
  const [, intent] = pattern.split(" ");
  const ids = {
    ...{ id: owner.id, user_id: owner.id, username: owner.username ?? "" },
    ...(intent === undefined ? {} : { intent }),
  };
  const address = path(owner);
  const form = hasFile
    ? multipart(ids, { field: "file", name: "a.pdf", type: "application/pdf", bytes: pdf("% strange\n") })
    : null;
  return [
    await wire.get(address),
    form
      ? await wire.send("POST", address, form.body, form.headers)
      : await wire.post(address, { ...ids, ...fields }),
  ];
}

const noOperator = async () => {
  const nobody = { role: "ADMIN", username: null, name: null } as const;
  return wireFan("de", { Cookie: await cookieOf(await makeAccount(nobody)) });
};

const LEAVES = /^\/account\/(locked|export|delete)/;

/** Where each stranger ends up at an address; undefined: it is a page of the stranger's own. */
const STRANGERS: [
  who: string,
  comes: () => Promise<WireFan>,
  sentTo: (pattern: string) => string | undefined,
][] = [
  ["a visitor", async () => wireFan("de"), () => "/login"],
  ["another creator", async () => (await signInCreator()).wire, () => undefined],
  ["a verified creator", async () => (await signInCreator("ACTIVE")).wire, () => undefined],
  [
    "a locked creator",
    async () => (await signInCreator("LOCKED")).wire,
    (pattern) => (LEAVES.test(pattern) ? undefined : "/account/locked"),
  ],
  [
    "an operator without a second factor",
    noOperator,
    (pattern) => (pattern.startsWith("/admin") ? "/account/security/second-factor" : undefined),
  ],
];

describe.for(STRANGERS)("%s", ([, comes, sentTo]) => {
  test("a stranger gets nothing of the owner's, and changes nothing", async () => {
    const wire = await comes();
    // To read a document is logged: the files come first.
    const before = { files: await digestFiles(), rows: await digestRowsOf(owner) };
    for (const pattern of BEHIND_SIGN_IN) {
      for (const answer of await attempt(wire, pattern)) {
        const place = sentTo(pattern);
        const what = `${pattern}: ${answer.status} ${answer.headers.location ?? ""}`;
        if (place === "/login" && answer.status === 403)
          // A typed form waits for the login.
          expect(answer.text, what).toContain(LOGIN_ELSEWHERE);
        else if (place !== undefined) {
          expect(answer.status, what).toBe(303);
          expect(answer.headers.location?.split("?")[0], what).toBe(place);
        } else if (pattern.startsWith("/admin")) expect(answer.status, what).toBe(403);
        else if (ATTEMPTS[pattern]?.isOwners && pattern !== "/account/delete/:token?")
          expect([303, 403, 404, 405], what).toContain(answer.status);
        else expect([200, 303, 403, 404, 405, 422], what).toContain(answer.status);
        for (const secret of [owner.email, pdf().toString(), "Ida Held"])
          expect(answer.text.includes(secret), what).toBe(false);
        if (answer.headers["content-type"] === "application/zip") {
          const texts = Object.values(unzipSync(new Uint8Array(answer.body))).map((file) => strFromU8(file));
          expect(texts.some((text) => text.includes(owner.id) || text.includes(owner.email))).toBe(false);
        }
      }
    }
    expect(await digestRowsOf(owner)).toEqual(before.rows);
    expect(await digestFiles()).toEqual(before.files);
  });
});

test("the owner has rows of every kind that a stranger could change", async () => {
  const digests = await digestRowsOf(owner);
  for (const name of [
    "users.id",
    "sessions.user_id",
    "mailed_tokens.user_id",
    "verification_documents.user_id",
    "verification_cases.user_id",
    "media_files.owner_id",
    "mail_outbox.recipient",
    "social_links.user_id",
    "tips.creator_id",
    "payout_destinations.user_id",
    "payouts.creator_id",
  ])
    expect(digests[name], name).toMatch(/^[1-9]\d* [0-9a-f]{32}$/);
});
