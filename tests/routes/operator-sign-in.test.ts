import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import { createEncryption } from "../../app/crypto/crypto.server.ts";
import { giveSecondFactor } from "../../app/domain/auth/second-factor.server.ts";
import { records } from "../support/database/records.ts";
import { wireFan } from "../support/http/http-client.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import {
  type AccountOwner,
  cookieOf,
  makeAccount,
  newAddress,
  PASSWORD,
  setCookie,
} from "../support/http/users.ts";

// Fresh codes, ended sessions and mails about new devices, over HTTP (docs/product.md, 6.12 and 6.3).

const encryption = createEncryption(TEST_SECRETS.APP_SECRET);
const nowhere = "/admin/payouts/00000000-0000-7000-8000-000000000000/cancellation";

async function operator() {
  const user = await makeAccount({ role: "ADMIN", username: null, name: null });
  const { secret } = await giveSecondFactor({ db: records(), encryption, clock: () => new Date() }, user);
  const Cookie = await cookieOf(user, true);
  return { user, Cookie, code: () => new TOTP({ secret }).generate() };
}

const makeStale = (user: AccountOwner) =>
  records()
    .updateTable("sessions")
    .set({ code_at: new Date(Date.now() - 15 * 60_000) })
    .where("user_id", "=", user.id)
    .execute();

const newsTo = async ({ id }: AccountOwner) =>
  await records()
    .selectFrom("mail_outbox")
    .select("id")
    .where("template", "=", "new_device")
    .where("user_id", "=", id)
    .execute();

test("acts of money ask for a code after 15 minutes, and take each once", async () => {
  const { user, Cookie, code } = await operator();
  const wire = wireFan("en", { Cookie, ...newAddress() });
  expect((await wire.post(nowhere, {})).headers.location ?? "").not.toContain("/admin/code");
  await makeStale(user);
  const refused = await wire.post(nowhere, {});
  const ask = `/admin/code?return_to=${encodeURIComponent(nowhere)}`;
  expect([refused.status, refused.headers.location]).toEqual([303, ask]);
  expect((await wire.get("/admin/payouts")).status).toBe(200);
  const page = await wire.get(ask);
  expect(page.text).toContain("Confirm with a code");
  const typed = code();
  const right = await wire.post(ask, { code: typed });
  expect([right.status, right.headers.location]).toEqual([303, nowhere]);
  expect((await wire.post(nowhere, {})).headers.location ?? "").not.toContain("/admin/code");
  await makeStale(user);
  const again = await wire.post(ask, { code: typed });
  expect(again.headers.location ?? "").not.toBe(nowhere);
  expect((await wire.post(nowhere, {})).headers.location).toBe(ask);
});

test("what was typed into the form of an act waits on the page that asks for a code, and is sent with it", async () => {
  const { user, Cookie, code } = await operator();
  const wire = wireFan("en", { Cookie, ...newAddress() });
  const { id } = await records()
    .selectFrom("payouts")
    .select("id")
    .where("status", "=", "PAID")
    .executeTakeFirstOrThrow();
  const page = `/admin/payouts/${id}`;
  const typed = { intent: "dropped", reason: "The account is open, says the bank" };
  await makeStale(user);
  const asked = await wire.post(page, typed);
  expect(asked.status).toBe(403);
  expect(asked.text).toContain("Confirm with a code");
  expect(asked.text).toContain('value="The account is open, says the bank"');
  const wrong = await wire.post(page, { ...typed, confirm_code: "1" });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain('value="The account is open, says the bank"');
  const done = await wire.post(page, { ...typed, confirm_code: code() });
  // Nothing was reported of this payout: the act was sent, and found nothing to do.
  expect([done.status, done.headers.location]).toEqual([303, `${page}?done=gone`]);
});

test("what was typed for an act that waits for a code is shown to no other session, which can neither send it", async () => {
  const { user, Cookie, code } = await operator();
  const page = `/admin/users/${(await makeAccount({ status: "LOCKED" })).id}`;
  const typed = { intent: "give_up", reason: "Words of this session alone" };
  await makeStale(user);
  const wire = wireFan("en", { Cookie, ...newAddress() });
  expect((await wire.post(page, typed)).text).toContain(typed.reason);
  const elsewhere = wireFan("en", { Cookie: await cookieOf(user, true), ...newAddress() });
  await makeStale(user);
  for (const path of [page, "/admin/code"])
    expect((await elsewhere.get(path)).text).not.toContain(typed.reason);
  const empty = await elsewhere.post(page, { intent: "give_up", confirm_code: code() });
  expect([empty.status, empty.text.includes(typed.reason)]).toEqual([422, false]);
  // A code that was typed in one session is none of another.
  expect((await wire.post(page, typed)).status).toBe(403);
});

test("a code is not kept among what was typed, and is taken once", async () => {
  const { user, Cookie, code } = await operator();
  const page = `/admin/users/${(await makeAccount()).id}`;
  const wire = wireFan("en", { Cookie, ...newAddress() });
  await makeStale(user);
  const typed = { intent: "give_up", currency: "EUR", reason: "Left the platform" };
  const wrong = await wire.post(page, { ...typed, confirm_code: "271828" });
  expect([wrong.status, wrong.text.includes("271828")]).toEqual([422, false]);
  const confirm_code = code();
  const done = await wire.post(page, { ...typed, confirm_code });
  expect(done.headers.location).toMatch(`${page}?done=`);
  await makeStale(user);
  expect((await wire.post(page, { ...typed, confirm_code })).status).toBe(422);
});

test.for(["reset_factor", "pay_out"])(
  "the act %s of a user's page needs a code, and is pressed again after it",
  async (intent) => {
    const { user, Cookie, code } = await operator();
    const page = `/admin/users/${(await makeAccount({ status: "LOCKED" })).id}`;
    const wire = wireFan("en", { Cookie, ...newAddress() });
    await makeStale(user);
    const press = () => wire.post(page, { intent, currency: "EUR" });
    const ask = `/admin/code?return_to=${encodeURIComponent(page)}`;
    expect((await press()).headers.location).toBe(ask);
    expect((await wire.post(ask, { code: code() })).headers.location).toBe(page);
    expect((await press()).headers.location).toMatch(`${page}?done=`);
  },
);

test.for(["give_up"])(
  "the act %s of a user's page, which has a reason, needs a code in place, and is done with it",
  async (intent) => {
    const { user, Cookie, code } = await operator();
    const { id } = await makeAccount({ status: "LOCKED" });
    const page = `/admin/users/${id}`;
    const typed = { intent, currency: "EUR", reason: "Left the platform" };
    const wire = wireFan("en", { Cookie, ...newAddress() });
    await makeStale(user);
    const asked = await wire.post(page, typed);
    expect(asked.status).toBe(403);
    expect(asked.text).toContain("Confirm with a code");
    expect(asked.text).toContain(`name="intent" value="${intent}"`);
    const answer = await wire.post(page, { ...typed, confirm_code: code() });
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toMatch(`${page}?done=`);
  },
);

test("what is no matter of money or rights asks for no code", async () => {
  const { user, Cookie } = await operator();
  await makeStale(user);
  const { id } = await makeAccount();
  const wire = wireFan("en", { Cookie, ...newAddress() });
  const done = await wire.post(`/admin/users/${id}`, { intent: "end_sessions" });
  expect(done.headers.location).toBe(`/admin/users/${id}?done=signed_out`);
  expect((await wire.get(done.headers.location ?? "")).text).toContain("Logged out everywhere.");
});

test("an operator signs another out by a button, never the own account", async () => {
  const [one, other] = [await operator(), await operator()];
  const wire = wireFan("en", { Cookie: one.Cookie, ...newAddress() });
  const path = (user: AccountOwner) => `/admin/users/${user.id}`;
  expect((await wire.get(path(other.user))).text).toContain('value="end_sessions"');
  expect((await wire.get(path(one.user))).text).not.toContain("end_sessions");
  await wire.post(path(other.user), { intent: "end_sessions" });
  const answer = await wireFan("en", { Cookie: other.Cookie, ...newAddress() }).get("/admin");
  expect([answer.status, answer.headers.location]).toEqual([303, "/login?return_to=%2Fadmin"]);
});

test("an operator's polls leave the end of the session where it is", async () => {
  const { user, Cookie } = await operator();
  const wire = wireFan("en", { Cookie, ...newAddress() });
  const expires_at = new Date(Date.now() + 5 * 60_000);
  await records().updateTable("sessions").set({ expires_at }).where("user_id", "=", user.id).execute();
  const end = async () =>
    (
      await records()
        .selectFrom("sessions")
        .select("expires_at")
        .where("user_id", "=", user.id)
        .executeTakeFirstOrThrow()
    ).expires_at;
  expect((await wire.get("/api/user")).status).toBe(200);
  await wire.get("/admin", { "Sec-Purpose": "prefetch" });
  expect(await end()).toEqual(expires_at);
  await wire.get("/admin");
  expect((await end()).getTime()).toBeGreaterThan(expires_at.getTime());
});

test("a login from a new device is told by mail, from a known one not", async () => {
  const user = await makeAccount();
  const wire = wireFan("en", newAddress());
  const agent = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
  const login = (headers: Record<string, string>) =>
    wire.post("/login", { email: user.email, password: PASSWORD }, { ...agent, ...headers });
  const first = await login({});
  expect(await newsTo(user)).toHaveLength(1);
  await login({ Cookie: `device=${setCookie(first.headers, "device")}` });
  expect(await newsTo(user)).toHaveLength(1);
  await login({});
  expect(await newsTo(user)).toHaveLength(2);
});

test("an API login from a new network is told by mail, from a known one not", async () => {
  const user = await makeAccount();
  const [home, away] = [wireFan("en", newAddress()), wireFan("en", newAddress())];
  for (const wire of [home, home, away, away])
    expect((await wire.post("/api/login", { email: user.email, password: PASSWORD })).status).toBe(200);
  expect(await newsTo(user)).toHaveLength(2);
});
