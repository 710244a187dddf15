import { describe, expect } from "vitest";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { listAudit, streamAudit, writeAudit } from "../../app/domain/audit/audit.server.ts";
import { createOperator, resetSecondFactor } from "../../app/domain/auth/operators.server.ts";
import { checkPassword, resetPassword } from "../../app/domain/auth/passwords.server.ts";
import {
  checkSecondFactor,
  giveSecondFactor,
  removeSecondFactor,
} from "../../app/domain/auth/second-factor.server.ts";
import { findUserForOperator, searchUsers } from "../../app/domain/users/user.server.ts";
import type { AccountStatus } from "../../app/domain/users/viewer.ts";
import { renderMail } from "../../app/mail/delivery.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { test as it } from "../support/domain-test.ts";
import { createCreator } from "../support/money/tip-world.ts";
import { createVerificationWorld, type VerificationWorld } from "../support/money/verification-world.ts";

const tokens = createTokens("a secret of at least thirty-two characters");
let world: VerificationWorld;

it.beforeAll(async ({ database }) => {
  world = await createVerificationWorld(database.db);
});

describe("an operator made on the command line", () => {
  it("an operator made on the command line has a second factor at once, and sets the password by a link that works once", async () => {
    const made = await createOperator(
      { ...world, tokens },
      { email: "neu@example.org", password: null, role: "ADMIN" },
    );
    if (made.outcome !== "created" || made.password_token === null) throw new Error(made.outcome);
    expect(made.second_factor.secret).toMatch(/^[A-Z2-7]{32}$/);
    const given = { token: made.password_token, password: "four cups of tea" };
    expect(await resetPassword(world, given)).toEqual({ user_id: made.user_id });
    expect(await resetPassword(world, given)).toBeNull();
    expect(
      await checkPassword(world.db, { email: "neu@example.org", password: given.password }),
    ).toMatchObject({
      outcome: "right",
      user_id: made.user_id,
      needs_second_factor: true,
    });
    const { entries } = await listAudit(world.db, { subject: `user:${made.user_id}` });
    expect(entries).toMatchObject([{ action: "operator.created", actor: null, after: { role: "ADMIN" } }]);
  });

  it("an operator made on the command line may get a password at once; an address that is taken stays with its account", async () => {
    const given = { email: "zwei@example.org", password: "four cups of tea", role: "FINANCE" as const };
    const made = await createOperator({ ...world, tokens }, given);
    expect(made).toMatchObject({ outcome: "created", password_token: null });
    const again = await createOperator({ ...world, tokens }, { ...given, email: "ZWEI@example.org" });
    expect(again).toEqual({ outcome: "email_taken" });
  });
});

describe("all other operators", () => {
  const mailsAbout = async (email: string) =>
    (
      await world.db
        .selectFrom("mail_outbox")
        .select(["recipient", "locale", "params"])
        .where("template", "=", "operator_changed")
        .orderBy("created_at")
        .execute()
    ).filter(({ params }) => JSON.stringify(params).includes(email));

  it("are told by mail, in their language, of a new operator and of what becomes of their second factor", async () => {
    const { operator_id } = world.operator;
    await world.db.updateTable("users").set({ locale: "de" }).where("id", "=", operator_id).execute();
    const { email } = await world.db
      .selectFrom("users")
      .select("email")
      .where("id", "=", operator_id)
      .executeTakeFirstOrThrow();
    const made = await createOperator(
      { ...world, tokens },
      { email: "third@example.org", password: null, role: "ADMIN" },
    );
    if (made.outcome !== "created") throw new Error(made.outcome);
    const others = await world.db
      .selectFrom("users")
      .select("id")
      .where("role", "<>", "CREATOR")
      .where("id", "<>", made.user_id)
      .execute();
    const told = await mailsAbout("third@example.org");
    expect(told).toHaveLength(others.length);
    expect(told.map(({ recipient }) => recipient)).not.toContain("third@example.org");
    expect(told).toContainEqual({
      ...{ recipient: email, locale: "de" },
      params: expect.objectContaining({ change: "created", email: "third@example.org" }),
    });
    await removeSecondFactor(world, made.user_id);
    expect((await mailsAbout("third@example.org")).slice(others.length)).toMatchObject(
      others.map(() => ({ params: { change: "factor_off" } })),
    );
  });
});

it("a second factor that an operator takes away is gone, told by mail and logged", async () => {
  const creator = await createCreator(world);
  const given = { ...world.operator, user_id: creator.id };
  expect(await resetSecondFactor(world, given)).toBe("gone");
  await giveSecondFactor(world, { id: creator.id, email: "x@example.org" });
  expect((await findUserForOperator(world.db, creator.id))?.has_second_factor).toBe(true);
  expect(await resetSecondFactor(world, given)).toBe("reset");
  expect((await findUserForOperator(world.db, creator.id))?.has_second_factor).toBe(false);
  expect(await checkSecondFactor(world, creator.id, "123456")).toBe(false);
  expect((await world.mailsTo(creator)).map(({ template }) => template)).toEqual(["second_factor_changed"]);
  const { entries } = await listAudit(world.db, { subject: `user:${creator.id}` });
  expect(entries.map(({ action }) => action)).toEqual(["account.second_factor_removed"]);
});

it("users are found by the beginning of their address or name, letter by letter, page by page", async () => {
  for (let count = 0; count < 27; count += 1) {
    world.time.passSeconds(1);
    await createCreator(world, { username: `suche_${count}` });
  }
  await createCreator(world, { username: "sucheX1" });
  const search = (words: string, after: string | null = null, status: AccountStatus | null = null) =>
    searchUsers(world.db, { words, after, status });
  const first = await search("@Suche_");
  const second = await search("@Suche_", first.next);
  const names = [...first.users, ...second.users].map(({ username }) => username);
  expect([first.users.length, second.users.length, second.next]).toEqual([25, 2, null]);
  expect(names).toEqual(Array.from({ length: 27 }, (_, place) => `suche_${26 - place}`));
  expect((await search("suche_3@example")).users.map(({ username }) => username)).toEqual(["suche_3"]);
  expect((await search("%")).users).toEqual([]);
  const id = first.users[0]?.id ?? "";
  expect((await search(` ${id.toUpperCase()}`)).users.map((user) => user.id)).toEqual([id]);
  expect((await search("suche_3", null, "LOCKED")).users).toEqual([]);
});

describe("the mails of verification", () => {
  const mail = (template: string, locale: "en" | "de", params: unknown) =>
    renderMail(
      { publicUrl: "https://tribute.example", tokens, settings: defaultSettings },
      template,
      locale,
      params,
    );

  it("the mails of verification name each document with its reason", () => {
    const params = { reasons: [{ kind: "mediafile_passback", reason: "Zu dunkel" }] };
    const { subject, text } = mail("verification_declined", "de", params);
    expect(subject).toBe("Bei deiner Verifizierung fehlt noch etwas");
    expect(text).toContain("Ausweis, Rückseite: Zu dunkel");
    expect(text).toContain("https://tribute.example/account/verification");
  });

  it("the mails of verification say why an account is locked, in both ways that it can be", () => {
    expect(mail("account_locked", "en", { reason: "Stolen pictures" }).text).toContain("Stolen pictures");
    expect(mail("account_locked", "de", { reason: null }).text).toContain("3-mal abgelehnt");
    expect(mail("verification_accepted", "en", {}).text).toContain("https://tribute.example/dashboard");
  });
});

describe("the operators' log", () => {
  it("it is read whole, each entry once, latest first", async () => {
    const subject = "user:of-many-entries";
    const count = productRules.journal.portion + 2;
    await world.db.transaction().execute(async (trx) => {
      for (let index = 0; index < count; index += 1)
        await writeAudit(trx, {
          ...{ actor_id: null, action: "account.unlocked", subject, before: null },
          ...{ after: { entries: index }, now: world.clock() },
        });
    });
    const seen: unknown[] = [];
    for await (const entries of streamAudit(world.db, { subject }))
      seen.push(...entries.map(({ after }) => after));
    expect(seen).toEqual(Array.from({ length: count }, (_, index) => ({ entries: count - 1 - index })));
  });
});
