import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { records } from "../support/database/records.ts";
import { multipart, wireFan } from "../support/http/http-client.ts";
import { PATTERNS } from "../support/http/patterns.ts";
import {
  type AccountOwner,
  cookieOf,
  makeAccount,
  newAddress,
  openSessionOf,
  PASSWORD,
} from "../support/http/users.ts";

// Posts that another site makes in the name of who is signed in: to every route that takes posts.

const fan = wireFan("en", newAddress());
const app = path.resolve(import.meta.dirname, "../../app");
const SERVER_TO_SERVER = /^\/(webhooks|(sandbox|dev\/x|dev\/discord)\/api)\//;

/** Mail programs' servers post there, from wherever they are; dashboard.test.ts and monthly.test.ts have it. */
const ONE_CLICK = ["/email/stop/:token", "/monthly/:token/reminders"];

const TAKING_POSTS = PATTERNS.filter(
  ({ pattern, file }) =>
    !SERVER_TO_SERVER.test(pattern) &&
    !ONE_CLICK.includes(pattern) &&
    (file.startsWith("api/") ||
      /export (async )?function action|export \{[^}]*\bas action\b/.test(
        readFileSync(path.join(app, file), "utf8"),
      )),
).map(({ pattern }) => pattern);

/** An address of the pattern that leads to the account's own things. */
const addressOf = (pattern: string, sessionId: string) =>
  pattern
    .replace("sessions/:id", `sessions/${sessionId}`)
    .replace(":profile", "joerdis")
    .replace(":kind", "avatar")
    .replace(":amount", "5")
    .replace(/:\w+\??/g, "A".repeat(43))
    .replace("*", "nothing");

let user: AccountOwner;
let other: string;
let Cookie: string;
let before: Awaited<ReturnType<typeof everythingOf>>;

beforeAll(async () => {
  user = await makeAccount();
  Cookie = await cookieOf(user);
  await openSessionOf(user);
  const sessions = await records()
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", user.id)
    .orderBy("created_at")
    .execute();
  other = sessions.at(-1)?.id ?? "";
  before = await everythingOf(user);
});

async function everythingOf(owner: AccountOwner) {
  const db = records();
  const users = await db.selectFrom("users").selectAll().where("id", "=", owner.id).execute();
  return {
    // That the account was seen is written once a minute, whatever it did.
    user: users.map(({ last_seen_at: _, ...user }) => user),
    sessions: await db
      .selectFrom("sessions")
      .selectAll()
      .where("user_id", "=", owner.id)
      .orderBy("id")
      .execute(),
    tokens: await db.selectFrom("mailed_tokens").selectAll().where("user_id", "=", owner.id).execute(),
    factor: await db.selectFrom("second_factors").selectAll().where("user_id", "=", owner.id).execute(),
    mails: await db.selectFrom("mail_outbox").select("id").where("recipient", "=", owner.email).execute(),
  };
}

const FIELDS = {
  ...{ locale: "de", theme: "dark", amount: "5", code: "123456", accepted: "false", email: "a@b.example" },
  ...{ password: "Ein ganz neues Wort 3", password_confirmation: "Ein ganz neues Wort 3" },
};

const PNG = Buffer.from("not much of a picture");

test("the routes that take posts include guarded ones and calls", () => {
  expect(TAKING_POSTS.length).toBeGreaterThan(25);
  for (const pattern of [
    "/logout",
    "/account/verification-terms",
    "/api/login",
    "/api/logout",
    "/oauth/token",
  ])
    expect(TAKING_POSTS).toContain(pattern);
});

describe.for(TAKING_POSTS)("a post to %s", (pattern) => {
  test.for([
    ["another site's Origin", { Origin: "https://evil.example" }],
    ["another port of this machine", { Origin: "http://localhost:1" }],
    ["an Origin without a name", { Origin: "null" }],
    ["a browser that calls it cross-site", { "Sec-Fetch-Site": "cross-site" }],
  ] as const)(`a post to ${pattern} from %s is refused to all and changes nothing`, async ([, headers]) => {
    const address = addressOf(pattern, other);
    const isCall = /^\/(api|oauth)\//.test(pattern);
    for (const answer of [
      await fan.post(address, FIELDS, { Cookie, ...headers }),
      await fan.send("POST", address, JSON.stringify(FIELDS), {
        Cookie,
        ...headers,
        "Content-Type": "application/json",
      }),
      await fan.send("POST", address, "{}", { Cookie, ...headers, "Content-Type": "text/plain" }),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.headers["set-cookie"]).toBeUndefined();
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
      if (isCall)
        expect(JSON.parse(answer.text)).toEqual({
          message: expect.any(String),
          code: "forbidden",
          errors: {},
        });
    }
    expect(await everythingOf(user)).toEqual(before);
  });
});

describe.for(TAKING_POSTS.filter((pattern) => !/^\/(api|oauth)\//.test(pattern)))(
  "a mere check at %s",
  (pattern) => {
    test(`a mere check at ${pattern} says at most what is wrong with a form, and changes nothing`, async () => {
      const address = addressOf(pattern, other);
      const headers = { Cookie, "Tribute-Check": "1", ...newAddress() };
      for (const fields of [
        { ...FIELDS, current_password: PASSWORD },
        { ...FIELDS, password: PASSWORD, password_confirmation: PASSWORD },
      ]) {
        const form = multipart(fields, { field: "file", name: "a.png", type: "image/png", bytes: PNG });
        for (const answer of [
          await fan.post(address, fields, headers),
          await fan.send("POST", address, form.body, { ...form.headers, ...headers }),
        ]) {
          expect(answer.headers["set-cookie"]).toBeUndefined();
          if (answer.status === 200) expect(Object.keys(JSON.parse(answer.text))).toEqual(["errors"]);
          else expect([303, 400, 403, 404]).toContain(answer.status);
        }
      }
      expect(await everythingOf(user)).toEqual(before);
    });
  },
);

describe.for(TAKING_POSTS.filter((pattern) => /^\/(api|oauth)\//.test(pattern)))(
  "a mere check at %s",
  (pattern) => {
    test(`a mere check at ${pattern} is refused, whatever its body, and changes nothing`, async () => {
      const address = addressOf(pattern, other);
      const headers = { Cookie, "Tribute-Check": "1", ...newAddress() };
      for (const answer of [
        await fan.post(address, FIELDS, headers),
        await fan.send("POST", address, JSON.stringify(FIELDS), {
          ...headers,
          "Content-Type": "application/json",
        }),
        await fan.send("POST", address, "", headers),
      ]) {
        expect(JSON.parse(answer.text)).toMatchObject({
          code: expect.stringMatching(/^(bad_request|method_not_allowed)$/),
        });
        expect([400, 405]).toContain(answer.status);
        expect(answer.headers["set-cookie"]).toBeUndefined();
      }
      expect(await everythingOf(user)).toEqual(before);
    });
  },
);

test("no other site may read an answer of the API, nor ask in advance", async () => {
  for (const address of ["/api/user", "/api/login"]) {
    const asked = await fan.send("OPTIONS", address, "", {
      Origin: "https://evil.example",
      "Access-Control-Request-Method": "POST",
    });
    expect(asked.status).toBeGreaterThanOrEqual(400);
    expect(asked.headers["access-control-allow-origin"]).toBeUndefined();
  }
  const read = await fan.get("/api/user", { Cookie, Origin: "https://evil.example" });
  expect(read.headers["access-control-allow-origin"]).toBeUndefined();
  expect(read.headers["cross-origin-resource-policy"]).toBe("same-origin");
});
