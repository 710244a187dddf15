import { describe, expect } from "vitest";
import { findGroupPage } from "../../app/domain/grouplists/group-page.server.ts";
import { test as it } from "../support/domain-test.ts";
import { createGroup, type Group, payGroupTip } from "../support/money/groups.ts";
import { type Creator, createCreator, moveAccount, type TipWorld } from "../support/money/tip-world.ts";

// What each may see of a group on its page.

let [owner, member, asking, stranger]: Creator[] = [];
let group: Group;

it.beforeEach(async ({ world }) => {
  [owner, member, asking, stranger] = [
    await createCreator(world),
    await createCreator(world),
    await createCreator(world),
    await createCreator(world),
  ];
  group = await createGroup(world, [idOf(owner), idOf(member)], { name: "The Evening Choir" });
  await world.db
    .insertInto("grouplist_users")
    .values({
      ...{ id: world.newId(), grouplist_id: group.id, creator_id: idOf(asking).id },
      ...{ status: "PENDING", asked_at: world.clock() },
    })
    .execute();
});

function idOf(creator: Creator | undefined): Creator {
  if (!creator) throw new Error("there is no such creator");
  return creator;
}
const change = (
  world: TipWorld,
  columns: {
    status?: "PENDING" | "DECLINED";
    ranking_enabled_at?: Date;
    archived_at?: Date;
    review_since?: Date;
  },
) => world.db.updateTable("grouplists").set(columns).where("id", "=", group.id).execute();
const seenBy = async (world: TipWorld, viewer: Creator | null) => {
  const page = await findGroupPage(world.db, group.slug, viewer?.id ?? null, world.clock());
  if (!page) throw new Error("the group has a page");
  return page;
};
const shown = async (world: TipWorld, viewer: Creator | null) =>
  (await seenBy(world, viewer)).members.map(({ id, status }) => [id, status]);

describe("a group's page", () => {
  it("shows owner and members to everybody, and who asked to owner and members alone", async ({ world }) => {
    const everybody = [
      [idOf(owner).id, "OWNER"],
      [idOf(member).id, "MEMBER"],
    ];
    const all = [...everybody, [idOf(asking).id, "PENDING"]];
    expect(await shown(world, null)).toEqual(everybody);
    expect(await shown(world, idOf(stranger))).toEqual(everybody);
    expect(await shown(world, idOf(asking))).toEqual(everybody);
    expect(await shown(world, idOf(member))).toEqual(all);
    expect(await shown(world, idOf(owner))).toEqual(all);
  });

  it("shows nobody whose account cannot receive, but to those who belong to it", async ({ world }) => {
    await moveAccount(world, idOf(member).id, ["LOCKED"]);
    expect(await shown(world, null)).toEqual([[idOf(owner).id, "OWNER"]]);
    expect((await seenBy(world, idOf(owner))).members.map(({ can_receive }) => can_receive)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it.for(["PENDING", "DECLINED"] as const)(
    "names a group that is %s to its owner and members alone",
    async (status, { world }) => {
      await change(world, { status, review_since: world.clock() });
      for (const viewer of [idOf(owner), idOf(member)])
        expect((await seenBy(world, viewer)).name).toBe("The Evening Choir");
      for (const viewer of [null, idOf(stranger), idOf(asking)])
        expect((await seenBy(world, viewer)).name).toBeNull();
    },
  );

  it("ranks a group by thirty days among those that take part, and only while its owner wants it", async ({
    world,
  }) => {
    expect((await seenBy(world, null)).ranking).toBeNull();
    await change(world, { ranking_enabled_at: world.clock() });
    expect((await seenBy(world, null)).ranking).toEqual({ rank: null, tips_count: 0, thirty_days_minor: 0 });
    const [larger, hidden] = [
      await createGroup(world, [idOf(owner), idOf(member)]),
      await createGroup(world, [idOf(owner), idOf(member)]),
    ];
    await world.db
      .updateTable("grouplists")
      .set({ ranking_enabled_at: world.clock() })
      .where("id", "=", larger.id)
      .execute();
    await payGroupTip(world, group, { amount: 20_00 });
    await payGroupTip(world, group, { amount: 5_00 });
    await payGroupTip(world, larger, { amount: 40_00 });
    await payGroupTip(world, hidden, { amount: 90_00 });
    expect((await seenBy(world, null)).ranking).toEqual({ rank: 2, tips_count: 2, thirty_days_minor: 25_00 });
  });

  it("is gone once the group is closed", async ({ world }) => {
    await change(world, { archived_at: world.clock() });
    expect(await findGroupPage(world.db, group.slug, idOf(owner).id, world.clock())).toBeNull();
  });
});
