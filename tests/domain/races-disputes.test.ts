import type { Kysely } from "kysely";
import { afterEach, describe, expect } from "vitest";
import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import { lockBalances } from "../../app/domain/ledger/post.server.ts";
import type { Payment } from "../../app/domain/payments/payment-record.server.ts";
import { lockCreators } from "../../app/domain/users/user.server.ts";
import type { DB } from "../../db/schema.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks, somebodyWaits } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { eventually } from "../support/eventually.ts";
import {
  accountStatus,
  balancesOf,
  beginTip,
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  mature,
  payOut,
  payTip,
  type TipWorld,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";

/** Another instance of the product on the same database. */
let second: Kysely<DB>;
let world: TipWorld;

it.beforeAll(({ second: connected }) => {
  second = connected;
});
it.beforeEach(async ({ database }) => {
  world = createTipWorld(database.db);
  for (const currency of ["EUR", "USD"]) await earnBefore(world, currency, 10_000_00);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

describe("a dispute against maturing", () => {
  it("a dispute against maturing holds or has lost every cent that it claims, and nothing is released twice", async () => {
    for (let round = 0; round < 4; round += 1) {
      const creator = await createCreator(world);
      const payments = await all(many(30), () => payTip(world, creator, { amount: 10_00 }));
      world.time.passSeconds(7 * DAY_SECONDS);
      const disputed = payments.filter((_, index) => index % 2 === 0);
      await Promise.all([
        ...disputed.map((payment) => tellDispute(world, payment, "OPEN")),
        ...many(4).map((index) => releaseDueFunds(index % 2 === 0 ? world.db : second, world.clock())),
      ]);
      await releaseDueFunds(world.db, world.clock());
      await expectCleanBooks(world.db, world.clock());
      expect(await balancesOf(world, creator)).toEqual({
        creator_available: 15 * 10_00,
        creator_dispute_hold: 15 * 10_00,
      });
      await Promise.all([
        ...disputed.map((payment, index) => tellDispute(world, payment, index % 2 === 0 ? "LOST" : "WON")),
        ...many(4).map(() => releaseDueFunds(second, world.clock())),
      ]);
      await releaseDueFunds(world.db, world.clock());
      expect(await balancesOf(world, creator)).toEqual({ creator_available: (15 + 7) * 10_00 });
    }
  });

  it("a dispute against maturing that is lost and won after all gives every cent back once", async () => {
    const creator = await createCreator(world);
    const payments = await all(many(20), () => payTip(world, creator, { amount: 10_00 }));
    await all(payments, (payment) => tellDispute(world, payment, "LOST"));
    world.time.passSeconds(7 * DAY_SECONDS);
    await Promise.all([
      ...payments.flatMap((payment) => [
        tellDispute(world, payment, "WON"),
        tellDispute(world, payment, "WON"),
      ]),
      ...many(6).map(() => releaseDueFunds(second, world.clock())),
    ]);
    await releaseDueFunds(world.db, world.clock());
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 20 * 10_00 });
  });
});

describe("a creator who owes", () => {
  /** Paid out, then charged back. */
  async function owing(currency: string): Promise<Creator> {
    const creator = await createCreator(world, { currency });
    const payment = await payTip(world, creator, { amount: 300_00 });
    await mature(world, 7);
    await payOut(world, creator);
    await tellDispute(world, payment, "LOST");
    return creator;
  }

  it("a creator who owes, with payments, disputes and releases at the same time, never deadlocks and repays to the cent", async () => {
    const creator = await owing("EUR");
    expect(await accountStatus(world, creator)).toBe("CHARGEBACK");
    await all(many(20), () => payTip(world, creator, { amount: 10_00 }));
    const transfers = await all(many(20), () =>
      beginTip(world, creator, { amount: 10_00, type: "INETCASH_OB" }),
    );
    world.time.passSeconds(7 * DAY_SECONDS);
    const ends = await Promise.allSettled([
      ...transfers.map((payment) => tell(world, payment)),
      ...many(8).map((index) => releaseDueFunds(index % 2 === 0 ? world.db : second, world.clock())),
    ]);
    expect(ends.filter((end) => end.status === "rejected")).toEqual([]);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 100_00 });
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
  });

  it("a creator who owes is paid by a transfer that holds none of their accounts while it waits for another", async () => {
    const creator = await owing("EUR");
    const transfer = await beginTip(world, creator, { amount: 10_00, type: "INETCASH_OB" });
    const accounts = (db: Kysely<DB>) =>
      db
        .selectFrom("ledger_account")
        .select("id")
        .where("owner", "=", creator.id)
        .orderBy("id")
        .forNoKeyUpdate();
    let settling: Promise<string> | undefined;
    await second.transaction().execute(async (trx) => {
      await accounts(trx).limit(1).execute();
      settling = tell(world, transfer);
      await eventually("the settlement waits", () => somebodyWaits(world.db));
      await accounts(trx).noWait().execute();
    });
    expect(await settling).toBe("settled");
    expect(await balancesOf(world, creator)).toEqual({ creator_receivable: 290_00 });
  });

  /** Paid out 50.00; while that is being lost, and not yet, something else comes for the same accounts. */
  async function comingWhileLost(creator: Creator, act: () => Promise<unknown>): Promise<void> {
    const paidOut = await payTip(world, creator, { amount: 50_00, type: "INETCASH_OB" });
    await payOut(world, creator);
    const coming: Promise<unknown>[] = [];
    await second.transaction().execute(async (trx) => {
      await lockBalances(trx, [creator.id], "EUR");
      coming.push(tellDispute(world, paidOut, "LOST"));
      await eventually("the dispute waits", () => somebodyWaits(second));
      coming.push(act());
      await eventually("the other one waits, too", () => somebodyWaits(second, 2));
    });
    await Promise.all(coming);
  }

  it("a creator who has just come to owe repays from the transfer that comes in that moment", async () => {
    const creator = await createCreator(world);
    const transfer = await beginTip(world, creator, { amount: 20_00, type: "INETCASH_OB" });
    await comingWhileLost(creator, () => tell(world, transfer));
    expect(await balancesOf(world, creator)).toEqual({ creator_receivable: 30_00 });
    expect(await accountStatus(world, creator)).toBe("CHARGEBACK");
  });

  it("a creator who has just come to owe repays from the money that matures in that moment", async () => {
    const creator = await createCreator(world);
    await payTip(world, creator, { amount: 70_00 });
    world.time.passSeconds(7 * DAY_SECONDS);
    await comingWhileLost(creator, () => releaseDueFunds(world.db, world.clock()));
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 20_00 });
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
  });

  it("a creator who owes and whose money matures in two currencies waits for their account before it takes any of the books", async () => {
    const dollars = await createCreator(world, { currency: "USD" });
    await payTip(world, dollars, { amount: 40_00 });
    await world.db.updateTable("users").set({ currency: "EUR" }).where("id", "=", dollars.id).execute();
    const euros = { ...dollars, currency: "EUR" };
    const lost = await payTip(world, euros, { amount: 20_00, type: "INETCASH_OB" });
    await payOut(world, euros);
    await tellDispute(world, lost, "LOST");
    await payTip(world, euros, { amount: 50_00 });
    world.time.passSeconds(7 * DAY_SECONDS);
    let releasing: ReturnType<typeof releaseDueFunds> | undefined;
    // Whoever withdraws takes the account, and then the books of a currency.
    await second.transaction().execute(async (trx) => {
      await lockCreators(trx, [euros.id]);
      releasing = releaseDueFunds(world.db, world.clock());
      await eventually("the release waits", () => somebodyWaits(world.db));
      const books = trx.selectFrom("ledger_account").select("id").where("owner", "=", euros.id);
      expect((await books.forNoKeyUpdate().noWait().execute()).length).toBeGreaterThan(1);
    });
    expect(await releasing).toEqual({ done: 2, failed: [] });
    expect(await balancesOf(world, euros)).toEqual({ creator_available: 30_00 });
    expect(await balancesOf(world, dollars)).toEqual({ creator_available: 40_00 });
    expect(await accountStatus(world, euros)).toBe("ACTIVE");
  });

  it("a creator who owes in two currencies stays CHARGEBACK while one debt is left, whichever comes first", async () => {
    const stories = await all(many(12), async () => {
      const creator = await createCreator(world, { currency: "USD" });
      const dollars = await payTip(world, creator, { amount: 50_00, type: "INETCASH_CC" });
      return { creator, dollars };
    });
    await mature(world, 7);
    for (const { creator } of stories) await payOut(world, creator);
    const debts: { creator: Creator; dollars: Payment; repaying: Payment }[] = [];
    for (const { creator, dollars } of stories) {
      await world.db.updateTable("users").set({ currency: "EUR" }).where("id", "=", creator.id).execute();
      const euros = { ...creator, currency: "EUR" };
      const lost = await payTip(world, euros, { amount: 20_00, type: "INETCASH_OB" });
      await payOut(world, euros);
      await tellDispute(world, lost, "LOST");
      debts.push({
        creator,
        dollars,
        repaying: await beginTip(world, euros, { amount: 20_00, type: "INETCASH_OB" }),
      });
    }
    await Promise.all(
      debts.flatMap(({ dollars, repaying }) => [
        tell(world, repaying),
        tellDispute({ ...world, db: second }, dollars, "LOST"),
      ]),
    );
    for (const { creator } of debts) {
      expect(await balancesOf(world, creator, "EUR")).toEqual({});
      expect(await balancesOf(world, creator, "USD")).toEqual({ creator_receivable: 50_00 });
      expect(await accountStatus(world, creator)).toBe("CHARGEBACK");
    }
  });
});
