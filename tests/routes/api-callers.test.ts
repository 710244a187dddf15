import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Call } from "../../app/api/call.server.ts";
import { CALLS } from "../../app/api/calls.ts";
import { DEMO_GROUP } from "../../db/seeds/demo-group.ts";
import { records } from "../support/database/records.ts";
import { byToken, callApi, readRefusal } from "../support/http/api-caller.ts";
import { wireFan } from "../support/http/http-client.ts";
import { type AccountOwner, cookieOf, makeAccount, newAddress, PASSWORD } from "../support/http/users.ts";

// Who may make which call: every operation of the API by every kind of caller, as its own `who` has it.

type Headers = Record<string, string>;
type Refusal = readonly [status: number, code: string];

const UNAUTHENTICATED: Refusal = [401, "unauthenticated"];
const NOT_ACTIVE: Refusal = [403, "not_active"];
const FORBIDDEN: Refusal = [403, "forbidden"];

/** What a caller is told by calls that ask for more than they are; what is not named lets them in. */
type Expected = Partial<Record<Call["who"], Refusal>>;
const signedOut: Expected = Object.fromEntries(
  (["user", "unlocked", "member", "creator", "active"] as const).map((who) => [who, UNAUTHENTICATED]),
);
const atStage = (code: string): Expected => ({
  ...{ member: [403, code], creator: [403, code], active: [403, code] },
});

interface Caller {
  name: string;
  enter(): Promise<Headers>;
  expected: Expected;
}

const account = (change: Parameters<typeof makeAccount>[0], expected: Expected, name: string): Caller => ({
  name,
  expected,
  enter: async () => await byToken(await makeAccount({ status: "ACTIVE", ...change })),
});

const CALLERS: Caller[] = [
  { name: "a guest", expected: signedOut, enter: async () => ({}) },
  { name: "a caller whose token has run out", expected: signedOut, enter: expired },
  { name: "a caller whose token was ended", expected: signedOut, enter: ended },
  { name: "a caller with a refresh token for an access token", expected: signedOut, enter: refreshing },
  account({ email_verified_at: null }, atStage("email_unverified"), "a newcomer who confirmed no address"),
  account(
    { username: null, name: null, status: "CREATED" },
    atStage("username_missing"),
    "a newcomer without a name",
  ),
  account(
    { verification_terms_accepted_at: null },
    atStage("terms_pending"),
    "a newcomer who decided on no terms",
  ),
  account({}, {}, "an ACTIVE creator"),
  account({ status: "CREATED" }, { active: NOT_ACTIVE }, "a creator who handed nothing in"),
  account({ status: "PENDING" }, { active: NOT_ACTIVE }, "a creator under review"),
  account({ status: "DECLINED" }, { active: NOT_ACTIVE }, "a creator who was declined"),
  account({ status: "CHARGEBACK" }, { active: NOT_ACTIVE }, "a creator who owes"),
  account(
    { status: "LOCKED" },
    Object.fromEntries(
      ["unlocked", "member", "creator", "active"].map((who) => [who, [403, "locked"] as const]),
    ),
    "a locked creator",
  ),
  {
    name: "an operator by their browser",
    expected: { creator: FORBIDDEN, active: FORBIDDEN },
    enter: async () => ({ Cookie: await cookieOf(await makeOperator(), true) }),
  },
];

/** Calls that ask for something else of a caller than their `who` says, each with its reason. */
const EXCEPTIONS: Record<string, Partial<Record<string, Refusal | "let in">>> = {
  // The calls that a new account passes its stages by.
  "POST /api/account": { "a newcomer without a name": "let in" },
  "PATCH /api/account/verification-terms": { "a newcomer who decided on no terms": "let in" },
  // Everybody is told why there is no money for them, in the call's own words.
  "POST /api/payout/request": {
    "a creator who handed nothing in": NOT_ACTIVE,
    "a creator under review": NOT_ACTIVE,
    "a creator who was declined": NOT_ACTIVE,
  },
};

async function makeOperator(): Promise<AccountOwner> {
  return await makeAccount({ role: "ADMIN", username: null, name: null });
}

async function expired(): Promise<Headers> {
  const user = await makeAccount({ status: "ACTIVE" });
  const headers = await byToken(user);
  const sessions = records().selectFrom("sessions").select("id").where("user_id", "=", user.id);
  await records()
    .updateTable("api_tokens")
    .set({ expires_at: new Date() })
    .where("kind", "=", "ACCESS")
    .where("session_id", "in", sessions)
    .execute();
  return headers;
}

async function ended(): Promise<Headers> {
  const headers = await byToken(await makeAccount({ status: "ACTIVE" }));
  expect((await callApi("POST", "/api/logout", {}, headers)).status).toBe(204);
  return headers;
}

async function refreshing(): Promise<Headers> {
  const { email } = await makeAccount({ status: "ACTIVE" });
  const answer = await callApi("POST", "/api/login", { email, password: PASSWORD });
  return { Authorization: `Bearer ${JSON.parse(answer.text).refresh_token}` };
}

const nameOf = ({ method, path }: Call) => `${method} ${path}`;
const addressOf = ({ path }: Call, known: Record<string, string> = {}) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? randomUUID());
/** Whoever has logged out is another caller than before. */
const IN_ORDER = [...CALLS].sort((a, b) => Number(isLogout(a)) - Number(isLogout(b)));
function isLogout(call: Call): boolean {
  return call.path === "/api/logout";
}

describe.for(CALLERS)("$name", ({ name, enter, expected }) => {
  let headers: Headers;
  beforeAll(async () => {
    headers = await enter();
  });

  test.for(IN_ORDER.map((call) => [nameOf(call), call] as const))(
    `%s answers ${name} as its document has it`,
    async ([operation, call]) => {
      const exception = EXCEPTIONS[operation]?.[name];
      const refused = exception === "let in" ? undefined : (exception ?? expected[call.who]);
      const answer = await callApi(call.method, addressOf(call), {}, headers);
      if (refused) {
        const { status, code, errors } = readRefusal(answer);
        expect([status, code]).toEqual(refused);
        // What is refused for who asks is not looked at further.
        if (code !== "not_active") expect(errors).toEqual({});
        if (status === 401) expect(answer.headers["www-authenticate"]).toBe("Bearer");
        return;
      }
      // Let in, it is asked for nothing sensible: done, not there, or wrong fields.
      expect(answer.status, answer.text).toBeLessThan(500);
      expect([401, 403], answer.text).not.toContain(answer.status);
    },
  );
});

test("the exceptions name calls and callers that there are", () => {
  for (const [operation, callers] of Object.entries(EXCEPTIONS)) {
    expect(CALLS.map(nameOf)).toContain(operation);
    for (const name of Object.keys(callers)) expect(CALLERS.map((each) => each.name)).toContain(name);
  }
});

describe("from a page of another site", () => {
  const ways: Headers[] = [{}];
  beforeAll(async () => {
    const user = await makeAccount({ status: "ACTIVE" });
    ways.push(await byToken(user), { Cookie: await cookieOf(user) });
  });

  test.for(CALLS.filter(({ method }) => method !== "GET").map((call) => [nameOf(call), call] as const))(
    "%s is refused, with a session, with a token, and with neither",
    async ([, call]) => {
      for (const sign of [
        { Origin: "https://evil.example" },
        { Origin: "null" },
        { "Sec-Fetch-Site": "cross-site" },
      ] as Headers[])
        for (const way of ways) {
          const answer = await callApi(call.method, addressOf(call), {}, { ...way, ...sign });
          const { status, code } = readRefusal(answer);
          expect([status, code], JSON.stringify(sign)).toEqual(FORBIDDEN);
        }
      for (const way of ways.slice(1)) expect((await callApi("GET", "/api/user", "", way)).status).toBe(200);
    },
  );

  test("a call that reads answers, and says nothing by which a browser would show it to that site", async () => {
    const Cookie = await cookieOf(await makeAccount({ status: "ACTIVE" }));
    for (const call of CALLS.filter(({ method }) => method === "GET")) {
      const headers = { ...newAddress(), Cookie, Origin: "https://evil.example" };
      const answer = await wireFan("en").get(addressOf(call), headers);
      expect([401, 403], nameOf(call)).not.toContain(answer.status);
      expect(answer.headers, nameOf(call)).not.toHaveProperty("access-control-allow-origin");
    }
  });
});

describe("a call that cannot be read", () => {
  let headers: Headers;
  let creator: AccountOwner;
  beforeAll(async () => {
    creator = await makeAccount({ status: "ACTIVE" });
    headers = await byToken(creator);
  });

  test.for(CALLS.filter(({ method }) => method !== "GET").map((call) => [nameOf(call), call] as const))(
    "%s cannot be tried without being made",
    async ([, call]) => {
      const answer = await callApi(call.method, addressOf(call), {}, { ...headers, "Tribute-Check": "1" });
      const { status, code } = readRefusal(answer);
      expect([status, code]).toEqual([400, "bad_request"]);
    },
  );

  test.for(CALLS.filter(({ body }) => body !== null).map((call) => [nameOf(call), call] as const))(
    "%s with more than a call may hold is refused for that",
    async ([, call]) => {
      // Whom a tip is for is looked up before its fields.
      const address = addressOf(call, { id: creator.id, slug: DEMO_GROUP.slug });
      const body = { note: "x".repeat(70_000) };
      const keys: Headers[] = call.isIdempotent ? [{}, { "Idempotency-Key": randomUUID() }] : [{}];
      for (const key of keys) {
        const { status, code } = readRefusal(
          await callApi(call.method, address, body, { ...headers, ...key }),
        );
        expect([status, code]).toEqual([413, "too_large"]);
      }
    },
  );
});
