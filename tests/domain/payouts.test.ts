import { afterEach, describe, expect } from "vitest";
import {
  deleteAccount,
  findMoneyLeft,
  listDeletionBlocks,
  requestDeletion,
} from "../../app/domain/auth/deletion.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { confirmPayoutData } from "../../app/domain/payouts/destinations/payout-data.server.ts";
import { runMonthlyPayouts } from "../../app/domain/payouts/monthly-run.server.ts";
import {
  payOutLocked,
  quoteWithdrawal,
  requestWithdrawal,
} from "../../app/domain/payouts/requests/withdrawals.server.ts";
import { setPaused } from "../../app/domain/users/settings.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { REFUSAL, whileRefused } from "../support/database/refused-row.ts";
import { test as it } from "../support/domain-test.ts";
import {
  acceptPayoutData,
  batchUp,
  EMPTY_DETAILS,
  earn,
  enterPayoutData,
  makeOperator,
  type PayoutWorld,
  payoutsOf,
  richCreator,
  withdraw,
  withPayouts,
} from "../support/money/payout-world.ts";
import { balancesOf, createCreator, createTipWorld } from "../support/money/tip-world.ts";

let world: PayoutWorld;

it.beforeEach(({ database }) => {
  world = withPayouts(createTipWorld(database.db));
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

describe("a withdrawal", () => {
  it("a withdrawal takes the money and the fee, VAT included, and says where it goes", async () => {
    const creator = await richCreator(world, 100_00);
    const germany = world.db.selectFrom("countries").select("id").where("iso_3166_1", "=", "DE");
    const { id: country_id } = await germany.executeTakeFirstOrThrow();
    await world.db.updateTable("users").set({ country_id }).where("id", "=", creator.id).execute();
    const wish = { user_id: creator.id, currency: "EUR" as const, amount_minor: minor(60_00) };
    expect(await quoteWithdrawal(world, { ...wish, available_minor: minor(100_00) })).toEqual({
      outcome: "quoted",
      quote: {
        amount_minor: 60_00,
        fee_minor: 1_50,
        net_minor: 58_50,
        free_from_minor: 150_00,
        masked_account: "DE•• •••• 3000",
      },
    });
    expect(await requestWithdrawal(world, wish)).toMatchObject({ outcome: "requested" });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 40_00, payout_in_transit: 58_50 });
    expect(await payoutsOf(world, creator)).toMatchObject([
      {
        amount_minor: 60_00,
        fee_minor: 1_50,
        fee_vat_minor: 24,
        net_minor: 58_50,
        rail: "SEPA",
        status: "REQUESTED",
      },
    ]);
  });

  it("a withdrawal is free from 150.00, and takes everything when no amount is named", async () => {
    const creator = await richCreator(world, 150_00);
    expect(await withdraw(world, creator)).toMatchObject({ outcome: "requested" });
    expect(await balancesOf(world, creator)).toEqual({ payout_in_transit: 150_00 });
  });

  it("a withdrawal is refused for its reason, and nothing moves", async () => {
    const rich = await richCreator(world, 50_00);
    expect(await withdraw(world, rich, 50_01)).toEqual({ outcome: "refused", reason: "above_available" });
    expect(await withdraw(world, rich, 4_99)).toEqual({ outcome: "refused", reason: "below_minimum" });
    expect(await withdraw(world, rich, 0)).toEqual({ outcome: "refused", reason: "below_minimum" });
    const dataless = await createCreator(world);
    await earn(world, dataless, 50_00);
    expect(await withdraw(world, dataless)).toEqual({ outcome: "refused", reason: "no_payout_data" });
    const locked = await createCreator(world, { status: "LOCKED" });
    await earn(world, locked, 50_00);
    expect(await withdraw(world, locked)).toEqual({ outcome: "refused", reason: "not_active" });
    const sent = await enterPayoutData(world, rich);
    if (sent.outcome !== "code_sent") throw new Error(sent.reason);
    await confirmPayoutData(world, {
      user_id: rich.id,
      id: sent.id,
      code: world.tokens.code("payout-code", sent.id),
    });
    expect(await withdraw(world, rich)).toEqual({ outcome: "refused", reason: "payout_data_pending" });
    for (const creator of [rich, dataless, locked])
      expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });

  it("a withdrawal by Paxum needs an account there, and costs its fee", async () => {
    const creator = await richCreator(world, 50_00);
    await world.db
      .updateTable("users")
      .set({ payout_method: "PAXUM" })
      .where("id", "=", creator.id)
      .execute();
    expect(await withdraw(world, creator)).toEqual({ outcome: "refused", reason: "no_payout_data" });
    const paxum = { ...EMPTY_DETAILS, paxum_account_owner: "Ada Kessler", paxum_email: "ada@example.org" };
    await acceptPayoutData(world, creator, { details: paxum, country: null });
    expect(await withdraw(world, creator)).toMatchObject({ outcome: "requested" });
    expect(await payoutsOf(world, creator)).toMatchObject([{ fee_minor: 2_50, rail: "PAXUM_CSV" }]);
    await world.db.updateTable("users").set({ payout_method: "BANK" }).where("id", "=", creator.id).execute();
  });

  it("a withdrawal requested fifty times at once happens once", async () => {
    const creator = await richCreator(world, 100_00);
    const outcomes = await all(many(50), () => withdraw(world, creator, 10_00));
    expect(outcomes.filter((each) => each.outcome === "requested")).toHaveLength(1);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 90_00, payout_in_transit: 8_50 });
  });

  it("a withdrawal in each currency stands by itself, but one at a time", async () => {
    const creator = await richCreator(world, 200_00);
    await earn(world, creator, 300_00, "USD");
    expect(await withdraw(world, creator, null, "USD")).toMatchObject({ outcome: "requested" });
    expect(await withdraw(world, creator, null, "EUR")).toEqual({
      outcome: "refused",
      reason: "in_progress",
    });
    expect(await payoutsOf(world, creator)).toMatchObject([{ currency: "USD", rail: "BANK_CSV" }]);
  });

  it("a withdrawal waits while the books are wrong", async () => {
    const creator = await richCreator(world, 200_00);
    const freeze = { id: world.newId(), reason: "test", frozen_at: world.clock() };
    await world.db.insertInto("payout_freezes").values(freeze).execute();
    expect(await withdraw(world, creator)).toEqual({ outcome: "refused", reason: "frozen" });
    await world.db.deleteFrom("payout_freezes").execute();
    expect(await withdraw(world, creator)).toMatchObject({ outcome: "requested" });
  });

  it("a withdrawal and a change of the payout data at once: either the money goes to the old account, or it waits for the new", async () => {
    for (const _ of many(6)) {
      const creator = await richCreator(world, 200_00);
      const sent = await enterPayoutData(world, creator);
      if (sent.outcome !== "code_sent") throw new Error(sent.reason);
      const code = world.tokens.code("payout-code", sent.id);
      const [withdrawal, change] = await Promise.all([
        withdraw(world, creator),
        confirmPayoutData(world, { user_id: creator.id, id: sent.id, code }),
      ]);
      const outcome = [withdrawal.outcome === "requested" ? "requested" : withdrawal.reason, change].join();
      expect(["requested,in_progress", "payout_data_pending,confirmed"]).toContain(outcome);
    }
  });
});

describe("the monthly run", () => {
  it("the monthly run pays the creators that are due, once, without a fee, however often and by however many it is started", async () => {
    const [enough, tooLittle, choosy, manual, dataless, locked, paused] = await Promise.all([
      richCreator(world, 150_00),
      richCreator(world, 149_99),
      richCreator(world, 180_00),
      richCreator(world, 500_00),
      createCreator(world),
      richCreator(world, 500_00),
      richCreator(world, 500_00),
    ]);
    await earn(world, dataless, 500_00);
    await world.db
      .updateTable("users")
      .set({ min_payout_minor: 180_01 })
      .where("id", "=", choosy.id)
      .execute();
    await world.db.updateTable("users").set({ payout_type_id: 2 }).where("id", "=", manual.id).execute();
    await world.db.updateTable("users").set({ status: "LOCKED" }).where("id", "=", locked.id).execute();
    await setPaused(world.db, paused.id, true, world.clock());
    await earn(world, enough, 200_00, "GBP");
    const runs = await all(many(4), () => runMonthlyPayouts(world));
    expect(new Set(runs.map((run) => run.outcome))).not.toContain("frozen");
    expect((await runMonthlyPayouts(world)).outcome).toBe("done_before");
    expect(await payoutsOf(world, enough)).toMatchObject([
      { amount_minor: 150_00, fee_minor: 0, payout_type: "MONTHLY", period: "2026-11", currency: "EUR" },
      { amount_minor: 200_00, currency: "GBP", rail: "BANK_CSV" },
    ]);
    for (const creator of [tooLittle, choosy, manual, dataless, locked, paused])
      expect(await payoutsOf(world, creator), creator.username).toEqual([]);
    expect(await withdraw(world, paused)).toMatchObject({ outcome: "requested" });
    world.time.passSeconds(12 * 86_400);
    await earn(world, tooLittle, 1_00);
    expect(await runMonthlyPayouts(world)).toEqual({ outcome: "done", period: "2026-12", payouts: 1 });
    expect(await payoutsOf(world, tooLittle)).toMatchObject([{ amount_minor: 150_99, period: "2026-12" }]);
  });

  it("the monthly run pays everybody else when one creator cannot be paid, reports whom, and pays them the next time", async () => {
    const [bad, good] = [await richCreator(world, 150_00), await richCreator(world, 150_00)];
    world.time.passSeconds(60 * 86_400);
    const refused = { table: "payouts", event: "insert", column: "creator_id", id: bad.id } as const;
    await whileRefused(world.db, refused, async () => {
      expect(await runMonthlyPayouts(world)).toEqual({
        ...{ outcome: "unfinished", period: "2027-01" },
        failed: [{ key: `${bad.id} EUR`, error: REFUSAL }],
      });
    });
    expect([await payoutsOf(world, bad), (await payoutsOf(world, good)).length]).toEqual([[], 1]);
    expect((await runMonthlyPayouts(world)).outcome).toBe("done");
    expect([(await payoutsOf(world, bad)).length, (await payoutsOf(world, good)).length]).toEqual([1, 1]);
  });
});

describe("who is locked", () => {
  it("a locked creator is paid out by an operator, once, and by nobody else", async () => {
    const creator = await createCreator(world);
    await acceptPayoutData(world, creator);
    await earn(world, creator, 80_00);
    const operator_id = await makeOperator(world);
    const given = { user_id: creator.id, operator_id, currency: "EUR" } as const;
    expect(await payOutLocked(world, given)).toEqual({ outcome: "refused", reason: "not_active" });
    await world.db.updateTable("users").set({ status: "LOCKED" }).where("id", "=", creator.id).execute();
    const wish = { user_id: creator.id, currency: "EUR", amount_minor: null } as const;
    expect(await requestWithdrawal(world, wish)).toEqual({ outcome: "refused", reason: "not_active" });
    const outcomes = await all(many(20), () => payOutLocked(world, given));
    expect(outcomes.filter(({ outcome }) => outcome === "requested")).toHaveLength(1);
    expect(await payoutsOf(world, creator)).toMatchObject([
      { amount_minor: 80_00, fee_minor: 1_50, requested_by: operator_id, status: "REQUESTED" },
    ]);
    const acts = await world.db
      .selectFrom("audit_log")
      .select("action")
      .where("actor_id", "=", operator_id)
      .execute();
    expect(acts).toEqual([{ action: "payout.for_locked" }]);
    const batch_id = await batchUp(world, operator_id);
    expect(await payoutsOf(world, creator)).toMatchObject([{ batch_id, status: "PROCESSING" }]);
  });
});

describe("a deletion", () => {
  it("a deletion gives up what can be paid out by none of the ways, if its owner says so", async () => {
    const creator = await createCreator(world);
    await earn(world, creator, 4_99);
    expect(await findMoneyLeft(world.db, creator.id, world.rules)).toEqual({
      outcome: "remainder",
      sums: [{ currency: "EUR", amount_minor: 4_99 }],
    });
    const ids = [creator.id.replace(/^.{8}/, "00000000")];
    const services = { ...world, newId: () => ids.shift() ?? world.newId() };
    const token = world.tokens.sign("deletion", ids[0] ?? "");
    expect(await requestDeletion(services, creator.id)).toBe("sent");
    const given = { user_id: creator.id, token };
    expect(await deleteAccount(world, given)).toBe("balance_open");
    expect(await deleteAccount(world, { ...given, forfeits: true })).toBe("deleted");
    expect(await balancesOf(world, creator)).toEqual({});
  });

  it("a deletion never gives up what could be paid out", async () => {
    const creator = await createCreator(world);
    await earn(world, creator, 5_00);
    expect(await findMoneyLeft(world.db, creator.id, world.rules)).toEqual({ outcome: "open" });
    expect(await requestDeletion(world, creator.id)).toBe("balance_open");
    expect(await listDeletionBlocks(world.db, creator.id)).toEqual([
      { kind: "balance", currency: "EUR", amount_minor: 5_00 },
    ]);
  });
});
