import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import { createEncryption } from "../../app/crypto/crypto.server.ts";
import { giveSecondFactor } from "../../app/domain/auth/second-factor.server.ts";
import { limitTable } from "../../app/http/limit-table.ts";
import { all, many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { byCookie, byToken, callApi, readRefusal } from "../support/http/api-caller.ts";
import { wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import {
  type AccountOwner,
  mailedToken,
  makeAccount,
  newAddress,
  newEmail,
  PASSWORD,
} from "../support/http/users.ts";

// What the calls around signing in and the account's keys are refused for, and how long tokens hold for a client.

const BLOCKED = "Too many login attempts - you've been blocked!";
const read = ({ text }: Answer) => JSON.parse(text);
const login = (owner: AccountOwner, more: Record<string, unknown> = {}) =>
  callApi("POST", "/api/login", { email: owner.email, password: PASSWORD, ...more });
const refresh = (refresh_token: string) =>
  callApi("POST", "/oauth/token", { grant_type: "refresh_token", refresh_token });
const mayCall = async (token: string) =>
  (await callApi("GET", "/api/user", "", { Authorization: `Bearer ${token}` })).status === 200;

test("an account with a second factor is asked for its code by name, and signs in with it once", async () => {
  const owner = await makeAccount();
  const encryption = createEncryption(TEST_SECRETS.APP_SECRET);
  const { secret } = await giveSecondFactor({ db: records(), encryption, clock: () => new Date() }, owner);
  const code = new TOTP({ secret, period: 30 }).generate();
  for (const otp of [undefined, "", "12345", "1".repeat(41)])
    expect(readRefusal(await login(owner, { otp }))).toEqual({
      ...{ status: 401, code: "otp_required", message: "Enter the code", errors: {} },
    });
  const wrong = code === "000000" ? "000001" : "000000";
  for (const otp of [wrong, Number(code) === 111_111 ? 222_222 : 111_111])
    expect(readRefusal(await login(owner, { otp }))).toEqual({
      ...{ status: 401, code: "otp_wrong", errors: {} },
      message: "Wrong or used. Wait for the next one",
    });
  const right = await login(owner, { otp: code });
  expect([right.status, await mayCall(read(right).accessToken)]).toEqual([200, true]);
  expect(readRefusal(await login(owner, { otp: code }))).toMatchObject({ code: "otp_wrong" });
  // Without the password nobody learns that there is a code.
  const guessed = await callApi("POST", "/api/login", {
    email: owner.email,
    password: "not this one",
    otp: code,
  });
  expect(readRefusal(guessed)).toMatchObject({ status: 401, code: "login_failed" });
});

test("who guesses a password is blocked, the right one included, and told how long; others sign in", async () => {
  const owner = await makeAccount();
  const fan = wireFan("en", newAddress());
  const send = (password: string) => fan.post("/api/login", { email: owner.email, password });
  for (const _ of many(limitTable.login_network.points))
    expect((await send("not this one")).status).toBe(401);
  const blocked = await send(PASSWORD);
  expect(readRefusal(blocked)).toEqual({ status: 429, code: "blocked", message: BLOCKED, errors: {} });
  const seconds = Number(blocked.headers["retry-after"]);
  expect(seconds).toBeGreaterThan(limitTable.login_network.block - 60);
  expect(seconds).toBeLessThanOrEqual(limitTable.login_network.block);
  expect((await login(owner)).status).toBe(200);
});

test.for(["/api/account/password", "/api/account/delete"])(
  "%s blocks who does not know the account's password, by token and by cookie alike",
  async (path) => {
    const owner = await makeAccount();
    const [token, cookie] = [await byToken(owner), await byCookie(owner)];
    const body = (password: string) => ({
      ...{ password: path.endsWith("delete") ? password : "Ein ganz neues Wort 3" },
      ...{ current_password: password, password_confirmation: "Ein ganz neues Wort 3" },
    });
    for (const index of many(limitTable.own_password.points))
      expect(
        readRefusal(await callApi("POST", path, body("not this one"), index % 2 === 0 ? token : cookie)),
      ).toMatchObject({ status: 422, code: "wrong_password" });
    for (const headers of [token, cookie]) {
      const blocked = await callApi("POST", path, body(PASSWORD), headers);
      expect(readRefusal(blocked)).toEqual({ status: 429, code: "blocked", message: BLOCKED, errors: {} });
      expect(Number(blocked.headers["retry-after"])).toBeGreaterThan(limitTable.own_password.block - 60);
    }
  },
);

test("an account whose address was just changed cannot be deleted yet, by no call, and is told until when", async () => {
  const owner = await makeAccount();
  const headers = await byCookie(owner);
  const confirm = { password: PASSWORD };
  expect((await callApi("POST", "/api/account/delete", confirm, headers)).status).toBe(204);
  const link = await mailedToken("deletion", owner.email);
  const email = newEmail();
  expect((await callApi("POST", "/api/account/email", { email, ...confirm }, headers)).status).toBe(204);
  const token = await mailedToken("email", email);
  const confirmed = await callApi("POST", "/api/account/email/confirm", { token });
  expect(confirmed.status).toBe(200);
  // Whoever has the link alone learns nothing of the account.
  expect(JSON.parse(confirmed.text)).toEqual({ data: { id: expect.any(String) } });
  const again = await byToken({ email });
  for (const [path, body] of [
    ["/api/account/delete", confirm],
    [`/api/account/delete/${link}`, { forfeit_balance: true }],
  ] as const) {
    const refusal = readRefusal(await callApi("POST", path, body, again));
    expect(["email_undo_open", "invalid_token"], path).toContain(refusal.code);
    if (path === "/api/account/delete")
      expect(refusal).toMatchObject({ status: 409, code: "email_undo_open" });
    if (refusal.status === 409) expect(refusal.message).toMatch(/\d{1,2} \p{L}+ 20\d\d/u);
  }
  expect((await callApi("GET", "/api/user", "", again)).status).toBe(200);
});

test("a client whose own clock is wrong can tell by each answer how long its token holds", async () => {
  const owner = await makeAccount();
  const answer = await login(owner);
  // The server says what time it is for it, in the same answer.
  const now = new Date(answer.headers.date ?? "").getTime();
  const first = read(answer);
  const seconds = (new Date(first.token.expires_at).getTime() - now) / 1000;
  expect(Math.abs(seconds - 3600)).toBeLessThan(10);
  const next = await refresh(first.refresh_token);
  expect(read(next)).toEqual({
    access_token: expect.stringMatching(/^[\w-]{43}$/),
    refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    ...{ expires_in: 3600, token_type: "Bearer" },
  });
  // Whoever believes that the hour is over long before refreshes early, as often as they like.
  let { refresh_token, access_token } = read(next);
  for (const _ of many(5)) ({ refresh_token, access_token } = read(await refresh(refresh_token)));
  expect(await mayCall(access_token)).toBe(true);
});

test("a token of another make is none: no time that is written into it counts", async () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.trunc(Date.now() / 1000);
  const { id } = await makeAccount();
  for (const [iat, exp] of [
    [now, now + 3600],
    [now + 3600, now + 7200],
    [0, 2 ** 40],
    [now - 7200, now - 3600],
  ]) {
    const token = `${part({ alg: "none", typ: "JWT" })}.${part({ sub: id, iat, exp })}.`;
    expect(await mayCall(token)).toBe(false);
    expect(readRefusal(await refresh(token))).toMatchObject({ status: 401, code: "invalid_grant" });
  }
});

test.for([2, 20])(
  "of %s refreshes by POST /oauth/token with one token at once, one wins; the family ends, and nobody is kept from signing in",
  async (count) => {
    const owner = await makeAccount();
    const { refresh_token } = read(await login(owner));
    const other = read(await login(owner));
    const fan = wireFan("en", newAddress());
    const send = () => fan.post("/oauth/token", { grant_type: "refresh_token", refresh_token });
    const answers = await all(many(count), send);
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(readRefusal(answer)).toEqual({
        ...{ status: 401, code: "invalid_grant", message: "Refresh token not valid", errors: {} },
      });
    for (const answer of won) {
      expect(await mayCall(read(answer).access_token)).toBe(false);
      expect((await refresh(read(answer).refresh_token)).status).toBe(401);
    }
    // A used token is no guessed password: from the same address, too, the owner signs in at once.
    expect((await fan.post("/api/login", { email: owner.email, password: PASSWORD })).status).toBe(200);
    expect(await mayCall(other.accessToken)).toBe(true);
  },
);
