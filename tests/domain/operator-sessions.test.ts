import { expect } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { endSessionsOf } from "../../app/domain/auth/operators.server.ts";
import { hasFreshCode, noteFreshCode } from "../../app/domain/auth/second-factor.server.ts";
import {
  findApiViewer,
  findPollingUser,
  findViewer,
  openApiSession,
  openSession,
  type Presence,
  refreshApiTokens,
} from "../../app/domain/auth/sessions.server.ts";
import { test } from "../support/domain-test.ts";
import { makeOperator, type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import { createCreator, createTipWorld } from "../support/money/tip-world.ts";

// Operators' sessions: how they end, and what a fresh code is (docs/product.md, 6.12).

const MINUTE = 60_000;
let world: PayoutWorld;

test.beforeAll(async ({ database }) => {
  world = withPayouts(createTipWorld(database.db));
});

const begun = new Date("2026-11-25T08:00:00.000Z");
const after = (minutes: number, seconds = 0) => new Date(begun.getTime() + minutes * MINUTE + seconds * 1000);

const session = (user_id: string, is_demo = false) => ({
  ...{ id: world.newId(), user_id, user_agent: "test", has_second_factor: true, is_demo },
  now: begun,
});

/** Whether a session is open after requests at these minutes, each by a person, a script or ahead of a person. */
async function isOpenAfter(token: string, requests: [minute: number, by: Presence][], minute: number) {
  for (const [at, by] of requests) await findViewer(world.db, token, after(at), by);
  return (await findViewer(world.db, token, after(minute), "ahead")) !== null;
}

test.for<{ requests: [number, Presence][]; minute: number; isOpen: boolean; what: string }>([
  { what: "29 minutes without a request", requests: [], minute: 29, isOpen: true },
  { what: "30 minutes without a request", requests: [], minute: 30, isOpen: false },
  { what: "a request of the person", requests: [[20, "person"]], minute: 49, isOpen: true },
  { what: "30 minutes after that request", requests: [[20, "person"]], minute: 50, isOpen: false },
  {
    what: "polls alone",
    requests: [
      [10, "script"],
      [20, "script"],
    ],
    minute: 30,
    isOpen: false,
  },
  { what: "pages fetched ahead", requests: [[20, "ahead"]], minute: 30, isOpen: false },
])("an operator's session after $what", async ({ requests, minute, isOpen }) => {
  const token = await openSession(world.db, session(await makeOperator(world)));
  expect(await isOpenAfter(token, requests, minute)).toBe(isOpen);
});

test("an operator's session ends after 12 hours, however busy it is", async () => {
  const token = await openSession(world.db, session(await makeOperator(world)));
  const busy = Array.from({ length: 35 }, (_, place): [number, Presence] => [(place + 1) * 20, "person"]);
  expect(await isOpenAfter(token, busy, 719)).toBe(true);
  expect(await isOpenAfter(token, [[719, "person"]], 720)).toBe(false);
});

test("a demo operator's session lasts a day and no longer", async () => {
  const token = await openSession(world.db, session(await makeOperator(world), true));
  expect(await isOpenAfter(token, [], 24 * 60 - 1)).toBe(true);
  expect(await isOpenAfter(token, [[24 * 60 - 1, "person"]], 24 * 60)).toBe(false);
});

test("a creator's session is not shortened, and polls renew it", async () => {
  const token = await openSession(world.db, session((await createCreator(world)).id));
  const day = 24 * 60;
  expect(await isOpenAfter(token, [[20 * day, "script"]], 45 * day)).toBe(true);
});

test("a poll answers for an operator's open session and does not prolong it", async () => {
  const token = await openSession(world.db, session(await makeOperator(world)));
  expect(await findPollingUser(world.db, token, after(29))).not.toBeNull();
  expect(await findPollingUser(world.db, token, after(30))).toBeNull();
});

test("an operator's API tokens end with the same limits", async () => {
  const tokens = await openApiSession(world.db, session(await makeOperator(world)));
  expect(tokens.expires_in).toBe(30 * 60);
  expect(await findApiViewer(world.db, tokens.access_token, after(29))).not.toBeNull();
  expect(await findApiViewer(world.db, tokens.access_token, after(30))).toBeNull();
  let { refresh_token } = tokens;
  for (let minute = 20; minute < 720; minute += 20) {
    const next = await refreshApiTokens(world.db, refresh_token, after(minute));
    if (!next) throw new Error(`no new pair after ${minute} minutes`);
    refresh_token = next.refresh_token;
  }
  expect(await refreshApiTokens(world.db, refresh_token, after(720))).toBeNull();
});

test("a code is fresh for 15 minutes, in the session where it was typed alone", async () => {
  const operator = await makeOperator(world);
  const [own, other] = [session(operator, true), { ...session(operator, true), has_second_factor: false }];
  const [token, otherToken] = [await openSession(world.db, own), await openSession(world.db, other)];
  const isFresh = async (of: string, at: Date) => {
    const found = await findViewer(world.db, of, at);
    return found !== null && hasFreshCode(found.viewer, at);
  };
  expect(await isFresh(token, after(14, 59))).toBe(true);
  expect(await isFresh(token, after(15))).toBe(false);
  await noteFreshCode(world.db, { id: own.id, user_id: operator }, after(20));
  expect(await isFresh(token, after(34))).toBe(true);
  expect(await isFresh(otherToken, after(21))).toBe(false);
  await noteFreshCode(world.db, { id: other.id, user_id: await makeOperator(world) }, after(21));
  expect(await isFresh(otherToken, after(21))).toBe(false);
});

test("an operator ends another's sessions and tokens, and the log says so", async () => {
  const [operator_id, user_id] = [await makeOperator(world), await makeOperator(world)];
  const token = await openSession(world.db, session(user_id));
  const own = await openSession(world.db, session(operator_id));
  const { access_token, refresh_token } = await openApiSession(world.db, session(user_id));
  expect(await endSessionsOf(world, { user_id, operator_id })).toBe("signed_out");
  expect(await findViewer(world.db, token, after(1))).toBeNull();
  expect(await findApiViewer(world.db, access_token, after(1))).toBeNull();
  expect(await refreshApiTokens(world.db, refresh_token, after(1))).toBeNull();
  expect(await findViewer(world.db, own, after(1))).not.toBeNull();
  const { entries } = await listAudit(world.db, { subject: `user:${user_id}` });
  expect(entries.map(({ action }) => action)).toContain("account.sessions_ended");
});

test("nobody but an operator ends others' sessions, and the own ones end elsewhere", async () => {
  const [operator_id, creator] = [await makeOperator(world), await createCreator(world)];
  const token = await openSession(world.db, session(operator_id));
  await expect(endSessionsOf(world, { user_id: operator_id, operator_id: creator.id })).rejects.toThrow();
  expect(await endSessionsOf(world, { user_id: operator_id, operator_id })).toBe("gone");
  expect(await endSessionsOf(world, { user_id: world.newId(), operator_id })).toBe("gone");
  expect(await findViewer(world.db, token, after(1))).not.toBeNull();
});
