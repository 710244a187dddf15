import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { lockAccount, resetSecondFactor, unlockAccount } from "../../app/domain/auth/operators.server.ts";
import { findViewer, openSession } from "../../app/domain/auth/sessions.server.ts";
import { MAIN_NETWORKS, NETWORK_NAMES } from "../../app/domain/users/social-networks.ts";
import { acceptVerification } from "../../app/domain/verification/decisions.server.ts";
import { findVerification, listCases, listQueue } from "../../app/domain/verification/submission.server.ts";
import { DOCUMENT_KINDS } from "../../app/domain/verification/verification.schema.ts";
import { test as it } from "../support/domain-test.ts";
import { accountStatus } from "../support/money/tip-world.ts";
import { createVerificationWorld, type VerificationWorld } from "../support/money/verification-world.ts";

let world: VerificationWorld;

const now = () => ({ now: world.clock(), waived: [] });

it.beforeAll(async ({ database }) => {
  world = await createVerificationWorld(database.db);
});

describe("handing in", () => {
  it("handing in a verification says what is missing, and waits once all is there", async () => {
    const creator = await world.newcomer();
    expect(await world.handIn(creator, false)).toEqual({
      outcome: "incomplete",
      missing: [...DOCUMENT_KINDS, "photo"],
    });
    await world.uploadAll(creator);
    expect(await world.handIn(creator, false)).toEqual({ outcome: "incomplete", missing: ["photo"] });
    expect(await accountStatus(world, creator)).toBe("CREATED");
    expect(await world.handIn(creator)).toEqual({ outcome: "handed_in" });
    expect(await accountStatus(world, creator)).toBe("PENDING");
    expect(await findVerification(world.db, creator.id, now())).toMatchObject({
      submitted_at: world.clock(),
      missing: ["photo"],
      reasons: [],
    });
  });

  it("a document that the operator waives is not needed, the others are", async () => {
    const creator = await world.newcomer();
    const waived = ["mediafile_passback", "mediafile_shootout", "mediafile_invoice"] as const;
    expect(await world.handIn(creator, true, waived)).toEqual({
      outcome: "incomplete",
      missing: ["mediafile_pass"],
    });
    const found = await findVerification(world.db, creator.id, { now: world.clock(), waived });
    expect(found.missing).toEqual(["mediafile_pass", "photo"]);
  });

  it("handing in a verification counts 18 years by the days of Berlin", async () => {
    const creator = await world.newcomer();
    await world.db
      .updateTable("users")
      .set({ date_of_birth: "2009-01-01" })
      .where("id", "=", creator.id)
      .execute();
    const isYoung = async (now: string) =>
      (await findVerification(world.db, creator.id, { now: new Date(now), waived: [] }))?.missing.includes(
        "date_of_birth",
      );
    expect(await isYoung("2026-12-31T22:59:59Z")).toBe(true);
    expect(await isYoung("2026-12-31T23:00:00Z")).toBe(false);
  });

  it.each(NETWORK_NAMES)("a page on %s alone is enough to verify", async (network) => {
    const creator = await world.newcomer();
    await world.db.updateTable("social_links").set({ network }).where("user_id", "=", creator.id).execute();
    const { missing } = await findVerification(world.db, creator.id, now());
    expect(missing).not.toContain("social_link");
    const session = { id: randomUUID(), user_id: creator.id, user_agent: "test", has_second_factor: false };
    const token = await openSession(world.db, { ...session, now: world.clock() });
    const found = await findViewer(world.db, token, world.clock());
    expect(found?.viewer.has_social_link).toBe(true);
    expect(found?.viewer.has_main_link).toBe(MAIN_NETWORKS.includes(network));
  });

  it("handing in a verification twice at the same time is one case", async () => {
    const creator = await world.newcomer();
    await world.uploadAll(creator);
    const outcomes = await Promise.all([world.handIn(creator), world.handIn(creator)]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["closed", "handed_in"]);
    expect(await listCases(world.db, creator.id)).toHaveLength(1);
  });

  it("handing in a verification is closed to creators who are verified already", async () => {
    const creator = await world.newcomer("ACTIVE");
    expect(await world.handIn(creator)).toEqual({ outcome: "closed" });
  });
});

describe("a decision", () => {
  it("a decision that accepts makes the creator ACTIVE, is reported by mail, and stands in the log", async () => {
    const creator = await world.waiting();
    expect(await world.accept(creator)).toBe("accepted");
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
    expect((await world.mailsTo(creator)).map(({ template }) => template)).toEqual(["verification_accepted"]);
    const { entries } = await listAudit(world.db, { subject: `user:${creator.id}` });
    expect(entries).toMatchObject([
      {
        action: "verification.accepted",
        actor: "operator@tribute.example",
        before: { status: "PENDING" },
        after: { status: "ACTIVE" },
      },
    ]);
  });

  it("a decision is made once, whoever decides at the same time", async () => {
    const creator = await world.waiting();
    const outcomes = await Promise.all([
      world.accept(creator),
      world.decline(creator),
      world.accept(creator),
    ]);
    expect(outcomes.filter((outcome) => outcome === "gone")).toHaveLength(2);
    expect(await world.mailsTo(creator)).toHaveLength(1);
  });

  it("a decision that declines says why, lets the creator hand in again, and locks the third time", async () => {
    const creator = await world.waiting();
    expect(await world.decline(creator, "Blurred")).toBe("declined");
    expect(await accountStatus(world, creator)).toBe("DECLINED");
    expect(await world.mailsTo(creator)).toMatchObject([
      {
        template: "verification_declined",
        params: { reasons: [{ kind: "mediafile_pass", reason: "Blurred" }] },
      },
    ]);
    expect((await findVerification(world.db, creator.id, now())).reasons).toEqual([
      { kind: "mediafile_pass", reason: "Blurred" },
    ]);
    world.time.passSeconds(60);
    expect(await world.handIn(creator)).toEqual({ outcome: "handed_in" });
    expect((await findVerification(world.db, creator.id, now())).reasons).toEqual([]);
    expect(await world.decline(creator)).toBe("declined");
    world.time.passSeconds(60);
    await world.handIn(creator);
    expect(await world.decline(creator)).toBe("locked");
    expect(await accountStatus(world, creator)).toBe("LOCKED");
    expect((await world.mailsTo(creator)).at(-1)).toMatchObject({
      template: "account_locked",
      params: { reason: null },
    });
    // Let in again, the count begins anew.
    world.time.passSeconds(60);
    expect(await unlockAccount(world, { ...world.operator, user_id: creator.id })).toBe("unlocked");
    expect(await accountStatus(world, creator)).toBe("DECLINED");
    await world.handIn(creator);
    world.time.passSeconds(60);
    expect(await world.decline(creator)).toBe("declined");
  });

  it("a decision is about the case that the operator saw", async () => {
    const creator = await world.waiting();
    const [first] = await listCases(world.db, creator.id);
    await world.decline(creator);
    world.time.passSeconds(60);
    await world.handIn(creator);
    const [second] = await listCases(world.db, creator.id);
    const decide = (seen: string | undefined) =>
      acceptVerification(world, { ...world.operator, user_id: creator.id, seen: seen ?? "" });
    expect(first?.id).not.toBe(second?.id);
    expect(await decide(first?.id)).toBe("gone");
    expect(await decide(second?.id)).toBe("accepted");
  });

  it("a decision is for operators alone", async () => {
    const creator = await world.waiting();
    const nobody = { user_id: creator.id, operator_id: (await world.newcomer("ACTIVE")).id };
    await expect(acceptVerification(world, nobody)).rejects.toThrow(/only operators/);
    await expect(lockAccount(world, { ...nobody, reason: "x" })).rejects.toThrow(/only operators/);
    expect(await accountStatus(world, creator)).toBe("PENDING");
  });

  it("the queue of decisions lists the longest waiting creator first, page by page", async () => {
    for (let count = 0; count < 27; count += 1) {
      world.time.passSeconds(1);
      await world.waiting();
    }
    const first = await listQueue(world.db, null);
    const second = await listQueue(world.db, first.next);
    const all = [...first.cases, ...second.cases];
    expect(first.cases).toHaveLength(25);
    expect(second.next).toBeNull();
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const times = all.map(({ submitted_at }) => submitted_at.getTime());
    expect(times).toEqual([...times].sort((one, other) => one - other));
  });
});

describe("a lock", () => {
  it("a lock closes the account with its reason, and taken back leaves it where it was", async () => {
    const creator = await world.newcomer("ACTIVE");
    expect(
      await lockAccount(world, { ...world.operator, user_id: creator.id, reason: "Stolen pictures" }),
    ).toBe("locked");
    expect(await lockAccount(world, { ...world.operator, user_id: creator.id, reason: "Again" })).toBe(
      "gone",
    );
    expect(await world.mailsTo(creator)).toMatchObject([
      { template: "account_locked", params: { reason: "Stolen pictures" } },
    ]);
    expect(await unlockAccount(world, { ...world.operator, user_id: creator.id })).toBe("unlocked");
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
    expect(await unlockAccount(world, { ...world.operator, user_id: creator.id })).toBe("gone");
    const { entries } = await listAudit(world.db, { subject: `user:${creator.id}` });
    expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
      ["account.unlocked", { status: "LOCKED" }, { status: "ACTIVE" }],
      ["account.locked", { status: "ACTIVE" }, { status: "LOCKED" }],
    ]);
  });

  it("a lock takes a waiting creator out of the queue, and taken back puts them in again", async () => {
    const creator = await world.waiting();
    const isQueued = async () => {
      for (let after: string | null = null; ; ) {
        const page = await listQueue(world.db, after);
        if (page.cases.some(({ user_id }) => user_id === creator.id)) return true;
        if (page.next === null) return false;
        after = page.next;
      }
    };
    expect(await isQueued()).toBe(true);
    await lockAccount(world, { ...world.operator, user_id: creator.id, reason: "Twice the same person" });
    expect([await isQueued(), await world.accept(creator)]).toEqual([false, "gone"]);
    await unlockAccount(world, { ...world.operator, user_id: creator.id });
    expect([await isQueued(), await world.accept(creator)]).toEqual([true, "accepted"]);
  });

  it("a lock does not touch operators", async () => {
    const given = { ...world.operator, user_id: world.operator.operator_id };
    expect(await lockAccount(world, { ...given, reason: "x" })).toBe("gone");
    expect(await resetSecondFactor(world, given)).toBe("gone");
  });
});
