import { describe, expect } from "vitest";
import { findGroupPage } from "../../app/domain/grouplists/group-page.server.ts";
import { checkRollups } from "../../app/domain/rollups/check-rollups.server.ts";
import { slideThirtyDays } from "../../app/domain/rollups/thirty-days.server.ts";
import { test as it } from "../support/domain-test.ts";
import { createGroup, payGroupTip } from "../support/money/groups.ts";
import { boardOf, clearLeaderboard, groupBoardOf, rankedCreator, rankGroup } from "../support/money/ranks.ts";
import { by, refund } from "../support/money/refund-world.ts";
import { createCreator, payTip } from "../support/money/tip-world.ts";

it.beforeEach(async ({ world }) => {
  await clearLeaderboard(world);
});

describe("what a creator gives themselves", () => {
  it("a tip that was begun while signed in as its receiver ranks nowhere, and counts everywhere else", async ({
    world,
  }) => {
    const creator = await rankedCreator(world, { username: "tips-herself" });
    await payTip(world, creator, { amount: 50_00, begunBy: creator.id });
    expect(await boardOf(world)).toEqual([]);
    await payTip(world, creator, { amount: 5_00 });
    expect(await boardOf(world)).toEqual(["1 tips-herself, 1 tips"]);
    expect(await boardOf(world, "30days")).toEqual(["1 tips-herself, 1 tips"]);
    await slideThirtyDays(world.db, world.clock());
    expect(await boardOf(world, "30days")).toEqual(["1 tips-herself, 1 tips"]);
    const [day] = await world.db
      .selectFrom("daily_tip_totals")
      .select(["tips_count", "amount_minor"])
      .where("creator_id", "=", creator.id)
      .execute();
    expect(day).toEqual({ tips_count: 2, amount_minor: 55_00 });
    expect(await checkRollups(world.db)).toEqual([]);
  });

  it("a tip with the receiver's own address ranks nowhere, whatever its case", async ({ world }) => {
    const creator = await rankedCreator(world, { username: "own-address" });
    await payTip(world, creator, { email: "OWN-Address@Example.org" });
    expect(await boardOf(world)).toEqual([]);
    await payTip(world, creator, { email: "another@example.org" });
    expect(await boardOf(world)).toEqual(["1 own-address, 1 tips"]);
  });

  it("a tip that another creator began while signed in ranks, and nobody keeps who that was", async ({
    world,
  }) => {
    const creator = await rankedCreator(world, { username: "tipped-by-another" });
    const other = await createCreator(world);
    const payment = await payTip(world, creator, { begunBy: other.id });
    expect(await boardOf(world)).toEqual(["1 tipped-by-another, 1 tips"]);
    const own = await payTip(world, creator, { begunBy: creator.id });
    const rows = await world.db
      .selectFrom("tips")
      .select("begun_by")
      .where("id", "in", [payment.tip_id ?? "", own.tip_id ?? ""])
      .execute();
    expect(rows).toEqual([{ begun_by: null }, { begun_by: null }]);
  });

  it("a refund of one's own tip takes nothing of what ranks", async ({ world }) => {
    const creator = await rankedCreator(world, { username: "refunds-herself" });
    await payTip(world, creator, { amount: 5_00 });
    const own = await payTip(world, creator, { amount: 50_00, begunBy: creator.id });
    await refund(world, own, by(creator));
    expect(await boardOf(world)).toEqual(["1 refunds-herself, 1 tips"]);
    expect(await checkRollups(world.db)).toEqual([]);
  });

  it.for(["begun while signed in", "with their address"])(
    "of a group's tip that a member gave, %s, their own share does not rank, and the whole does not rank the group",
    async (way, { world }) => {
      const giver = await rankedCreator(world, { username: `giver-${way.length}` });
      const other = await rankedCreator(world, { username: `taker-${way.length}` });
      const group = await createGroup(world, [giver, other], { name: `Choir ${way.length}` });
      await rankGroup(world, group);
      const given =
        way === "with their address" ? { email: `${giver.username}@EXAMPLE.org` } : { begunBy: giver.id };
      const payment = await payGroupTip(world, group, { amount: 20_00, ...given });
      expect(await boardOf(world)).toEqual([`1 ${other.username}, 1 tips`]);
      expect(await groupBoardOf(world)).toEqual([]);
      const page = await findGroupPage(world.db, group.slug, null, world.clock());
      expect(page?.ranking).toEqual({ rank: null, tips_count: 1, thirty_days_minor: 20_00 });
      await payGroupTip(world, group, { amount: 2_00 });
      expect(await groupBoardOf(world)).toEqual([`1 Choir ${way.length}, 2 members, 1 tips`]);
      await refund(world, payment, by(giver));
      expect(await checkRollups(world.db)).toEqual([]);
    },
  );

  it("a member's tip to the others of their group ranks them, and not the group", async ({ world }) => {
    const giver = await rankedCreator(world, { username: "generous" });
    const other = await rankedCreator(world, { username: "lucky" });
    const group = await createGroup(world, [giver, other], { name: "Duo" });
    await rankGroup(world, group);
    await payGroupTip(world, group, { amount: 20_00, chosen: [other], begunBy: giver.id });
    expect(await boardOf(world)).toEqual(["1 lucky, 1 tips"]);
    expect(await groupBoardOf(world)).toEqual([]);
    expect(await checkRollups(world.db)).toEqual([]);
  });
});

describe("groups", () => {
  it("a group's rank counts the whole of a tip once, is the same on its page, and ties share it", async ({
    world,
  }) => {
    const [one, two] = [await createCreator(world), await createCreator(world)];
    const groups = [];
    for (const [name, amount] of [
      ["Large", 40_00],
      ["Tied A", 10_00],
      ["Tied B", 10_00],
    ] as const) {
      const group = await createGroup(world, [one, two], { name });
      await rankGroup(world, group);
      await payGroupTip(world, group, { amount });
      groups.push(group);
    }
    const board = await groupBoardOf(world, "30days");
    expect(board[0]).toBe("1 Large, 2 members, 1 tips");
    expect(board.slice(1).sort()).toEqual(["2 Tied A, 2 members, 1 tips", "2 Tied B, 2 members, 1 tips"]);
    for (const [index, group] of groups.entries()) {
      const page = await findGroupPage(world.db, group.slug, null, world.clock());
      expect(page?.ranking?.rank).toBe(index === 0 ? 1 : 2);
    }
  });

  it("a group is listed while it is approved, open and its owner wants it", async ({ world }) => {
    const group = await createGroup(world, [await createCreator(world)], { name: "Solo" });
    await payGroupTip(world, group, { amount: 5_00 });
    expect(await groupBoardOf(world)).toEqual([]);
    await rankGroup(world, group);
    expect(await groupBoardOf(world)).toEqual(["1 Solo, 1 members, 1 tips"]);
    const change = (columns: { status?: "APPROVED" | "DECLINED"; archived_at?: Date }) =>
      world.db.updateTable("grouplists").set(columns).where("id", "=", group.id).execute();
    await change({ status: "DECLINED" });
    expect(await groupBoardOf(world)).toEqual([]);
    await change({ status: "APPROVED" });
    expect(await groupBoardOf(world)).toEqual(["1 Solo, 1 members, 1 tips"]);
    await change({ archived_at: world.clock() });
    expect(await groupBoardOf(world)).toEqual([]);
    expect(await checkRollups(world.db)).toEqual([]);
  });
});
