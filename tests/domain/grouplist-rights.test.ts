import { describe, expect } from "vitest";
import {
  acceptInvitation,
  approveMember,
  declineMember,
  findInvitation,
  leaveGroup,
  listGroupMembers,
  removeMember,
} from "../../app/domain/grouplists/group-members.server.ts";
import {
  acceptGroup,
  declineGroup,
  findGroupReview,
} from "../../app/domain/grouplists/group-reviews.server.ts";
import {
  createGroup,
  deleteGroup,
  editGroup,
  findEditedGroup,
  removeGroupAvatar,
  renewInviteCode,
  setGroupRanking,
  setInvites,
} from "../../app/domain/grouplists/own-groups.server.ts";
import { setStatus } from "../../app/domain/users/user.server.ts";
import { test as it } from "../support/domain-test.ts";
import { approvedGroup, codeOf, joinGroup } from "../support/money/group-world.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { type Creator, createCreator, createTipWorld, type TipWorld } from "../support/money/tip-world.ts";

// Who may do what to a group: everybody who can come, times everything that can be done.

let world: TipWorld;
let operator_id: string;

it.beforeAll(async ({ database }) => {
  world = createTipWorld(database.db);
  operator_id = (await createOperatorRow(database.db, world.clock())).id;
});

const PEOPLE = ["other creator", "PENDING", "MEMBER", "OWNER", "owner in debt", "operator"] as const;
type Person = (typeof PEOPLE)[number];

/** A group with everybody in it, and who acts. */
async function stage(person: Person) {
  const owner = await createCreator(world);
  const { id, slug } = await approvedGroup(world, owner, operator_id, { name: "Choir" });
  const member = await joinGroup(world, { id, owner });
  const asking = await joinGroup(world, { id, owner, isWaiting: true });
  const bystander = { member: await joinGroup(world, { id, owner }) };
  const asker = await joinGroup(world, { id, owner, isWaiting: true });
  if (person === "owner in debt") await inDebt(owner);
  const people: Record<Person, string> = {
    "other creator": (await createCreator(world)).id,
    PENDING: asking.id,
    MEMBER: member.id,
    OWNER: owner.id,
    "owner in debt": owner.id,
    operator: operator_id,
  };
  const idOf = async (who: Creator) =>
    (await listGroupMembers(world.db, id)).find(({ creator_id }) => creator_id === who.id)?.id ?? "";
  return {
    id,
    creator_id: people[person],
    own: { slug, creator_id: people[person] },
    code: await codeOf(world, id),
    others: { member: await idOf(bystander.member), asker: await idOf(asker) },
  };
}

async function inDebt(owner: Creator): Promise<void> {
  const { db, clock } = world;
  await db.transaction().execute((trx) => setStatus(trx, owner.id, "CHARGEBACK", "test", clock()));
}

type Stage = Awaited<ReturnType<typeof stage>>;

/** Each act with what it ends in: for everybody, but for those who are named. */
const ACTS: [
  act: string,
  run: (on: Stage) => Promise<unknown>,
  everybody: unknown,
  but: Partial<Record<Person, unknown>>,
][] = [
  managed("rename", (on) => editGroup(world, { ...on.own, name: "Loud" }), "in_review"),
  managed("take the picture away", (on) => removeGroupAvatar(world, on.own), "none"),
  managed("close invitations", (on) => setInvites(world, { ...on.own, enabled: false }), "saved"),
  managed("renew the invite link", (on) => renewInviteCode(world, on.own), "saved"),
  managed("switch the ranking", (on) => setGroupRanking(world, { ...on.own, enabled: true }), "saved"),
  managed("approve", (on) => approveMember(world, asked(on)), "approved"),
  managed("decline", (on) => declineMember(world, asked(on)), "declined"),
  managed("remove", (on) => removeMember(world, joined(on)), "removed"),
  managed("delete", (on) => deleteGroup(world, on.own), "deleted"),
  [
    "open the form",
    async (on) => (await findEditedGroup(world.db, on.own)) !== null,
    false,
    { OWNER: true, "owner in debt": true },
  ],
  [
    "leave",
    (on) => leaveGroup(world, on.own),
    "gone",
    { PENDING: "withdrawn", MEMBER: "left", OWNER: "owner", "owner in debt": "owner" },
  ],
  [
    "make somebody else leave",
    (on) => leaveGroup(world, { member_id: on.others.member, creator_id: on.creator_id }),
    "gone",
    {},
  ],
  [
    "accept the invitation",
    (on) => acceptInvitation(world, { code: on.code, creator_id: on.creator_id }),
    "already_in",
    { "other creator": "asked", PENDING: "waiting", operator: "not_active" },
  ],
  [
    "read the name in the invitation",
    async (on) => {
      const found = await findInvitation(world.db, { code: on.code, creator_id: on.creator_id });
      return found.state;
    },
    "open",
    { PENDING: "waiting", MEMBER: "member", OWNER: "owner", "owner in debt": "owner" },
  ],
];

function managed(act: string, run: (on: Stage) => Promise<unknown>, done: string): (typeof ACTS)[number] {
  return [act, run, "gone", { OWNER: done, "owner in debt": "not_active" }];
}

const asked = (on: Stage) => ({ member_id: on.others.asker, creator_id: on.creator_id });
const joined = (on: Stage) => ({ member_id: on.others.member, creator_id: on.creator_id });

describe.each(PEOPLE)("%s", (person) => {
  it.each(ACTS)(`${person}: %s`, async (_, run, everybody, but) => {
    expect(await run(await stage(person))).toEqual(but[person] ?? everybody);
  });

  it(`${person}: decide about the group`, async () => {
    const on = await stage(person);
    await editGroup(world, { ...on.own, name: "Loud" });
    const seen = (await findGroupReview(world.db, on.id))?.seen ?? "";
    const given = { group_id: on.id, operator_id: on.creator_id, seen };
    if (person === "operator") {
      expect(await acceptGroup(world, given)).toBe("gone");
      return;
    }
    await expect(acceptGroup(world, given)).rejects.toThrow("only operators");
    await expect(declineGroup(world, { ...given, reason: "x" })).rejects.toThrow("only operators");
  });

  it(`${person}: make a group`, async () => {
    const { creator_id } = await stage(person);
    const made = await createGroup(world, { creator_id, name: "Mine", currency: "EUR" });
    const isRefused = person === "owner in debt" || person === "operator";
    expect(made.outcome).toBe(isRefused ? "not_active" : "created");
  });
});

it("who waits sees neither the form nor the name of a group that nobody has looked at", async () => {
  const owner = await createCreator(world);
  const made = await createGroup(world, { creator_id: owner.id, name: "Choir", currency: "EUR" });
  const slug = made.outcome === "created" ? made.slug : "";
  const { id } = await world.db
    .selectFrom("grouplists")
    .select("id")
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  const asking = await joinGroup(world, { id, owner, isWaiting: true });
  const code = await codeOf(world, id);
  expect(await findInvitation(world.db, { code, creator_id: asking.id })).toMatchObject({
    ...{ state: "waiting", name: null, avatar_id: null },
  });
});
