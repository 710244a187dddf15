import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { NETWORK_NAMES } from "../../app/domain/users/social-networks.ts";
import { many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { addUnreadTip } from "../support/database/unread-tip.ts";
import { eventually } from "../support/eventually.ts";
import { multipart, wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { cookieValue, sentCookie } from "../support/http/own-cookies.ts";
import {
  type AccountOwner,
  cookieOf,
  mailedToken,
  makeAccount,
  newAddress,
  newEmail,
  PASSWORD,
  setCookie,
} from "../support/http/users.ts";

// The calls that sign in, sign up and sign out.

const fan = wireFan("en", newAddress());
const json = { "Content-Type": "application/json" };
const call = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fan.send("POST", path, JSON.stringify(body), { ...json, ...headers });
const read = (answer: Answer) => JSON.parse(answer.text);
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** The fields of a user that are prescribed (docs/product.md, 10.1), and what goes with them. */
const USER_FIELDS = [
  ...["id", "email", "name", "username", "firstname", "lastname", "country_id", "company", "eu_ust_id"],
  ...["address", "zipcode", "city", "country", "date_of_birth", "status", "email_verified_at"],
  ...[
    "verification_terms_accepted_at",
    "verification_terms_declined_at",
    "has_new_tips",
    "latest_new_tip_id",
    "avatar_url",
  ],
  ...[
    "avatar_thumbnail_url",
    "header_url",
    "profile_url",
    "currency",
    "ranking_enabled_at",
    "payout_type_id",
  ],
  ...["payout_method", "min_payout", "min_payout_minor", "default_price_per_message"],
  ...["default_price_per_message_minor", "show_online_status", "paused_at"],
  ...["email_notifications", "locale"],
  ...["date_of_birth_day", "date_of_birth_month", "date_of_birth_year"],
  ...NETWORK_NAMES.flatMap((network) => [network, `${network}_visible`]),
];

let user: AccountOwner;
beforeAll(async () => {
  user = await makeAccount({ min_payout_minor: 15_050, currency: "GBP" });
});

async function signIn(owner = user): Promise<{ accessToken: string; refresh_token: string }> {
  const answer = await call("/api/login", { email: owner.email, password: PASSWORD });
  expect(answer.status).toBe(200);
  return read(answer);
}

describe("POST /api/login", () => {
  test("POST /api/login answers an access token for an hour and a refresh token, as JSON or as a form", async () => {
    const fields = { email: user.email.toUpperCase(), password: PASSWORD };
    for (const answer of [await call("/api/login", fields), await fan.post("/api/login", fields)]) {
      expect(answer.status).toBe(200);
      const body = read(answer);
      expect(Object.keys(body).sort()).toEqual(["accessToken", "refresh_token", "token"]);
      expect(body.accessToken).toMatch(/^[\w-]{43}$/);
      expect(body.refresh_token).toMatch(/^[\w-]{43}$/);
      const minutes = (new Date(body.token.expires_at).getTime() - Date.now()) / 60_000;
      expect(minutes).toBeGreaterThan(59);
      expect(minutes).toBeLessThanOrEqual(60);
      expect(answer.headers["cache-control"]).toBe("no-store");
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
  });

  test("POST /api/login answers a failure with a 401 and its message in the caller's language", async () => {
    const wrong = { email: user.email, password: "not this one" };
    const english = await call("/api/login", wrong);
    expect([english.status, read(english)]).toEqual([
      401,
      { message: "Login failed!", code: "login_failed", errors: {} },
    ]);
    const german = await call("/api/login", wrong, { "Accept-Language": "de" });
    expect(read(german).message).toBe("Anmeldung fehlgeschlagen!");
    await signIn();
  });
});

describe("GET /api/user", () => {
  test("GET /api/user is the signed-in user, by token or by cookie, whatever stage they are on", async () => {
    const { accessToken } = await signIn();
    const answers = [
      await fan.get("/api/user", bearer(accessToken)),
      await fan.get("/api/user", { Cookie: await cookieOf(user) }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      const { data } = read(answer);
      expect(Object.keys(data).sort()).toEqual([...USER_FIELDS].sort());
      expect(data).toMatchObject({
        id: user.id,
        email: user.email,
        currency: "GBP",
        min_payout: "150.50",
        min_payout_minor: 15_050,
      });
      expect(data.profile_url).toMatch(new RegExp(`/${user.username}$`));
      expect(answer.text).not.toMatch(/password|argon2/);
    }
    for (const change of [
      { status: "LOCKED" as const },
      { email_verified_at: null, username: null, name: null },
    ]) {
      const Cookie = await cookieOf(await makeAccount(change));
      expect((await fan.get("/api/user", { Cookie })).status).toBe(200);
    }
  });

  test("GET /api/user is a 304 without a body until the user has changed", async () => {
    const own = await makeAccount();
    const headers = bearer((await signIn(own)).accessToken);
    const first = await fan.get("/api/user", headers);
    const etag = first.headers.etag ?? "";
    expect(first.headers["cache-control"]).toBe("private, no-cache");
    expect(first.headers.vary).toMatch(/Authorization, Cookie/);
    const same = await fan.get("/api/user", { ...headers, "If-None-Match": etag });
    expect([same.status, same.body.byteLength, same.headers.etag]).toEqual([304, 0, etag]);
    await addUnreadTip(records(), own.id);
    const changed = await fan.get("/api/user", { ...headers, "If-None-Match": etag });
    expect([changed.status, read(changed).data.has_new_tips]).toEqual([200, true]);
    const others = await fan.get("/api/user", { Cookie: await cookieOf(user), "If-None-Match": etag });
    expect(others.status).toBe(200);
  });

  test("GET /api/user is a 401 for everybody who is not signed in", async () => {
    const { accessToken, refresh_token } = await signIn();
    for (const headers of [
      {},
      bearer("x"),
      bearer("A".repeat(43)),
      bearer(refresh_token),
      { Authorization: `Basic ${accessToken}` },
      { Authorization: accessToken },
      { Cookie: await sentCookie("session", accessToken) },
      { Cookie: await sentCookie("session", refresh_token) },
    ] as Record<string, string>[]) {
      const answer = await fan.get("/api/user", headers);
      expect(answer.status, JSON.stringify(headers)).toBe(401);
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
      expect(read(answer)).toEqual({ message: "Log in first", code: "unauthenticated", errors: {} });
    }
    const session = await cookieValue("session", await cookieOf(user));
    expect((await fan.get("/api/user", bearer(session))).status).toBe(401);
  });

  test("GET /api/user with a token that has run out is a 401", async () => {
    const own = await makeAccount();
    const { accessToken } = await signIn(own);
    const sessions = records().selectFrom("sessions").select("id").where("user_id", "=", own.id);
    await records()
      .updateTable("api_tokens")
      .set({ expires_at: new Date() })
      .where("kind", "=", "ACCESS")
      .where("session_id", "in", sessions)
      .execute();
    expect((await fan.get("/api/user", bearer(accessToken))).status).toBe(401);
  });
});

describe("POST /oauth/token", () => {
  const refresh = (refresh_token: string) =>
    call("/oauth/token", { grant_type: "refresh_token", refresh_token });

  test("POST /oauth/token changes a refresh token for a new pair; the old access token ends", async () => {
    const first = await signIn();
    const answer = await refresh(first.refresh_token);
    const body = read(answer);
    expect([answer.status, body.expires_in, body.token_type]).toEqual([200, 3600, "Bearer"]);
    expect((await fan.get("/api/user", bearer(body.access_token))).status).toBe(200);
    expect((await fan.get("/api/user", bearer(first.accessToken))).status).toBe(401);
  });

  test("a refresh token that comes again to POST /oauth/token ends the whole family, and no other session", async () => {
    const [first, other] = [await signIn(), await signIn()];
    const second = read(await refresh(first.refresh_token));
    const again = await refresh(first.refresh_token);
    expect([again.status, read(again).code]).toEqual([401, "invalid_grant"]);
    expect((await fan.get("/api/user", bearer(second.access_token))).status).toBe(401);
    expect((await refresh(second.refresh_token)).status).toBe(401);
    expect((await fan.get("/api/user", bearer(other.accessToken))).status).toBe(200);
  });

  test("refreshing by POST /oauth/token and logging out at once is never a fault", async () => {
    const own = await makeAccount();
    for (const _ of many(12)) {
      const { accessToken, refresh_token } = await signIn(own);
      const Cookie = await cookieOf(own);
      const answers = await Promise.all([
        refresh(refresh_token),
        call("/api/logout", {}, bearer(accessToken)),
        refresh(refresh_token),
        fan.post("/account/security/sessions/end", {}, { Cookie }),
      ]);
      for (const { status } of answers) expect([200, 204, 303, 401]).toContain(status);
    }
  });

  test("POST /oauth/token refuses what is no refresh token, and grants of other kinds", async () => {
    const { accessToken } = await signIn();
    expect((await refresh(accessToken)).status).toBe(401);
    expect((await refresh("A".repeat(43))).status).toBe(401);
    const other = await call("/oauth/token", { grant_type: "password", refresh_token: "x" });
    expect([other.status, Object.keys(read(other).errors)]).toEqual([422, ["grant_type"]]);
  });
});

test("POST /api/logout ends the session with all its tokens", async () => {
  const { accessToken, refresh_token } = await signIn();
  const answer = await call("/api/logout", {}, bearer(accessToken));
  expect([answer.status, answer.text]).toEqual([204, ""]);
  expect((await fan.get("/api/user", bearer(accessToken))).status).toBe(401);
  expect((await call("/oauth/token", { grant_type: "refresh_token", refresh_token })).status).toBe(401);
  const Cookie = await cookieOf(user);
  const browser = await call("/api/logout", {}, { Cookie });
  expect([browser.status, setCookie(browser.headers, "session")]).toEqual([204, ""]);
  expect(browser.headers["clear-site-data"]).toBe('"cache"');
  expect((await fan.get("/api/user", { Cookie })).status).toBe(401);
});

describe("POST /api/register", () => {
  test("POST /api/register opens an account from a form with a document, signed in; confirm and resend follow", async () => {
    const email = newEmail();
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#c85" } })
      .png()
      .toBuffer();
    const fields = { email, password: PASSWORD, password_confirmation: PASSWORD, terms: "1", locale: "de" };
    const form = multipart(fields, { field: "document", name: "pass.png", type: "image/png", bytes });
    const answer = await wireFan("en", newAddress()).send("POST", "/api/register", form.body, form.headers);
    expect(answer.status).toBe(201);
    expect(read(answer).data).toMatchObject({
      email,
      status: "CREATED",
      locale: "de",
      email_verified_at: null,
      username: null,
    });
    const Cookie = `session=${setCookie(answer.headers, "session")}`;
    expect((await fan.get("/api/user", { Cookie })).status).toBe(200);

    const early = await call("/api/register/resend-mail", {}, { Cookie });
    expect([early.status, read(early).message]).toEqual([429, "Failed to resend verification email"]);
    expect(Number(early.headers["retry-after"])).toBeGreaterThan(50);
    const first = await mailedToken("register", email);
    await records()
      .updateTable("mailed_tokens")
      .set({ created_at: new Date(Date.now() - 61_000) })
      .where("purpose", "=", "register")
      .execute();
    expect((await call("/api/register/resend-mail", {}, { Cookie })).status).toBe(204);
    // The earlier link ends with the later one.
    const old = await call("/api/register/confirm", { register_token: first });
    expect([old.status, read(old).message]).toEqual([422, "Failed to verify email address!"]);
    const confirmed = await call("/api/register/confirm", {
      register_token: await mailedToken("register", email),
    });
    expect([confirmed.status, read(confirmed).data.email]).toEqual([200, email]);
    expect(read(confirmed).data.email_verified_at).not.toBeNull();
    expect((await call("/api/register/resend-mail", {}, { Cookie })).status).toBe(204);
  });
});

test("POST /api/password/forgot and /reset set a new password by the mail's token", async () => {
  const own = await makeAccount();
  expect((await call("/api/password/forgot", { email: own.email })).status).toBe(204);
  let token = "";
  await eventually("the mail is queued", async () => {
    token = await mailedToken("password", own.email).catch(() => "");
    return token !== "";
  });
  const password = randomBytes(9).toString("hex");
  const reset = { token, email: own.email, password, password_confirmation: password };
  expect((await call("/api/password/reset", { ...reset, password_confirmation: "other" })).status).toBe(422);
  expect((await call("/api/password/reset", reset)).status).toBe(204);
  const again = await call("/api/password/reset", reset);
  expect([again.status, read(again)]).toEqual([
    422,
    {
      message: "Failed to reset password!",
      code: "invalid",
      errors: { token: ["Failed to reset password!"] },
    },
  ]);
  expect((await call("/api/login", { email: own.email, password })).status).toBe(200);
});

test("POST /api/locale keeps the language in the browser, and on the user when signed in", async () => {
  const own = await makeAccount();
  const guest = await call("/api/locale", { locale: "de" });
  expect([guest.status, setCookie(guest.headers, "locale")]).toEqual([204, "de"]);
  await call("/api/locale", { locale: "de" }, { Cookie: await cookieOf(own) });
  expect(read(await fan.get("/api/user", { Cookie: await cookieOf(own) })).data.locale).toBe("de");
  // Whoever calls with a token is signed in, too.
  await call("/api/locale", { locale: "en" }, bearer((await signIn(own)).accessToken));
  expect(read(await fan.get("/api/user", { Cookie: await cookieOf(own) })).data.locale).toBe("en");
  expect((await call("/api/locale", { locale: "fr" })).status).toBe(422);
});
