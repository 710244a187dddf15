import { type Kysely, sql } from "kysely";
import { describe, expect } from "vitest";
import { cause, clearing, creatorAccount, platform } from "../../app/domain/ledger/chart.ts";
import { checkAndFreeze, payoutsAreFrozen } from "../../app/domain/ledger/ledger-checks.server.ts";
import type { Posting } from "../../app/domain/ledger/post.server.ts";
import { providerSettled, SETTLED_NOTHING, tipPaid } from "../../app/domain/ledger/rules/posting-rules.ts";
import { inboundToSuspense } from "../../app/domain/ledger/rules/suspense-posting-rules.ts";
import { minor } from "../../app/domain/money/minor.ts";
import type { DB } from "../../db/schema.ts";
import { expectCleanBooks, faultsIn, postAlone } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { by, refund } from "../support/money/refund-world.ts";
import {
  beginTip,
  type Creator,
  createCreator,
  createTipWorld,
  payTip,
  type TipWorld,
  tellDispute,
} from "../support/money/tip-world.ts";

let world: TipWorld;
let creator: Creator;

/** A small world with money in it, and clean books; each test spoils one thing that the code itself never would. */
it.beforeEach(async ({ database }) => {
  world = createTipWorld(database.db);
  creator = await createCreator(world);
  await payTip(world, creator, { amount: 50_00 });
  await payTip(world, creator, { amount: 20_00, type: "INETCASH_OB" });
  await expectCleanBooks(world.db, world.clock());
});

/** What is found beside that some postings here have no cause in the product. */
const found = async () =>
  Object.keys(await faultsIn(world.db, world.clock())).filter((name) => name !== "25-causes-are-known");
const account = (code: "creator_available" | "creator_pending" | "creator_receivable") =>
  creatorAccount(code, creator.id, "EUR");

async function postRaw(
  db: Kysely<DB>,
  key: string,
  from: Posting["transfers"][number]["from"],
  to: Posting["transfers"][number]["to"],
  amount: number,
  reverses?: number,
) {
  const transfers = [{ from, to, amount_minor: minor(amount) }];
  await postAlone(
    db,
    [
      {
        key,
        kind: "spoiled",
        cause: cause("payment", world.newId()),
        reference: "test",
        effective_at: world.clock(),
        transfers,
        ...(reverses ? { reverses } : {}),
      },
    ],
    world.clock(),
  );
}

describe("the checks of the books", () => {
  it("the checks of the books find a balance that is not the sum of its transfers", async () => {
    await sql`update ledger_account set credits = credits + 1 where code = 'creator_available'`.execute(
      world.db,
    );
    expect(await found()).toContain("02-cached-balance-equals-sum");
  });

  it("the checks of the books find a creator's account below zero", async () => {
    await sql`alter table ledger_account drop constraint ledger_account_not_overdrawn`.execute(world.db);
    await postRaw(world.db, "over", account("creator_available"), platform("bank", "EUR"), 20_01);
    expect(await found()).toEqual(["03-no-creator-account-below-zero"]);
  });

  it("the checks of the books find a settled payment without its posting, and a posting of a payment that was not settled", async () => {
    const unpaid = await beginTip(world, creator, { amount: 5_00, type: "INETCASH_OB" });
    const share = { creator_id: creator.id, amount_minor: minor(5_00), shard: 0, waits: false };
    await postAlone(
      world.db,
      [tipPaid({ ...unpaid, payment_id: unpaid.id }, [share], world.clock())],
      world.clock(),
    );
    expect(await found()).toEqual(["15-tips-as-posted"]);
    const other = await beginTip(world, creator);
    await sql`update payments set status = 'REFUNDED', settled_at = now() where id = ${other.id}`.execute(
      world.db,
    );
    expect(await found()).toEqual(["04-rows-are-posted", "15-tips-as-posted"]);
  });

  it("the checks of the books find a payment's money, and a settlement, in the clearing of another provider", async () => {
    const payment = await beginTip(world, creator);
    const stray = { payment_id: payment.id, currency: "EUR", received_minor: minor(1) };
    const sum = { ...SETTLED_NOTHING, settlement_id: world.newId(), currency: "EUR", bank_minor: minor(1) };
    const settled = providerSettled("other", sum, world.clock());
    await postAlone(
      world.db,
      [inboundToSuspense({ ...stray, provider: "other" }, world.clock()), settled],
      world.clock(),
    );
    expect(await found()).toEqual([
      "15-tips-as-posted",
      "17-suspense-has-entries",
      "38-settlements-are-posted",
    ]);
  });

  it("the checks of the books find a reversal that is no mirror", async () => {
    const { id } = await world.db
      .selectFrom("ledger_transaction")
      .select("id")
      .where("kind", "=", "tip_paid")
      .orderBy("id")
      .executeTakeFirstOrThrow();
    await postRaw(world.db, "half", account("creator_available"), clearing("scripted", "EUR"), 10_00, id);
    expect(await found()).toContain("05-reversals-mirror");
  });

  it("the checks of the books find a tip that was not allocated whole", async () => {
    await sql`
      update tip_allocations set amount_minor = amount_minor - 1, counted_minor = least(counted_minor, amount_minor - 1)
      where released_at is not null`.execute(world.db);
    expect(await found()).toEqual(["06-allocations-add-up", "15-tips-as-posted"]);
  });

  it("the checks of the books find waiting money that belongs to no tip, and a waiting tip without money", async () => {
    await postRaw(world.db, "early", account("creator_available"), account("creator_pending"), 1);
    expect(await found()).toEqual(["07-pending-is-what-waits"]);
  });

  it("the checks of the books find a refund whose parts do not add up, one without its posting, and a status that does not agree with it", async () => {
    const payment = await payTip(world, creator, { amount: 10_00 });
    const id = await refund(world, payment, by(creator), 4_00);
    expect(await found()).toEqual([]);
    const spoil = async (statement: ReturnType<typeof sql>) => {
      await statement.execute(world.db);
      return (await faultsIn(world.db, world.clock()))["16-refund-parts-add-up"]?.map((row) => row.fault);
    };
    expect(await spoil(sql`update refunds set tip_minor = tip_minor - 1 where id = ${id}`)).toEqual([
      "parts",
    ]);
    await sql`update refunds set tip_minor = tip_minor + 1 where id = ${id}`.execute(world.db);
    expect(await spoil(sql`update payments set status = 'REFUNDED' where id = ${payment.id}`)).toEqual([
      "status",
    ]);
    await sql`update payments set status = 'SUCCESS' where id = ${payment.id}`.execute(world.db);
    expect(await spoil(sql`update refunds set status = 'FAILED' where id = ${id}`)).toBeUndefined();
    expect(await found()).toEqual(
      ["04-rows-are-posted", "19-refunds-as-posted", "07-pending-is-what-waits"].sort(),
    );
  });

  it("the checks of the books find a hold that no dispute has", async () => {
    const payment = await payTip(world, creator, { amount: 10_00 });
    await tellDispute(world, payment, "OPEN");
    await sql`update disputes set status = 'WON'`.execute(world.db);
    expect(await found()).toEqual([
      ...["07-pending-is-what-waits", "08-hold-is-what-disputes-hold", "29-disputes-as-acted"],
    ]);
  });

  it("the checks of the books find a status that does not agree with the debts, both ways", async () => {
    await sql`update users set status = 'CHARGEBACK' where id = ${creator.id}`.execute(world.db);
    expect(await found()).toEqual(["09-chargeback-means-owing"]);
    await postRaw(world.db, "owes", account("creator_receivable"), clearing("scripted", "EUR"), 1);
    expect(await found()).toEqual([]);
    await sql`update users set status = 'ACTIVE' where id = ${creator.id}`.execute(world.db);
    expect(await found()).toEqual(["09-chargeback-means-owing"]);
  });

  it("the checks of the books find money that is owed and not held", async () => {
    // Of the fees of 8.33 the VAT of 1.33 is owed, too.
    await postRaw(world.db, "spent", platform("goodwill", "EUR"), platform("bank", "EUR"), 7_00);
    expect(await found()).toEqual([]);
    await postRaw(world.db, "spent more", platform("goodwill", "EUR"), platform("bank", "EUR"), 2);
    const { "25-causes-are-known": _spoiled, ...faults } = await faultsIn(world.db, world.clock());
    expect(faults).toEqual({ "12-owed-is-held": [{ currency: "EUR", owed: "71.33", held: "71.31" }] });
  });

  it("the checks of the books count VAT and unclear payments as owed, and nothing below zero as owed to us", async () => {
    const shortage = async () => (await faultsIn(world.db, world.clock()))["12-owed-is-held"] ?? [];
    const [bank, goodwill] = [platform("bank", "EUR"), platform("goodwill", "EUR")];
    await postRaw(world.db, "unclear", bank, platform("suspense", "EUR"), 40_00);
    await postRaw(world.db, "all of the fee", goodwill, bank, 7_00);
    expect(await shortage()).toEqual([]);
    await postRaw(world.db, "of VAT", goodwill, bank, 1_00);
    expect(await shortage()).toEqual([{ currency: "EUR", owed: "111.33", held: "110.33" }]);
    await postRaw(world.db, "back", bank, goodwill, 1_00);
    // Below zero in another currency they lower nothing.
    await postRaw(
      world.db,
      "taken back",
      platform("vat_output", "USD", "DE"),
      platform("suspense", "USD"),
      50_00,
    );
    expect(await shortage()).toEqual([{ currency: "EUR", owed: expect.any(String), held: "111.33" }]);
  });

  it("the checks of the books compare a currency without a rate with itself, never one to one with euros", async () => {
    // One that the snapshot of rates does not have.
    await sql`insert into currencies (code, digits) values ('XTS', 2)`.execute(world.db);
    const owing = creatorAccount("creator_available", creator.id, "XTS");
    await postRaw(world.db, "held and owed", platform("bank", "XTS"), owing, 900_00);
    expect(await found()).toEqual([]);
    await postRaw(world.db, "spent", platform("goodwill", "XTS"), owing, 2);
    const { "25-causes-are-known": _spoiled, ...faults } = await faultsIn(world.db, world.clock());
    expect(faults).toEqual({ "12-owed-is-held": [{ currency: "XTS", owed: "900.02", held: "900.00" }] });
  });
});

describe("a fault in the books", () => {
  it("a fault in the books freezes payouts until an operator lifts it, and tips go on", async () => {
    const services = { db: world.db, clock: world.clock, newId: world.newId };
    expect((await checkAndFreeze(services, "FULL")).faults).toEqual([]);
    expect(await payoutsAreFrozen(world.db)).toBe(false);
    await sql`update users set status = 'CHARGEBACK' where id = ${creator.id}`.execute(world.db);
    expect((await checkAndFreeze(services, "FULL")).faults).toEqual(["09-chargeback-means-owing"]);
    expect((await checkAndFreeze(services, "FULL")).faults).toEqual(["09-chargeback-means-owing"]);
    const freezes = await world.db.selectFrom("payout_freezes").selectAll().execute();
    expect(freezes).toMatchObject([{ reason: "ledger check: 09-chargeback-means-owing", lifted_at: null }]);
    await payTip(world, creator, { amount: 5_00 });
    await sql`update users set status = 'ACTIVE' where id = ${creator.id}`.execute(world.db);
    expect((await checkAndFreeze(services, "FULL")).faults).toEqual([]);
    expect(await payoutsAreFrozen(world.db)).toBe(true);
    await world.db.updateTable("payout_freezes").set({ lifted_at: world.clock() }).execute();
    expect(await payoutsAreFrozen(world.db)).toBe(false);
  });
});
