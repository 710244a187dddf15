import { type Kysely, sql } from "kysely";
import { afterEach, describe, expect } from "vitest";
import { handleProviderEvent } from "../../app/domain/payment-updates/handle-events.server.ts";
import { receiveWebhook } from "../../app/domain/payments/provider-events.server.ts";
import { expireTips } from "../../app/domain/tips/drafts.server.ts";
import type { DB } from "../../db/schema.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import {
  balancesOf,
  beginTip,
  choosePayment,
  confirm,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  draftTip,
  earnBefore,
  paymentOf,
  type TipWorld,
  tell,
  tipOf,
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

async function postings(pattern: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from ledger_transaction where idempotency_key like ${pattern}`.execute(world.db);
  return rows[0]?.n ?? 0;
}

describe("200 settlements at once, every notice three times", () => {
  it("200 settlements at once, every notice three times, make exactly 200 postings on two instances", async () => {
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
      await receiveWebhook(instance, world.provider, { body, headers: new Headers(), now: world.clock() });
    });
    const stored = await world.db
      .selectFrom("provider_webhook_events")
      .select("id")
      .where("event_id", "like", "event-%")
      .execute();
    expect(stored).toHaveLength(200);
    const jobs = stored.flatMap(({ id }) => many(3).map((repeat) => ({ id, repeat })));
    await all(jobs, async ({ id, repeat }) => {
      const instance = instances[repeat % 2] ?? world;
      await handleProviderEvent(instance, id);
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
      select sum(tips_count)::bigint as tips, sum(amount_eur_minor)::bigint as amount from leaderboard_totals
      where period = 'DAY' and creator_id = any(${creators.map((each) => each.id)}::uuid[])`.execute(
      world.db,
    );
    expect(rows[0]).toEqual({ tips: 200, amount: 200_00 + 19_900 });
  });
});

describe("confirming at once", () => {
  it("confirming each of many tips four times at once begins one payment for each", async () => {
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

  it("confirming while the fan changes the way to pay leaves no more than one payment open", async () => {
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

  it("confirming while the money of an earlier payment arrives never takes it twice", async () => {
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
  it("the end of a tip's time loses none of its money: whichever comes first, the tip is paid and ACTIVE", async () => {
    const creator = await createCreator(world);
    const payments = await all(many(60), () =>
      beginTip(world, creator, { type: "INETCASH_OB", amount: 2_00 }),
    );
    world.time.passSeconds(DAY_SECONDS + 1);
    const services = { ...world, db: second };
    await Promise.all([
      ...payments.map((payment) => tell(world, payment)),
      ...many(5).map(() => expireTips(services, world.clock())),
    ]);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 60 * 2_00 });
    const states = await all(payments, async (payment) => (await tipOf(world, payment)).status);
    expect(new Set(states)).toEqual(new Set(["ACTIVE"]));
  });
});

describe("a second success against the first", () => {
  it("a second success against the first credits once and gives the other one back, whichever is first", async () => {
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
