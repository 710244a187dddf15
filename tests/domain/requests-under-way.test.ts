import { TOTP } from "otpauth";
import { describe, expect } from "vitest";
import { requestDeletion } from "../../app/domain/auth/deletion.server.ts";
import { requestEmailChange, undoEmailChange } from "../../app/domain/auth/email-change.server.ts";
import { changePassword, resetPassword, sendPasswordReset } from "../../app/domain/auth/passwords.server.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  findSetup,
  giveSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "../../app/domain/auth/second-factor.server.ts";
import { type ActingUser, openSession, StaleSession } from "../../app/domain/auth/sessions.server.ts";
import { requestPayoutData } from "../../app/domain/payouts/destinations/payout-data.server.ts";
import { test } from "../support/domain-test.ts";
import { confirmAddress, emailOf, mailedLink, moveTo, userOf } from "../support/money/email-changes.ts";
import { GERMAN_BANK, type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import { type Creator, createCreator, createTipWorld } from "../support/money/tip-world.ts";

// A request whose password and session were right a moment ago does nothing once the owner has the account back.

let world: PayoutWorld;
let owner: Creator;
let asker: Required<ActingUser>;

test.beforeEach(async ({ database }) => {
  world = withPayouts(createTipWorld(database.db));
  owner = await createCreator(world);
  await confirmAddress(world, owner);
  await world.db
    .updateTable("users")
    .set({ firstname: "Ada", lastname: "Kessler" })
    .where("id", "=", owner.id)
    .execute();
  asker = { session_id: await browserSession(), password_hash: "owner's" };
});

const browserSession = async () => {
  const id = world.newId();
  const now = world.clock();
  await openSession(world.db, { id, user_id: owner.id, user_agent: "test", has_second_factor: false, now });
  return id;
};

const codeNow = async () => {
  const setup = await findSetup(world, { id: owner.id, email: "" });
  return new TOTP({ secret: setup?.secret ?? "" }).generate({ timestamp: world.clock().getTime() });
};

const elsewhere = () => `${owner.username}.${world.newId()}@elsewhere.example`;

/** What was asked for while the password and the session were right. */
const REQUESTS: Record<string, { make: () => Promise<unknown> }> = {
  "another password": {
    make: () => changePassword(world, { user_id: owner.id, asker, password: "the thief's own" }),
  },
  "another address": {
    make: () => requestEmailChange(world, { user_id: owner.id, email: elsewhere(), asker }),
  },
  "the link that deletes the account": { make: () => requestDeletion(world, owner.id, asker) },
  "the secret of a second factor": {
    make: () => beginSecondFactor(world, owner.id, { session_id: asker.session_id }),
  },
  "a second factor's first code": {
    make: async () => {
      await beginSecondFactor(world, owner.id);
      const given = { user_id: owner.id, code: await codeNow() };
      return await confirmSecondFactor(world, { ...given, asker: { session_id: asker.session_id } });
    },
  },
  "the end of the second factor": {
    make: () => removeSecondFactor(world, owner.id, { session_id: asker.session_id }),
  },
  "new recovery codes": {
    make: () => renewRecoveryCodes(world.db, owner.id, world.clock(), { session_id: asker.session_id }),
  },
  "other payout data": {
    make: () =>
      requestPayoutData(world, {
        ...{ user_id: owner.id, details: GERMAN_BANK, bank_country: "DE" },
        asker: { session_id: asker.session_id },
      }),
  },
};

const RESCUES: Record<string, () => Promise<unknown>> = {
  "the undo of an email change": async () => undoEmailChange(world, await moveTo(world, owner, elsewhere())),
  "a reset of the password": async () => {
    const email = await emailOf(world, owner);
    await sendPasswordReset(world, email);
    const token = await mailedLink(world, "password_reset", email);
    return await resetPassword(world, { token, password: "the owner's own" });
  },
};

describe.for(Object.keys(RESCUES))("after %s", (rescue) => {
  test.for(Object.keys(REQUESTS))(`after ${rescue} an open request for %s is refused`, async (request) => {
    expect(await RESCUES[rescue]?.()).not.toBeNull();
    await expect(REQUESTS[request]?.make()).rejects.toThrow(StaleSession);
  });
});

test.for(Object.keys(REQUESTS))("a request for %s is done while the session is open", async (request) => {
  if (request === "new recovery codes") await giveSecondFactor(world, { id: owner.id, email: "" });
  await REQUESTS[request]?.make();
});

test("a change of the password at the same moment as the undo leaves the owner able to sign in", async () => {
  const link = await moveTo(world, owner, elsewhere());
  const changing = changePassword(world, { user_id: owner.id, asker, password: "the thief's own" });
  const undone = await undoEmailChange(world, link);
  await changing.catch(() => undefined);
  expect((await userOf(world, owner)).password_hash).toBeNull();
  const reset = { token: undone?.password_token ?? "", password: "the owner's own" };
  expect(await resetPassword(world, reset)).toEqual({ user_id: owner.id });
});

test("a session that is still open does not stand for a password that was changed meanwhile", async () => {
  await changePassword(world, { user_id: owner.id, asker, password: "another one" });
  const email = elsewhere();
  await expect(requestEmailChange(world, { user_id: owner.id, email, asker })).rejects.toThrow(StaleSession);
  await expect(requestDeletion(world, owner.id, asker)).rejects.toThrow(StaleSession);
});
