import { type Kysely, sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { handleNotice, type Payment, receiveNotice } from "../../app/domain/payments/payments.server.ts";
import { applyPaymentNews, expireTips, releaseMatured } from "../../app/domain/tips/tips.server.ts";
import { createDatabase } from "../../db/index.ts";
import type { DB } from "../../db/schema.ts";
import { expectCleanBooks } from "../support/books.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { memoryStore } from "../support/memory-store.ts";
import {
  accountStatus,
  balancesOf,
  beginTip,
  type Creator,
  choosePayment,
  confirm,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  draftTip,
  earnBefore,
  paymentOf,
  payOut,
  payTip,
  type TipWorld,
  tell,
  tellDispute,
  tipOf,
} from "../support/tip-world.ts";

let database: TestDatabase;
/** Another instance of the product on the same database. */
let second: Kysely<DB>;
let world: TipWorld;

beforeAll(async () => {
  database = await createTestDatabase();
  second = createDatabase(database.url);
});
beforeEach(async () => {
  world = createTipWorld(database.db);
  for (const currency of ["EUR", "USD"]) await earnBefore(world, currency, 10_000_00);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));
afterAll(async () => {
  await second.destroy();
  await database.drop();
});

/** Acts on all at once; a few at a time where a pool could not hold them all. */
async function all<In, Out>(
  members: readonly In[],
  act: (member: In, index: number) => Promise<Out>,
): Promise<Out[]> {
  return await Promise.all(members.map(act));
}

const many = (count: number) => Array.from({ length: count }, (_, index) => index);

async function postings(pattern: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from ledger_transaction where idempotency_key like ${pattern}`.execute(world.db);
  return rows[0]?.n ?? 0;
}

describe("200 settlements at once, every notice three times", () => {
  it("make exactly 200 postings, on two instances", async () => {
    const creators = await all(many(4), () => createCreator(world));
    const hot = creators[0];
    if (!hot) throw new Error("no creator");
    const before = await postings("pay:%:paid");
    // Half of all the tips are for one creator, whose accounts everybody wants.
    const payments = await all(many(200), (index) => {
      const creator = index % 2 === 0 ? hot : (creators[1 + (index % 3)] ?? hot);
      const type = index % 5 === 0 ? "INETCASH_OB" : "INETCASH_CC";
      return beginTip(world, creator, { amount: 1_00 + index, type, email: `fan-${index}@example.org` });
    });
    for (const payment of payments) world.provider.change(payment.id, { state: "PAID" });

    const instances = [world, { ...world, db: second }];
    const notices = payments.flatMap((payment) => many(3).map((repeat) => ({ payment, repeat })));
    await all(notices, async ({ payment, repeat }) => {
      const instance = instances[repeat % 2] ?? world;
      const body = new TextEncoder().encode(`paid event-${payment.id} ${payment.id}`);
      await receiveNotice(instance, world.provider, { body, headers: new Headers(), now: world.clock() });
    });
    const stored = await world.db
      .selectFrom("provider_notices")
      .select("id")
      .where("event_id", "like", "event-%")
      .execute();
    expect(stored).toHaveLength(200);
    const jobs = stored.flatMap(({ id }) => many(3).map((repeat) => ({ id, repeat })));
    await all(jobs, async ({ id, repeat }) => {
      const instance = instances[repeat % 2] ?? world;
      await handleNotice(instance, id, (payment, snapshot) => applyPaymentNews(instance, payment, snapshot));
    });

    expect((await postings("pay:%:paid")) - before).toBe(200);
    const settled = await world.db
      .selectFrom("payments")
      .select("id")
      .where(
        "id",
        "in",
        payments.map((each) => each.id),
      )
      .where("status", "=", "SUCCESS")
      .execute();
    expect(settled).toHaveLength(200);
    const receipts = await world.db
      .selectFrom("mail_outbox")
      .select("id")
      .where("recipient", "like", "fan-%")
      .execute();
    expect(receipts).toHaveLength(200);
    const sums = await all(creators, async (creator) =>
      Object.values(await balancesOf(world, creator)).reduce((sum, each) => sum + each, 0),
    );
    expect(sums.reduce((sum, each) => sum + each, 0)).toBe(
      many(200).reduce((sum, index) => sum + 1_00 + index, 0),
    );
    const { rows } = await sql<{ tips: number; amount: number }>`
      select sum(tips_count)::bigint as tips, sum(amount_eur_minor)::bigint as amount from rank_totals
      where period = 'DAY' and creator_id = any(${creators.map((each) => each.id)}::uuid[])`.execute(
      world.db,
    );
    expect(rows[0]).toEqual({ tips: 200, amount: 200_00 + 19_900 });
  });
});

describe("confirming at once", () => {
  it("four times for each of many tips begins one payment for each", async () => {
    const creator = await createCreator(world);
    const tips = await all(many(40), () => draftTip(world, creator));
    await all(
      tips.flatMap((tip) => [tip, tip, tip, tip]),
      (tip) => confirm(world, tip),
    );
    const rows = await world.db
      .selectFrom("payments")
      .select(["tip_id"])
      .where("tip_id", "in", tips)
      .execute();
    expect(rows).toHaveLength(40);
  });

  it("while the fan changes the way to pay leaves no more than one payment open", async () => {
    const creator = await createCreator(world);
    const tips = await all(many(20), () => draftTip(world, creator));
    await all(tips, async (tip) => {
      await Promise.all([
        confirm(world, tip),
        choosePayment(world, tip, creator, { type: "INETCASH_OB" }),
        confirm(world, tip),
      ]);
      await confirm(world, tip);
    });
    for (const tip of tips) {
      const open = await world.db
        .selectFrom("payments")
        .select("type")
        .where("tip_id", "=", tip)
        .where("status", "=", "REDIRECTED")
        .execute();
      expect(open).toEqual([{ type: "INETCASH_OB" }]);
    }
  });

  it("while the money of an earlier payment arrives never takes it twice", async () => {
    const creator = await createCreator(world);
    const payments = await all(many(20), () =>
      beginTip(world, creator, { type: "INETCASH_OB", amount: 10_00 }),
    );
    await all(payments, async (payment) => {
      world.provider.change(payment.id, { state: "PAID" });
      await Promise.all([
        confirm(world, payment.tip_id ?? ""),
        tell(world, payment),
        confirm(world, payment.tip_id ?? ""),
      ]);
    });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 20 * 10_00 });
    const rows = await world.db
      .selectFrom("payments")
      .select("id")
      .where(
        "tip_id",
        "in",
        payments.map((each) => each.tip_id),
      )
      .execute();
    expect(rows).toHaveLength(20);
  });
});

describe("the end of a tip's time against its money", () => {
  it("loses no money: whatever comes first, the tip is paid and ACTIVE", async () => {
    const creator = await createCreator(world);
    const payments = await all(many(60), () =>
      beginTip(world, creator, { type: "INETCASH_OB", amount: 2_00 }),
    );
    world.time.passSeconds(DAY_SECONDS + 1);
    const services = { db: second, media: memoryStore() };
    await Promise.all([
      ...payments.map((payment) => tell(world, payment)),
      ...many(5).map(() => expireTips(services, world.clock())),
    ]);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 60 * 2_00 });
    const states = await all(payments, async (payment) => (await tipOf(world, payment)).status);
    expect(new Set(states)).toEqual(new Set(["ACTIVE"]));
  });
});

describe("a dispute against maturing", () => {
  it("holds or has lost every cent that it claims, and nothing is released twice", async () => {
    for (let round = 0; round < 4; round += 1) {
      const creator = await createCreator(world);
      const payments = await all(many(30), () => payTip(world, creator, { amount: 10_00 }));
      world.time.passSeconds(7 * DAY_SECONDS);
      const disputed = payments.filter((_, index) => index % 2 === 0);
      await Promise.all([
        ...disputed.map((payment) => tellDispute(world, payment, "OPEN")),
        ...many(4).map((index) => releaseMatured(index % 2 === 0 ? world.db : second, world.clock())),
      ]);
      await releaseMatured(world.db, world.clock());
      await expectCleanBooks(world.db, world.clock());
      expect(await balancesOf(world, creator)).toEqual({
        creator_available: 15 * 10_00,
        creator_dispute_hold: 15 * 10_00,
      });
      await Promise.all([
        ...disputed.map((payment, index) => tellDispute(world, payment, index % 2 === 0 ? "LOST" : "WON")),
        ...many(4).map(() => releaseMatured(second, world.clock())),
      ]);
      await releaseMatured(world.db, world.clock());
      expect(await balancesOf(world, creator)).toEqual({ creator_available: (15 + 7) * 10_00 });
    }
  });

  it("that is lost and won after all gives every cent back once", async () => {
    const creator = await createCreator(world);
    const payments = await all(many(20), () => payTip(world, creator, { amount: 10_00 }));
    await all(payments, (payment) => tellDispute(world, payment, "LOST"));
    world.time.passSeconds(7 * DAY_SECONDS);
    await Promise.all([
      ...payments.flatMap((payment) => [
        tellDispute(world, payment, "WON"),
        tellDispute(world, payment, "WON"),
      ]),
      ...many(6).map(() => releaseMatured(second, world.clock())),
    ]);
    await releaseMatured(world.db, world.clock());
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 20 * 10_00 });
  });
});

describe("a creator who owes", () => {
  /** Paid out, then charged back. */
  async function owing(currency: string): Promise<Creator> {
    const creator = await createCreator(world, { currency });
    const payment = await payTip(world, creator, { amount: 300_00 });
    world.time.passSeconds(7 * DAY_SECONDS);
    await releaseMatured(world.db, world.clock());
    await payOut(world, creator);
    await tellDispute(world, payment, "LOST");
    return creator;
  }

  it("and whose money comes from all sides at once is never waited for in a circle, and repays to the cent", async () => {
    const creator = await owing("EUR");
    expect(await accountStatus(world, creator)).toBe("CHARGEBACK");
    await all(many(20), () => payTip(world, creator, { amount: 10_00 }));
    const transfers = await all(many(20), () =>
      beginTip(world, creator, { amount: 10_00, type: "INETCASH_OB" }),
    );
    world.time.passSeconds(7 * DAY_SECONDS);
    const ends = await Promise.allSettled([
      ...transfers.map((payment) => tell(world, payment)),
      ...many(8).map((index) => releaseMatured(index % 2 === 0 ? world.db : second, world.clock())),
    ]);
    expect(ends.filter((end) => end.status === "rejected")).toEqual([]);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 100_00 });
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
  });

  it("in two currencies stays CHARGEBACK while one debt is left, whichever comes first", async () => {
    const stories = await all(many(12), async () => {
      const creator = await createCreator(world, { currency: "USD" });
      const dollars = await payTip(world, creator, { amount: 50_00, type: "INETCASH_CC" });
      return { creator, dollars };
    });
    world.time.passSeconds(7 * DAY_SECONDS);
    await releaseMatured(world.db, world.clock());
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

describe("a second success against the first", () => {
  it("credits once and gives the other one back, whichever is first", async () => {
    const creator = await createCreator(world);
    const pairs = await all(many(20), async () => {
      const first = await beginTip(world, creator, { amount: 10_00, type: "INETCASH_DB" });
      await tell(world, first, { state: "FAILED" });
      await choosePayment(world, first.tip_id ?? "", creator, { type: "INETCASH_OB" });
      const secondId = world.newId();
      await confirm(world, first.tip_id ?? "", { paymentId: secondId });
      return [first, await paymentOf(world, secondId)];
    });
    await all(pairs.flat(), (payment) => tell(world, payment, { state: "PAID" }));
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 20 * 10_00 });
    for (const pair of pairs) {
      const states = await all(pair, async (payment) => (await paymentOf(world, payment.id)).status);
      expect(states.sort()).toEqual(["REFUNDED", "SUCCESS"]);
    }
  });
});
