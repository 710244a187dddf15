import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect } from "vitest";
import { findDebts, setOffDebt } from "../../app/domain/earnings/debts.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import {
  findAdminPayout,
  listWaitingPayouts,
} from "../../app/domain/payouts/batches/admin-queries.server.ts";
import { makeBatch } from "../../app/domain/payouts/batches/batches.server.ts";
import { runMonthlyPayouts } from "../../app/domain/payouts/monthly-run.server.ts";
import { requestWithdrawal } from "../../app/domain/payouts/requests/withdrawals.server.ts";
import type { DB } from "../../db/schema.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks, faultsIn } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import {
  acceptPayoutData,
  approveAbout,
  earn,
  makeOperator,
  type PayoutWorld,
  payoutsOf,
  withPayouts,
} from "../support/money/payout-world.ts";
import {
  accountStatus,
  balancesOf,
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  mature,
  moveAccount,
  payOut,
  payTip,
  tellDispute,
} from "../support/money/tip-world.ts";

/** Another instance of the product on the same database. */
let second: Kysely<DB>;
let world: PayoutWorld;

it.beforeAll(async ({ database, second: connected }) => {
  second = connected;
  for (const currency of ["EUR", "USD", "GBP"])
    await earnBefore(createTipWorld(database.db), currency, 100_000_00);
});
it.beforeEach(({ database }) => {
  world = withPayouts(createTipWorld(database.db));
});
afterEach(async () => {
  await expectCleanBooks(world.db, world.clock());
});

const either = (index: number): PayoutWorld => (index % 2 === 0 ? world : { ...world, db: second });
const refused = (reason: string) => ({ outcome: "refused", reason });

/** Rates of today, which the ones of the world are as. */
async function freshRates(): Promise<void> {
  await sql`
    insert into reference_rates (currency, rate_date, units_per_euro, source)
    select distinct on (currency) currency, ${world.clock()}::date, units_per_euro, 'test' from reference_rates
    order by currency, rate_date desc on conflict do nothing`.execute(world.db);
}

/** Owes 50.51 USD, paid out and then charged back, and has 300.00 EUR. */
async function owing(euros = 300_00): Promise<Creator> {
  const creator = await createCreator(world, { currency: "USD" });
  await acceptPayoutData(world, creator);
  const lost = await payTip(world, creator, { amount: 50_51 });
  await mature(world, 30);
  await payOut(world, creator);
  await world.db.updateTable("users").set({ currency: "EUR" }).where("id", "=", creator.id).execute();
  if (euros > 0) await earn(world, creator, euros, "EUR");
  await tellDispute(world, lost, "LOST");
  expect(await accountStatus(world, creator)).toBe("CHARGEBACK");
  world.time.passSeconds(1);
  return { ...creator, currency: "EUR" };
}

const withdraw = (there: PayoutWorld, { id }: Creator, amount: number | null) =>
  requestWithdrawal(there, {
    user_id: id,
    currency: "EUR",
    amount_minor: amount === null ? null : minor(amount),
    takes_old_rate: true,
  });

async function offerOf({ id }: Creator) {
  const { debts, held } = await findDebts(world, { creator_id: id, needs_fresh_rate: false });
  const offer = debts[0]?.offers[0];
  if (!offer) throw new Error("nothing is offered");
  return { offer, held: held.EUR ?? 0 };
}

const setOff = (there: PayoutWorld, { id }: Creator, offer: Awaited<ReturnType<typeof offerOf>>["offer"]) =>
  setOffDebt(there, { creator_id: id, ...offer, needs_fresh_rate: false });

describe("a debt in another currency", () => {
  it("holds back its worth and a margin, and the rest is withdrawn", async () => {
    const creator = await owing();
    const { offer, held } = await offerOf(creator);
    expect(offer).toMatchObject({ from_currency: "EUR", debt_currency: "USD", debt_minor: 50_51 });
    expect(held).toBeGreaterThan(offer.from_minor);
    expect(held).toBeLessThan(Math.round(offer.from_minor * 1.06));
    expect(await withdraw(world, creator, 300_00)).toEqual(refused("held_for_debt"));
    expect(await withdraw(world, creator, 300_00 - held + 1)).toEqual(refused("held_for_debt"));
    expect(await withdraw(world, creator, 300_01)).toEqual(refused("above_available"));
    expect((await withdraw(world, creator, null)).outcome).toBe("requested");
    const asked = (await payoutsOf(world, creator)).filter(({ currency }) => currency === "EUR");
    expect(asked).toMatchObject([{ amount_minor: 300_00 - held, status: "REQUESTED" }]);
    expect((await balancesOf(world, creator)).creator_available).toBe(held);
  });

  it("holds nothing back where another currency covers it, and all where there is less", async () => {
    const creator = await owing();
    await earn(world, creator, 200_00, "GBP");
    expect((await offerOf(creator)).held).toBe(0);
    const poor = await owing(20_00);
    expect((await offerOf(poor)).held).toBe(20_00);
    expect(await withdraw(world, poor, null)).toEqual(refused("held_for_debt"));
  });

  it("lets what was asked for while owing go to the bank", async () => {
    const creator = await owing();
    const count = async () => (await listWaitingPayouts(world.db)).reduce((sum, each) => sum + each.count, 0);
    const before = await count();
    expect((await withdraw(world, creator, null)).outcome).toBe("requested");
    expect(await count()).toBe(before + 1);
  });

  it("is paid around by the monthly run", async () => {
    const creator = await owing();
    await world.db.updateTable("users").set({ payout_type_id: 1 }).where("id", "=", creator.id).execute();
    await freshRates();
    const { held } = await offerOf(creator);
    expect(await runMonthlyPayouts(world)).toMatchObject({ outcome: "done" });
    const [payout] = (await payoutsOf(world, creator)).filter(({ payout_type }) => payout_type === "MONTHLY");
    expect(payout).toMatchObject({ currency: "EUR", amount_minor: 300_00 - held });
  });

  it("stops a withdrawal where no current rate says what it is worth, and nothing is set off", async () => {
    const creator = await owing();
    const agreed = { creator_id: creator.id, ...(await offerOf(creator)).offer };
    world.time.passSeconds(60 * DAY_SECONDS);
    const wish = { user_id: creator.id, currency: "EUR" as const, amount_minor: minor(100_00) };
    expect(await requestWithdrawal(world, wish)).toEqual(refused("debt_without_rate"));
    expect(await setOffDebt(world, { ...agreed, needs_fresh_rate: true })).toEqual(refused("no_rate"));
    const { debts, held } = await findDebts(world, { creator_id: creator.id, needs_fresh_rate: true });
    expect(debts).toMatchObject([{ currency: "USD", owed_minor: 50_51, offers: [], lacks_rate: true }]);
    expect(held.EUR).toBeNull();
  });
});

describe("a batch of a creator who owes little, and much since they asked", () => {
  const asking = async () => {
    const creator = await createCreator(world);
    await acceptPayoutData(world, creator);
    const large = await payTip(world, creator, { amount: 400_00, type: "INETCASH_OB" });
    await payOut(world, creator);
    const small = await payTip(world, creator, { amount: 1_00, type: "INETCASH_OB" });
    await payOut(world, creator);
    await tellDispute(world, small, "LOST");
    world.time.passSeconds(1);
    await earn(world, creator, 400_00, "USD");
    const wish = { user_id: creator.id, currency: "USD", amount_minor: minor(390_00) } as const;
    expect(await requestWithdrawal(world, { ...wish, takes_old_rate: true })).toMatchObject({
      outcome: "requested",
    });
    return { creator, large };
  };
  const waiting = async () =>
    (await listWaitingPayouts(world.db)).filter(({ currency }) => currency === "USD");
  const batchOfDollars = async () => {
    const operator_id = await makeOperator(world);
    return await makeBatch(world, { rail: "BANK_CSV", currency: "USD", operator_id, account: null });
  };
  beforeEach(() => {
    world = { ...world, second_operator_from_minor: 1_000_00 };
  });
  const wishOf = async (creator: Creator) =>
    (await payoutsOf(world, creator)).find(({ currency }) => currency === "USD");

  it("is not made of a payout that the debt is worth more than what stays", async () => {
    const { creator, large } = await asking();
    expect(await waiting()).toHaveLength(1);
    await tellDispute(world, large, "LOST");
    expect(await waiting()).toEqual([]);
    expect(await batchOfDollars()).toEqual({ outcome: "empty" });
    const payout = await wishOf(creator);
    expect(await findAdminPayout(world.db, payout?.id ?? "")).toMatchObject({
      ...{ status: "REQUESTED", may_send: false },
    });
  });

  it("does not get it into its file either, and it goes on once the debt is covered", async () => {
    const { creator, large } = await asking();
    const made = await batchOfDollars();
    if (made.outcome !== "made") throw new Error(made.outcome);
    await tellDispute(world, large, "LOST");
    await approveAbout(world, `payout_batch:${made.batch_id}`, await makeOperator(world));
    expect(await wishOf(creator)).toMatchObject({ status: "REQUESTED", batch_id: null });
    await earn(world, creator, 500_00, "USD");
    expect(await waiting()).toHaveLength(1);
  });
});

describe("a set-off", () => {
  it("settles the debt at the day's rate, and its creator is ACTIVE again", async () => {
    const creator = await owing();
    const { offer } = await offerOf(creator);
    expect((await setOff(world, creator, offer)).outcome).toBe("set_off");
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 300_00 - offer.from_minor });
    expect(await balancesOf(world, creator, "USD")).toEqual({});
    expect(await setOff(world, creator, offer)).toEqual(refused("nothing_to_set_off"));
    expect((await withdraw(world, creator, null)).outcome).toBe("requested");
  });

  it("of less than the debt takes all that there is, and the rest is owed on", async () => {
    const creator = await owing(20_00);
    const { offer } = await offerOf(creator);
    expect(offer.from_minor).toBe(20_00);
    expect(offer.debt_minor).toBeLessThan(50_51);
    expect((await setOff(world, creator, offer)).outcome).toBe("set_off");
    expect(await balancesOf(world, creator)).toEqual({});
    expect(await balancesOf(world, creator, "USD")).toEqual({ creator_receivable: 50_51 - offer.debt_minor });
    expect(await accountStatus(world, creator)).toBe("CHARGEBACK");
  });

  it("is only of the amounts that its creator agreed to, of their own money, and of nobody who is locked", async () => {
    const creator = await owing();
    const { offer } = await offerOf(creator);
    const cheaper = { ...offer, from_minor: minor(offer.from_minor - 1) };
    expect(await setOff(world, creator, cheaper)).toEqual(refused("changed"));
    expect(await setOff(world, creator, { ...offer, from_currency: "GBP" })).toEqual(
      refused("nothing_to_set_off"),
    );
    const other = await createCreator(world);
    expect(await setOff(world, other, offer)).toEqual(refused("nothing_to_set_off"));
    await moveAccount(world, creator.id, ["LOCKED"]);
    expect(await setOff(world, creator, offer)).toEqual(refused("not_active"));
  });

  it("pressed twenty times at once on two instances happens once", async () => {
    const creator = await owing();
    const { offer } = await offerOf(creator);
    const answers = await all(many(20), (index) => setOff(either(index), creator, offer));
    expect(answers.filter(({ outcome }) => outcome === "set_off")).toHaveLength(1);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 300_00 - offer.from_minor });
  });

  it("at once with withdrawals takes no cent twice", async () => {
    for (const _ of many(3)) {
      const creator = await owing();
      const { offer, held } = await offerOf(creator);
      const answers = await all(many(12), async (index) => {
        const there = either(Math.trunc(index / 2));
        const { outcome } =
          index % 2 === 0
            ? await setOff(there, creator, offer)
            : await withdraw(there, creator, 300_00 - held);
        return outcome;
      });
      expect(answers.filter((outcome) => outcome === "set_off")).toHaveLength(1);
      expect(answers.filter((outcome) => outcome === "requested")).toHaveLength(1);
      const { creator_available: left } = await balancesOf(world, creator);
      expect(left).toBe(held - offer.from_minor);
      await expectCleanBooks(world.db, world.clock());
    }
  });

  it("with a withdrawal of all waits for neither: who comes second is refused", async () => {
    const creator = await owing();
    const { offer } = await offerOf(creator);
    expect((await setOff(world, creator, offer)).outcome).toBe("set_off");
    expect(await withdraw(world, creator, 300_00)).toEqual(refused("above_available"));
  });

  it.each([
    ["another amount", "update debt_set_offs set debt_minor = debt_minor + 1"],
    ["another rate", "update debt_set_offs set rate = rate * 2"],
    ["a rate of another day", "update debt_set_offs set rate_date = rate_date - 400"],
  ])("whose row says %s is a fault", async (_what, change) => {
    const creator = await owing();
    const { offer } = await offerOf(creator);
    await setOff(world, creator, offer);
    const write = async (set: ReturnType<typeof sql>) => {
      await sql`alter table debt_set_offs disable trigger user`.execute(world.db);
      await sql`${set} where creator_id = ${creator.id}::uuid`.execute(world.db);
      await sql`alter table debt_set_offs enable trigger user`.execute(world.db);
    };
    await write(sql`${sql.raw(change)}`);
    const found = Object.keys(await faultsIn(world.db, world.clock()));
    const { debt_minor, rate, rate_date } = offer;
    await write(
      sql`update debt_set_offs set debt_minor = ${debt_minor}, rate = ${rate}, rate_date = ${rate_date}`,
    );
    expect(found).toEqual(["23-losses-as-posted", "58-chain-holds"]);
  });
});
