import { randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { describe, expect } from "vitest";
import { approve, declineApproval, listApprovals } from "../../app/domain/approvals/approvals.server.ts";
import { listAudit, writeAudit } from "../../app/domain/audit/audit.server.ts";
import { deleteAccount, requestDeletion } from "../../app/domain/auth/deletion.server.ts";
import { endSessionsOf } from "../../app/domain/auth/operators.server.ts";
import { checkPassword } from "../../app/domain/auth/passwords.server.ts";
import { openSession } from "../../app/domain/auth/sessions.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import {
  changeRole,
  findInvited,
  inviteOperator,
  joinOperators,
  listInvitations,
  listOperators,
  removeOperator,
  requestRole,
  sendInvitationAgain,
} from "../../app/domain/operator-acts/operator-accounts.server.ts";
import { waitsForSecondOperator } from "../../app/domain/operator-acts/operator-acts.server.ts";
import type { OperatorRole } from "../../app/domain/operator-roles.schema.ts";
import { createAccount } from "../../app/domain/users/user.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { test as it } from "../support/domain-test.ts";
import { type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import { createCreator, createTipWorld } from "../support/money/tip-world.ts";

let world: PayoutWorld & { second_operator_from_minor: number | null };
let admin: string;
let other: string;

it.beforeEach(async ({ database }) => {
  world = withPayouts({ ...createTipWorld(database.db), second_operator_from_minor: 1_000_00 });
  await world.db
    .updateTable("users")
    .set({ deleted_at: world.clock() })
    .where("role", "<>", "CREATOR")
    .execute();
  [admin, other] = [await makeOperator("ADMIN"), await makeOperator("ADMIN")];
});

async function makeOperator(role: OperatorRole): Promise<string> {
  const id = randomUUID();
  await createAccount(world.db, {
    ...{ id, email: `${id}@tribute.example`, now: world.clock(), name: null, username: null },
    ...{ currency: "EUR", locale: null, role, password_hash: "not a password" },
  });
  return id;
}

const services = () => ({ ...world, config: { payoutAccount: null } });
const approved = (id: string, operator_id: string) => approve(services(), { id, operator_id });
const roleOf = async (id: string) =>
  (await world.db.selectFrom("users").select("role").where("id", "=", id).executeTakeFirstOrThrow()).role;
const newEmail = () => `new-${randomUUID()}@tribute.example`;

async function invite(
  email: string,
  role: OperatorRole = "SUPPORT",
): Promise<{ id: string; act_id: string }> {
  expect(await inviteOperator(world, { operator_id: admin, email, role, locale: "de" })).toBe("waiting");
  const found = (await listInvitations(world.db)).find((each) => each.email === email);
  if (!found) throw new Error("no invitation waits");
  return found;
}

async function linkTo(email: string): Promise<string> {
  const mail = await world.db
    .selectFrom("mail_outbox")
    .select("params")
    .where("template", "=", "operator_invitation")
    .where("recipient", "=", email)
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  const { token_id } = mail.params as { token_id: string };
  return world.tokens.sign("operator", token_id);
}

async function actAbout(subject: string): Promise<string> {
  const { id } = await world.db
    .selectFrom("operator_acts")
    .select("id")
    .where("subject", "=", subject)
    .where("status", "=", "WAITING")
    .executeTakeFirstOrThrow();
  return id;
}

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock().getTime() });

describe("an invitation", () => {
  it("is approved by another Admin alone, and mails a link", async () => {
    const email = newEmail();
    const { id, act_id } = await invite(email);
    const finance = await makeOperator("FINANCE");
    expect(await approved(act_id, admin)).toBe("own");
    await expect(approved(act_id, finance)).rejects.toThrow("only operators");
    expect((await listApprovals(world.db, "FINANCE", null)).approvals).toEqual([]);
    expect((await listApprovals(world.db, "ADMIN", null)).approvals).toMatchObject([{ operator: email }]);
    expect(await approved(act_id, other)).toBe("approved");
    expect(await roleOf(id)).toBe("SUPPORT");
    expect(await listInvitations(world.db)).toEqual([]);
    const invited = await findInvited(world, await linkTo(email));
    expect(invited).toMatchObject({ user_id: id, email, role: "SUPPORT" });
    const { entries } = await listAudit(world.db, { subject: `user:${id}` });
    expect(entries).toMatchObject([{ action: "operator.created", after: { role: "SUPPORT" } }]);
  });

  it("is no way for one operator alone, whatever the rule of money", async () => {
    world = { ...world, second_operator_from_minor: null };
    const { act_id } = await invite(newEmail());
    expect(await approved(act_id, admin)).toBe("own");
  });

  it("sets the password once, with a code of the app", async () => {
    const email = newEmail();
    const { id, act_id } = await invite(email);
    await approved(act_id, other);
    const token = await linkTo(email);
    const invited = await findInvited(world, token);
    const given = { token, password: "four cups of tea" };
    expect(await joinOperators(world, { ...given, code: "000000" })).toBe("code_wrong");
    const code = codeOf(invited?.setup.secret ?? "");
    expect(await joinOperators(world, { ...given, code })).toBe("joined");
    expect(await joinOperators(world, { ...given, password: "five cups of tea", code })).toBe("gone");
    expect(await findInvited(world, token)).toBeNull();
    expect(await checkPassword(world.db, { email, password: given.password })).toMatchObject({
      ...{ outcome: "right", user_id: id, needs_second_factor: true },
    });
    expect(await sendInvitationAgain(world, { operator_id: admin, user_id: id })).toBe("gone");
  });

  it("has a link that ends with its time, or with a newer one", async () => {
    const email = newEmail();
    const { id, act_id } = await invite(email);
    await approved(act_id, other);
    const first = await linkTo(email);
    world.time.passSeconds(1);
    expect(await sendInvitationAgain(world, { operator_id: admin, user_id: id })).toBe("sent");
    const second = await linkTo(email);
    expect(await findInvited(world, first)).toBeNull();
    expect(await findInvited(world, second)).not.toBeNull();
    world.time.passSeconds(productRules.link_hours.operator * 3600);
    expect(await findInvited(world, second)).toBeNull();
  });

  it("of an address with an account is refused, also when it came since", async () => {
    const creator = await createCreator(world);
    const { email } = await world.db
      .selectFrom("users")
      .select("email")
      .where("id", "=", creator.id)
      .executeTakeFirstOrThrow();
    const asked = { operator_id: admin, role: "ADMIN" as const, locale: null };
    expect(await inviteOperator(world, { ...asked, email: email.toUpperCase() })).toBe("email_taken");
    const later = newEmail();
    const { act_id } = await invite(later);
    expect(await inviteOperator(world, { ...asked, email: later })).toBe("invited");
    await world.db.updateTable("users").set({ email: later }).where("id", "=", creator.id).execute();
    expect(await approved(act_id, other)).toBe("gone");
    expect(await roleOf(creator.id)).toBe("CREATOR");
  });

  it("leaves nothing when it is declined", async () => {
    const email = newEmail();
    const { act_id } = await invite(email);
    const given = { id: act_id, operator_id: other, reason: "unknown to us" };
    expect(await declineApproval(world, given)).toBe("declined");
    const kept = await world.db.selectFrom("operator_invitations").select("email").execute();
    expect(kept.map((each) => each.email)).not.toContain(email);
    expect((await listOperators(world.db, world.clock())).map((each) => each.email)).not.toContain(email);
  });

  it("is made by an Admin alone", async () => {
    for (const role of ["SUPPORT", "MODERATOR", "FINANCE"] as const) {
      const asked = { email: newEmail(), role: "ADMIN" as const, locale: null };
      const operator_id = await makeOperator(role);
      await expect(inviteOperator(world, { ...asked, operator_id })).rejects.toThrow("only operators");
    }
  });
});

describe("another role", () => {
  it("waits for an Admin who neither asked for it nor gets it", async () => {
    const third = await makeOperator("ADMIN");
    const asked = { operator_id: admin, user_id: other, role: "FINANCE" as const };
    expect(await requestRole(world, asked)).toBe("waiting");
    expect(await requestRole(world, { ...asked, role: "SUPPORT" })).toBe("other_waits");
    const act_id = await actAbout(`operator:${other}`);
    expect([await approved(act_id, admin), await approved(act_id, other)]).toEqual(["own", "own"]);
    expect(await approved(act_id, third)).toBe("approved");
    expect(await roleOf(other)).toBe("FINANCE");
    const { entries } = await listAudit(world.db, { subject: `user:${other}` });
    expect(entries).toMatchObject([
      { action: "operator.role_changed", before: { role: "ADMIN" }, after: { role: "FINANCE" } },
    ]);
  });

  it("is never one's own, nor that of the last Admin", async () => {
    const given = { role: "SUPPORT" as const, operator_id: admin };
    expect(await requestRole(world, { ...given, user_id: admin })).toBe("own");
    expect(await requestRole(world, { ...given, user_id: other, role: "ADMIN" as never })).toBe("unchanged");
    const support = await makeOperator("SUPPORT");
    const own = { operator_id: support, user_id: support, role: "ADMIN" as const };
    await expect(requestRole(world, own)).rejects.toThrow("only operators");
    await removeOperator(world, { operator_id: admin, user_id: other, reason: "left" });
    const byCommand = { user_id: admin, role: "SUPPORT", act_id: null, operator_id: null };
    const change = () => world.db.transaction().execute((trx) => changeRole(trx, world, byCommand));
    expect(await change()).toBe("gone");
    expect(await roleOf(admin)).toBe("ADMIN");
  });

  it("voids what its owner asked for and may ask for no more", async () => {
    const [finance, checker] = [await makeOperator("FINANCE"), await makeOperator("FINANCE")];
    const subject = `user:${randomUUID()}:EUR`;
    const asked = { kind: "WRITE_OFF" as const, subject, operator_id: finance, now: world.clock() };
    await world.db
      .transaction()
      .execute((trx) =>
        waitsForSecondOperator(trx, world, { ...asked, worth_eur_minor: minor(2_000_00), params: {} }),
      );
    const act_id = await actAbout(subject);
    await world.db.updateTable("users").set({ role: "SUPPORT" }).where("id", "=", finance).execute();
    expect(await approved(act_id, checker)).toBe("gone");
    const act = await world.db
      .selectFrom("operator_acts")
      .select("status")
      .where("id", "=", act_id)
      .executeTakeFirstOrThrow();
    expect(act.status).toBe("VOID");
  });
});

describe("a removal", () => {
  it("ends sessions at once, and leaves the last Admin", async () => {
    const opened = { id: randomUUID(), user_id: other, user_agent: "", has_second_factor: true };
    await openSession(world.db, { ...opened, now: world.clock() });
    const given = { operator_id: admin, reason: "left us" };
    expect(await removeOperator(world, { ...given, user_id: admin })).toBe("own");
    expect(await removeOperator(world, { ...given, user_id: other })).toBe("removed");
    expect(await removeOperator(world, { ...given, user_id: other })).toBe("gone");
    const sessions = await world.db
      .selectFrom("sessions")
      .select("id")
      .where("user_id", "=", other)
      .execute();
    expect(sessions).toEqual([]);
    const { entries } = await listAudit(world.db, { subject: `user:${other}` });
    expect(entries).toMatchObject([{ action: "operator.removed", before: { role: "ADMIN" } }]);
    await expect(removeOperator(world, { ...given, operator_id: other, user_id: admin })).rejects.toThrow(
      "only operators",
    );
    expect(await requestDeletion(world, admin)).toBe("last_admin");
  });

  it("of two Admins by each other leaves one", async () => {
    const remove = (operator_id: string, user_id: string) =>
      removeOperator(world, { operator_id, user_id, reason: "x" }).catch(() => "refused");
    const done = await Promise.all([remove(admin, other), remove(other, admin)]);
    expect(done.filter((each) => each === "removed")).toHaveLength(1);
    expect((await listOperators(world.db, world.clock())).map(({ role }) => role)).toEqual(["ADMIN"]);
  });

  it("keeps the last Admin's own deletion from going through", async () => {
    await removeOperator(world, { operator_id: admin, user_id: other, reason: "left" });
    const given = { user_id: admin, token: "x".repeat(43) };
    expect(await deleteAccount(world, given)).toBe("link_void");
  });
});

describe("an act without the role", () => {
  it("is refused by the domain, whatever page it came by", async () => {
    const support = await makeOperator("SUPPORT");
    const creator = await createCreator(world);
    const order = { creator_id: creator.id, currency: "EUR", operator_id: support, reason: "x" };
    await expect(
      world.db.transaction().execute((trx) =>
        waitsForSecondOperator(trx, world, {
          ...{ kind: "WRITE_OFF", subject: `user:${creator.id}:EUR`, operator_id: support, params: order },
          ...{ worth_eur_minor: minor(1), now: world.clock() },
        }),
      ),
    ).rejects.toThrow("only operators");
    await expect(
      world.db.transaction().execute((trx) =>
        writeAudit(trx, {
          ...{ actor_id: support, action: "payout.paid", subject: "payout:x", before: null, after: null },
          now: world.clock(),
        }),
      ),
    ).rejects.toThrow("only operators");
    await expect(endSessionsOf(world, { operator_id: support, user_id: admin })).rejects.toThrow(
      "only operators",
    );
    expect(await endSessionsOf(world, { operator_id: support, user_id: creator.id })).toBe("signed_out");
  });
});
