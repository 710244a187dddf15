import { expect } from "vitest";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { requestDeletion } from "../../app/domain/auth/deletion.server.ts";
import {
  acceptInvitation,
  approveMember,
  leaveGroup,
  listGroupMembers,
  removeMember,
} from "../../app/domain/grouplists/group-members.server.ts";
import {
  createGroup,
  deleteGroup,
  editGroup,
  listOwnGroups,
} from "../../app/domain/grouplists/own-groups.server.ts";
import { leaveForGood } from "../../app/domain/payouts/statements/month-statements.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { test as it } from "../support/domain-test.ts";
import {
  approvedGroup,
  codeOf,
  groupRow,
  joinGroup,
  mailsTo,
  storeAvatar,
} from "../support/money/group-world.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { withPayouts } from "../support/money/payout-world.ts";
import { type Creator, createCreator, createTipWorld, type TipWorld } from "../support/money/tip-world.ts";

const tokens = createTokens("a secret of at least thirty-two characters");
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

const choir = () => approvedGroup(world, owner, operator_id, { name: "Choir" });

const memberIds = async (id: string) =>
  (await listGroupMembers(world.db, id)).map(({ id: member_id, creator_id, status }) => ({
    member_id,
    creator_id,
    status,
  }));

async function leave(who: Creator): Promise<string> {
  await requestDeletion({ ...world, tokens }, who.id);
  const { dedupe_key } = await world.db
    .selectFrom("mail_outbox")
    .select("dedupe_key")
    .where("template", "=", "deletion")
    .where("user_id", "=", who.id)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const token = tokens.sign("deletion", dedupe_key.slice("deletion:".length));
  return await leaveForGood(withPayouts(world), { user_id: who.id, token });
}

it("of two approvals for the last place one comes too late", async () => {
  const { id } = await choir();
  const members = await all(many(48), () => createCreator(world));
  await world.db
    .insertInto("grouplist_users")
    .values(
      members.map(({ id: creator_id }) => ({
        ...{ id: world.newId(), grouplist_id: id, creator_id, status: "MEMBER" as const },
        ...{ asked_at: world.clock(), joined_at: world.clock() },
      })),
    )
    .execute();
  await joinGroup(world, { id, owner, isWaiting: true });
  await joinGroup(world, { id, owner, isWaiting: true });
  const asking = (await memberIds(id)).filter(({ status }) => status === "PENDING");
  const outcomes = await all(asking, ({ member_id }) =>
    approveMember(world, { member_id, creator_id: owner.id }),
  );
  expect(outcomes.sort()).toEqual(["approved", "full"]);
  expect((await memberIds(id)).filter(({ status }) => status !== "PENDING")).toHaveLength(50);
  // Nobody else is invited into a group that is full.
  const late = await createCreator(world);
  expect(await acceptInvitation(world, { code: await codeOf(world, id), creator_id: late.id })).toBe("full");
});

it("an invitation that is accepted several times at once makes one request and one mail", async () => {
  const { id } = await choir();
  const code = await codeOf(world, id);
  const guest = await createCreator(world);
  const outcomes = await all(many(8), () => acceptInvitation(world, { code, creator_id: guest.id }));
  expect(outcomes.filter((outcome) => outcome === "asked")).toHaveLength(1);
  expect(await memberIds(id)).toHaveLength(2);
  expect((await mailsTo(world, owner)).filter(({ kind }) => kind === "asked")).toHaveLength(1);
});

it("of deleting a group and approving, leaving or joining at once, each order ends without a trace of the group", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id, slug } = await approvedGroup(world, owner, operator_id, { name: `Choir ${round}` });
    const code = await codeOf(world, id);
    const member = await joinGroup(world, { id, owner });
    await joinGroup(world, { id, owner, isWaiting: true });
    const late = await createCreator(world);
    const asking = (await memberIds(id)).find(({ status }) => status === "PENDING")?.member_id ?? "";
    const acts: (() => Promise<string>)[] = [
      () => approveMember(world, { member_id: asking, creator_id: owner.id }),
      () => deleteGroup(world, { slug, creator_id: owner.id }),
      () => leaveGroup(world, { slug, creator_id: member.id }),
      () => acceptInvitation(world, { code, creator_id: late.id }),
      () => editGroup(world, { slug, creator_id: owner.id, name: "Loud" }),
    ];
    const outcomes = await all(acts, (act) => act());
    expect(outcomes[1]).toBe("deleted");
    expect(await groupRow(world, id)).toBeUndefined();
    expect(await listOwnGroups(world.db, late.id)).toEqual([]);
  }
});

it("a creator who makes the same group several times at once has one", async () => {
  const given = { creator_id: owner.id, name: "Twins", currency: "EUR" as const };
  await all(many(6), () => createGroup(world, given));
  expect(await listOwnGroups(world.db, owner.id)).toHaveLength(1);
});

it("when its owner's account is deleted, the longest member who can receive inherits the group with its picture", async () => {
  const { id, slug } = await choir();
  const avatar_id = await storeAvatar(world, owner);
  await editGroup(world, { slug, creator_id: owner.id, avatar_id });
  const [locked, heir, younger] = [
    await joinGroup(world, { id, owner }),
    await joinGroup(world, { id, owner }),
    await joinGroup(world, { id, owner }),
  ];
  await world.db.updateTable("users").set({ status: "LOCKED" }).where("id", "=", locked.id).execute();
  expect(await leave(owner)).toBe("deleted");
  expect(await memberIds(id)).toMatchObject([
    { creator_id: heir.id, status: "OWNER" },
    { creator_id: locked.id },
    { creator_id: younger.id },
  ]);
  expect(await groupRow(world, id)).toMatchObject({ archived_at: null, new_avatar_id: avatar_id });
  expect((await mailsTo(world, heir)).at(-1)).toMatchObject({ kind: "inherited", group: "Choir", slug });
  // The heir manages it from then on, the picture that waits included.
  const [, member] = await memberIds(id);
  const given = { member_id: member?.member_id ?? "", creator_id: heir.id };
  expect(await removeMember(world, given)).toBe("removed");
});

it("a group whose owner leaves alone is closed, and whoever waits is told", async () => {
  const { id } = await choir();
  const asking = await joinGroup(world, { id, owner, isWaiting: true });
  expect(await leave(owner)).toBe("deleted");
  expect(await groupRow(world, id)).toBeUndefined();
  expect(await mailsTo(world, asking)).toMatchObject([{ kind: "deleted" }]);
});

it("an account that is deleted while it joins, while its owner goes, and while it is approved is in no group afterwards", async () => {
  for (let round = 0; round < 8; round += 1) {
    const first = await createCreator(world);
    const { id } = await approvedGroup(world, first, operator_id, { name: "Choir" });
    const other = await approvedGroup(world, first, operator_id, { name: "Band" });
    const code = await codeOf(world, other.id);
    const leaver = await createCreator(world);
    await joinGroup(world, { id, owner: first, isWaiting: true, who: leaver });
    const heir = await joinGroup(world, { id, owner: first });
    const asking = (await memberIds(id)).find(({ creator_id }) => creator_id === leaver.id)?.member_id ?? "";
    const acts: (() => Promise<unknown>)[] = [
      () => leave(leaver),
      () => acceptInvitation(world, { code, creator_id: leaver.id }),
      () => approveMember(world, { member_id: asking, creator_id: first.id }),
      () => leave(first),
      () => leave(heir),
    ];
    const [left] = await all(acts, (act) => act());
    expect(left).toBe("deleted");
    for (const group of [id, other.id])
      expect((await memberIds(group)).map(({ creator_id }) => creator_id)).not.toContain(leaver.id);
    const owners = await world.db
      .selectFrom("grouplists as g")
      .select("g.id")
      .where("g.id", "in", [id, other.id])
      .where("g.archived_at", "is", null)
      .execute();
    // Whoever could inherit has left, or inherited and left.
    expect(owners).toEqual([]);
  }
});
