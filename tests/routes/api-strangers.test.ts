import { beforeAll, describe, expect, test } from "vitest";
import { CALLS as ALL_CALLS } from "../../app/api/calls.ts";
import { digestRowsOf } from "../support/database/owners-rows.ts";
import { holdReviewQueue } from "../support/database/review-queue.ts";
import { byCookie, byToken, callApi } from "../support/http/api-caller.ts";
import { makeOwner, type Owner } from "../support/http/attacked-owner.ts";
import { signInOperator } from "../support/http/signed-in.ts";
import { makeAccount, PASSWORD } from "../support/http/users.ts";

holdReviewQueue();

// Every call of the API as every kind of caller, by cookie and by token, with the ids of another user's things.

/** The calls, each with the methods that it takes, and what stands before it. */
const CALLS = [...Map.groupBy(ALL_CALLS, ({ path }) => path.replaceAll(/\{(\w+)\}/g, ":$1"))].map(
  ([pattern, calls]) => ({
    pattern,
    methods: calls.map(({ method }) => method),
    needs: calls.map(({ who }) => who).find((who) => who !== "anyone") ?? null,
  }),
);

/** Open to guests on purpose: each has tests of its own about what it gives away. */
const OPEN = [
  ...["/api/login", "/oauth/token", "/api/register", "/api/register/confirm", "/api/password/forgot"],
  ...["/api/password/reset", "/api/locale", "/api/account/email/confirm", "/api/countries", "/api/location"],
  ...[
    "/api/currencies",
    "/api/special-event/active",
    ...["/api/tracking/access", "/api/tracking/entity"],
    "/api/seller/featured-creators",
    "/api/seller/new-creators",
  ],
  // The second is for a fan's picture of a tip; what else it takes is for its owner.
  ...["/api/payment/:id", "/api/payment/fee", "/api/mediafiles"],
  ...["/api/user/:id/tribute", "/api/grouplist/:slug/tribute", "/api/voucher/send", "/api/voucher/check"],
  ...["/api/leaderboard/creators", "/api/leaderboard/grouplists", "/api/leaderboard/creators/history"],
  ...["/api/grouplists/new", "/api/grouplist/:slug", "/api/grouplist-invite/:slug"],
  // What a creator's page shows. Taking an item away is for its creator (api-items.test.ts).
  ...["/api/user/:id", "/api/user/:id/tributes", "/api/user-tribute/:id"],
];

let owner: Owner;
let callers: Record<string, Record<string, string>>;

beforeAll(async () => {
  owner = await makeOwner(await signInOperator());
  const other = await makeAccount({ status: "ACTIVE" });
  const locked = await makeAccount({ status: "LOCKED" });
  callers = {
    guest: {},
    "with a token that is none": { Authorization: `Bearer ${"a".repeat(43)}` },
    "another creator, by cookie": await byCookie(other),
    "another creator, by token": await byToken(other),
    "a locked creator": await byCookie(locked),
    "an account that has not verified its address": await byToken(
      await makeAccount({ email_verified_at: null }),
    ),
    "an operator": await byCookie(await makeAccount({ role: "ADMIN", username: null, name: null })),
  };
});

test("every call of the API names its methods and who may use it, or is open on purpose", () => {
  expect(CALLS.length).toBeGreaterThan(35);
  for (const { pattern, methods, needs } of CALLS) {
    expect(methods.length, pattern).toBeGreaterThan(0);
    if (needs === null) expect(OPEN, pattern).toContain(pattern);
  }
});

/** What a call may be asked for with another user's ids, as ids and as fields. */
function attemptsAt(pattern: string): { address: string; body: object }[] {
  const ids = [
    owner.id,
    owner.details,
    owner.payout,
    owner.document,
    owner.tip,
    owner.payment,
    owner.deletion,
  ];
  const addresses = /:\w+/.test(pattern) ? ids.map((id) => pattern.replace(/:\w+/, id)) : [pattern];
  const body = {
    ...{
      id: owner.id,
      user_id: owner.id,
      username: owner.username,
      email: owner.email,
      document_id: owner.document,
    },
    ...{
      password: PASSWORD,
      current_password: PASSWORD,
      code: "123456",
      token: owner.deletion,
      forfeit_balance: true,
    },
    ...{
      payout_id: owner.payout,
      key: "TRIBUTE_IMAGE",
      grouplist_id: owner.id,
      accepted: false,
      currency: "USD",
    },
    ...{ session_id: owner.session, name: "Taken over", ranking_enabled: true, payout_type_id: 2 },
  };
  return addresses.map((address) => ({ address, body }));
}

describe.for(CALLS.filter(({ pattern }) => !["/api/login", "/api/password/forgot"].includes(pattern)))(
  "$pattern",
  ({ pattern, methods, needs }) => {
    test(`${pattern} gives other users nothing of the owner's and changes nothing`, async () => {
      const before = await digestRowsOf(owner);
      for (const [who, headers] of Object.entries(callers)) {
        for (const { address, body } of attemptsAt(pattern)) {
          for (const method of methods) {
            const answer = await callApi(method, address, body, headers);
            const what = `${who}: ${method} ${address} ${answer.status}`;
            expect(answer.status, what).toBeLessThan(500);
            const isNobody = who === "guest" || who.endsWith("none");
            const isOpen = OPEN.includes(pattern);
            if (!isOpen && isNobody) expect(answer.status, what).toBe(401);
            if (!isOpen && needs !== "user" && who === "a locked creator")
              expect([401, 403], what).toContain(answer.status);
            expect(answer.text, what).not.toContain(owner.email);
            expect(answer.text, what).not.toContain("DE89");
          }
        }
      }
      expect(await digestRowsOf(owner)).toEqual(before);
    });
  },
);
