import { sql } from "kysely";
import { afterEach, describe, expect } from "vitest";
import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import { checkRollups } from "../../app/domain/rollups/check-rollups.server.ts";
import { slideThirtyDays } from "../../app/domain/rollups/thirty-days.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { by, refund } from "../support/money/refund-world.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import {
  type Creator,
  createTipWorld,
  DAY_SECONDS,
  mature,
  payTip,
  type TipWorld,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";

let world: TipWorld;
let creator: Creator;

it.beforeEach(({ world: own, creator: receiving }) => {
  world = own;
  creator = receiving;
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

/** A creator's days that wait, as "2026-11-28 of 2026-11: 2000, counted 2000". */
async function waitingOf(who: Creator): Promise<string[]> {
  const rows = await world.db
    .selectFrom("waiting_totals")
    .selectAll()
    .where("creator_id", "=", who.id)
    .orderBy("day")
    .orderBy("month")
    .execute();
  return rows.map(
    (row) => `${row.day} of ${row.month.slice(0, 7)}: ${row.amount_minor}, counted ${row.counted_minor}`,
  );
}

describe("money that waits", () => {
  it("what waits is summed by the day it becomes available and the month it was paid, and is gone once released", async () => {
    world = createTipWorld(world.db, movableClock(new Date("2026-11-30T22:00:00Z")));
    await payTip(world, creator, { amount: 5_00 });
    await payTip(world, creator, { amount: 3_00 });
    await payTip(world, creator, { amount: 9_00, type: "INETCASH_OB" });
    world.time.passSeconds(2 * 3600);
    await payTip(world, creator, { amount: 7_00 });
    expect(await waitingOf(creator)).toEqual([
      "2026-12-07 of 2026-11: 800, counted 800",
      "2026-12-08 of 2026-12: 700, counted 700",
    ]);
    world.time.passSeconds(7 * DAY_SECONDS - 3600);
    await releaseDueFunds(world.db, world.clock());
    expect(await waitingOf(creator)).toEqual([
      "2026-12-07 of 2026-11: 0, counted 0",
      "2026-12-08 of 2026-12: 700, counted 700",
    ]);
    await slideThirtyDays(world.db, world.clock());
    expect(await waitingOf(creator)).toEqual(["2026-12-08 of 2026-12: 700, counted 700"]);
  });

  it("what a dispute holds or a refund takes waits no more, and waits again when it comes back", async () => {
    const disputed = await payTip(world, creator, { amount: 20_00 });
    await tellDispute(world, disputed, "OPEN");
    expect(await waitingOf(creator)).toEqual(["2026-11-28 of 2026-11: 0, counted 2000"]);
    await tellDispute(world, disputed, "LOST");
    expect(await waitingOf(creator)).toEqual(["2026-11-28 of 2026-11: 0, counted 0"]);
    await tellDispute(world, disputed, "WON");
    expect(await waitingOf(creator)).toEqual(["2026-11-28 of 2026-11: 2000, counted 2000"]);
    await refund(world, await payTip(world, creator, { amount: 10_00 }), by(creator), 4_00);
    expect(await waitingOf(creator)).toEqual(["2026-11-28 of 2026-11: 2600, counted 2600"]);
  });

  it("a share that a lost dispute took, and another still holds when its day is over, waits again once both are won", async () => {
    const payment = await payTip(world, creator, { amount: 50_00, type: "INETCASH_CC" });
    const disputes = async (...states: ("OPEN" | "WON" | "LOST")[]) =>
      await tell(world, payment, {
        disputes: states.map((state, index) => ({
          ...{ disputeRef: `bank-${index}`, state, amountMinor: payment.charged_minor },
        })),
      });
    await disputes("OPEN", "OPEN");
    await disputes("LOST", "OPEN");
    for (let day = 0; day < 10; day += 1) {
      world.time.passSeconds(DAY_SECONDS);
      await releaseDueFunds(world.db, world.clock());
      await slideThirtyDays(world.db, world.clock());
    }
    await disputes("WON", "OPEN");
    await disputes("WON", "WON");
    expect(await waitingOf(creator)).toEqual(["2026-11-28 of 2026-11: 5000, counted 5000"]);
    expect(await checkRollups(world.db)).toEqual([]);
    await releaseDueFunds(world.db, world.clock());
    expect(await checkRollups(world.db)).toEqual([]);
  });

  it("a day of which nothing waits any more, and which somebody is changing, keeps nobody waiting", async () => {
    await payTip(world, creator, { amount: 5_00 });
    await mature(world, 9);
    await world.db.transaction().execute(async (trx) => {
      await sql`select from waiting_totals where creator_id = ${creator.id} for update`.execute(trx);
      await slideThirtyDays(world.db, world.clock());
    });
    expect(await waitingOf(creator)).toEqual(["2026-11-28 of 2026-11: 0, counted 0"]);
    await slideThirtyDays(world.db, world.clock());
    expect(await waitingOf(creator)).toEqual([]);
  });
});
