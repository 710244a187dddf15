import { sql } from "kysely";
import { describe, expect } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { listWaitingCases, readQueue } from "../../app/domain/desk/desk.server.ts";
import {
  acceptInvitation,
  approveMember,
  declineMember,
  findInvitation,
  leaveGroup,
  listGroupMembers,
  removeMember,
} from "../../app/domain/grouplists/group-members.server.ts";
import { groupTurnover } from "../../app/domain/grouplists/group-page.server.ts";
import {
  acceptGroup,
  declineGroup,
  findGroupReview,
  listGroupReviews,
  listOverdueGroups,
} from "../../app/domain/grouplists/group-reviews.server.ts";
import {
  deleteGroup,
  editGroup,
  findEditedGroup,
  listOwnGroups,
  removeGroupAvatar,
  renewInviteCode,
  setGroupRanking,
  setInvites,
} from "../../app/domain/grouplists/own-groups.server.ts";
import { test as it } from "../support/domain-test.ts";
import {
  approvedGroup,
  codeOf,
  groupRow,
  joinGroup,
  mailsTo,
  newGroup,
  storeAvatar,
} from "../support/money/group-world.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  moveAccount,
  type TipWorld,
} from "../support/money/tip-world.ts";

let world: TipWorld;
let owner: Creator;
let operator_id: string;

it.beforeAll(async ({ database }) => {
  operator_id = (await createOperatorRow(database.db, new Date("2026-11-21T10:00:00Z"))).id;
});
it.beforeEach(async ({ database }) => {
  world = createTipWorld(database.db);
  owner = await createCreator(world);
});

const mine = (slug: string) => ({ slug, creator_id: owner.id });
const edited = async (slug: string) => {
  const group = await findEditedGroup(world.db, mine(slug));
  if (!group) throw new Error("no such group");
  return group;
};
const waitingGroups = async () => {
  const reader = { id: operator_id, role: "MODERATOR" as const };
  const asked = { now: world.clock(), reader, limit: 100 };
  const cases = await listWaitingCases(world.db, asked, ({ name }) => name === "groups");
  return cases.map(({ href }) => href.split("/").at(-1));
};

const seenOf = async (id: string) => (await findGroupReview(world.db, id))?.seen ?? "";

describe("a new group", () => {
  it("has an address of eight readable signs, its currency, and waits for an operator", async () => {
    const { slug, id } = await newGroup(world, owner, { name: "The Quiet Choir", currency: "GBP" });
    expect(slug).toMatch(/^(?=.*[a-z])[a-km-np-z2-9]{8}$/);
    expect(await codeOf(world, id)).toMatch(/^[a-km-np-z2-9]{16}$/);
    expect(await listOwnGroups(world.db, owner.id)).toMatchObject([
      { slug, name: "The Quiet Choir", currency: "GBP", status: "PENDING", role: "OWNER", creators_count: 1 },
    ]);
    expect(await waitingGroups()).toContain(id);
    expect(await groupTurnover(world.db, id)).toEqual({ tips_count: 0, amount_minor: 0 });
  });

  it("the same form sent twice makes one group, another name makes another, and there is an end to it", async () => {
    const first = await newGroup(world, owner);
    expect((await newGroup(world, owner)).slug).toBe(first.slug);
    for (let count = 1; count < 20; count += 1) await newGroup(world, owner, { name: `Choir ${count}` });
    await expect(newGroup(world, owner, { name: "One more" })).rejects.toThrow("too_many");
    expect(await listOwnGroups(world.db, owner.id)).toHaveLength(20);
  });

  it("belongs to ACTIVE creators alone", async () => {
    const pending = await createCreator(world, { status: "PENDING" });
    await expect(newGroup(world, pending)).rejects.toThrow("not_active");
  });
});

describe("the review", () => {
  it("an operator approves a group, its owner is told, and it is not decided twice", async () => {
    const { id, slug } = await newGroup(world, owner, { name: "Choir" });
    const given = { group_id: id, operator_id, seen: await seenOf(id) };
    expect(await acceptGroup(world, given)).toBe("accepted");
    expect(await acceptGroup(world, given)).toBe("gone");
    expect(await edited(slug)).toMatchObject({ status: "APPROVED", is_in_review: false });
    expect(await mailsTo(world, owner)).toMatchObject([{ kind: "group_approved", group: "Choir", slug }]);
    expect((await listAudit(world.db, { subject: `grouplist:${id}` })).entries).toMatchObject([
      { action: "grouplist.accepted", after: { status: "APPROVED" } },
    ]);
  });

  it("a declined group tells its owner why until something is saved, which asks for another look", async () => {
    const { id, slug } = await newGroup(world, owner, { name: "A brand" });
    const seen = await seenOf(id);
    expect(await declineGroup(world, { group_id: id, operator_id, seen, reason: "A brand" })).toBe(
      "declined",
    );
    expect(await edited(slug)).toMatchObject({ status: "DECLINED", decline_reason: "A brand" });
    expect((await listAudit(world.db, { subject: `grouplist:${id}` })).entries).toMatchObject([
      { action: "grouplist.declined", after: { status: "DECLINED" } },
    ]);
    expect(await editGroup(world, { ...mine(slug), name: "Choir" })).toBe("in_review");
    expect(await edited(slug)).toMatchObject({ status: "PENDING", decline_reason: null, name: "Choir" });
    expect(await mailsTo(world, owner)).toMatchObject([{ kind: "group_declined", reason: "A brand" }]);
  });

  it("what changed of an approved group waits beside the old, which shows meanwhile", async () => {
    const { id, slug } = await approvedGroup(world, owner, operator_id, { name: "Choir" });
    const avatar_id = await storeAvatar(world, owner);
    expect(await editGroup(world, { ...mine(slug), name: "Loud Choir", avatar_id })).toBe("in_review");
    expect(await edited(slug)).toMatchObject({
      ...{ name: "Choir", avatar_id: null, new_name: "Loud Choir", new_avatar_id: avatar_id },
      ...{ status: "APPROVED", is_in_review: true },
    });
    // The old name again takes the new one back; the picture goes on waiting.
    expect(await editGroup(world, { ...mine(slug), name: "Choir" })).toBe("in_review");
    expect(await edited(slug)).toMatchObject({ new_name: null, new_avatar_id: avatar_id });
    await editGroup(world, { ...mine(slug), name: "Loud Choir" });
    const given = { group_id: id, operator_id, seen: await seenOf(id) };
    expect(await acceptGroup(world, given)).toBe("accepted");
    expect(await edited(slug)).toMatchObject({ name: "Loud Choir", avatar_id, is_in_review: false });
  });

  it("a declined change leaves the approved group as it was", async () => {
    const { id, slug } = await approvedGroup(world, owner, operator_id, { name: "Choir" });
    await editGroup(world, { ...mine(slug), name: "www.choir.example" });
    const given = { group_id: id, operator_id, seen: await seenOf(id), reason: "No links" };
    expect(await declineGroup(world, given)).toBe("declined");
    expect(await edited(slug)).toMatchObject({
      ...{ status: "APPROVED", name: "Choir", new_name: null, decline_reason: "No links" },
    });
    expect(await mailsTo(world, owner)).toMatchObject([
      { kind: "group_approved" },
      { kind: "change_declined" },
    ]);
  });

  it("of a group that was changed while an operator looked at it, nothing is decided", async () => {
    const { id, slug } = await newGroup(world, owner, { name: "Choir" });
    const seen = await seenOf(id);
    await editGroup(world, { ...mine(slug), name: "Something else" });
    expect(await acceptGroup(world, { group_id: id, operator_id, seen })).toBe("changed");
    expect(await edited(slug)).toMatchObject({ status: "PENDING" });
  });

  it("taking the name or the picture away needs no operator", async () => {
    const { id, slug } = await approvedGroup(world, owner, operator_id, { name: "Choir" });
    await editGroup(world, { ...mine(slug), avatar_id: await storeAvatar(world, owner) });
    await acceptGroup(world, { group_id: id, operator_id, seen: await seenOf(id) });
    expect((await edited(slug)).policies).toEqual({ "grouplist.avatar.delete": true });
    expect(await editGroup(world, { ...mine(slug), name: null })).toBe("saved");
    expect(await removeGroupAvatar(world, mine(slug))).toBe("removed");
    expect(await removeGroupAvatar(world, mine(slug))).toBe("none");
    expect(await edited(slug)).toMatchObject({
      ...{ name: null, avatar_id: null, is_in_review: false },
      policies: { "grouplist.avatar.delete": false },
    });
  });

  it("a picture is one's own, and one group's alone", async () => {
    const { slug } = await newGroup(world, owner, { name: "Choir" });
    const other = await newGroup(world, owner, { name: "Other" });
    const theirs = await storeAvatar(world, await createCreator(world));
    expect(await editGroup(world, { ...mine(slug), avatar_id: theirs })).toBe("avatar_unknown");
    const own = await storeAvatar(world, owner);
    expect(await editGroup(world, { ...mine(slug), avatar_id: own })).toBe("in_review");
    expect(await editGroup(world, { ...mine(other.slug), avatar_id: own })).toBe("avatar_unknown");
  });

  it("the queue has its length and its age, and says what waits for too long", async () => {
    const { id } = await newGroup(world, owner, { name: "Choir" });
    const page = await listGroupReviews(world.db, { view: "queue", after: null });
    const rest = await listGroupReviews(world.db, { view: "queue", after: page.next });
    expect(page.groups).toHaveLength(25);
    const last = [...page.groups, ...(page.next === null ? [] : rest.groups)].find((each) => each.id === id);
    expect(last).toMatchObject({ name: "Choir", owner: { username: owner.username } });
    expect((await readQueue(world.db, world.clock(), "groups")).count).toBe((await waitingGroups()).length);
    expect(await listOverdueGroups(world.db, world.clock())).toEqual([]);
    const tomorrow = new Date(world.clock().getTime() + 25 * 3_600_000);
    expect(await listOverdueGroups(world.db, tomorrow)).toHaveLength(25);
  });
});

describe("an invitation", () => {
  const open = async (code: string, who?: Creator) =>
    (await findInvitation(world.db, { code, creator_id: who?.id ?? null })).state;

  it("is accepted once, waits for the owner, and is over when they let the creator in", async () => {
    const { id, slug } = await approvedGroup(world, owner, operator_id, { name: "Choir" });
    const code = await codeOf(world, id);
    const guest = await createCreator(world);
    expect(await open(code)).toBe("open");
    expect(await open(code, guest)).toBe("open");
    expect(await acceptInvitation(world, { code, creator_id: guest.id })).toBe("asked");
    expect(await acceptInvitation(world, { code, creator_id: guest.id })).toBe("waiting");
    expect(await open(code, guest)).toBe("waiting");
    expect(await mailsTo(world, owner)).toMatchObject([
      { kind: "group_approved" },
      { kind: "asked", person: guest.username },
    ]);
    const member_id = (await listGroupMembers(world.db, id))[1]?.id ?? "";
    expect(await approveMember(world, { member_id, creator_id: owner.id })).toBe("approved");
    expect(await approveMember(world, { member_id, creator_id: owner.id })).toBe("approved");
    expect(await open(code, guest)).toBe("member");
    expect(await acceptInvitation(world, { code, creator_id: guest.id })).toBe("already_in");
    expect(await mailsTo(world, guest)).toMatchObject([{ kind: "approved", group: "Choir" }]);
    expect(await listOwnGroups(world.db, guest.id)).toMatchObject([
      { slug, role: "MEMBER", creators_count: 2 },
    ]);
  });

  it("that is off or renewed leads nowhere, but for those who are in", async () => {
    const { id, slug } = await newGroup(world, owner);
    const code = await codeOf(world, id);
    const guest = await createCreator(world);
    expect(await setInvites(world, { ...mine(slug), enabled: false })).toBe("saved");
    expect([await open(code, guest), await open(code, owner)]).toEqual(["off", "owner"]);
    expect(await acceptInvitation(world, { code, creator_id: guest.id })).toBe("off");
    await setInvites(world, { ...mine(slug), enabled: true });
    expect(await renewInviteCode(world, mine(slug))).toBe("saved");
    expect(await open(code, guest)).toBe("unknown");
    expect(await acceptInvitation(world, { code, creator_id: guest.id })).toBe("unknown");
    expect(await open(slug, guest)).toBe("unknown");
  });

  it("shows no name that nobody has looked at, and no creator whose page is not public", async () => {
    const { id } = await newGroup(world, owner, { name: "www.choir.example" });
    const code = await codeOf(world, id);
    const member = await joinGroup(world, { id, owner });
    expect(await findInvitation(world.db, { code, creator_id: null })).toMatchObject({
      ...{ name: null, creators: [{ username: owner.username }, { username: member.username }] },
    });
    expect(await findInvitation(world.db, { code, creator_id: member.id })).toMatchObject({
      name: "www.choir.example",
    });
    await moveAccount(world, member.id, ["LOCKED"]);
    expect(await findInvitation(world.db, { code, creator_id: null })).toMatchObject({
      creators: [{ username: owner.username }],
    });
    // Nor does a mail in our name carry it to others.
    expect((await mailsTo(world, member)).map(({ group }) => group)).toEqual([null]);
  });
});

describe("members", () => {
  it("leave, take back that they asked, are declined and removed, each told to whom it concerns", async () => {
    const { id, slug } = await approvedGroup(world, owner, operator_id, { name: "Choir" });
    const [leaver, asker, declined, removed] = [
      await joinGroup(world, { id, owner }),
      await joinGroup(world, { id, owner, isWaiting: true }),
      await joinGroup(world, { id, owner, isWaiting: true }),
      await joinGroup(world, { id, owner }),
    ];
    const idOf = async (who: Creator) =>
      (await listGroupMembers(world.db, id)).find(({ creator_id }) => creator_id === who.id)?.id ?? "";
    expect(await leaveGroup(world, { slug, creator_id: leaver.id })).toBe("left");
    expect(await leaveGroup(world, { slug, creator_id: leaver.id })).toBe("gone");
    expect(await leaveGroup(world, { slug, creator_id: asker.id })).toBe("withdrawn");
    expect(await leaveGroup(world, { slug, creator_id: owner.id })).toBe("owner");
    const byOwner = async (who: Creator) => ({ member_id: await idOf(who), creator_id: owner.id });
    expect(await removeMember(world, await byOwner(declined))).toBe("gone");
    expect(await declineMember(world, await byOwner(declined))).toBe("declined");
    expect(await declineMember(world, await byOwner(removed))).toBe("gone");
    expect(await removeMember(world, await byOwner(removed))).toBe("removed");
    expect(await removeMember(world, await byOwner(owner))).toBe("gone");
    expect(await listGroupMembers(world.db, id)).toMatchObject([{ status: "OWNER" }]);
    expect((await mailsTo(world, owner)).map(({ kind }) => kind)).toContain("left");
    expect(await mailsTo(world, declined)).toMatchObject([{ kind: "declined" }]);
    expect(await mailsTo(world, removed)).toMatchObject([{ kind: "approved" }, { kind: "removed" }]);
  });

  it("the ranking is switched on from a moment on, and off", async () => {
    const { slug } = await newGroup(world, owner);
    expect(await setGroupRanking(world, { ...mine(slug), enabled: true })).toBe("saved");
    expect((await edited(slug)).ranking_enabled_at).toEqual(world.clock());
    await setGroupRanking(world, { ...mine(slug), enabled: false });
    expect((await edited(slug)).ranking_enabled_at).toBeNull();
  });
});

describe("a group that is deleted", () => {
  it("goes for good when nobody ever tipped it, and its creators are told", async () => {
    const { id, slug } = await approvedGroup(world, owner, operator_id, { name: "Choir" });
    const member = await joinGroup(world, { id, owner });
    expect(await deleteGroup(world, mine(slug))).toBe("deleted");
    expect(await deleteGroup(world, mine(slug))).toBe("gone");
    expect(await groupRow(world, id)).toBeUndefined();
    expect((await mailsTo(world, member)).map(({ kind }) => kind)).toEqual(["approved", "deleted"]);
  });

  it("is archived when a tip names it, and then nobody manages, joins or sees it", async () => {
    const { id, slug } = await approvedGroup(world, owner, operator_id, { name: "Choir" });
    const code = await codeOf(world, id);
    await sql`
      insert into tips (id, grouplist_id, currency, amount_minor, status, locale, created_at, updated_at)
      values (${world.newId()}, ${id}, 'EUR', 500, 'DRAFT', 'en', ${world.clock()}, ${world.clock()})`.execute(
      world.db,
    );
    expect(await deleteGroup(world, mine(slug))).toBe("archived");
    expect(await groupRow(world, id)).toMatchObject({ archived_at: world.clock(), name: "Choir" });
    expect(await listOwnGroups(world.db, owner.id)).toEqual([]);
    expect(await findEditedGroup(world.db, mine(slug))).toBeNull();
    expect((await findInvitation(world.db, { code, creator_id: owner.id })).state).toBe("unknown");
    expect(await editGroup(world, { ...mine(slug), name: "Back" })).toBe("gone");
    expect(await waitingGroups()).not.toContain(id);
  });
});
