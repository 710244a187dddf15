import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { wireFan } from "../support/http/http-client.ts";
import { cookieValue, sentCookie } from "../support/http/own-cookies.ts";
import {
  type AccountOwner,
  cookieOf,
  mailedToken,
  makeAccount,
  newAddress,
  openSessionOf,
  PASSWORD,
  setCookie,
} from "../support/http/users.ts";

// Sessions: fixed, stolen, ended, expired, another user's.

const fan = wireFan("en", newAddress());

const signIn = (user: AccountOwner, headers: Record<string, string> = {}) =>
  fan.post("/login", { email: user.email, password: PASSWORD }, headers);

const isSignedIn = async (token: string) =>
  (await fan.get("/account/security", { Cookie: `session=${token}` })).status === 200;

describe("a session's token", () => {
  test("a session's token that was there before signing in is worth nothing after it", async () => {
    const user = await makeAccount();
    const made = (await sentCookie("session", "A".repeat(43))).replace("session=", "");
    for (const Cookie of [`session=${made}`, `session=${made}; session=${made}`]) {
      const answer = await signIn(user, { Cookie });
      const token = setCookie(answer.headers, "session") ?? "";
      expect(await cookieValue("session", token)).toMatch(/^[\w-]{43}$/);
      expect(token).not.toBe(made);
      expect([await isSignedIn(made), await isSignedIn(token)]).toEqual([false, true]);
    }
  });

  test("a session's token is another one after each sign-in, and the one that the browser came with ends", async () => {
    const user = await makeAccount();
    const first = setCookie((await signIn(user)).headers, "session") ?? "";
    // While logging out, the sign-in page is open to who still has a session.
    const answer = await signIn(user, {
      Cookie: `session=${first}; ${await sentCookie("logging_out", "1")}`,
    });
    const second = setCookie(answer.headers, "session") ?? "";
    expect(second).not.toBe(first);
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([false, true]);
  });

  test("a session's token comes in a cookie that scripts and other sites do not get, for 30 days", async () => {
    const { headers } = await signIn(await makeAccount());
    const cookie = headers["set-cookie"]?.find((each) => each.startsWith("session="));
    expect(cookie).toMatch(/^session=[\w%.]{60,}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(headers["cache-control"]).toMatch(/no-store/);
  });

  test("a session's token is kept nowhere: the database has its hash", async () => {
    const user = await makeAccount();
    const token = await openSessionOf(user);
    const row = await records()
      .selectFrom("sessions")
      .selectAll()
      .where("user_id", "=", user.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row.token_hash?.toString("base64url")).not.toContain(token);
  });

  test("a session's token is worth nothing shortened, lengthened, or as its own hash", async () => {
    const user = await makeAccount();
    const token = await openSessionOf(user);
    const { token_hash } = await records()
      .selectFrom("sessions")
      .select("token_hash")
      .where("user_id", "=", user.id)
      .executeTakeFirstOrThrow();
    const others = [
      token.slice(0, -1),
      `${token}A`,
      ` ${token.toLowerCase()}`,
      token_hash?.toString("base64url"),
      "",
    ];
    for (const other of others) expect(await isSignedIn(other ?? ""), other).toBe(false);
    expect(await isSignedIn(token)).toBe(true);
  });
});

describe("a session that is over", () => {
  test("logging out ends the session on this browser alone, and clears what the browser keeps", async () => {
    const user = await makeAccount();
    const [here, elsewhere] = [await openSessionOf(user), await openSessionOf(user)];
    const answer = await fan.post("/logout", {}, { Cookie: `session=${here}` });
    expect([answer.status, answer.headers.location]).toEqual([303, "/login"]);
    expect(answer.headers["clear-site-data"]).toBe('"cache"');
    expect(setCookie(answer.headers, "session")).toBe("");
    expect(await cookieValue("logging_out", setCookie(answer.headers, "logging_out") ?? "")).toBe("1");
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([false, true]);
  });

  test("a session whose time is over ends; the cookie is removed and the visitor gets guests' pages", async () => {
    const user = await makeAccount();
    const token = await openSessionOf(user);
    await records()
      .updateTable("sessions")
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where("user_id", "=", user.id)
      .execute();
    const answer = await fan.get("/joerdis", { Cookie: `session=${token}` });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toMatch(/ data-viewer="/);
    expect(setCookie(answer.headers, "session")).toBe("");
    expect(await isSignedIn(token)).toBe(false);
  });

  test("a session ends with the end of its account", async () => {
    const user = await makeAccount();
    const token = await openSessionOf(user);
    await records().deleteFrom("users").where("id", "=", user.id).execute();
    expect(await isSignedIn(token)).toBe(false);
    expect((await fan.get("/api/user", { Cookie: `session=${token}` })).status).toBe(401);
  });

  test('"sign out everywhere" ends all other sessions of this user, and nobody else\'s', async () => {
    const [user, other] = [await makeAccount(), await makeAccount()];
    const tokens = [await openSessionOf(user), await openSessionOf(user), await openSessionOf(other)];
    const answer = await fan.post("/account/security/sessions/end", {}, { Cookie: `session=${tokens[0]}` });
    expect([answer.status, answer.headers.location]).toEqual([303, "/account/security"]);
    expect(await Promise.all(tokens.map(isSignedIn))).toEqual([true, false, true]);
  });

  test("ending a session by its id works for one's own; another user's id does nothing", async () => {
    const [user, other] = [await makeAccount(), await makeAccount()];
    const [mine, theirs] = [await openSessionOf(user), await openSessionOf(other)];
    const idOf = async (owner: AccountOwner) =>
      (
        await records()
          .selectFrom("sessions")
          .select("id")
          .where("user_id", "=", owner.id)
          .executeTakeFirstOrThrow()
      ).id;
    const Cookie = await cookieOf(user);
    for (const id of [await idOf(other), randomUUID(), "x", "%00", "1 or 1=1"]) {
      const answer = await fan.post(
        `/account/security/sessions/${encodeURIComponent(id)}/end`,
        {},
        { Cookie },
      );
      expect([303, 404], id).toContain(answer.status);
    }
    expect(await isSignedIn(theirs)).toBe(true);
    await fan.post(`/account/security/sessions/${await idOf(user)}/end`, {}, { Cookie: `session=${theirs}` });
    expect(await isSignedIn(mine)).toBe(true);
    const ids = await records().selectFrom("sessions").select("id").where("user_id", "=", user.id).execute();
    for (const { id } of ids) await fan.post(`/account/security/sessions/${id}/end`, {}, { Cookie });
    expect(await isSignedIn(mine)).toBe(false);
  });

  test("a reset password ends all sessions of the user, with half sign-ins and the API's tokens", async () => {
    const user = await makeAccount();
    const browser = await openSessionOf(user);
    const login = await fan.post("/api/login", { email: user.email, password: PASSWORD });
    const { accessToken, refresh_token } = JSON.parse(login.text);
    await fan.post("/password/forgot", { email: user.email });
    let token = "";
    await eventually("the mail is queued", async () => {
      token = await mailedToken("password", user.email).catch(() => "");
      return token !== "";
    });
    const password = "Ein ganz neues Wort 3";
    const answer = await fan.post(`/password/reset/${token}`, { password, password_confirmation: password });
    expect([answer.status, answer.headers.location]).toEqual([303, "/login"]);
    expect(setCookie(answer.headers, "session")).toBeNull();
    expect(await isSignedIn(browser)).toBe(false);
    expect((await fan.get("/api/user", { Authorization: `Bearer ${accessToken}` })).status).toBe(401);
    const refresh = { grant_type: "refresh_token", refresh_token };
    expect((await fan.post("/oauth/token", refresh)).status).toBe(401);
    expect((await signIn(user)).status).toBe(422);
    expect((await fan.post("/login", { email: user.email, password })).status).toBe(303);
  });
});

test("a session renewed on the way is sent again, and lasts 30 days from then", async () => {
  const user = await makeAccount();
  const token = await openSessionOf(user);
  const soon = new Date(Date.now() + 10 * 86_400_000);
  await records().updateTable("sessions").set({ expires_at: soon }).where("user_id", "=", user.id).execute();
  const answer = await fan.get("/account/security", { Cookie: `session=${token}` });
  expect(setCookie(answer.headers, "session")).toBe(token);
  expect(
    setCookie((await fan.get("/account/security", { Cookie: `session=${token}` })).headers, "session"),
  ).toBeNull();
  const { expires_at } = await records()
    .selectFrom("sessions")
    .select("expires_at")
    .where("user_id", "=", user.id)
    .executeTakeFirstOrThrow();
  expect((expires_at.getTime() - Date.now()) / 86_400_000).toBeCloseTo(30, 2);
});

test("many browsers that sign in at once each have a session of their own", async () => {
  const user = await makeAccount();
  const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(user)));
  const tokens = answers.map(({ headers }) => setCookie(headers, "session") ?? "");
  expect(new Set(tokens).size).toBe(4);
  expect(await Promise.all(tokens.map(isSignedIn))).toEqual([true, true, true, true]);
});

test("a name or a browser's name that is markup stays text, and breaks no header", async () => {
  const user = await makeAccount({ name: `<b>"Ida"</b>\r\nSet-Cookie: a=b` });
  const agent = `<script>alert(1)</script>${"x".repeat(2000)}`;
  const answer = await signIn(user, { "User-Agent": agent });
  expect(answer.status).toBe(303);
  const page = await fan.get("/account/security", {
    Cookie: `session=${setCookie(answer.headers, "session")}`,
  });
  expect(page.status).toBe(200);
  expect(page.text).not.toMatch(/<script>alert|<b>"Ida"/);
  expect(page.headers["set-cookie"]).toBeUndefined();
});
