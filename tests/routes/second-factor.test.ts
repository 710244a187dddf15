import { TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";
import { createEncryption } from "../../app/crypto/crypto.server.ts";
import {
  beginSecondFactor,
  findSetup,
  giveSecondFactor,
} from "../../app/domain/auth/second-factor.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { wireFan } from "../support/http/http-client.ts";
import { cookieValue, sentCookie } from "../support/http/own-cookies.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";
import {
  type AccountOwner,
  cookieOf,
  makeAccount,
  newAddress,
  PASSWORD,
  setCookie,
} from "../support/http/users.ts";

const fan = wireFan("en", newAddress());
const encryption = createEncryption(TEST_SECRETS.APP_SECRET);
const STEP_MS = 30_000;

/** The code of an app, `steps` of half a minute away from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret, period: 30 }).generate({ timestamp: Date.now() + steps * STEP_MS });

async function withFactor(user: AccountOwner): Promise<string> {
  return (await giveSecondFactor({ db: records(), encryption, clock: () => new Date() }, user)).secret;
}

/** The password is right; returns the cookie of the half that is still due. */
async function halfWay(user: AccountOwner, return_to = ""): Promise<Record<string, string>> {
  const answer = await fan.post("/login", { email: user.email, password: PASSWORD, return_to });
  expect(answer.headers.location).toMatch(/^\/login\/code\?return_to=/);
  expect(setCookie(answer.headers, "session")).toBeNull();
  return { Cookie: `second_step=${setCookie(answer.headers, "second_step")}` };
}

const isSignedIn = async (token: string | null) =>
  (await fan.get("/account/security", { Cookie: `session=${token}` })).status === 200;

describe("the second step of signing in", () => {
  let user: AccountOwner;
  let secret: string;
  beforeEach(async () => {
    user = await makeAccount();
    secret = await withFactor(user);
  });

  test("the second step of signing in opens a session that records it; each code is good once", async () => {
    const code = codeOf(secret);
    const first = await fan.post(
      "/login/code?return_to=%2Faccount%2Fsecurity",
      { code },
      await halfWay(user),
    );
    expect([first.status, first.headers.location]).toEqual([303, "/account/security"]);
    expect(await isSignedIn(setCookie(first.headers, "session"))).toBe(true);
    expect(setCookie(first.headers, "second_step")).toBe("");
    const again = await fan.post("/login/code", { code }, await halfWay(user));
    expect([again.status, setCookie(again.headers, "session")]).toEqual([422, null]);
    expect(again.text).toContain("Wrong or used");
  });

  test("the second step of signing in succeeds once for eight requests with the same code", async () => {
    const [code, half] = [codeOf(secret), await halfWay(user)];
    const answers = await all(many(8), () => fan.post("/login/code", { code }, half));
    expect(answers.filter(({ headers }) => setCookie(headers, "session"))).toHaveLength(1);
    expect(answers.every(({ status }) => status === 303 || status === 422)).toBe(true);
  });

  test("the second step of signing in needs the first: without it, or with a used or old one, it begins anew", async () => {
    const half = await halfWay(user);
    await records()
      .updateTable("second_factor_challenges")
      .set({ expires_at: new Date() })
      .where("user_id", "=", user.id)
      .execute();
    for (const headers of [
      {},
      half,
      { Cookie: "second_step=A" },
      { Cookie: await sentCookie("second_step", "A") },
      { Cookie: `session=${half.Cookie?.slice(12)}` },
    ]) {
      const answer = await fan.post("/login/code", { code: codeOf(secret) }, headers);
      expect([answer.status, answer.headers.location]).toEqual([303, "/login"]);
      expect(setCookie(answer.headers, "session") || null).toBeNull();
    }
  });

  test("the cookie of the first step of signing in is no session", async () => {
    const { Cookie = "" } = await halfWay(user);
    expect(await isSignedIn(Cookie.replace("second_step=", ""))).toBe(false);
  });

  test("the second step of signing in refuses another user's code, codes of other times, and what is none", async () => {
    const others = await withFactor(await makeAccount());
    const half = await halfWay(user);
    for (const code of [codeOf(others), codeOf(secret, -5), codeOf(secret, 5), "000000x"]) {
      const answer = await fan.post("/login/code", { code }, half);
      expect([answer.status, setCookie(answer.headers, "session")], code).toEqual([422, null]);
    }
  });

  test("five wrong codes block the second step of signing in for 15 minutes, for the right one too, by page and API", async () => {
    const half = await halfWay(user);
    const answers = await all(many(20), () => fan.post("/login/code", { code: "000000" }, half));
    const blocked = answers.filter(({ text }) => text.includes("you&#x27;ve been blocked!"));
    expect(blocked).toHaveLength(15);
    const right = await fan.post("/login/code", { code: codeOf(secret) }, half);
    expect(right.status).toBe(422);
    expect(textOf(readStrictly(right.text).elements("main")[0])).toContain(
      "Too many login attempts - you've been blocked!",
    );
    const call = await fan.post("/api/login", { email: user.email, password: PASSWORD, otp: codeOf(secret) });
    expect([call.status, JSON.parse(call.text).message]).toEqual([
      429,
      "Too many login attempts - you've been blocked!",
    ]);
  });

  test("the second step of signing in leads to pages of this site alone", async () => {
    const hostile = [
      "//evil.example",
      "/\\evil.example",
      "https://evil.example",
      "/\t/evil.example",
      "javascript:alert(1)",
    ];
    for (const [place, return_to] of hostile.entries()) {
      const other = await makeAccount();
      const code = codeOf(await withFactor(other));
      const half = await halfWay(other, return_to);
      const path = place % 2 === 0 ? "/login/code" : `/login/code?return_to=${encodeURIComponent(return_to)}`;
      expect((await fan.post(path, { code }, half)).headers.location, return_to).toBe("/dashboard");
    }
  });

  test("signing in by the API takes the second-factor code with the password, and says that it is missing", async () => {
    const login = { email: user.email, password: PASSWORD };
    const code = async (otp?: string) => {
      const answer = await fan.post("/api/login", otp === undefined ? login : { ...login, otp });
      return [answer.status, JSON.parse(answer.text).code];
    };
    expect(await code()).toEqual([401, "otp_required"]);
    expect(await code("000000")).toEqual([401, "otp_wrong"]);
    expect((await code(codeOf(secret)))[0]).toBe(200);
    expect(await code(codeOf(secret))).toEqual([401, "otp_wrong"]);
  });
});

describe("setting a second factor up", () => {
  test("setting a second factor up shows the recovery codes once; each is good once, and new ones end the old", async () => {
    const user = await makeAccount();
    const Cookie = await cookieOf(user);
    const path = "/account/security/second-factor";
    expect((await fan.get(path, { Cookie })).text).not.toContain("secret=");
    expect((await fan.post(`${path}/secret`, {}, { Cookie })).headers.location).toBe(path);
    const page = await fan.get(path, { Cookie });
    const secretOf = ({ text }: { text: string }) => /secret=([A-Z2-7]+)/.exec(text)?.[1] ?? "";
    const secret = secretOf(page);
    await fan.post(`${path}/secret`, {}, { Cookie });
    expect(secret).not.toBe("");
    expect(secretOf(await fan.get(path, { Cookie })), "the same secret").toBe(secret);
    const confirmed = await fan.post(
      "/account/security/second-factor",
      { code: codeOf(secret, -1) },
      { Cookie },
    );
    expect(confirmed.status).toBe(200);
    const session = setCookie(confirmed.headers, "session") ?? "";
    const codes = [...confirmed.text.matchAll(/\b[0-9a-z]{4}(?:-[0-9a-z]{4}){3}\b/g)].map(([code]) => code);
    expect(new Set(codes).size).toBe(10);
    const kept = await records()
      .selectFrom("recovery_codes")
      .selectAll()
      .where("user_id", "=", user.id)
      .execute();
    expect(JSON.stringify(kept)).not.toContain(codes[0]);

    const [used = "", other = ""] = codes;
    const first = await fan.post(
      "/login/code",
      { code: used.toUpperCase().replaceAll("-", " ") },
      await halfWay(user),
    );
    expect(first.status).toBe(303);
    expect((await fan.post("/login/code", { code: used }, await halfWay(user))).status).toBe(422);

    const Own = { Cookie: `session=${session || setCookie(first.headers, "session")}` };
    const renewed = await fan.post("/account/security/recovery-codes", { code: codeOf(secret) }, Own);
    expect(renewed.status).toBe(200);
    expect((await fan.post("/login/code", { code: other }, await halfWay(user))).status).toBe(422);
  });

  test("setting a second factor up gives the session a new token: the old token opens nothing more", async () => {
    const user = await makeAccount({ role: "ADMIN", username: null });
    const Cookie = await cookieOf(user);
    await beginSecondFactor({ db: records(), encryption, clock: () => new Date() }, user.id);
    const secret = (await findSetup({ db: records(), encryption }, user))?.secret ?? "";
    const answer = await fan.post("/account/security/second-factor", { code: codeOf(secret) }, { Cookie });
    const token = setCookie(answer.headers, "session");
    expect(await cookieValue("session", token ?? "")).toMatch(/^[\w-]{43}$/);
    expect((await fan.get("/admin", { Cookie })).headers.location).toMatch(/^\/login/);
    expect((await fan.get("/admin", { Cookie: `session=${token}` })).status).toBe(200);
  });

  test("setting a second factor up with a wrong first code turns nothing on, and five of them block", async () => {
    const user = await makeAccount();
    const Cookie = await cookieOf(user);
    await fan.post("/account/security/second-factor/secret", {}, { Cookie });
    for (const _ of many(6))
      expect((await fan.post("/account/security/second-factor", { code: "000000" }, { Cookie })).status).toBe(
        422,
      );
    const answer = await fan.post("/login", { email: user.email, password: PASSWORD });
    expect(answer.headers.location).toBe("/dashboard");
  });
});

describe("giving it up", () => {
  test("giving a second factor up takes a right code; an operator may not at all", async () => {
    const [user, operator] = [await makeAccount(), await makeAccount({ role: "ADMIN", username: null })];
    const secrets = [await withFactor(user), await withFactor(operator)] as const;
    const path = "/account/security/second-factor/removal";
    const forbidden = await fan.post(
      path,
      { code: codeOf(secrets[1]) },
      { Cookie: await cookieOf(operator, true) },
    );
    expect(forbidden.status).toBe(403);
    const Cookie = await cookieOf(user, true);
    expect((await fan.post(path, { code: codeOf(secrets[1]) }, { Cookie })).status).toBe(422);
    expect((await fan.post(path, { code: codeOf(secrets[0]) }, { Cookie })).status).toBe(303);
    const left = await records()
      .selectFrom("second_factors")
      .select("user_id")
      .where("user_id", "in", [user.id, operator.id])
      .execute();
    expect(left).toEqual([{ user_id: operator.id }]);
  });
});
