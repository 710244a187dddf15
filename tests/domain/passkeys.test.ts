import { describe, expect } from "vitest";
import {
  addPasskey,
  askForPasskey,
  type ChallengeUse,
  checkPasskey,
  listPasskeys,
  offerPasskey,
  removePasskey,
} from "../../app/domain/auth/passkeys.server.ts";
import { giveSecondFactor, removeSecondFactor } from "../../app/domain/auth/second-factor.server.ts";
import { findViewer, openSession } from "../../app/domain/auth/sessions.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { many } from "../support/database/at-once.ts";
import { test } from "../support/domain-test.ts";
import { withPayouts } from "../support/money/payout-world.ts";
import { createCreator, createTipWorld } from "../support/money/tip-world.ts";
import { type SoftwareAuthenticator, softwareAuthenticator } from "../support/software-authenticator.ts";

// Passkeys beside the second factor: how one is added, used and removed (docs/product.md, 6.3).

const publicUrl = "https://tribute.example";
let world: ReturnType<typeof withPayouts> & { publicUrl: string };

test.beforeAll(async ({ database }) => {
  world = { ...withPayouts(createTipWorld(database.db)), publicUrl };
});

interface Owner {
  user_id: string;
  session_id: string;
  token: string;
}

/** A creator with a second factor, signed in by a code just now. */
async function signedIn(has_second_factor = true): Promise<Owner> {
  const { id: user_id } = await createCreator(world);
  await giveSecondFactor(world, { id: user_id, email: "" });
  return { user_id, ...(await newSession(user_id, has_second_factor)) };
}

async function newSession(user_id: string, has_second_factor = true) {
  const session_id = world.newId();
  const session = { id: session_id, user_id, user_agent: "test", has_second_factor, now: world.clock() };
  return { session_id, token: await openSession(world.db, session) };
}

const offer = ({ user_id, session_id }: Owner) =>
  offerPasskey(world, { id: user_id, email: "ada@creators.example", session_id });

const add = ({ user_id, session_id }: Owner, passkey: string, name = "Phone") =>
  addPasskey(world, { user_id, asker: { session_id }, name, passkey });

async function withPasskey(): Promise<Owner & { device: SoftwareAuthenticator }> {
  const owner = await signedIn();
  const device = softwareAuthenticator(publicUrl);
  expect(await add(owner, device.make(await offer(owner)))).toBe("added");
  return { ...owner, device };
}

const SIGN_IN: ChallengeUse = { purpose: "sign-in", holder: "the token of a half sign-in" };

async function ask({ user_id }: Owner, use = SIGN_IN) {
  const options = await askForPasskey(world, user_id, use);
  if (!options) throw new Error("this account has no passkey");
  return options;
}

const check = ({ user_id }: Owner, passkey: string, use = SIGN_IN) =>
  checkPasskey(world, user_id, use, passkey);

describe("adding a passkey", () => {
  test("keeps its name and lets its owner answer with it", async () => {
    const owner = await withPasskey();
    expect(await listPasskeys(world.db, owner.user_id)).toMatchObject([
      { name: "Phone", last_used_at: null },
    ]);
    const options = await ask(owner);
    expect(options).toMatchObject({ rpId: "tribute.example", userVerification: "required" });
    expect(options.allowCredentials).toMatchObject([{ id: owner.device.id }]);
    expect(await check(owner, owner.device.answer(options))).toBe(true);
    expect(await listPasskeys(world.db, owner.user_id)).toMatchObject([{ last_used_at: world.clock() }]);
  });

  test("ends the other sessions, keeps the own one, and is told by mail; so does removing it", async () => {
    const owner = await signedIn();
    const isOpen = async (token: string) => (await findViewer(world.db, token, world.clock())) !== null;
    const other = await newSession(owner.user_id);
    const device = softwareAuthenticator(publicUrl);
    await add(owner, device.make(await offer(owner)));
    expect([await isOpen(owner.token), await isOpen(other.token)]).toEqual([true, false]);
    const later = await newSession(owner.user_id);
    const [passkey] = await listPasskeys(world.db, owner.user_id);
    const of = { user_id: owner.user_id, asker: { session_id: owner.session_id } };
    expect(await removePasskey(world, { ...of, id: passkey?.id ?? "" })).toBe("removed");
    expect([await isOpen(owner.token), await isOpen(later.token)]).toEqual([true, false]);
    const mails = await world.db
      .selectFrom("mail_outbox")
      .select("params")
      .where("user_id", "=", owner.user_id)
      .where("template", "=", "passkey_changed")
      .orderBy("id")
      .execute();
    expect(mails.map(({ params }) => params)).toMatchObject([
      { is_added: true, name: "Phone" },
      { is_added: false, name: "Phone" },
    ]);
  });

  test("needs a fresh code, and the second factor in use", async () => {
    const stale = await signedIn(false);
    const device = softwareAuthenticator(publicUrl);
    expect(await add(stale, device.make(await offer(stale)))).toBe("no_code");
    const without = await signedIn();
    await removeSecondFactor(world, without.user_id, { session_id: without.session_id });
    expect(await add(without, device.make(await offer(without)))).toBe("no_code");
    const owner = await withPasskey();
    const [passkey] = await listPasskeys(world.db, owner.user_id);
    const { session_id } = await newSession(owner.user_id, false);
    const of = { user_id: owner.user_id, asker: { session_id }, id: passkey?.id ?? "" };
    expect(await removePasskey(world, of)).toBe("no_code");
  });

  test("takes a challenge once, by the session that it was made for, and each passkey once", async () => {
    const owner = await signedIn();
    const device = softwareAuthenticator(publicUrl);
    const options = await offer(owner);
    expect(await add(await signedIn(), device.make(options))).toBe("refused");
    expect(await add(owner, device.make(options))).toBe("added");
    expect(await add(owner, softwareAuthenticator(publicUrl).make(options))).toBe("refused");
    expect(await add(owner, device.make(await offer(owner)))).toBe("refused");
    const stranger = await signedIn();
    expect(await add(stranger, device.make(await offer(stranger)))).toBe("refused");
  });

  test.for([
    { what: "another site's", odd: { origin: "https://tribute.example.evil.example" } },
    { what: "another host's", odd: { host: "evil.example" } },
    { what: "one whose owner proved nothing", odd: { isUnverified: true } },
    { what: "one with certificates", odd: { x5c: [Buffer.from("a certificate")] } },
  ])("refuses $what", async ({ odd }) => {
    const owner = await signedIn();
    const passkey = softwareAuthenticator(publicUrl).make(await offer(owner), odd);
    expect(await add(owner, passkey)).toBe("refused");
  });

  test.for(["", "{}", "null", '{"id":1}', "no JSON"])("refuses %j", async (passkey) => {
    const owner = await withPasskey();
    expect(await add(owner, passkey)).toBe("refused");
    expect(await check(owner, passkey)).toBe(false);
  });

  test("ends at a number of passkeys", async () => {
    const owner = await signedIn();
    const outcomes: string[] = [];
    for (const _ of many(productRules.passkey.per_account + 1))
      outcomes.push(await add(owner, softwareAuthenticator(publicUrl).make(await offer(owner))));
    expect(outcomes.filter((each) => each === "added")).toHaveLength(productRules.passkey.per_account);
    expect(outcomes.at(-1)).toBe("too_many");
  });
});

describe("an answer of a passkey is refused", () => {
  test("a second time, also at the same moment", async () => {
    const owner = await withPasskey();
    const answer = owner.device.answer(await ask(owner));
    const answers = await Promise.all(many(5).map(() => check(owner, answer)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    // A synced passkey counts nothing: its used challenge alone refuses it.
    const synced = await withPasskey();
    await world.db
      .updateTable("passkeys")
      .set({ counter: 0 })
      .where("user_id", "=", synced.user_id)
      .execute();
    const uncounted = synced.device.answer(await ask(synced), { counter: 0 });
    expect([await check(synced, uncounted), await check(synced, uncounted)]).toEqual([true, false]);
  });

  test("for another purpose, another holder, or after its time", async () => {
    const owner = await withPasskey();
    const answer = owner.device.answer(await ask(owner));
    expect(await check(owner, answer, { ...SIGN_IN, purpose: "confirm" })).toBe(false);
    expect(await check(owner, answer, { ...SIGN_IN, holder: "another half sign-in" })).toBe(false);
    expect(await check(owner, owner.device.answer(await offer(owner)))).toBe(false);
    expect(await check(owner, owner.device.answer({ challenge: "bWFkZSB1cA" }))).toBe(false);
    expect(await check(owner, owner.device.answer({ challenge: "" }))).toBe(false);
    world.time.passSeconds(productRules.passkey.challenge_minutes * 60);
    expect(await check(owner, answer)).toBe(false);
  });

  test("of another account's passkey", async () => {
    const [owner, other] = [await withPasskey(), await withPasskey()];
    expect(await check(owner, other.device.answer(await ask(owner)))).toBe(false);
    expect(await check(other, owner.device.answer(await ask(owner)))).toBe(false);
  });

  test("whose counter does not go on", async () => {
    const owner = await withPasskey();
    expect(await check(owner, owner.device.answer(await ask(owner), { counter: 7 }))).toBe(true);
    for (const counter of [0, 6, 7])
      expect(await check(owner, owner.device.answer(await ask(owner), { counter }))).toBe(false);
    expect(await check(owner, owner.device.answer(await ask(owner), { counter: 8 }))).toBe(true);
  });

  test("of a passkey that was removed, or went with the second factor", async () => {
    const owner = await withPasskey();
    const of = { user_id: owner.user_id, asker: { session_id: owner.session_id } };
    const answer = owner.device.answer(await ask(owner));
    const [passkey] = await listPasskeys(world.db, owner.user_id);
    await removePasskey(world, { ...of, id: passkey?.id ?? "" });
    expect(await check(owner, answer)).toBe(false);
    expect(await askForPasskey(world, owner.user_id, SIGN_IN)).toBeNull();
    const other = await withPasskey();
    const late = other.device.answer(await ask(other));
    await removeSecondFactor(world, other.user_id, { session_id: other.session_id });
    expect(await check(other, late)).toBe(false);
  });

  test.for([
    { what: "by another site", odd: { origin: "https://evil.example" } },
    { what: "without TLS", odd: { origin: "http://tribute.example" } },
    { what: "for another host", odd: { host: "evil.example" } },
    { what: "whose owner proved nothing", odd: { isUnverified: true } },
  ])("made $what", async ({ odd }) => {
    const owner = await withPasskey();
    expect(await check(owner, owner.device.answer(await ask(owner), odd))).toBe(false);
  });
});

test("a stranger removes no passkey of others", async () => {
  const [owner, stranger] = [await withPasskey(), await withPasskey()];
  const [passkey] = await listPasskeys(world.db, owner.user_id);
  const of = { user_id: stranger.user_id, asker: { session_id: stranger.session_id } };
  expect(await removePasskey(world, { ...of, id: passkey?.id ?? "" })).toBe("gone");
  expect(await listPasskeys(world.db, owner.user_id)).toHaveLength(1);
});
