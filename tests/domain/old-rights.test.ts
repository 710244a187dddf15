import { sql } from "kysely";
import { TOTP } from "otpauth";
import { expect } from "vitest";
import { findKeyViewer, makeApiKey } from "../../app/domain/auth/api-keys.server.ts";
import { deleteAccount, requestDeletion } from "../../app/domain/auth/deletion.server.ts";
import { undoEmailChange } from "../../app/domain/auth/email-change.server.ts";
import { findKnownDevice, rememberDevice } from "../../app/domain/auth/known-devices.server.ts";
import { findMailedToken, type MailedPurpose, mailLink } from "../../app/domain/auth/mailed-tokens.server.ts";
import { lockAccount, resetSecondFactor } from "../../app/domain/auth/operators.server.ts";
import {
  addPasskey,
  listPasskeys,
  offerPasskey,
  removePasskey,
} from "../../app/domain/auth/passkeys.server.ts";
import {
  beginSecondStep,
  changePassword,
  findSecondStep,
  resetPassword,
  sendPasswordReset,
} from "../../app/domain/auth/passwords.server.ts";
import {
  beginSecondFactor,
  checkSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
  findSetup,
  giveSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "../../app/domain/auth/second-factor.server.ts";
import {
  findApiViewer,
  findViewer,
  openApiSession,
  openSession,
  refreshApiTokens,
  StalePassword,
} from "../../app/domain/auth/sessions.server.ts";
import {
  confirmPayoutData,
  requestPayoutData,
} from "../../app/domain/payouts/destinations/payout-data.server.ts";
import { many } from "../support/database/at-once.ts";
import { test } from "../support/domain-test.ts";
import { confirmAddress, emailOf, mailedLink, moveTo } from "../support/money/email-changes.ts";
import { GERMAN_BANK, makeOperator, type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import { type Creator, createCreator, createTipWorld } from "../support/money/tip-world.ts";
import { softwareAuthenticator } from "../support/software-authenticator.ts";

// What was begun under an old password or address: each change of them against each right that is open at that moment.

const publicUrl = "https://tribute.example";
let world: PayoutWorld;

test.beforeAll(async ({ database }) => {
  world = withPayouts(createTipWorld(database.db));
});

/** Opens a right; the answer tells whether it still is one. */
type Right = (owner: Creator) => Promise<() => Promise<boolean>>;

const session = (owner: Creator) => ({
  ...{ id: world.newId(), user_id: owner.id, user_agent: "test", has_second_factor: false },
  now: world.clock(),
});

/** By the owner, on a browser of theirs, whose session stays; returns its id. */
const changeOwnPassword = async (owner: Creator): Promise<string> => {
  const own = session(owner);
  await openSession(world.db, own);
  const asker = { session_id: own.id, password_hash: "owner's" };
  await changePassword(world, { user_id: owner.id, asker, password: "another one" });
  return own.id;
};

const link =
  (purpose: MailedPurpose): Right =>
  async (owner) => {
    const recipient = `${purpose}.${owner.username}@elsewhere.example`;
    const given = { user_id: owner.id, purpose, recipient, locale: null };
    const id = await world.db.transaction().execute((trx) => mailLink(trx, world, given));
    const token = world.tokens.sign(purpose, id);
    return async () => (await findMailedToken(world.db, purpose, token, world.clock())) !== null;
  };

const RIGHTS: Record<string, Right> = {
  "the link that confirms a registration": link("register"),
  "the link that confirms another address": link("email"),
  "the link that sets a password": link("password"),
  "the link that deletes the account": link("deletion"),
  "the half sign-in": async (owner) => {
    const token = await beginSecondStep(world.db, {
      ...{ user_id: owner.id, password_hash: "owner's", now: world.clock() },
    });
    return async () => (await findSecondStep(world.db, token, world.clock())) !== null;
  },
  "the second factor that is being set up": async (owner) => {
    await beginSecondFactor(world, owner.id);
    const setup = await findSetup(world, { id: owner.id, email: "" });
    const totp = new TOTP({ secret: setup?.secret ?? "" });
    return async () => {
      const code = totp.generate({ timestamp: world.clock().getTime() });
      return (await confirmSecondFactor(world, { user_id: owner.id, code })) !== null;
    };
  },
  "the code for payout data": async (owner) => {
    await world.db
      .updateTable("users")
      .set({ firstname: "Ada", lastname: "Kessler" })
      .where("id", "=", owner.id)
      .execute();
    const given = { user_id: owner.id, details: GERMAN_BANK, bank_country: "DE" };
    const requested = await requestPayoutData(world, given);
    if (requested.outcome !== "code_sent") throw new Error(requested.reason);
    const { id } = requested;
    const code = world.tokens.code("payout-code", id);
    return async () => (await confirmPayoutData(world, { user_id: owner.id, id, code })) === "confirmed";
  },
  "another browser's session": async (owner) => {
    const token = await openSession(world.db, session(owner));
    return async () => (await findViewer(world.db, token, world.clock())) !== null;
  },
  "an API access token": async (owner) => {
    const { access_token } = await openApiSession(world.db, session(owner));
    return async () => (await findApiViewer(world.db, access_token, world.clock())) !== null;
  },
  "an API refresh token": async (owner) => {
    const { refresh_token } = await openApiSession(world.db, session(owner));
    return async () => (await refreshApiTokens(world.db, refresh_token, world.clock())) !== null;
  },
  "an API key": async (owner) => {
    const own = session(owner);
    await openSession(world.db, own);
    const wanted = { name: "Bot", scopes: ["tips:read"] as const, lasts: null };
    const made = await makeApiKey(world, { user_id: owner.id, asker: { session_id: own.id }, ...wanted });
    const key = made.outcome === "made" ? made.key : "";
    return async () => (await findKeyViewer(world.db, key, world.clock(), 0)) !== null;
  },
  "a known device": async (owner) => {
    const given = { user_id: owner.id, new_id: world.newId(), old_token: null, now: world.clock() };
    const { token } = await rememberDevice(world.db, given);
    return async () => (await findKnownDevice(world.db, owner.id, token)) !== null;
  },
  "a recovery code": async (owner) => {
    if (!(await findSecondFactor(world.db, owner.id)).is_on) await giveFactor(owner);
    const [code = ""] = await renewRecoveryCodes(world.db, owner.id, world.clock());
    return async () => checkSecondFactor(world, owner.id, code);
  },
  "a passkey": async (owner) => {
    if (!(await findSecondFactor(world.db, owner.id)).is_on) await giveFactor(owner);
    await insertPasskey(owner);
    return async () => (await listPasskeys(world.db, owner.id)).length > 0;
  },
  "the link to a chat account": async (owner) => {
    const link = { user_id: owner.id, chat_user_id: owner.id, chat_name: "ada", linked_at: world.clock() };
    await world.db.insertInto("chat_links").values(link).execute();
    return async () =>
      (await world.db.selectFrom("chat_links").select("user_id").where("user_id", "=", owner.id).execute())
        .length > 0;
  },
  "the link that undoes an earlier change of the address": async (owner) => {
    const token = await moveTo(world, owner, `earlier.${owner.username}@elsewhere.example`);
    return async () => (await undoEmailChange(world, token)) !== null;
  },
};

/** What many changes leave: the undo ends by its use or its days alone; codes are the factor's; a chat link opens nothing. */
const UNDO = "the link that undoes an earlier change of the address";
const RECOVERY = "a recovery code";
const PASSKEY = "a passkey";
const CHAT = "the link to a chat account";
const ENTRIES = [
  "another browser's session",
  "an API access token",
  "an API refresh token",
  "an API key",
  "a known device",
];
const SETUP = "the second factor that is being set up";

interface Change {
  survivors: string[];
  /** Rights that cannot be open at the moment of this change. */
  impossible?: string[];
  /** What the account has before the right is opened. */
  prepare?: (owner: Creator) => Promise<unknown>;
  make: (owner: Creator) => Promise<unknown>;
}

async function insertPasskey(owner: Creator): Promise<string> {
  const id = world.newId();
  const device = { public_key: Buffer.alloc(1), counter: 0, transports: [], name: "Phone" };
  const passkey = { id, user_id: owner.id, credential_id: id, ...device, created_at: world.clock() };
  await world.db.insertInto("passkeys").values(passkey).execute();
  return id;
}

const giveFactor = (owner: Creator) => giveSecondFactor(world, { id: owner.id, email: "" });

/** By the owner, on a browser of theirs, whose session must stay. */
const onOwnBrowser = async (owner: Creator, act: (asker: { session_id: string }) => Promise<unknown>) => {
  const own = { ...session(owner), has_second_factor: true };
  const token = await openSession(world.db, own);
  await act({ session_id: own.id });
  expect(await findViewer(world.db, token, world.clock())).not.toBeNull();
};

const CHANGES: Record<string, Change> = {
  "the password is changed by its owner": {
    survivors: [UNDO, RECOVERY, PASSKEY, CHAT],
    make: async (owner) => changeOwnPassword(owner),
  },
  "the password is reset by a link": {
    survivors: [UNDO, RECOVERY, PASSKEY, CHAT],
    make: async (owner) => {
      const email = await emailOf(world, owner);
      await sendPasswordReset(world, email);
      const token = await mailedLink(world, "password_reset", email);
      expect(await resetPassword(world, { token, password: "another one" })).not.toBeNull();
    },
  },
  "the address is changed": {
    survivors: [UNDO, RECOVERY, PASSKEY, CHAT, ...ENTRIES],
    make: async (owner) => moveTo(world, owner, `later.${owner.username}@elsewhere.example`),
  },
  "a change of the address is undone": {
    survivors: [],
    prepare: async (owner) => moveTo(world, owner, `thief.${owner.username}@elsewhere.example`),
    make: async (owner) => {
      const row = await world.db
        .selectFrom("email_changes")
        .select("id")
        .where("user_id", "=", owner.id)
        .orderBy("changed_at")
        .executeTakeFirstOrThrow();
      expect(await undoEmailChange(world, world.tokens.sign("email-undo", row.id))).not.toBeNull();
    },
  },
  "the second factor is turned on": {
    survivors: [UNDO, CHAT],
    impossible: [RECOVERY, PASSKEY],
    make: async (owner) => {
      await beginSecondFactor(world, owner.id);
      const setup = await findSetup(world, { id: owner.id, email: "" });
      const code = new TOTP({ secret: setup?.secret ?? "" }).generate({ timestamp: world.clock().getTime() });
      await onOwnBrowser(owner, async (asker) =>
        expect(await confirmSecondFactor(world, { user_id: owner.id, code, asker })).not.toBeNull(),
      );
    },
  },
  "the second factor's recovery codes are renewed": {
    survivors: [UNDO, PASSKEY, CHAT],
    impossible: [SETUP],
    prepare: giveFactor,
    make: async (owner) =>
      onOwnBrowser(owner, (asker) => renewRecoveryCodes(world.db, owner.id, world.clock(), asker)),
  },
  "a passkey is added": {
    survivors: [UNDO, RECOVERY, PASSKEY, CHAT],
    impossible: [SETUP],
    prepare: giveFactor,
    make: async (owner) =>
      onOwnBrowser(owner, async (asker) => {
        const device = softwareAuthenticator(publicUrl);
        const user = { id: owner.id, email: "ada@creators.example", ...asker };
        const passkey = device.make(await offerPasskey({ ...world, publicUrl }, user));
        const given = { user_id: owner.id, asker, name: "Phone", passkey };
        expect(await addPasskey({ ...world, publicUrl }, given)).toBe("added");
      }),
  },
  "a passkey is removed": {
    survivors: [UNDO, RECOVERY, PASSKEY, CHAT],
    impossible: [SETUP],
    prepare: giveFactor,
    make: async (owner) => {
      const id = await insertPasskey(owner);
      await onOwnBrowser(owner, async (asker) =>
        expect(await removePasskey(world, { user_id: owner.id, asker, id })).toBe("removed"),
      );
    },
  },
  "the second factor is removed by its owner": {
    survivors: [UNDO, CHAT],
    impossible: [SETUP],
    prepare: giveFactor,
    make: async (owner) => onOwnBrowser(owner, (asker) => removeSecondFactor(world, owner.id, asker)),
  },
  "the second factor is removed by an operator": {
    survivors: [UNDO, CHAT],
    impossible: [SETUP],
    prepare: giveFactor,
    make: async (owner) => {
      const operator_id = await makeOperator(world);
      expect(await resetSecondFactor(world, { user_id: owner.id, operator_id })).toBe("reset");
    },
  },
  "the account is locked": {
    survivors: [UNDO, RECOVERY, PASSKEY, CHAT, ...ENTRIES],
    make: async (owner) => {
      const given = { user_id: owner.id, operator_id: await makeOperator(world), reason: "test" };
      expect(await lockAccount(world, given)).toBe("locked");
    },
  },
  "the account is deleted": {
    survivors: [],
    impossible: [UNDO],
    make: async (owner) => {
      const given = {
        user_id: owner.id,
        purpose: "deletion" as const,
        recipient: "x@y.example",
        locale: null,
      };
      const id = await world.db.transaction().execute((trx) => mailLink(trx, world, given));
      const token = world.tokens.sign("deletion", id);
      expect(await deleteAccount(world, { user_id: owner.id, token })).toBe("deleted");
    },
  },
};

const CASES = Object.entries(CHANGES).flatMap(([change, { impossible = [] }]) =>
  Object.keys(RIGHTS)
    .filter((right) => !impossible.includes(right))
    .map((right) => ({ change, right })),
);

test.for(CASES)("when $change, $right ends unless it is meant to last longer", async ({ change, right }) => {
  const owner = await createCreator(world);
  await confirmAddress(world, owner);
  await CHANGES[change]?.prepare?.(owner);
  const isStillOpen = await RIGHTS[right]?.(owner);
  await CHANGES[change]?.make(owner);
  expect(await isStillOpen?.()).toBe(CHANGES[change]?.survivors.includes(right));
});

test.for(Object.keys(RIGHTS))("without any change, %s is open", async (right) => {
  const owner = await createCreator(world);
  await confirmAddress(world, owner);
  const isStillOpen = await RIGHTS[right]?.(owner);
  expect(await isStillOpen?.()).toBe(true);
});

test("an account that is there never becomes an operator's, whatever rights are open", async () => {
  const owner = await createCreator(world);
  await giveFactor(owner);
  const made = sql`select make_operator(${owner.id}::uuid, 'ADMIN', ${world.clock()}::timestamptz)`.execute(
    world.db,
  );
  await expect(made).rejects.toThrow("only a new account");
});

test("while a change of the address can be undone, the account is not deleted", async () => {
  const owner = await createCreator(world);
  await confirmAddress(world, owner);
  await moveTo(world, owner, `moved.${owner.username}@elsewhere.example`);
  expect(await requestDeletion(world, owner.id)).toBe("email_undo_open");
});

test("a password that is changed between its check and the sign-in opens no session and no second step", async () => {
  const owner = await createCreator(world);
  await confirmAddress(world, owner);
  const old = { user_id: owner.id, password_hash: "owner's", now: world.clock() };
  await changeOwnPassword(owner);
  const half = await beginSecondStep(world.db, old);
  expect(await findSecondStep(world.db, half, world.clock())).toBeNull();
  const byOld = { ...session(owner), password_hash: "owner's" };
  await expect(openSession(world.db, byOld)).rejects.toThrow(StalePassword);
  await expect(openApiSession(world.db, byOld)).rejects.toThrow(StalePassword);
});

test("an account without a password cannot be signed in to with any password", async () => {
  const owner = await createCreator(world);
  const byNone = { ...session(owner), password_hash: null };
  await expect(openSession(world.db, byNone)).rejects.toThrow(StalePassword);
});

test("a sign-in and a change of the password at the same moment: no session by the old one is left", async () => {
  for (const _ of many(20)) {
    const owner = await createCreator(world);
    await confirmAddress(world, owner);
    const byOld = { ...session(owner), password_hash: "owner's" };
    const [own] = await Promise.all([
      changeOwnPassword(owner),
      openSession(world.db, byOld).catch(() => null),
    ]);
    const left = await world.db.selectFrom("sessions").select("id").where("user_id", "=", owner.id).execute();
    expect(left).toEqual([{ id: own }]);
  }
});
