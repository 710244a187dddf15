import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect } from "vitest";
import {
  endSessions,
  findApiViewer,
  findViewer,
  openApiSession,
  openSession,
  refreshApiTokens,
} from "../../app/domain/auth/sessions.server.ts";
import { createAccount } from "../../app/domain/users/user.server.ts";
import { all, many } from "../support/database/at-once.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { test as it } from "../support/domain-test.ts";
import { type MovableClock, movableClock } from "../support/money/sandbox-world.ts";

// The tokens of the API's clients on a clock of the test's: how long they hold, and what ends with what.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let database: TestDatabase;
let time: MovableClock;

it.beforeAll(({ database: own }) => {
  database = own;
});
beforeEach(() => {
  time = movableClock();
});

async function newUser(): Promise<string> {
  const id = randomUUID();
  const profile = { name: null, username: null, currency: "EUR", locale: null };
  await createAccount(database.db, { id, email: `${id}@example.org`, ...profile, now: time.now() });
  return id;
}
const session = (user_id: string) => ({
  ...{ id: randomUUID(), user_id, user_agent: "a program", has_second_factor: false, now: time.now() },
});
const signIn = (user: string) => openApiSession(database.db, session(user));
const refresh = (token: string) => refreshApiTokens(database.db, token, time.now());
const mayCall = async (token: string) => (await findApiViewer(database.db, token, time.now())) !== null;
async function refreshed(token: string) {
  const pair = await refresh(token);
  if (!pair) throw new Error("the refresh token does not work");
  return pair;
}
const sessionsOf = (user: string) =>
  database.db.selectFrom("sessions").select("id").where("user_id", "=", user).execute();

describe("tokens in time", () => {
  it("an access token holds to the last second of its hour, by the server's clock alone, and says so in seconds", async () => {
    const { access_token, expires_in, expires_at } = await signIn(await newUser());
    expect([expires_in, expires_at.getTime() - time.now().getTime()]).toEqual([HOUR, HOUR * 1000]);
    time.passSeconds(expires_in - 1);
    expect(await mayCall(access_token)).toBe(true);
    time.passSeconds(1);
    expect(await mayCall(access_token)).toBe(false);
  });

  it("a refresh token holds for 30 days from its own beginning, and each use begins 30 more", async () => {
    const user = await newUser();
    let { refresh_token } = await signIn(user);
    for (const _ of many(3)) {
      time.passSeconds(30 * DAY - 1);
      ({ refresh_token } = await refreshed(refresh_token));
    }
    time.passSeconds(30 * DAY);
    expect(await refresh(refresh_token)).toBeNull();
    // What has run out was nobody's theft: it ends nothing, and there is nothing left that it could open.
    expect(await sessionsOf(user)).toHaveLength(1);
  });

  it("a client may refresh long before its hour is over, and the earlier access token ends with that", async () => {
    const first = await signIn(await newUser());
    const second = await refreshed(first.refresh_token);
    expect([await mayCall(first.access_token), await mayCall(second.access_token)]).toEqual([false, true]);
    time.passSeconds(HOUR - 1);
    expect(await mayCall(second.access_token)).toBe(true);
  });

  it.each([
    ["an hour back", -HOUR],
    ["a day back", -DAY],
    ["an hour and a second ahead", HOUR + 1],
    ["29 days ahead", 29 * DAY],
  ])(
    "when the server's clock is set %s, nobody is signed out who refreshes, and no token is taken for a used one",
    async (_, seconds) => {
      const user = await newUser();
      const first = await signIn(user);
      const second = await refreshed(first.refresh_token);
      time.passSeconds(seconds);
      expect(await mayCall(second.access_token)).toBe(seconds < 0);
      const third = await refreshed(second.refresh_token);
      expect(await mayCall(third.access_token)).toBe(true);
      // Set right again, it goes on: what was begun in the past has run out, and is refreshed as ever.
      time.passSeconds(-seconds);
      expect(await mayCall(third.access_token)).toBe(seconds > 0);
      expect(await mayCall((await refreshed(third.refresh_token)).access_token)).toBe(true);
      expect(await sessionsOf(user)).toHaveLength(1);
    },
  );

  it("a token carries no time and no name that could be written into it", async () => {
    const { access_token, refresh_token } = await signIn(await newUser());
    for (const token of [access_token, refresh_token]) {
      expect(token).toMatch(/^[\w-]{43}$/);
      for (const at of [0, 20, 41]) {
        const other = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
        expect([await mayCall(other), await refresh(other)]).toEqual([false, null]);
      }
    }
    expect([await mayCall(refresh_token), await refresh(access_token)]).toEqual([false, null]);
    expect(await mayCall(access_token)).toBe(true);
  });
});

describe("a refresh token that comes again", () => {
  it.each([0, 1, 5])(
    "ends its whole family, %s refreshes later, and nothing else of its owner",
    async (later) => {
      const user = await newUser();
      const stolen = (await signIn(user)).refresh_token;
      let newest = await refreshed(stolen);
      for (const _ of many(later)) newest = await refreshed(newest.refresh_token);
      const other = await signIn(user);
      const browser = await openSession(database.db, session(user));
      const neighbour = await signIn(await newUser());
      expect(await refresh(stolen)).toBeNull();
      expect([await mayCall(newest.access_token), await refresh(newest.refresh_token)]).toEqual([
        false,
        null,
      ]);
      // Another program, the browser and everybody else go on, and the owner may sign in again at once.
      expect(await mayCall(other.access_token)).toBe(true);
      expect(await mayCall((await refreshed(other.refresh_token)).access_token)).toBe(true);
      expect(await findViewer(database.db, browser, time.now())).not.toBeNull();
      expect(await mayCall(neighbour.access_token)).toBe(true);
      const again = await signIn(user);
      expect([await refresh(stolen), await mayCall(again.access_token)]).toEqual([null, true]);
      expect(await sessionsOf(user)).toHaveLength(3);
    },
  );

  it("is known to be used even when it would have run out by now", async () => {
    const user = await newUser();
    const first = await signIn(user);
    time.passSeconds(29 * DAY);
    const second = await refreshed(first.refresh_token);
    time.passSeconds(2 * DAY);
    expect(await refresh(first.refresh_token)).toBeNull();
    expect(await refresh(second.refresh_token)).toBeNull();
    expect(await sessionsOf(user)).toEqual([]);
  });

  it.each([2, 20])(
    "at once, %s times: one wins, all others find it used, and the family has ended",
    async (count) => {
      const user = await newUser();
      const { refresh_token } = await signIn(user);
      const other = await signIn(user);
      const pairs = await all(many(count), () => refresh(refresh_token));
      const won = pairs.filter((pair) => pair !== null);
      expect(won).toHaveLength(1);
      for (const pair of won)
        expect([await mayCall(pair.access_token), await refresh(pair.refresh_token)]).toEqual([false, null]);
      expect(await mayCall(other.access_token)).toBe(true);
    },
  );

  it("of many programs of one account that refresh at once, each with its own, all go on", async () => {
    const user = await newUser();
    const firsts = await all(many(20), () => signIn(user));
    const pairs = await all(firsts, ({ refresh_token }) => refresh(refresh_token));
    for (const pair of pairs) expect(await mayCall(pair?.access_token ?? "")).toBe(true);
    expect(await sessionsOf(user)).toHaveLength(20);
  });
});

it("a refresh and the end of all sessions at once leave no token that works", async () => {
  const user = await newUser();
  for (const _ of many(10)) {
    const { refresh_token } = await signIn(user);
    const [pair] = await Promise.all([refresh(refresh_token), endSessions(database.db, user, null)]);
    if (pair)
      expect([await mayCall(pair.access_token), await refresh(pair.refresh_token)]).toEqual([false, null]);
    expect(await sessionsOf(user)).toEqual([]);
  }
});
