import { describe, expect } from "vitest";
import { createItem } from "../../app/domain/items/items.server.ts";
import { listOverdueReviews } from "../../app/domain/moderation/review-queue.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { listPaymentsOfTip } from "../../app/domain/payments/payment-record.server.ts";
import type { PaymentType } from "../../app/domain/payments/provider-port.ts";
import { addLaterWords } from "../../app/domain/tips/later-words.server.ts";
import { listReceivedTips } from "../../app/domain/tips/received-tips.server.ts";
import { acceptTip, activateOverdueReviews } from "../../app/domain/tips/review.server.ts";
import { checkVoucher, redeemVoucher } from "../../app/domain/vouchers/redeem-voucher.server.ts";
import type { Rules } from "../../app/product-settings.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { createGroup, payGroupTip } from "../support/money/groups.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import {
  balancesOf,
  beginTip,
  type Creator,
  confirm,
  createCreator,
  DAY_SECONDS,
  mature,
  payTip,
  type TipWorld,
  tell,
  tellDispute,
  tipOf,
} from "../support/money/tip-world.ts";
import { buyVoucher, voucherRow } from "../support/money/vouchers.ts";

// A payment keeps the rules that it begins under.

it.afterEach(async ({ world }) => {
  await expectCleanBooks(world.db, world.clock());
});

const holding = (world: TipWorld, days: Partial<Record<PaymentType, number>>): TipWorld => ({
  ...world,
  rules: { ...world.rules, hold_days: { ...world.rules.hold_days, ...days } },
});
const reviewing = (world: TipWorld): TipWorld => {
  const content: Rules["content"] = { ...world.rules.content, review_always: true };
  return { ...world, rules: { ...world.rules, content } };
};
const afterDays = async (world: TipWorld, days: number) => {
  await mature(world, days);
};

describe("days until money is available", () => {
  it("cards without a wait are available at once, and a chargeback takes them back", async ({
    world,
    creator,
  }) => {
    const payment = await payTip(holding(world, { INETCASH_CC: 0 }), creator);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
    await tellDispute(world, payment, "OPEN");
    await tellDispute(world, payment, "LOST");
    expect((await balancesOf(world, creator)).creator_available).toBeUndefined();
  });

  it("bank transfers with a wait are pending, then available to the second", async ({ world, creator }) => {
    await payTip(holding(world, { INETCASH_OB: 3 }), creator, { type: "INETCASH_OB" });
    world.time.passSeconds(3 * DAY_SECONDS - 1);
    await afterDays(world, 0);
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 50_00 });
    world.time.passSeconds(1);
    await afterDays(world, 0);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });

  it("a begun payment keeps its days, whatever is set until it is paid", async ({ world, creator }) => {
    const begun = await beginTip(holding(world, { INETCASH_CC: 30 }), creator);
    await tell(holding(world, { INETCASH_CC: 0 }), begun);
    await afterDays(world, 29);
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 50_00 });
    await afterDays(world, 1);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });

  it("a payment of an earlier version has the shipped days of its method", async ({ world, creator }) => {
    const begun = await beginTip(holding(world, { INETCASH_DD: 2 }), creator, { type: "INETCASH_DD" });
    await world.db.updateTable("payments").set({ hold_days: null }).where("id", "=", begun.id).execute();
    await tell(world, begun);
    await afterDays(world, 13);
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 50_00 });
    await afterDays(world, 1);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });

  it("a voucher's money waits as its payment does, also redeemed before", async ({ world, creator }) => {
    const { id, code } = await buyVoucher(holding(world, { INETCASH_CC: 20 }));
    const { matures_at, paid_at } = await voucherRow(world, id);
    expect(Number(matures_at) - Number(paid_at)).toBe(20 * DAY_SECONDS * 1000);
    await redeem(world, creator, code);
    await afterDays(world, 19);
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 25_00 });
    await afterDays(world, 1);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 25_00 });
  });

  it("the table refuses days beyond the range", async ({ world, creator }) => {
    await expect(beginTip(holding(world, { INETCASH_CC: 61 }), creator)).rejects.toThrow(
      "payments_hold_days_check",
    );
  });
});

async function redeem(world: TipWorld, creator: Creator, code: string) {
  const given = { code, creator_id: creator.id, needs_fresh_rate: false };
  const look = await checkVoucher(world, given);
  const seen = look.outcome === "valid" ? (look.credit?.amount_minor ?? 0) : 0;
  expect(await redeemVoucher(world, { ...given, seen_credit_minor: seen })).toMatchObject({
    outcome: "redeemed",
  });
}

describe("a review before anything is shown", () => {
  it("harmless words wait for an operator; the money does not", async ({ database, world, creator }) => {
    const operator = await createOperatorRow(database.db, world.clock());
    const payment = await payTip(reviewing(world), creator, { from: "Ada", message: "Thank you!" });
    expect(await tipOf(world, payment)).toMatchObject({ status: "PENDING", review_reason: "always" });
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 50_00 });
    const given = { tip_id: payment.tip_id ?? "", operator_id: operator.id };
    expect(await acceptTip(world, given)).toBe("accepted");
    expect(await tipOf(world, payment)).toMatchObject({ status: "ACTIVE" });
  });

  it("its creator sees the money, and neither name nor address until then", async ({
    database,
    world,
    creator,
  }) => {
    const given = { from: "Ada", message: "Thank you!", email: "ada@fans.example", shareEmail: true };
    const payment = await payTip(reviewing(world), creator, given);
    const seen = async () => {
      const filter = { only_new: false, fan: "", after: null };
      const { tips } = await listReceivedTips(world.db, creator.id, filter);
      const found = await listReceivedTips(world.db, creator.id, { ...filter, fan: "ada" });
      const [tip] = tips;
      return [tip?.amount_minor, tip?.sender_name, tip?.sender_email, tip?.message, found.tips.length];
    };
    expect(await seen()).toEqual([50_00, null, null, null, 0]);
    const operator = await createOperatorRow(database.db, world.clock());
    await acceptTip(world, { tip_id: payment.tip_id ?? "", operator_id: operator.id });
    expect(await seen()).toEqual([50_00, "Ada", "ada@fans.example", "Thank you!", 1]);
  });

  it("a share of a group's tip names no fan until its group's tip is accepted", async ({
    database,
    world,
    creator,
  }) => {
    const group = await createGroup(world, [creator, await createCreator(world)]);
    const payment = await payGroupTip(reviewing(world), group, { from: "Ada", message: "Thank you all!" });
    const seen = async () => {
      const filter = { only_new: false, fan: "", after: null };
      const [share] = (await listReceivedTips(world.db, creator.id, filter)).tips;
      return [share?.sender_name, share?.message];
    };
    expect(await seen()).toEqual([null, null]);
    const operator = await createOperatorRow(database.db, world.clock());
    await acceptTip(world, { tip_id: payment.tip_id ?? "", operator_id: operator.id });
    expect(await seen()).toEqual(["Ada", "Thank you all!"]);
  });

  it("without an operator it is never shown, also with a picture", async ({ world, creator }) => {
    const payment = await payTip(reviewing(world), creator, { message: "www.example.org" });
    await afterDays(world, 2);
    const { activated } = await activateOverdueReviews(world, world.clock());
    expect(activated).not.toContain(payment.tip_id);
    expect(await listOverdueReviews(world.db, "tip", world.clock())).toContain(payment.tip_id);
    expect(await tipOf(world, payment)).toMatchObject({ status: "PENDING", review_reason: "always" });
  });

  it("a payment that began before the rule is not resumed, since its words may be new", async ({
    world,
    creator,
  }) => {
    const begun = await beginTip(world, creator, { message: "Thank you!" });
    const again = await confirm(reviewing(world), begun.tip_id ?? "");
    expect(again).toMatchObject({ outcome: "pay" });
    const payments = await listPaymentsOfTip(world.db, begun.tip_id ?? "");
    expect(payments.map(({ needs_review }) => needs_review).sort()).toEqual([false, true]);
  });

  it("a tip without words has nothing to review", async ({ world, creator }) => {
    const payment = await payTip(reviewing(world), creator, { from: "" });
    expect(await tipOf(world, payment)).toMatchObject({ status: "ACTIVE", review_reason: null });
  });

  it("a tip that began before the rule is shown at once", async ({ world, creator }) => {
    const begun = await beginTip(world, creator, { message: "Thank you!" });
    await tell(reviewing(world), begun);
    expect(await tipOf(world, begun)).toMatchObject({ status: "ACTIVE" });
  });

  it("later words wait, too", async ({ world, creator }) => {
    const payment = await payTip(world, creator);
    const words = { payment_id: payment.id, sender_name: null, message: "Hi", image_id: null };
    expect(await addLaterWords(world, { ...words, show_on_page: false, review_always: true })).toBe("added");
    expect(await tipOf(world, payment)).toMatchObject({ status: "PENDING", review_reason: "always" });
  });

  it("a redeemed voucher's words wait, too", async ({ world, creator }) => {
    const { code, id } = await buyVoucher(reviewing(world), { message: "For your album", from: "Ada" });
    const look = await checkVoucher(world, { code, creator_id: null, needs_fresh_rate: false });
    expect(look).toMatchObject({ outcome: "valid", voucher: { message: null, sender_name: null } });
    await redeem(world, creator, code);
    const tip = await world.db
      .selectFrom("tips")
      .select(["status", "review_reason"])
      .where("voucher_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(tip).toEqual({ status: "PENDING", review_reason: "always" });
  });

  it("a creator's tribute waits", async ({ world }) => {
    const other = await createCreator(world);
    const item = { user_id: other.id, name: "Honey", amount_minor: minor(500), currency: "EUR" };
    const made = await createItem(world, { ...item, image_id: null, review_always: true });
    expect(made).toMatchObject({ outcome: "created", status: "PENDING" });
  });
});
