import { afterEach, describe, expect } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import type { Payment } from "../../app/domain/payments/payment-record.server.ts";
import { runMonthlyPayouts } from "../../app/domain/payouts/monthly-run.server.ts";
import type { MoneyModel } from "../../app/domain/users/money-model.schema.ts";
import {
  chooseMoneyModel,
  findMoneyModel,
  moveAll,
  moveCreator,
} from "../../app/domain/users/money-model.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { giveAccount } from "../support/money/own-account.ts";
import {
  acceptPayoutData,
  earn,
  type PayoutWorld,
  payoutsOf,
  withPayouts,
} from "../support/money/payout-world.ts";
import {
  balancesOf,
  beginTip,
  type Creator,
  confirm,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  draftTip,
  moveAccount,
  paymentOf,
  tell,
} from "../support/money/tip-world.ts";

let world: PayoutWorld;
let ada: Creator;
let operator_id: string;

it.beforeEach(async ({ database }) => {
  world = withPayouts(createTipWorld(database.db));
  operator_id = (await createOperatorRow(world.db, world.clock())).id;
  ada = await createCreator(world);
});
afterEach(async () => await expectCleanBooks(world.db, world.clock()));

const moveBy = (operator: string, money_model: MoneyModel) =>
  moveCreator(world, { user_id: ada.id, operator_id: operator, money_model });
const choose = (money_model: MoneyModel, new_creators: MoneyModel = "HELD") =>
  chooseMoneyModel(world, { user_id: ada.id, money_model, new_creators });
const modelOf = async ({ id }: Creator) => (await findMoneyModel(world.db, id)).money_model;
const mailsTo = async () =>
  (
    await world.db
      .selectFrom("mail_outbox")
      .select("params")
      .where("user_id", "=", ada.id)
      .where("template", "=", "money_model_moved")
      .orderBy("id")
      .execute()
  ).map(({ params }) => params);
const logged = async () =>
  (await listAudit(world.db, { subject: `user:${ada.id}` })).entries.map(({ action, before, after }) => [
    action,
    before,
    after,
  ]);

describe("a move", () => {
  it("takes an account that takes payments, and each one is in the log", async () => {
    expect(await moveBy(operator_id, "DIRECT")).toBe("not_ready");
    await giveAccount(world, ada, { takes_payments: false });
    expect(await choose("DIRECT")).toBe("not_ready");
    await world.db.updateTable("connected_accounts").set({ takes_payments: true }).execute();
    expect(await moveBy(operator_id, "DIRECT")).toBe("moved");
    expect(await moveBy(operator_id, "DIRECT")).toBe("gone");
    expect(await choose("HELD")).toBe("moved");
    const [held, direct] = [{ money_model: "HELD" }, { money_model: "DIRECT" }];
    expect(await logged()).toEqual([
      ["money_model.chosen", direct, held],
      ["account.money_model", held, direct],
    ]);
  });

  it("is mailed to a creator who did not choose it", async () => {
    await giveAccount(world, ada);
    await choose("DIRECT");
    expect(await mailsTo()).toEqual([]);
    await moveBy(operator_id, "HELD");
    await moveAll(world, "DIRECT");
    expect(await mailsTo()).toEqual([{ money_model: "HELD" }, { money_model: "DIRECT" }]);
  });

  it("is not made to an account that is disconnected, by support, or for an operator", async () => {
    await giveAccount(world, ada, { disconnected_at: world.clock() });
    expect(await moveBy(operator_id, "DIRECT")).toBe("not_ready");
    await world.db.updateTable("users").set({ role: "SUPPORT" }).where("id", "=", operator_id).execute();
    await expect(moveBy(operator_id, "HELD")).rejects.toThrow("only operators");
    await expect(moveBy(ada.id, "HELD")).rejects.toThrow("only operators");
    const given = { user_id: operator_id, money_model: "DIRECT", new_creators: "HELD" } as const;
    expect(await chooseMoneyModel(world, given)).toBe("gone");
  });

  it("back is an operator's alone where new creators are paid directly", async () => {
    await giveAccount(world, ada);
    expect(await choose("DIRECT", "DIRECT")).toBe("moved");
    expect(await choose("HELD", "DIRECT")).toBe("held_is_closed");
    expect(await moveBy(operator_id, "HELD")).toBe("moved");
  });

  it("is an operator's alone while the creator is locked", async () => {
    await giveAccount(world, ada);
    await moveAccount(world, ada.id, ["LOCKED"]);
    expect(await choose("DIRECT")).toBe("locked");
    expect(await modelOf(ada)).toBe("HELD");
    expect(await moveBy(operator_id, "DIRECT")).toBe("moved");
  });

  it("of many at the same moment is made and logged once", async () => {
    await giveAccount(world, ada);
    const moves = await all(many(6), () => choose("DIRECT"));
    expect(moves.filter((each) => each === "moved")).toHaveLength(1);
    expect(await logged()).toHaveLength(1);
  });

  it("leaves a payment under way as it began", async () => {
    await giveAccount(world, ada);
    const begun = await beginTip(world, ada, { amount: 20_00 });
    await choose("DIRECT");
    await tell(world, begun, { state: "PAID" });
    expect(await balancesOf(world, ada)).toEqual({ creator_pending: 20_00 });
  });
});

describe("a payment has one model", () => {
  const directly = async (payment: Payment) => (await paymentOf(world, payment.id)).account_ref !== null;

  it("while many begin and the creator moves to and fro", async () => {
    await giveAccount(world, ada);
    const amounts = Array.from({ length: 12 }, (_, at) => 10_00 + at);
    const drafts = await all(amounts, (amount) => draftTip(world, ada, { amount }));
    const begun = await all([...drafts.entries()], async ([at, tip_id]): Promise<Payment | null> => {
      if (at % 3 === 0) await choose(at % 2 === 0 ? "DIRECT" : "HELD");
      const paymentId = world.newId();
      await confirm(world, tip_id, { paymentId });
      return await paymentOf(world, paymentId);
    });
    const payments = begun.filter((each) => each !== null);
    for (const payment of payments) await tell(world, payment, { state: "PAID" });
    let held = 0;
    for (const payment of payments) {
      const isDirect = await directly(payment);
      expect(payment.application_fee_minor !== null).toBe(isDirect);
      if (!isDirect) held += payment.amount_minor;
    }
    expect((await balancesOf(world, ada)).creator_pending ?? 0).toBe(held);
    const paid = await world.db.selectFrom("tips").select("id").where("paid_at", "is not", null).execute();
    expect(paid).toHaveLength(amounts.length);
  });

  it.for([
    ["HELD", "DIRECT"],
    ["DIRECT", "HELD"],
  ] as const)("a fan who goes on after a move from %s to %s pays once, the new way", async ([from, to]) => {
    await giveAccount(world, ada);
    await choose(from);
    const first = await beginTip(world, ada, { amount: 20_00 });
    await choose(to);
    const paymentId = world.newId();
    expect((await confirm(world, first.tip_id ?? "", { paymentId })).outcome).toBe("pay");
    const second = await paymentOf(world, paymentId);
    expect([await directly(first), await directly(second)]).toEqual([from === "DIRECT", to === "DIRECT"]);
    await tell(world, second, { state: "PAID" });
    expect((await balancesOf(world, ada)).creator_pending ?? 0).toBe(to === "HELD" ? 20_00 : 0);
    expect((await paymentOf(world, first.id)).status).not.toBe("SUCCESS");
  });
});

describe("by the command line", () => {
  it("all with an account that takes payments are moved, and all come back", async () => {
    const [ready, unready] = [await createCreator(world), await createCreator(world)];
    await giveAccount(world, ready);
    await giveAccount(world, unready, { takes_payments: false });
    expect(await moveAll(world, "DIRECT")).toEqual({ done: 1, failed: [], left: 2 });
    expect(await all([ready, unready, ada], modelOf)).toEqual(["DIRECT", "HELD", "HELD"]);
    expect(await moveAll(world, "DIRECT")).toMatchObject({ done: 0, left: 2 });
    expect(await moveAll(world, "HELD")).toEqual({ done: 1, failed: [], left: 0 });
    const { entries } = await listAudit(world.db, { action: "account.money_model" });
    expect(entries.map(({ actor, subject }) => [actor, subject])).toEqual([
      [null, `user:${ready.id}`],
      [null, `user:${ready.id}`],
    ]);
  });
});

describe("what is held of a creator who is paid directly", () => {
  const owed = async (amount: number) => {
    const creator = await createCreator(world);
    await acceptPayoutData(world, creator);
    await earn(world, creator, amount);
    return creator;
  };

  it("is paid out by the monthly run from 5.00 on, whatever minimum the creator set", async () => {
    const [direct, small, held] = [await owed(5_00), await owed(4_99), await owed(200_00)];
    await world.db.updateTable("users").set({ min_payout_minor: 500_00 }).execute();
    for (const creator of [direct, small]) {
      await giveAccount(world, creator);
      await moveCreator(world, { user_id: creator.id, operator_id, money_model: "DIRECT" });
    }
    world.time.passSeconds(30 * DAY_SECONDS);
    expect(await runMonthlyPayouts(world)).toMatchObject({ outcome: "done", payouts: 1 });
    expect(await payoutsOf(world, direct)).toMatchObject([{ amount_minor: 5_00, payout_type: "MONTHLY" }]);
    expect([await payoutsOf(world, small), await payoutsOf(world, held)]).toEqual([[], []]);
    await earn(world, small, 1_00);
    world.time.passSeconds(31 * DAY_SECONDS);
    expect(await runMonthlyPayouts(world)).toMatchObject({ payouts: 1 });
    expect(await payoutsOf(world, small)).toMatchObject([{ amount_minor: 5_99 }]);
  });
});
