import { afterEach, describe, expect } from "vitest";
import type { StatementFacts } from "../../app/domain/payouts/statements/statement.schema.ts";
import {
  issueStatement,
  readStatement,
  readStatementAsOperator,
} from "../../app/domain/payouts/statements/statements.server.ts";
import { setCurrency } from "../../app/domain/users/settings.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { confirmPaid, requestPayout } from "../support/money/paid-payouts.ts";
import {
  acceptPayoutData,
  EMPTY_DETAILS,
  earn,
  GERMAN_BANK,
  makeOperator,
  type PayoutWorld,
  withPayouts,
} from "../support/money/payout-world.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  earnBefore,
  mature,
  payTip,
  tellDispute,
} from "../support/money/tip-world.ts";

let world: PayoutWorld;

it.beforeAll(async ({ database }) => {
  await earnBefore(createTipWorld(database.db), "EUR", 10_000_00);
});
it.beforeEach(({ database }) => {
  world = withPayouts(createTipWorld(database.db));
});
// Statements are issued here for payouts that no bank has confirmed.
afterEach(() => expectCleanBooks(world.db, world.clock(), "27-documents-are-whole"));

async function payableCreator(
  change: { country?: string | null; eu_ust_id?: string } = {},
): Promise<Creator> {
  const creator = await createCreator(world);
  await acceptPayoutData(world, creator);
  const { country = "DE", eu_ust_id = null } = change;
  const found = await world.db
    .selectFrom("countries")
    .select("id")
    .where("iso_3166_1", "=", country)
    .executeTakeFirst();
  await world.db
    .updateTable("users")
    .set({ country_id: found?.id ?? null, eu_ust_id })
    .where("id", "=", creator.id)
    .execute();
  return creator;
}

/** As many payouts that wait for their statements. */
async function openPayouts(count: number): Promise<{ id: string; creator_id: string; currency: string }[]> {
  return await all(many(count), async () => {
    const creator = await payableCreator();
    await earn(world, creator, 10_00);
    const id = await requestPayout(world, creator);
    return { id, creator_id: creator.id, currency: "EUR" };
  });
}

async function factsOf(creator: Creator, payoutId: string): Promise<StatementFacts> {
  const facts = await readStatement(world.db, { user_id: creator.id, payout_id: payoutId });
  if (!facts) throw new Error("there is no statement");
  return facts;
}

const days = (count: number) => mature(world, count);

describe("the numbers of statements", () => {
  it("the numbers of statements have no gap: fifty at once get fifty in a row, those that are rolled back none", async () => {
    const payouts = await openPayouts(60);
    const bug = new Error("rolled back");
    const numbers = await all(payouts, async (payout, index) => {
      const issuing = world.db.transaction().execute(async (trx) => {
        const number = await issueStatement(trx, payout, world.issuer, world.clock());
        if (index >= 50) throw bug;
        return number;
      });
      return await issuing.catch((error: unknown) => {
        if (error === bug) return null;
        throw error;
      });
    });
    expect(numbers.filter((number) => number === null)).toHaveLength(10);
    const issued = numbers.flatMap((number) => number ?? []).sort((a, b) => a - b);
    expect(issued).toEqual(many(50).map((index) => index + 1));
    const next = await world.db
      .transaction()
      .execute((trx) => issueStatement(trx, payouts[59] ?? fail(), world.issuer, world.clock()));
    expect(next).toBe(51);
  });

  it("the numbers of statements stay what they are when a statement is issued again", async () => {
    const [payout = fail()] = await openPayouts(1);
    const issue = () =>
      world.db.transaction().execute((trx) => issueStatement(trx, payout, world.issuer, world.clock()));
    const number = await issue();
    world.time.passSeconds(60);
    expect(await issue()).toBe(number);
    const creator = { id: payout.creator_id, username: "", currency: "EUR" };
    expect((await factsOf(creator, payout.id)).number).toBe(number);
  });
});

describe("a statement", () => {
  it("a statement counts the tips that became available, by country, in its own currency and period", async () => {
    const creator = await payableCreator();
    await payTip(world, creator, { amount: 50_00, country: "DE" });
    await payTip(world, creator, { amount: 30_00, country: "DE", type: "INETCASH_OB" });
    await payTip(world, creator, { amount: 20_01, country: "AT" });
    await payTip(world, creator, { amount: 99_00, country: "US", payIn: "USD" });
    await days(7);
    const first = await requestPayout(world, creator, 150_00);
    world.time.passSeconds(60);
    // What comes after the request, and is there at once, is the next statement's.
    await payTip(world, creator, { amount: 70_00, country: "DE", type: "INETCASH_OB" });
    const number = await confirmPaid(world, first);
    expect(await setCurrency(world.db, creator.id, "USD", world.clock())).toBe("saved");
    const inDollars = { ...creator, currency: "USD" };
    await payTip(world, inDollars, { amount: 44_00, country: "FR" });
    await payTip(world, inDollars, { amount: 11_00, country: "FR" });
    const facts = await factsOf(creator, first);
    expect(facts).toMatchObject({
      number,
      issued_at: world.clock().toISOString(),
      payout: { id: first, amount_minor: 150_00, fee_minor: 0, net_minor: 150_00, method: "BANK" },
      creator: { name: "Ada Kessler", country: "DE", vat_id: null },
      vat: { kind: "none" },
      tips: [
        { country: "US", count: 1, amount_minor: 99_00 },
        { country: "DE", count: 2, amount_minor: 80_00 },
        { country: "AT", count: 1, amount_minor: 20_01 },
      ],
      refunds: null,
      chargebacks: null,
      chargebacks_won: null,
    });
    expect(facts.payout.account).toBe("DE•• •••• 3000");

    // The second in euros begins where the first one ended; the one in dollars at the beginning.
    await days(8);
    const second = await requestPayout(world, creator, 50_00);
    await confirmPaid(world, second);
    expect(await factsOf(creator, second)).toMatchObject({
      number: number + 1,
      period: { from: facts.period.until },
      tips: [{ country: "DE", count: 1, amount_minor: 70_00 }],
    });
    const dollars = await requestPayout(world, creator, null, "USD");
    await confirmPaid(world, dollars);
    expect(await factsOf(creator, dollars)).toMatchObject({
      payout: { currency: "USD", amount_minor: 55_00 },
      period: { from: facts.period.from },
      tips: [{ country: "FR", count: 2, amount_minor: 55_00 }],
    });
  });

  it("a statement names what was taken back of available money, and what came back after all", async () => {
    const creator = await payableCreator();
    const released = await payTip(world, creator, { amount: 50_00 });
    await payTip(world, creator, { amount: 400_00 });
    await days(7);
    const waiting = await payTip(world, creator, { amount: 60_00 });
    for (const payment of [released, waiting]) {
      await tellDispute(world, payment, "OPEN");
      await tellDispute(world, payment, "LOST");
    }
    const first = await requestPayout(world, creator, 200_00);
    await confirmPaid(world, first);
    expect(await factsOf(creator, first)).toMatchObject({
      tips: [{ country: "DE", count: 2, amount_minor: 450_00 }],
      chargebacks: { count: 1, amount_minor: 50_00 },
      chargebacks_won: null,
    });
    world.time.passSeconds(60);
    await tellDispute(world, released, "WON");
    const second = await requestPayout(world, creator, 150_00);
    await confirmPaid(world, second);
    expect(await factsOf(creator, second)).toMatchObject({
      tips: [],
      chargebacks: null,
      chargebacks_won: { count: 1, amount_minor: 50_00 },
    });
  });

  it.for([
    ["in the country", { country: "DE", eu_ust_id: "DE136695976" }, "included"],
    ["elsewhere in the EU", { country: "AT" }, "included"],
    ["elsewhere in the EU with a VAT id", { country: "AT", eu_ust_id: "ATU12345675" }, "reverse_charge"],
    ["outside the EU", { country: "CH" }, "none"],
  ] as const)("a statement says whose VAT is in the fee of a creator %s", async ([, change, kind]) => {
    const creator = await payableCreator(change);
    await earn(world, creator, 100_00);
    const id = await requestPayout(world, creator);
    await confirmPaid(world, id);
    const facts = await factsOf(creator, id);
    const rate =
      change.country === "AT" ? { rate_bps: 2000, amount_minor: 25 } : { rate_bps: 1900, amount_minor: 24 };
    expect(facts.vat).toEqual(kind === "included" ? { kind, country: change.country, ...rate } : { kind });
    expect(facts.payout).toMatchObject({ amount_minor: 100_00, fee_minor: 1_50, net_minor: 98_50 });
  });

  it("a statement says the VAT rate that was in the fee when the payout was asked for, whatever the table says by then", async () => {
    const creator = await payableCreator({ country: "AT" });
    await earn(world, creator, 100_00);
    const id = await requestPayout(world, creator);
    const today = world.clock().toISOString().slice(0, 10);
    await world.db
      .insertInto("vat_rates")
      .values({ country: "AT", rate_bps: 2500, valid_from: today })
      .execute();
    await confirmPaid(world, id);
    expect((await factsOf(creator, id)).vat).toMatchObject({ rate_bps: 2000, amount_minor: 25 });
    await world.db.deleteFrom("vat_rates").where("country", "=", "AT").where("rate_bps", "=", 2500).execute();
  });

  it("a statement stays as it was issued, whatever becomes of its creator", async () => {
    const creator = await payableCreator();
    await earn(world, creator, 100_00);
    const id = await requestPayout(world, creator);
    await confirmPaid(world, id);
    const before = await factsOf(creator, id);
    const moved = { firstname: "Eva", address: "Elsewhere 1", eu_ust_id: "DE136695976" };
    await world.db.updateTable("users").set(moved).where("id", "=", creator.id).execute();
    expect(await factsOf(creator, id)).toEqual(before);
  });

  it("a statement of a payout by Paxum names the wallet, and no bank account that is there beside it", async () => {
    const wallet = { paxum_account_owner: "Ada Kessler", paxum_email: "ada@example.org" };
    const creator = await payableCreator();
    for (const [details, country, account] of [
      [{ ...EMPTY_DETAILS, ...wallet }, null, "a•••@example.org"],
      [{ ...GERMAN_BANK, ...wallet }, "DE", null],
    ] as const) {
      await acceptPayoutData(world, creator, { details, country });
      await world.db
        .updateTable("users")
        .set({ payout_method: "PAXUM" })
        .where("id", "=", creator.id)
        .execute();
      await earn(world, creator, 100_00);
      const id = await requestPayout(world, creator);
      await confirmPaid(world, id);
      expect((await factsOf(creator, id)).payout).toMatchObject({
        method: "PAXUM",
        account,
        fee_minor: 2_50,
      });
    }
  });

  it("a statement is read by its owner and by operators", async () => {
    const [creator, other] = [await payableCreator(), await payableCreator()];
    await earn(world, creator, 100_00);
    const payout_id = await requestPayout(world, creator);
    expect(await readStatement(world.db, { user_id: creator.id, payout_id })).toBeNull();
    await confirmPaid(world, payout_id);
    expect(await readStatement(world.db, { user_id: other.id, payout_id })).toBeNull();
    const facts = await factsOf(creator, payout_id);
    const operator_id = await makeOperator(world);
    expect(await readStatementAsOperator(world.db, { operator_id, payout_id })).toEqual(facts);
    const stranger = { operator_id: other.id, payout_id };
    expect(await readStatementAsOperator(world.db, stranger)).toBeNull();
  });
});

function fail(): never {
  throw new Error("there is none");
}
