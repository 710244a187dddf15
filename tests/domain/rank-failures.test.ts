import { sql } from "kysely";
import { expect } from "vitest";
import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import { checkRollups, rebuildRollups } from "../../app/domain/rollups/check-rollups.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { createGroup, payGroupTip } from "../support/money/groups.ts";
import { boardOf, clearLeaderboard, groupBoardOf, rankedCreator, rankGroup } from "../support/money/ranks.ts";
import { by, refund } from "../support/money/refund-world.ts";
import {
  accountStatus,
  moveAccount,
  payTip,
  type TipWorld,
  tellDispute,
  tipOf,
} from "../support/money/tip-world.ts";

// Whatever becomes of the ranks, the money of a tip is settled and given back.

it.beforeAll(async ({ database }) => {
  await sql`
    create function break_ranks() returns trigger language plpgsql as $$
    begin raise exception 'the rank table is broken'; end $$`.execute(database.db);
});
it.beforeEach(async ({ world }) => {
  await clearLeaderboard(world);
});

const TABLES = ["leaderboard_totals", "grouplist_totals"] as const;

async function whileBroken(world: TipWorld, act: () => Promise<void>): Promise<void> {
  for (const table of TABLES)
    await sql`create trigger broken before insert or update on ${sql.table(table)}
      for each row execute function break_ranks()`.execute(world.db);
  try {
    await act();
  } finally {
    for (const table of TABLES) await sql`drop trigger broken on ${sql.table(table)}`.execute(world.db);
  }
}

it("tips are paid, refunded and charged back while the rank tables refuse every row; the check names them, and they are mended", async ({
  world,
}) => {
  const creator = await rankedCreator(world, { username: "settled-anyway" });
  const other = await rankedCreator(world, { username: "shares-anyway" });
  const group = await createGroup(world, [creator, other], { name: "Anyway" });
  await rankGroup(world, group);
  const before = await payTip(world, creator, { amount: 10_00 });
  const disputed = await payTip(world, other, { amount: 10_00 });
  const shared = await payGroupTip(world, group, { amount: 10_00 });
  expect(await checkRollups(world.db)).toEqual([]);
  await whileBroken(world, async () => {
    const paid = await payTip(world, creator, { amount: 7_00 });
    expect((await tipOf(world, paid)).status).toBe("ACTIVE");
    expect(paid.status).toBe("SUCCESS");
    expect((await payGroupTip(world, group, { amount: 6_00 })).status).toBe("SUCCESS");
    await refund(world, before, by(creator), 4_00);
    await refund(world, shared, by(other));
    await tellDispute(world, disputed, "LOST");
    await moveAccount(world, other.id, ["LOCKED"]);
    expect(await accountStatus(world, other)).toBe("LOCKED");
  });
  const days = await world.db
    .selectFrom("daily_tip_totals")
    .select(["tips_count", "amount_minor"])
    .where("creator_id", "=", creator.id)
    .execute();
  expect(days).toEqual([{ tips_count: 4, amount_minor: 10_00 - 4_00 + 5_00 + 7_00 + 3_00 }]);
  const faults = await checkRollups(world.db);
  expect(new Set(faults.map(({ table }) => table))).toEqual(new Set(TABLES));
  await world.db.transaction().execute((trx) => rebuildRollups(trx, world.clock()));
  expect(await checkRollups(world.db)).toEqual([]);
  expect(await boardOf(world)).toEqual(["1 settled-anyway, 4 tips"]);
  expect(await groupBoardOf(world)).toEqual(["1 Anyway, 2 members, 2 tips"]);
  await releaseDueFunds(world.db, world.clock());
  await expectCleanBooks(world.db, world.clock());
});

it("rank tables that are not there at all cost no tip", async ({ world }) => {
  const creator = await rankedCreator(world, { username: "no-table" });
  await sql`alter table leaderboard_totals rename to leaderboard_totals_away`.execute(world.db);
  try {
    const paid = await payTip(world, creator, { amount: 7_00 });
    expect(paid.status).toBe("SUCCESS");
    await refund(world, paid, by(creator), 2_00);
  } finally {
    await sql`alter table leaderboard_totals_away rename to leaderboard_totals`.execute(world.db);
  }
  await world.db.transaction().execute((trx) => rebuildRollups(trx, world.clock()));
  expect(await boardOf(world)).toEqual(["1 no-table, 1 tips"]);
});
