import { afterEach, describe, expect } from "vitest";
import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import { getMoney } from "../../app/domain/payouts/requests/overview.server.ts";
import { expectCleanBooks, faultsIn } from "../support/database/ledger-checks.ts";
import { REFUSAL, whileRefused } from "../support/database/refused-row.ts";
import { test as it } from "../support/domain-test.ts";
import { askRefund, by, refund } from "../support/money/refund-world.ts";
import {
  balancesOf,
  type Creator,
  createCreator,
  DAY_SECONDS,
  moveAccount,
  payTip,
  type TipWorld,
  tellDispute,
} from "../support/money/tip-world.ts";

let world: TipWorld;
let creator: Creator;

it.beforeEach(({ world: own, creator: receiving }) => {
  world = own;
  creator = receiving;
});
afterEach(async () => {
  await releaseDueFunds(world.db, world.clock());
  await expectCleanBooks(world.db, world.clock());
});

const release = () => releaseDueFunds(world.db, world.clock());

describe("money that waits", () => {
  it("money that waits by card becomes available after 7 days to the second, and not before", async () => {
    await payTip(world, creator);
    world.time.passSeconds(7 * DAY_SECONDS - 1);
    await release();
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 50_00 });
    world.time.passSeconds(1);
    await release();
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });

  it("money that waits by direct debit becomes available after 14 days", async () => {
    await payTip(world, creator, { type: "INETCASH_DD" });
    world.time.passSeconds(14 * DAY_SECONDS - 1);
    await release();
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 50_00 });
    world.time.passSeconds(1);
    await release();
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });

  it("money that waits is announced for its day without what went back to the fan or is on its way there", async () => {
    await refund(world, await payTip(world, creator, { amount: 20_00 }), by(creator), 5_00);
    const other = await payTip(world, creator, { amount: 7_00 });
    const underWay = await askRefund(world, other, by(creator), 3_00);
    const [money] = await getMoney(world.db, creator.id, "EUR");
    expect(money?.balances.creator_pending).toBe(19_00);
    expect(money?.maturing).toEqual([{ day: "2026-11-28", amount_minor: 19_00 }]);
    await processRefund(world, underWay);
    world.time.passSeconds(7 * DAY_SECONDS);
    await release();
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 19_00 });
  });

  it("money that waits becomes available once, however often and by however many at the same time it is released", async () => {
    for (let tip = 0; tip < 12; tip += 1) await payTip(world, creator, { amount: 1_00 + tip });
    world.time.passSeconds(7 * DAY_SECONDS);
    const runs = await Promise.all(Array.from({ length: 6 }, release));
    expect(runs.reduce((sum, { done }) => sum + done, 0)).toBe(12);
    expect(runs.flatMap(({ failed }) => failed)).toEqual([]);
    expect((await release()).done).toBe(0);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 12_66 });
  });

  it("waiting money that cannot be released holds up no other creator's, is reported, and is released in the next run", async () => {
    const other = await createCreator(world);
    const payment = await payTip(world, creator);
    await payTip(world, other);
    const { id } = await world.db
      .selectFrom("tip_allocations")
      .select("id")
      .where("tip_id", "=", payment.tip_id)
      .executeTakeFirstOrThrow();
    world.time.passSeconds(7 * DAY_SECONDS);
    await whileRefused(world.db, { table: "tip_allocations", event: "update", id }, async () => {
      expect((await release()).failed).toEqual([{ key: id, error: REFUSAL }]);
    });
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 50_00 });
    expect(await balancesOf(world, other)).toEqual({ creator_available: 50_00 });
    expect(await release()).toEqual({ done: 1, failed: [] });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });

  it("money that waits becomes available whatever happened to the account, for it is the creator's", async () => {
    await payTip(world, creator);
    await moveAccount(world, creator.id, ["LOCKED"]);
    world.time.passSeconds(7 * DAY_SECONDS);
    await release();
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });

  it("money that waits in several currencies becomes available in each", async () => {
    await payTip(world, creator, { amount: 10_00 });
    await world.db.updateTable("users").set({ currency: "GBP" }).where("id", "=", creator.id).execute();
    await payTip(world, { ...creator, currency: "GBP" }, { amount: 20_00 });
    world.time.passSeconds(7 * DAY_SECONDS);
    await release();
    expect(await balancesOf(world, creator, "EUR")).toEqual({ creator_available: 10_00 });
    expect(await balancesOf(world, creator, "GBP")).toEqual({ creator_available: 20_00 });
  });

  it("money that still waits an hour after its time is found by the checks", async () => {
    await payTip(world, creator);
    world.time.passSeconds(7 * DAY_SECONDS + 3600);
    expect(await faultsIn(world.db, world.clock())).toEqual({});
    world.time.passSeconds(1);
    expect(await faultsIn(world.db, world.clock())).toMatchObject({
      "10-nothing-matured-waits": [{ creator_id: creator.id }],
    });
  });

  it("money that waits under an open dispute waits on, while the undisputed rest is released", async () => {
    const disputed = await payTip(world, creator, { amount: 30_00 });
    await payTip(world, creator, { amount: 20_00 });
    await tellDispute(world, disputed, "OPEN", { amount: 11_00 });
    world.time.passSeconds(8 * DAY_SECONDS);
    await release();
    const held = (await balancesOf(world, creator)).creator_dispute_hold ?? 0;
    expect(held).toBeGreaterThan(9_00);
    expect(await balancesOf(world, creator)).toEqual({
      creator_available: 20_00,
      creator_pending: 30_00 - held,
      creator_dispute_hold: held,
    });
    await tellDispute(world, disputed, "WON", { amount: 11_00 });
    await release();
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });

  it("money that waits is released in batches when there is more than one run takes at a time", async () => {
    const many = 510;
    const payment = await payTip(world, creator, { amount: 1_00 });
    const copies = Array.from({ length: many - 1 }, () =>
      payTip.bind(null, world, creator, { amount: 1_00 }),
    );
    const queue = copies.values();
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        for (const pay of queue) await pay();
      }),
    );
    expect(payment.amount_minor).toBe(1_00);
    world.time.passSeconds(7 * DAY_SECONDS);
    expect((await release()).done).toBe(many);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: many * 1_00 });
  });
});
