import { describe, expect } from "vitest";
import { findOwnPlace, listCreators, listHistory } from "../../app/domain/leaderboard/leaderboard.server.ts";
import { checkRollups, rebuildRollups } from "../../app/domain/rollups/check-rollups.server.ts";
import { keepLastRanks, slideThirtyDays, turnRankDay } from "../../app/domain/rollups/thirty-days.server.ts";
import { setRanking } from "../../app/domain/users/settings.server.ts";
import { test as it } from "../support/domain-test.ts";
import { createGroup, payGroupTip } from "../support/money/groups.ts";
import {
  boardOf,
  clearLeaderboard,
  groupBoardOf,
  movesOf,
  rankCreator,
  rankedCreator,
  rankGroup,
} from "../support/money/ranks.ts";
import { by, refund } from "../support/money/refund-world.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import {
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  moveAccount,
  payTip,
  type TipWorld,
  tellDispute,
} from "../support/money/tip-world.ts";

let world: TipWorld;

it.beforeEach(async ({ database }) => {
  world = createTipWorld(database.db);
  await clearLeaderboard(world);
});

/** The same world at another moment. */
const worldAt = (moment: string) => createTipWorld(world.db, movableClock(new Date(moment)));

describe("who stands on the leaderboard", () => {
  it("ranks go by what came in, ties share one, and nobody sees a sum", async () => {
    for (const [username, amount] of [
      ["first-of-four", 90_00],
      ["tied-one", 50_00],
      ["tied-two", 50_00],
      ["last-of-four", 10_00],
    ] as const)
      await payTip(world, await rankedCreator(world, { username }), { amount });
    const board = await boardOf(world);
    expect(board[0]).toBe("1 first-of-four, 1 tips");
    expect(board.slice(1, 3).sort()).toEqual(["2 tied-one, 1 tips", "2 tied-two, 1 tips"]);
    expect(board.slice(3)).toEqual(["4 last-of-four, 1 tips"]);
    const { places } = await listCreators(world.db, { range: "month", page: 1 }, world.clock());
    expect(JSON.stringify(places)).not.toMatch(/minor|9000|5000/);
  });

  it("a tip in dollars ranks by its worth in euros on its day", async () => {
    const dollars = await rankedCreator(world, { username: "in-dollars", currency: "USD" });
    const euros = await rankedCreator(world, { username: "in-euros" });
    await payTip(world, dollars, { amount: 50_00 });
    await payTip(world, euros, { amount: 49_00 });
    expect(await boardOf(world)).toEqual(["1 in-euros, 1 tips", "2 in-dollars, 1 tips"]);
  });

  it("only creators who want to and are ACTIVE are listed, from that moment on and back again", async () => {
    const creator = await createCreator(world, { username: "comes-and-goes" });
    await payTip(world, creator, { amount: 5_00 });
    expect(await boardOf(world)).toEqual([]);
    await setRanking(world.db, creator.id, true, world.clock());
    for (const range of ["month", "30days", "day"] as const)
      expect(await boardOf(world, range)).toEqual(["1 comes-and-goes, 1 tips"]);
    await moveAccount(world, creator.id, ["LOCKED"]);
    expect(await boardOf(world)).toEqual([]);
    expect(await findOwnPlace(world.db, creator.id, "month", world.clock())).toBeNull();
    expect(await listHistory(world.db, "day", new Date("2026-11-25T10:00:00Z"))).toEqual([]);
    await moveAccount(world, creator.id, ["ACTIVE"]);
    expect(await boardOf(world)).toEqual(["1 comes-and-goes, 1 tips"]);
    await setRanking(world.db, creator.id, false, world.clock());
    expect(await boardOf(world)).toEqual([]);
    expect(await checkRollups(world.db)).toEqual([]);
  });

  it("a creator who owes after a chargeback is not listed until it is settled", async () => {
    const creator = await rankedCreator(world, { username: "charged-back" });
    await payTip(world, creator, { amount: 9_00 });
    await moveAccount(world, creator.id, ["CHARGEBACK"]);
    expect(await boardOf(world)).toEqual([]);
    await moveAccount(world, creator.id, ["ACTIVE"]);
    expect(await boardOf(world)).toEqual(["1 charged-back, 1 tips"]);
  });

  it("a switch in the very moment of a tip leaves no row behind that says otherwise", async () => {
    const creator = await createCreator(world, { username: "switches" });
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 3 === 0
          ? setRanking(world.db, creator.id, n % 2 === 0, world.clock())
          : n % 3 === 1
            ? payTip(world, creator, { amount: 5_00 })
            : slideThirtyDays(world.db, world.clock()),
      ),
    );
    expect(await checkRollups(world.db)).toEqual([]);
  });

  it("what goes back does not rank: a refund in part, a whole one, a chargeback; a dispute that is won ranks again", async () => {
    const creator = await rankedCreator(world, { username: "gives-back" });
    const rival = await rankedCreator(world, { username: "the-rival" });
    await payTip(world, rival, { amount: 8_00 });
    const first = await payTip(world, creator, { amount: 10_00 });
    await refund(world, first, by(creator), 3_00);
    expect(await boardOf(world)).toEqual(["1 the-rival, 1 tips", "2 gives-back, 1 tips"]);
    const second = await payTip(world, creator, { amount: 20_00 });
    expect((await boardOf(world))[0]).toBe("1 gives-back, 2 tips");
    await tellDispute(world, second, "LOST");
    expect(await boardOf(world, "day")).toEqual(["1 the-rival, 1 tips", "2 gives-back, 1 tips"]);
    await tellDispute(world, second, "WON");
    expect((await boardOf(world))[0]).toBe("1 gives-back, 2 tips");
    await refund(world, first, by(creator));
    expect((await boardOf(world))[0]).toBe("1 gives-back, 1 tips");
    expect(await checkRollups(world.db)).toEqual([]);
  });

  it("one's own place is known beyond the page, and pages go on with the rank", async () => {
    const creators = [];
    for (let n = 0; n < 53; n += 1) {
      const creator = await rankedCreator(world, { username: `long-list-${String(n).padStart(2, "0")}` });
      // The fiftieth and the fifty-first share a rank over the page's end.
      await payTip(world, creator, { amount: n === 50 ? 60_00 - 49_00 / 49 : 60_00 - n * 1_00 });
      creators.push(creator);
    }
    const first = await listCreators(world.db, { range: "month", page: 1 }, world.clock());
    expect([first.places.length, first.hasMore]).toEqual([50, true]);
    const second = await listCreators(world.db, { range: "month", page: 2 }, world.clock());
    expect([second.places.length, second.hasMore]).toEqual([3, false]);
    expect(second.places.at(-1)?.rank).toBe(53);
    const own = await findOwnPlace(world.db, creators[52]?.id ?? "", "month", world.clock());
    expect(own).toMatchObject({ rank: 53, tips_count: 1 });
    expect((await listCreators(world.db, { range: "month", page: 3 }, world.clock())).places).toEqual([]);
  });

  it("who shares a rank with the last of the page before has it on the next page, too", async () => {
    for (let n = 0; n < 52; n += 1)
      await payTip(world, await rankedCreator(world), { amount: n < 48 ? 20_00 : 10_00 });
    const { places } = await listCreators(world.db, { range: "month", page: 2 }, world.clock());
    expect(places.map(({ rank }) => rank)).toEqual([49, 49]);
  });
});

describe("movement", () => {
  it("everybody's movement is against the rank with which yesterday ended, whenever the job runs, and repeating it changes nothing", async () => {
    const [rising, falling, steady, fresh] = [
      await rankedCreator(world, { username: "rising" }),
      await rankedCreator(world, { username: "falling" }),
      await rankedCreator(world, { username: "steady" }),
      await rankedCreator(world, { username: "fresh" }),
    ];
    await payTip(world, falling, { amount: 30_00 });
    await payTip(world, steady, { amount: 20_00 });
    await payTip(world, rising, { amount: 10_00 });
    world.time.passSeconds(DAY_SECONDS);
    await payTip(world, rising, { amount: 90_00 });
    await payTip(world, fresh, { amount: 1_00 });
    // The job of the new day has not run yet.
    expect(await movesOf(world)).toEqual([
      "rising unknown",
      "falling unknown",
      "steady unknown",
      "fresh unknown",
    ]);
    await turnRankDay(world.db, world.clock());
    const moves = ["rising up 2", "falling down 1", "steady down 1", "fresh new"];
    expect(await movesOf(world)).toEqual(moves);
    expect(await movesOf(world, "30days")).toEqual(moves);
    expect(await movesOf(world, "day")).toEqual(["rising up 2", "fresh new"]);
    expect(await findOwnPlace(world.db, rising.id, "month", world.clock())).toMatchObject({
      movement: { kind: "up", places: 2 },
    });
    const ranks = await world.db.selectFrom("leaderboard_ranks").selectAll().orderBy("creator_id").execute();
    await payTip(world, steady, { amount: 3_00 });
    await keepLastRanks(world.db, world.clock());
    await turnRankDay(world.db, world.clock());
    expect(
      await world.db.selectFrom("leaderboard_ranks").selectAll().orderBy("creator_id").execute(),
    ).toEqual(ranks);
    // Of the day before nothing is left.
    world.time.passSeconds(DAY_SECONDS);
    expect(await movesOf(world)).toContain("rising unknown");
    await turnRankDay(world.db, world.clock());
    expect(await movesOf(world)).toEqual(["rising same", "falling same", "steady same", "fresh same"]);
    const days = await world.db.selectFrom("leaderboard_ranks").select("day").distinct().execute();
    expect(days).toEqual([{ day: "2026-11-22" }]);
  });

  it("on the first of a month the rank is compared with last month's last, by Berlin's midnight", async () => {
    const before = worldAt("2026-07-31T21:59:00Z");
    const [one, two] = [
      await rankedCreator(before, { username: "july-winner" }),
      await rankedCreator(before, { username: "august-winner" }),
    ];
    await payTip(before, one, { amount: 30_00 });
    await payTip(before, two, { amount: 20_00 });
    const after = worldAt("2026-07-31T22:00:30Z");
    await payTip(after, two, { amount: 5_00 });
    await turnRankDay(after.db, after.clock());
    expect(await boardOf(after)).toEqual(["1 august-winner, 1 tips"]);
    expect(await movesOf(after)).toEqual(["august-winner up 1"]);
    expect((await boardOf(before)).sort()).toEqual(["1 july-winner, 1 tips", "2 august-winner, 1 tips"]);
  });

  it("the thirty days are thirty in the night after the clocks went forward", async () => {
    const first = worldAt("2026-03-14T12:00:00Z");
    const creator = await rankedCreator(first, { username: "in-spring" });
    await payTip(first, creator, { amount: 5_00 });
    const last = worldAt("2026-04-12T12:00:00Z");
    await slideThirtyDays(last.db, last.clock());
    expect(await boardOf(last, "30days")).toEqual(["1 in-spring, 1 tips"]);
    // Half past midnight in Berlin, the thirty-first day.
    const over = worldAt("2026-04-12T22:30:00Z");
    await slideThirtyDays(over.db, over.clock());
    expect(await boardOf(over, "30days")).toEqual([]);
  });

  it("groups move as creators do", async () => {
    const creator = await createCreator(world);
    const [up, down] = [
      await createGroup(world, [creator], { name: "Up" }),
      await createGroup(world, [creator], { name: "Down" }),
    ];
    for (const group of [up, down]) await rankGroup(world, group);
    await payGroupTip(world, down, { amount: 9_00 });
    await payGroupTip(world, up, { amount: 5_00 });
    world.time.passSeconds(DAY_SECONDS);
    await turnRankDay(world.db, world.clock());
    await payGroupTip(world, up, { amount: 50_00 });
    const ranks = await world.db
      .selectFrom("grouplist_ranks as r")
      .innerJoin("grouplists as g", "g.id", "r.grouplist_id")
      .select(["g.name", "r.rank"])
      .where("range", "=", "month")
      .orderBy("rank")
      .execute();
    expect(ranks).toEqual([
      { name: "Down", rank: 1 },
      { name: "Up", rank: 2 },
    ]);
    expect(await groupBoardOf(world)).toEqual(["1 Up, 1 members, 2 tips", "2 Down, 1 members, 1 tips"]);
  });
});

describe("the past", () => {
  it("past days, weeks and months name their first three, the latest period first, and today is none of them", async () => {
    const past = worldAt("2026-09-29T10:00:00Z");
    const [one, two, three, four] = [
      await rankedCreator(past, { username: "past-one" }),
      await rankedCreator(past, { username: "past-two" }),
      await rankedCreator(past, { username: "past-three" }),
      await rankedCreator(past, { username: "past-four" }),
    ];
    for (const [creator, amount] of [
      [one, 40_00],
      [two, 30_00],
      [three, 20_00],
      [four, 10_00],
    ] as const)
      await payTip(past, creator, { amount });
    const later = worldAt("2026-10-02T10:00:00Z");
    await payTip(later, four, { amount: 5_00 });
    const now = new Date("2026-10-05T10:00:00Z");
    await payTip(createTipWorld(world.db, movableClock(now)), one, { amount: 5_00 });
    const said = async (interval: "day" | "week" | "month") =>
      (await listHistory(world.db, interval, now)).map(
        ({ first_day, places }) =>
          `${first_day}: ${places.map(({ rank, username }) => `${rank} ${username}`).join(", ")}`,
      );
    const three_of_them = "1 past-one, 2 past-two, 3 past-three";
    expect(await said("day")).toEqual(["2026-10-02: 1 past-four", `2026-09-29: ${three_of_them}`]);
    expect(await said("week")).toEqual([`2026-09-28: ${three_of_them}`]);
    expect(await said("month")).toEqual([`2026-09-01: ${three_of_them}`]);
    await rankCreator(world, one, false);
    expect(await said("month")).toEqual(["2026-09-01: 1 past-two, 2 past-three, 3 past-four"]);
  });
});

it("rank tables that were changed by hand are found by the check and rebuilt as they were", async () => {
  const creator = await rankedCreator(world, { username: "rebuilt" });
  const group = await createGroup(world, [creator, await createCreator(world)], { name: "Rebuilt" });
  await rankGroup(world, group);
  await payTip(world, creator, { amount: 20_00 });
  await payTip(world, creator, { amount: 20_00, begunBy: creator.id });
  await payGroupTip(world, group, { amount: 20_00 });
  await payGroupTip(world, group, { amount: 20_00, begunBy: creator.id });
  const seen = async () => [
    await boardOf(world),
    await boardOf(world, "30days"),
    await boardOf(world, "day"),
    await groupBoardOf(world),
    await groupBoardOf(world, "30days"),
  ];
  const before = await seen();
  const { db } = world;
  await db.updateTable("leaderboard_totals").set({ is_listed: false }).where("period", "=", "DAY").execute();
  await db.updateTable("leaderboard_totals").set({ tips_count: 9 }).where("period", "=", "MONTH").execute();
  await db.deleteFrom("leaderboard_totals").where("period", "in", ["WEEK", "30DAYS"]).execute();
  await db.updateTable("grouplist_totals").set({ ranked_eur_minor: 1 }).execute();
  const faults = await checkRollups(db);
  expect(new Set(faults.map(({ table }) => table))).toEqual(
    new Set(["leaderboard_totals", "grouplist_totals"]),
  );
  await db.transaction().execute((trx) => rebuildRollups(trx, world.clock()));
  expect(await checkRollups(db)).toEqual([]);
  expect(await seen()).toEqual(before);
});
