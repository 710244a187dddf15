import { beforeAll, describe, expect, test } from "vitest";
import { multipart, wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { PATTERNS } from "../support/http/patterns.ts";
import { cookieOf, makeAccount, newAddress } from "../support/http/users.ts";

// What no client sends, to every call of the API: each answer is a refusal that a program can read.

const JSON_TYPE = { "Content-Type": "application/json" };
const CALLS = PATTERNS.filter(({ file }) => file.startsWith("api/")).map(({ pattern }) => pattern);
/** What a call takes, unless it is POST. */
const METHODS: Record<string, string[]> = {
  "/api/user": ["GET"],
  "/api/payment/:id": ["GET"],
  "/api/account": ["POST", "PATCH"],
  "/api/account/avatar": ["DELETE"],
  "/api/account/ranking": ["PATCH"],
  "/api/twitter": ["GET"],
  "/api/webhooks": ["GET", "POST"],
  "/api/webhooks/:id": ["PATCH", "DELETE"],
  "/api/webhooks/:id/deliveries": ["GET"],
  "/api/twitter/settings": ["PATCH"],
  "/api/account/country": ["PATCH"],
  "/api/account/settings": ["PATCH"],
  "/api/account/currency": ["PATCH"],
  "/api/account/verification-terms": ["PATCH"],
  "/api/account/payout-type": ["PATCH"],
  "/api/payouts": ["GET"],
  "/api/payout/debts": ["GET"],
  "/api/tributes": ["GET"],
  "/api/tributes/users": ["GET"],
  "/api/tributes/monthly": ["GET"],
  "/api/tribute/:id": ["GET"],
  "/api/sales": ["GET"],
  "/api/sales/months": ["GET"],
  "/api/sales/week": ["GET"],
  "/api/user/:id": ["GET"],
  "/api/user/:id/tributes": ["GET"],
  "/api/user-tribute/:id": ["GET", "DELETE"],
  "/api/countries": ["GET"],
  "/api/location": ["GET"],
  "/api/currencies": ["GET"],
  "/api/special-event/active": ["GET"],
  "/api/seller/social-media": ["PATCH"],
  "/api/payment/fee": ["GET"],
  "/api/leaderboard/creators": ["GET"],
  "/api/leaderboard/grouplists": ["GET"],
  "/api/leaderboard/creators/history": ["GET"],
  "/api/leaderboard/creators/ownrank": ["GET"],
  "/api/grouplists": ["GET", "POST"],
  "/api/grouplists/new": ["GET"],
  "/api/grouplist/:slug": ["GET", "PATCH", "DELETE"],
  "/api/grouplist/:id/avatar": ["DELETE"],
  "/api/grouplist-invite/:slug": ["GET", "POST"],
  "/api/grouplist-user/:id": ["POST", "DELETE"],
  "/api/seller/featured-creators": ["GET"],
  "/api/seller/new-creators": ["GET"],
};
const methodsOf = (pattern: string) => METHODS[pattern] ?? ["POST"];
const WITH_BODIES = CALLS.flatMap((pattern) =>
  methodsOf(pattern)
    .filter((method) => method !== "GET")
    .map((method) => [method, pattern] as const),
);
/** These take no fields: the session says it all. */
const FIELDLESS = ["/api/logout", "/api/register/resend-mail"];

const deep = `${'{"email":'.repeat(3000)}1${"}".repeat(3000)}`;
const everyField = (value: unknown) =>
  JSON.stringify(
    Object.fromEntries(
      [
        "email",
        "password",
        "password_confirmation",
        "otp",
        "terms",
        "token",
        "register_token",
        "refresh_token",
        "grant_type",
        "locale",
        "current_password",
        "username",
        "name",
        "country_id",
        "ranking_enabled",
        "currency",
        "accepted",
      ].map((name) => [name, value]),
    ),
  );

const BODIES: [what: string, body: string | Uint8Array, type: string][] = [
  ["nothing", "", "application/json"],
  ["nothing without a type", "", ""],
  ["null", "null", "application/json"],
  ["a number", "5", "application/json"],
  ["a text", '"email"', "application/json"],
  ["a list", '[{"email":"a@b.example"}]', "application/json"],
  ["no JSON", "{email:", "application/json"],
  ["no fields", "{}", "application/json"],
  ["broken UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), "application/json"],
  ["UTF-16", Buffer.from('{"email":"a"}', "utf16le"), "application/json"],
  ["nulls", everyField(null), "application/json"],
  ["numbers", everyField(5), "application/json"],
  ["truths", everyField(true), "application/json"],
  ["lists", everyField(["a@b.example"]), "application/json"],
  ["objects", everyField({ $gt: "", toString: "x" }), "application/json"],
  ["empty texts", everyField(""), "application/json"],
  ["null bytes", everyField("a\0@b.example"), "application/json"],
  ["raw null bytes", '{"email":"a\0@b.example"}', "application/json"],
  ["line breaks", everyField("a@b.example\r\nBcc: c@d.example"), "application/json"],
  ["lone surrogates", '{"email":"\\ud800@b.example","password":"\\udfff"}', "application/json"],
  ["long texts", everyField("a".repeat(5000)), "application/json"],
  ["a megabyte", everyField("a".repeat(200_000)), "application/json"],
  ["a prototype", '{"__proto__":{"email":"a@b.example"},"constructor":{"prototype":{}}}', "application/json"],
  ["depth", deep, "application/json"],
  ["JSON as text", "{}", "text/plain"],
  ["XML", "<email>a@b.example</email>", "application/xml"],
  ["JSON as a form", "{}", "application/x-www-form-urlencoded"],
  ["a form of null bytes", "email=a%00&password=%00", "application/x-www-form-urlencoded"],
  ["a form of lists", "email[]=a&email[$ne]=b&email=c&email=d", "application/x-www-form-urlencoded"],
  ["a form of parts without a boundary", "--x", "multipart/form-data"],
  [
    "a form of parts that ends early",
    '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na',
    "multipart/form-data; boundary=x",
  ],
];

let cookie: string;
beforeAll(async () => {
  cookie = await cookieOf(await makeAccount({ email_verified_at: null }));
});

function isReadable(answer: Answer, what: string): void {
  expect(answer.status, what).toBeGreaterThanOrEqual(400);
  expect(answer.status, what).toBeLessThan(500);
  expect(answer.headers["content-type"], what).toMatch(/^application\/json/);
  expect(answer.headers["cache-control"], what).toMatch(/no-store/);
  const body = JSON.parse(answer.text);
  expect(Object.keys(body).sort(), what).toEqual(["code", "errors", "message"]);
  const texts = [body.message, ...Object.values<string[]>(body.errors).flat()];
  for (const text of texts) {
    expect(text, what).toMatch(/\S/);
    // A sentence for people, never a key, a rule of the parser or a look inside.
    expect(text, what).not.toMatch(/Invalid (input|option)|[Ee]xpected|^errors\.|zod|undefined|\bat \w+ \(/);
  }
  expect(body.code, what).toMatch(/^[a-z_]+$/);
}

describe.for(WITH_BODIES)("%s %s", ([method, pattern]) => {
  test.for(BODIES)(`${method} ${pattern} with %s answers a readable refusal`, async ([what, body, type]) => {
    const headers: Record<string, string> = type ? { "Content-Type": type } : {};
    const fan = wireFan("en", newAddress());
    const refused = await fan.send(method, pattern, body, headers);
    isReadable(refused, what);
    // Guests who are refused for being guests read the same words, whatever they send.
    if (refused.status !== 401 || what === BODIES[0]?.[0])
      isReadable(await wireFan("de", newAddress()).send(method, pattern, body, headers), what);
    // With somebody signed in, calls without fields do what they are for.
    if (FIELDLESS.includes(pattern)) return;
    isReadable(await fan.send(method, pattern, body, { Cookie: cookie, ...headers }), what);
  });

  test(`${method} ${pattern} with a file where a text belongs answers a readable refusal`, async () => {
    for (const field of ["email", "token", "register_token", "refresh_token", "locale", "password"]) {
      const form = multipart({}, { field, name: "a.png", type: "image/png", bytes: Buffer.from("GIF89a") });
      isReadable(await wireFan("en", newAddress()).send(method, pattern, form.body, form.headers), field);
    }
  });
});

test.for(CALLS)("%s refuses methods that it does not take, and names those it takes", async (pattern) => {
  const taken = methodsOf(pattern);
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((each) => !taken.includes(each))) {
    const body = method === "GET" ? "" : "{}";
    const answer = await wireFan("en", newAddress()).send(method, pattern, body, JSON_TYPE);
    expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, taken.join(", ")]);
    isReadable(answer, method);
  }
});

test.for([
  ...["/api/nothing/at/all", "/oauth/nothing", "/api/"],
  // A null byte, half a character, a broken escape: in place of an id, of a name, and of the call itself.
  ...["%00", "%c3", "%", "%zz", "%ud800"].flatMap((odd) => [
    ...[`/api/user/${odd}?is_username=1`, `/api/payment/${odd}`, `/api/${odd}`, `/oauth/${odd}`],
    `/api/user/${odd}/tribute`,
  ]),
])("%s is no call, and answers a readable refusal, too", async (path) => {
  for (const method of ["GET", "HEAD", "POST", "DELETE"]) {
    const answer = await wireFan("en", newAddress()).send(method, path, "", JSON_TYPE);
    expect(answer.status, method).toBe(404);
    if (method === "HEAD") continue;
    isReadable(answer, method);
    expect(JSON.parse(answer.text).code).toBe("not_found");
  }
});
