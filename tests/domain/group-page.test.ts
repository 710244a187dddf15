import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findGroupPage } from "../../app/domain/grouplists/group-page.server.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { createGroup, type Group, payGroupTip } from "../support/money/groups.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  moveAccount,
  type TipWorld,
} from "../support/money/tip-world.ts";

// What each may see of a group on its page.

let database: TestDatabase;
let world: TipWorld;
let [owner, member, asking, stranger]: Creator[] = [];
let group: Group;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  world = createTipWorld(database.db);
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
afterAll(() => database.drop());

function idOf(creator: Creator | undefined): Creator {
  if (!creator) throw new Error("there is no such creator");
  return creator;
}
const change = (columns: {
  status?: "PENDING" | "DECLINED";
  ranking_enabled_at?: Date;
  archived_at?: Date;
  review_since?: Date;
}) => world.db.updateTable("grouplists").set(columns).where("id", "=", group.id).execute();
const seenBy = async (viewer: Creator | null) => {
  const page = await findGroupPage(world.db, group.slug, viewer?.id ?? null, world.clock());
  if (!page) throw new Error("the group has a page");
  return page;
};
const shown = async (viewer: Creator | null) =>
  (await seenBy(viewer)).members.map(({ id, status }) => [id, status]);

describe("a group's page", () => {
  it("shows owner and members to everybody, and who asked to owner and members alone", async () => {
    const everybody = [
      [idOf(owner).id, "OWNER"],
      [idOf(member).id, "MEMBER"],
    ];
    const all = [...everybody, [idOf(asking).id, "PENDING"]];
    expect(await shown(null)).toEqual(everybody);
    expect(await shown(idOf(stranger))).toEqual(everybody);
    expect(await shown(idOf(asking))).toEqual(everybody);
    expect(await shown(idOf(member))).toEqual(all);
    expect(await shown(idOf(owner))).toEqual(all);
  });

  it("shows nobody whose account cannot receive, but to those who belong to it", async () => {
    await moveAccount(world, idOf(member).id, ["LOCKED"]);
    expect(await shown(null)).toEqual([[idOf(owner).id, "OWNER"]]);
    expect((await seenBy(idOf(owner))).members.map(({ can_receive }) => can_receive)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it.each(["PENDING", "DECLINED"] as const)(
    "names a group that is %s to its owner and members alone",
    async (status) => {
      await change({ status, review_since: world.clock() });
      for (const viewer of [idOf(owner), idOf(member)])
        expect((await seenBy(viewer)).name).toBe("The Evening Choir");
      for (const viewer of [null, idOf(stranger), idOf(asking)])
        expect((await seenBy(viewer)).name).toBeNull();
    },
  );

  it("ranks a group by thirty days among those that take part, and only while its owner wants it", async () => {
    expect((await seenBy(null)).ranking).toBeNull();
    await change({ ranking_enabled_at: world.clock() });
    expect((await seenBy(null)).ranking).toEqual({ rank: null, tips_count: 0, thirty_days_minor: 0 });
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
    expect((await seenBy(null)).ranking).toEqual({ rank: 2, tips_count: 2, thirty_days_minor: 25_00 });
  });

  it("is gone once the group is closed", async () => {
    await change({ archived_at: world.clock() });
    expect(await findGroupPage(world.db, group.slug, idOf(owner).id, world.clock())).toBeNull();
  });
});
