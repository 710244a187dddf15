import { strFromU8, unzipSync } from "fflate";
import { TOTP } from "otpauth";
import { describe, expect } from "vitest";
import { tokenHash } from "../../app/crypto/crypto.server.ts";
import { deleteAccount, requestDeletion } from "../../app/domain/auth/deletion.server.ts";
import {
  confirmEmailChange,
  findEmailUndo,
  requestEmailChange,
  undoEmailChange,
} from "../../app/domain/auth/email-change.server.ts";
import { createOperator } from "../../app/domain/auth/operators.server.ts";
import { resetPassword, sendPasswordReset } from "../../app/domain/auth/passwords.server.ts";
import { register } from "../../app/domain/auth/registration.server.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
  findSetup,
  renewRecoveryCodes,
} from "../../app/domain/auth/second-factor.server.ts";
import {
  findViewer,
  openApiSession,
  openSession,
  refreshApiTokens,
} from "../../app/domain/auth/sessions.server.ts";
import { exportAccount } from "../../app/domain/data-export/data-export.server.ts";
import { sweepRetention } from "../../app/domain/retention/sweep.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { test } from "../support/domain-test.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";
import {
  confirmAddress,
  createAddressOwner,
  emailOf,
  freshEmail,
  mailedLink,
  moveTo,
  userOf,
} from "../support/money/email-changes.ts";
import type { PayoutWorld } from "../support/money/payout-world.ts";
import { type Creator, createCreator, DAY_SECONDS, moveAccount } from "../support/money/tip-world.ts";

// An email change asked for by a thief can be undone for 7 days, whatever else the thief does.

const THIEF = "thief@elsewhere.example";

let world: PayoutWorld;
let owner: Creator;
let ownEmail: string;

test.beforeEach(async ({ database }) => {
  ({ world, owner, ownEmail } = await createAddressOwner(database.db));
});

const session = () => ({
  ...{ id: world.newId(), user_id: owner.id, user_agent: "test", has_second_factor: false },
  now: world.clock(),
});
const undo = (link: string) => undoEmailChange(world, link);

describe("undoing an email change", () => {
  test("undoing an email change restores the address, ends every session and token, and asks for a new password", async () => {
    const browser = await openSession(world.db, session());
    const tokens = await openApiSession(world.db, session());
    const link = await moveTo(world, owner, freshEmail("thief"));
    expect(await findEmailUndo(world.db, link, world.clock())).toEqual({ email: ownEmail });
    const undone = await undo(link);
    const user = await userOf(world, owner);
    expect(user).toMatchObject({ email: ownEmail, password_hash: null });
    expect(await findViewer(world.db, browser, world.clock())).toBeNull();
    expect(await refreshApiTokens(world.db, tokens.refresh_token, world.clock())).toBeNull();
    const password = { token: undone?.password_token ?? "", password: "a new one of mine" };
    expect(await resetPassword(world, password)).toEqual({ user_id: owner.id });
    expect(await mailedLink(world, "email_restored", ownEmail)).toBe(undone?.password_token);
  });

  test("undoing an email change ends the links to networks that were made since, and no earlier one", async () => {
    const linkTo = async (network: string) => {
      const now = world.clock();
      const row = { id: world.newId(), user_id: owner.id, network, account_id: "1", handle: "somebody" };
      const link = { ...row, credentials_encrypted: Buffer.of(1), linked_at: now, rounds_at: now };
      await world.db.insertInto("microblog_links").values(link).execute();
    };
    await linkTo("before");
    world.time.passSeconds(60);
    const link = await moveTo(world, owner, freshEmail("thief"));
    await linkTo("since");
    await undo(link);
    const left = await world.db
      .selectFrom("microblog_links")
      .select("network")
      .where("user_id", "=", owner.id)
      .execute();
    expect(left).toEqual([{ network: "before" }]);
  });

  test("undoing an email change works once, and once for eight requests at the same time", async () => {
    const link = await moveTo(world, owner, freshEmail("thief"));
    const outcomes = await all(many(8), () => undo(link));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await undo(link)).toBeNull();
  });

  test("undoing an email change works for exactly seven days", async () => {
    const link = await moveTo(world, owner, freshEmail("thief"));
    world.time.passSeconds(7 * DAY_SECONDS - 1);
    expect(await findEmailUndo(world.db, link, world.clock())).not.toBeNull();
    world.time.passSeconds(1);
    expect(await findEmailUndo(world.db, link, world.clock())).toBeNull();
    expect(await undo(link)).toBeNull();
  });

  test("undoing an email change survives the thief's reset of the password, second factor and every other change", async () => {
    const email = freshEmail("thief");
    const link = await moveTo(world, owner, email);
    await sendPasswordReset(world, email);
    const reset = { token: await mailedLink(world, "password_reset", email), password: "the thief's own" };
    expect(await resetPassword(world, reset)).not.toBeNull();
    await beginSecondFactor(world, owner.id);
    const setup = await findSetup(world, { id: owner.id, email });
    const code = new TOTP({ secret: setup?.secret ?? "" }).generate({ timestamp: world.clock().getTime() });
    expect(await confirmSecondFactor(world, { user_id: owner.id, code })).toHaveLength(10);
    expect(await undo(link)).not.toBeNull();
    expect(await userOf(world, owner)).toMatchObject({ email: ownEmail, password_hash: null });
    expect(await findSecondFactor(world.db, owner.id)).toEqual({ is_on: false, recovery_codes: 0 });
  });

  test.for([0, 60, 7 * DAY_SECONDS])(
    "undoing an email change removes a second factor that was set up %i seconds before the change: a thief may begin with it",
    async (seconds) => {
      await beginSecondFactor(world, owner.id);
      const setup = await findSetup(world, { id: owner.id, email: ownEmail });
      const code = new TOTP({ secret: setup?.secret ?? "" }).generate({ timestamp: world.clock().getTime() });
      await confirmSecondFactor(world, { user_id: owner.id, code });
      world.time.passSeconds(seconds);
      await undo(await moveTo(world, owner, freshEmail("thief")));
      expect(await findSecondFactor(world.db, owner.id)).toEqual({ is_on: false, recovery_codes: 0 });
    },
  );

  test("undoing an email change keeps the second factor that the owner had for longer than 7 days, without recovery codes made since", async () => {
    await beginSecondFactor(world, owner.id);
    const setup = await findSetup(world, { id: owner.id, email: ownEmail });
    const code = new TOTP({ secret: setup?.secret ?? "" }).generate({ timestamp: world.clock().getTime() });
    await confirmSecondFactor(world, { user_id: owner.id, code });
    world.time.passSeconds(7 * DAY_SECONDS + 60);
    const link = await moveTo(world, owner, freshEmail("thief"));
    await renewRecoveryCodes(world.db, owner.id, world.clock());
    await undo(link);
    expect(await findSecondFactor(world.db, owner.id)).toEqual({ is_on: true, recovery_codes: 0 });
  });

  test.for([0, 1, 2])(
    "undoing an email change after three changes by link %s restores the first address and ends the other links",
    async (used) => {
      const links: string[] = [];
      for (const name of ["first", "second", "third"]) {
        links.push(await moveTo(world, owner, freshEmail(name)));
        world.time.passSeconds(DAY_SECONDS);
      }
      const undone = await undo(links[used] ?? "");
      expect(await emailOf(world, owner)).toBe(ownEmail);
      // Who reads a later address gets no say in the password.
      expect(undone?.password_token === null).toBe(used > 0);
      for (const link of links) expect(await undo(link)).toBeNull();
    },
  );

  test("undoing an email change is not offered to an address that was never confirmed, since it may be a mistyped stranger's", async () => {
    await world.db.updateTable("users").set({ email_verified_at: null }).where("id", "=", owner.id).execute();
    await expect(moveTo(world, owner, freshEmail("right"))).rejects.toThrow('no mail "email_changed"');
    expect((await userOf(world, owner)).email_undo_until).toBeNull();
  });

  test("undoing an email change works for a locked account, which stays locked", async () => {
    const link = await moveTo(world, owner, freshEmail("thief"));
    await moveAccount(world, owner.id, ["LOCKED"]);
    expect(await undo(link)).not.toBeNull();
    expect(await userOf(world, owner)).toMatchObject({ email: ownEmail, status: "LOCKED" });
  });
});

describe("the address that can come back", () => {
  const registration = (email: string) =>
    register(
      { ...world, media: memoryStore() },
      {
        email,
        password: "another person",
        locale: "en",
        currency: "EUR",
        money_model: "HELD",
        invitation: "open",
        document: Buffer.from("%PDF-1.4\n%%EOF"),
      },
    );

  test("an address that can come back cannot be taken by anybody else until the days are over: by registering, by a change, or as an operator", async () => {
    const other = await createCreator(world);
    await moveTo(world, owner, freshEmail("thief"));
    const wanted = ownEmail.toUpperCase();
    expect((await registration(wanted)).outcome).toBe("email_taken");
    expect(await requestEmailChange(world, { user_id: other.id, email: wanted })).toBe("email_taken");
    expect((await createOperator(world, { email: wanted, password: null, role: "ADMIN" })).outcome).toBe(
      "email_taken",
    );
    world.time.passSeconds(7 * DAY_SECONDS);
    expect(await requestEmailChange(world, { user_id: other.id, email: wanted })).toBe("sent");
  });

  test("an address that can come back cannot be taken by a link that was asked for before it was given up", async () => {
    const other = await createCreator(world);
    const [third, id] = [freshEmail("third"), world.newId()];
    await moveTo(world, owner, third);
    const link = world.tokens.sign("email", id);
    await world.db
      .insertInto("mailed_tokens")
      .values({
        ...{ user_id: other.id, purpose: "email", email: ownEmail, created_at: world.clock() },
        token_hash: tokenHash(link),
        expires_at: new Date(world.clock().getTime() + 60_000),
      })
      .execute();
    expect(await confirmEmailChange(world, link)).toBeNull();
  });

  test("an address that is given up and taken at the same moment goes to one of the two, and the undo works", async () => {
    for (const _ of many(10)) {
      const [creator, rival] = [await createCreator(world), await createCreator(world)];
      await confirmAddress(world, creator);
      const email = await emailOf(world, creator);
      const asked = freshEmail("thief");
      await requestEmailChange(world, { user_id: creator.id, email: asked });
      const link = await mailedLink(world, "email_change", asked);
      await all([0, 1, 2], async (which) => {
        if (which === 0) return await confirmEmailChange(world, link);
        if (which === 1) return await registration(email);
        return await requestEmailChange(world, { user_id: rival.id, email });
      });
      expect(await undo(await mailedLink(world, "email_changed", email))).not.toBeNull();
      expect(await emailOf(world, creator)).toBe(email);
    }
  });

  test("an address that can come back is forgotten when the days are over, and in the export until then", async () => {
    await moveTo(world, owner, freshEmail("thief"));
    const files = await exportAccount({ ...world, media: memoryStore() }, owner.id, world.clock());
    expect(strFromU8(unzipSync(files)["email-changes.json"] ?? new Uint8Array())).toContain(ownEmail);
    world.time.passSeconds(7 * DAY_SECONDS + 1);
    expect((await sweepRetention({ ...world, log: { error: () => undefined } })).failed).toEqual([]);
    const rows = await world.db
      .selectFrom("email_changes")
      .select("id")
      .where("user_id", "=", owner.id)
      .execute();
    expect(rows).toEqual([]);
  });
});

test("the thief's pending change does not survive the owner's reset of the password", async () => {
  await requestEmailChange(world, { user_id: owner.id, email: THIEF });
  const link = await mailedLink(world, "email_change", THIEF);
  await sendPasswordReset(world, ownEmail);
  const token = await mailedLink(world, "password_reset", ownEmail);
  expect(await resetPassword(world, { token, password: "mine again" })).not.toBeNull();
  expect(await confirmEmailChange(world, link)).toBeNull();
  expect(await emailOf(world, owner)).toBe(ownEmail);
});

test("no address of a deleted account stays in the outbox or the demo's mailbox", async () => {
  const [other, later] = [freshEmail("other"), freshEmail("later")];
  await requestEmailChange(world, { user_id: owner.id, email: other });
  await moveTo(world, owner, later);
  world.time.passSeconds(7 * DAY_SECONDS + 1);
  expect((await sweepRetention({ ...world, log: { error: () => undefined } })).failed).toEqual([]);
  await requestEmailChange(world, { user_id: owner.id, email: other });
  expect(await requestDeletion(world, owner.id)).toBe("sent");
  const mails = () =>
    world.db
      .selectFrom("mail_outbox")
      .select(["id", "recipient"])
      .where("recipient", "in", [ownEmail, other, later])
      .execute();
  for (const { id, recipient } of await mails())
    await world.db
      .insertInto("demo_mailbox")
      .values({ id, recipient, subject: "", html: "", text: "", at: world.clock() })
      .execute();
  const token = await mailedLink(world, "deletion", later);
  expect(await deleteAccount(world, { user_id: owner.id, token })).toBe("deleted");
  expect(await mails()).toEqual([]);
  const shown = world.db.selectFrom("demo_mailbox").select("recipient");
  expect(await shown.where("recipient", "in", [ownEmail, other, later]).execute()).toEqual([]);
});
