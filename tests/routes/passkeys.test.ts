import { randomUUID } from "node:crypto";
import { TOTP } from "otpauth";
import { describe, expect, inject, test } from "vitest";
import { z } from "zod";
import { createEncryption } from "../../app/crypto/crypto.server.ts";
import { listPasskeys } from "../../app/domain/auth/passkeys.server.ts";
import { giveSecondFactor } from "../../app/domain/auth/second-factor.server.ts";
import { isAppPath } from "../../app/ui/shells/app-pages.ts";
import { many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { type WireFan, wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { dataOf, readData } from "../support/http/page-data.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { attribute, readStrictly } from "../support/http/strict-html.ts";
import { cookieOf, makeAccount, newAddress, PASSWORD, setCookie } from "../support/http/users.ts";
import { type SoftwareAuthenticator, softwareAuthenticator } from "../support/software-authenticator.ts";

// Passkeys over HTTP: the page that adds and removes them, the second step of signing in, operators' fresh proofs.

const PAGE = "/account/security/passkeys";
const encryption = createEncryption(TEST_SECRETS.APP_SECRET);

async function withFactor(change: Parameters<typeof makeAccount>[0] = {}, isFresh = true) {
  const user = await makeAccount(change);
  const { secret } = await giveSecondFactor({ db: records(), encryption, clock: () => new Date() }, user);
  const wire = wireFan("en", { Cookie: await cookieOf(user, isFresh), ...newAddress() });
  return { user, wire, code: () => new TOTP({ secret }).generate() };
}

/** What a page asks an authenticator for; null where it asks for nothing. */
async function askedBy(wire: WireFan, path: string, headers = {}): Promise<{ challenge: string } | null> {
  const page = await wire.get(path, headers);
  expect(page.status).toBe(200);
  if (isAppPath(path)) return await askedByData(await wire.get(dataOf(path), headers));
  const form = readStrictly(page.text)
    .elements("form")
    .find((each) => attribute(each, "data-passkey") !== null);
  return form ? JSON.parse(attribute(form, "data-passkey") ?? "") : null;
}

const optionsOfPage = z.union([
  z
    .object({
      "routes/account/passkeys": z.object({
        data: z.object({ proof: z.string().nullable(), own: z.object({ offer: z.string() }).nullable() }),
      }),
    })
    .transform(({ "routes/account/passkeys": { data } }) => data.own?.offer ?? data.proof),
  z
    .object({ "routes/admin/code": z.object({ data: z.object({ passkey: z.string().nullable() }) }) })
    .transform(({ "routes/admin/code": { data } }) => data.passkey),
]);

/** The data of a hydrated page has what the test looks for. */
async function askedByData(answer: Answer): Promise<{ challenge: string } | null> {
  const options = optionsOfPage.parse(await readData(answer));
  return options === null ? null : JSON.parse(options);
}

async function withPasskey(change: Parameters<typeof makeAccount>[0] = {}) {
  const owner = await withFactor(change);
  const device = softwareAuthenticator(inject("product").url);
  const asked = await askedBy(owner.wire, PAGE);
  const added = await owner.wire.post(PAGE, {
    intent: "add",
    name: "Phone",
    passkey: device.make(asked ?? NONE),
  });
  expect([added.status, added.headers.location]).toEqual([303, PAGE]);
  return { ...owner, device };
}

const NONE = { challenge: "" };
const passkeysOf = async (user: { id: string }) => (await listPasskeys(records(), user.id)).length;

describe("the page of passkeys", () => {
  test("leads away without a second factor", async () => {
    const wire = wireFan("en", { Cookie: await cookieOf(await makeAccount(), true) });
    const answer = await wire.get(PAGE);
    expect([answer.status, answer.headers.location]).toEqual([303, "/account/security"]);
  });

  test("asks for a fresh code first, and takes a passkey for it", async () => {
    const { user, wire, code, device } = await withPasskey();
    const stale = wireFan("en", { Cookie: await cookieOf(user), ...newAddress() });
    expect((await stale.get(PAGE)).text).not.toContain("Phone");
    await stale.post(PAGE, { intent: "add", name: "Laptop", passkey: device.make(NONE) });
    expect(await passkeysOf(user)).toBe(1);
    const asked = await askedBy(stale, PAGE);
    await stale.post(PAGE, { intent: "passkey", passkey: device.answer(asked ?? NONE) });
    expect((await stale.get(PAGE)).text).toContain("Phone");
    const other = wireFan("en", { Cookie: await cookieOf(user), ...newAddress() });
    await other.post(PAGE, { code: code() });
    expect((await other.get(PAGE)).text).toContain("Phone");
    expect((await wire.get("/account/security")).text).toContain("Phone");
  });

  test("removes a passkey, and says without script what script is for", async () => {
    const { user, wire } = await withPasskey();
    const [passkey] = await listPasskeys(records(), user.id);
    expect((await wire.get(PAGE)).text).toContain("Needs JavaScript");
    await wire.post(PAGE, { intent: "remove", id: randomUUID() });
    expect(await passkeysOf(user)).toBe(1);
    await wire.post(PAGE, { intent: "remove", id: passkey?.id ?? "" });
    expect(await passkeysOf(user)).toBe(0);
  });

  test("refuses an answer without a name, of another session, or that is none, and keeps none of it", async () => {
    const [owner, other] = [await withFactor(), await withFactor()];
    const device = softwareAuthenticator(inject("product").url);
    const foreign = device.make((await askedBy(other.wire, PAGE)) ?? NONE);
    const own = device.make((await askedBy(owner.wire, PAGE)) ?? NONE);
    for (const [name, passkey, text] of [
      ["Phone", foreign, "Passkey not accepted"],
      ["Phone", "x", "Passkey not accepted"],
      ["", own, "Enter a name"],
    ] as const) {
      const refused = await owner.wire.post(PAGE, { intent: "add", name, passkey });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain(text);
      expect(refused.text).not.toContain(device.id);
    }
    expect(await passkeysOf(owner.user)).toBe(0);
  });
});

describe("the second step of signing in by a passkey", () => {
  const fan = wireFan("en", newAddress());

  async function halfWay(user: { email: string }) {
    const answer = await fan.post("/login", { email: user.email, password: PASSWORD, return_to: "" });
    const half = { Cookie: `second_step=${setCookie(answer.headers, "second_step")}` };
    return { half, asked: (await askedBy(fan, "/login/code", half)) ?? NONE };
  }
  const send = (device: SoftwareAuthenticator, asked: { challenge: string }, half: Record<string, string>) =>
    fan.post("/login/code", { intent: "passkey", passkey: device.answer(asked) }, half);

  test("answers of odd texts are refused, and nothing fails", async () => {
    const { user } = await withPasskey();
    const { half } = await halfWay(user);
    const odd = ["\0", "\ud800", "x".repeat(5000)];
    for (const id of odd) {
      const response = { clientDataJSON: "", authenticatorData: "", signature: "" };
      const passkey = JSON.stringify({ id, rawId: "a", type: "public-key", response });
      const answer = await fan.post("/login/code", { intent: "passkey", passkey }, half);
      expect(answer.status, JSON.stringify(id.slice(0, 9))).toBe(422);
    }
  });

  test("opens a session that records it, once", async () => {
    const { user, device } = await withPasskey();
    const { half, asked } = await halfWay(user);
    const passkey = device.answer(asked);
    const answers = await Promise.all(
      many(5).map(() => fan.post("/login/code", { intent: "passkey", passkey }, half)),
    );
    const tokens = answers.flatMap(({ headers }) => setCookie(headers, "session") ?? []);
    expect(tokens).toHaveLength(1);
    const session = { Cookie: `session=${tokens[0]}` };
    expect((await fan.get(PAGE, session)).text).toContain("Phone");
  });

  test("is not offered to an account without a passkey", async () => {
    const { user } = await withFactor();
    expect((await halfWay(user)).asked).toEqual(NONE);
  });

  test("refuses the challenge of another half sign-in, and another account's passkey", async () => {
    const [owner, other] = [await withPasskey(), await withPasskey()];
    const [first, second] = [await halfWay(owner.user), await halfWay(owner.user)];
    for (const [device, asked] of [
      [owner.device, second.asked],
      [other.device, first.asked],
    ] as const) {
      const answer = await send(device, asked, first.half);
      expect([answer.status, setCookie(answer.headers, "session")]).toEqual([422, null]);
      expect(answer.text).toContain("Passkey not accepted");
    }
    const right = await send(owner.device, first.asked, first.half);
    expect([right.status, right.headers.location]).toEqual([303, "/dashboard"]);
  });

  test("has one budget with codes: five wrong answers block the right one", async () => {
    const { user, device, code } = await withPasskey();
    const { half, asked } = await halfWay(user);
    for (const _ of many(5)) await send(device, NONE, half);
    const blocked = await send(device, asked, half);
    expect(blocked.text).toContain("Too many login attempts");
    const byCode = await fan.post("/login/code", { code: code() }, half);
    expect([byCode.status, setCookie(byCode.headers, "session")]).toEqual([422, null]);
  });
});

test("a passkey is an operator's fresh code, in that session alone", async () => {
  const operator = await withPasskey({ role: "ADMIN", username: null, name: null });
  const act = "/admin/payouts/00000000-0000-7000-8000-000000000000/cancellation";
  const ask = `/admin/code?return_to=${encodeURIComponent(act)}`;
  const makeStale = () =>
    records()
      .updateTable("sessions")
      .set({ code_at: new Date(Date.now() - 15 * 60_000) })
      .where("user_id", "=", operator.user.id)
      .execute();
  await makeStale();
  expect((await operator.wire.post(act, {})).headers.location).toBe(ask);
  const elsewhere = wireFan("en", { Cookie: await cookieOf(operator.user, true), ...newAddress() });
  const foreign = (await askedBy(elsewhere, "/admin/code")) ?? NONE;
  await operator.wire.post(ask, { intent: "passkey", passkey: operator.device.answer(foreign) });
  expect((await operator.wire.post(act, {})).headers.location).toBe(ask);
  const passkey = operator.device.answer((await askedBy(operator.wire, ask)) ?? NONE);
  const right = await operator.wire.post(ask, { intent: "passkey", passkey });
  expect([right.status, right.headers.location]).toEqual([303, act]);
  expect((await operator.wire.post(act, {})).headers.location ?? "").not.toContain("/admin/code");
  await makeStale();
  await operator.wire.post(ask, { intent: "passkey", passkey });
  expect((await operator.wire.post(act, {})).headers.location).toBe(ask);
});
