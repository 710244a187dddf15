import { afterEach, describe, expect, it } from "vitest";
import { deleteAccount } from "../../app/domain/auth/deletion.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import { listDirectDisputes } from "../../app/domain/payouts/requests/provider-payouts.server.ts";
import { returnApplicationFee } from "../../app/domain/refunds/fee-returns.server.ts";
import { refundTip } from "../../app/domain/refunds/refunds.server.ts";
import { payDirectly } from "../support/money/direct-creators.ts";
import { makeOperator, withPayouts } from "../support/money/payout-world.ts";
import { byOperator, refund as refundFully } from "../support/money/refund-world.ts";
import { stories } from "../support/money/story.ts";
import { stuckMoney, suspenseActs } from "../support/money/suspense-world.ts";
import {
  beginTip,
  choosePayment,
  confirm,
  createCreator,
  moveAccount,
  paymentOf,
  payTip,
  type TipWorld,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";

const story = stories();

async function directCreator(name: string, currency = "EUR") {
  const { world } = story.current;
  const creator = await createCreator(world, { username: name, currency });
  await payDirectly(world, creator);
  return { world, creator };
}

/** Refunded by its creator and sent to the provider. */
async function refund(world: TipWorld, paymentId: string, creatorId: string, amount: number, left: number) {
  const by = { role: "CREATOR" as const, user_id: creatorId };
  const order = { payment_id: paymentId, amount_minor: minor(amount), seen_left_minor: minor(left), by };
  const outcome = await refundTip(world, order);
  if (outcome.outcome !== "requested") throw new Error(JSON.stringify(outcome));
  await processRefund(world, outcome.refund_id);
  await returnApplicationFee(world, paymentId);
}

/** The refund that the product itself requests for money that fits nothing. Returns its id. */
async function sendOwnRefund(world: TipWorld, payment: { id: string }): Promise<string> {
  const { id } = await world.db
    .selectFrom("refunds")
    .select("id")
    .where("payment_id", "=", payment.id)
    .executeTakeFirstOrThrow();
  await processRefund(world, id);
  return id;
}

describe("a fan pays a creator directly", () => {
  it("our fee and its VAT are ours, the tip passes beside the books", async () => {
    const { world, creator } = await directCreator("ada");
    const payment = await payTip(world, creator);
    expect(world.provider.orders.at(-1)?.direct).toEqual({
      accountRef: payment.account_ref,
      applicationFeeMinor: 5_95,
    });
    await story.current.days(30);
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid  direct_passed  →  creator_direct ada   50.00  EUR
                       psp_clearing   →  service_fee_revenue   5.00  EUR
                       psp_clearing   →  vat_output DE         0.95  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("in another currency our fee alone is converted", async () => {
    const { world, creator } = await directCreator("ada");
    await payTip(world, creator, { payIn: "USD" });
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid  psp_clearing   →  fx_position           6.76  USD
                       direct_passed  →  creator_direct ada   50.00  EUR
                       fx_position    →  service_fee_revenue   5.00  EUR
                       fx_position    →  vat_output DE         0.95  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("a part goes back, then the rest: our fee goes back in proportion", async () => {
    const { world, creator } = await directCreator("ada");
    const payment = await payTip(world, creator);
    await refund(world, payment.id, creator.id, 20_00, 50_00);
    expect(world.provider.returnedFees.get(payment.id)).toBe(2_38);
    await refund(world, payment.id, creator.id, 30_00, 30_00);
    expect(world.provider.returnedFees.get(payment.id)).toBe(5_95);
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid      direct_passed        →  creator_direct ada   50.00  EUR
                           psp_clearing         →  service_fee_revenue   5.00  EUR
                           psp_clearing         →  vat_output DE         0.95  EUR
      11-21  tip_refunded  creator_direct ada   →  direct_passed        20.00  EUR
                           service_fee_revenue  →  psp_clearing          2.00  EUR
                           vat_output DE        →  psp_clearing          0.38  EUR
      11-21  tip_refunded  creator_direct ada   →  direct_passed        30.00  EUR
                           service_fee_revenue  →  psp_clearing          3.00  EUR
                           vat_output DE        →  psp_clearing          0.57  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("thirds of a tip in another currency give back the whole fee", async () => {
    const { world, creator } = await directCreator("ada");
    const payment = await payTip(world, creator, { payIn: "USD", amount: 10_00 });
    await refund(world, payment.id, creator.id, 3_33, 10_00);
    await refund(world, payment.id, creator.id, 3_33, 6_67);
    await refund(world, payment.id, creator.id, 3_34, 3_34);
    expect(world.provider.returnedFees.get(payment.id)).toBe(payment.application_fee_minor);
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid      psp_clearing         →  fx_position           1.35  USD
                           direct_passed        →  creator_direct ada   10.00  EUR
                           fx_position          →  service_fee_revenue   1.00  EUR
                           fx_position          →  vat_output DE         0.19  EUR
      11-21  tip_refunded  creator_direct ada   →  direct_passed         3.33  EUR
                           service_fee_revenue  →  fx_position           0.33  EUR
                           vat_output DE        →  fx_position           0.06  EUR
                           fx_position          →  psp_clearing          0.45  USD
      11-21  tip_refunded  creator_direct ada   →  direct_passed         3.33  EUR
                           service_fee_revenue  →  fx_position           0.34  EUR
                           vat_output DE        →  fx_position           0.07  EUR
                           fx_position          →  psp_clearing          0.45  USD
      11-21  tip_refunded  creator_direct ada   →  direct_passed         3.34  EUR
                           service_fee_revenue  →  fx_position           0.33  EUR
                           vat_output DE        →  fx_position           0.06  EUR
                           fx_position          →  psp_clearing          0.45  USD

      nothing stands to anybody's name
      "
    `);
  });

  it("the creator refunds at the provider: our fee follows", async () => {
    const { world, creator } = await directCreator("ada");
    const payment = await payTip(world, creator);
    const refunds = [{ refundId: "re_1", state: "DONE" as const, amountMinor: 55_95 }];
    await tell(world, payment, { refunds });
    await returnApplicationFee(world, payment.id);
    expect(world.provider.returnedFees.get(payment.id)).toBe(5_95);
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid      direct_passed        →  creator_direct ada   50.00  EUR
                           psp_clearing         →  service_fee_revenue   5.00  EUR
                           psp_clearing         →  vat_output DE         0.95  EUR
      11-21  tip_refunded  creator_direct ada   →  direct_passed        50.00  EUR
                           service_fee_revenue  →  psp_clearing          5.00  EUR
                           vat_output DE        →  psp_clearing          0.95  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("a refund that the provider refuses leaves all as it was", async () => {
    const { world, creator } = await directCreator("ada");
    const payment = await payTip(world, creator);
    world.provider.refundsBecome("FAILED");
    await refund(world, payment.id, creator.id, 50_00, 50_00);
    expect(world.provider.returnedFees.has(payment.id)).toBe(false);
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid       direct_passed        →  creator_direct ada   50.00  EUR
                            psp_clearing         →  service_fee_revenue   5.00  EUR
                            psp_clearing         →  vat_output DE         0.95  EUR
      11-21  tip_refunded   creator_direct ada   →  direct_passed        50.00  EUR
                            service_fee_revenue  →  psp_clearing          5.00  EUR
                            vat_output DE        →  psp_clearing          0.95  EUR
      11-21  refund_failed  direct_passed        →  creator_direct ada   50.00  EUR
                            psp_clearing         →  service_fee_revenue   5.00  EUR
                            psp_clearing         →  vat_output DE         0.95  EUR

      nothing stands to anybody's name
      "
    `);
  });
});

describe("a dispute about a tip that the creator was paid directly", () => {
  it("an open one holds nothing, and a won one moves nothing", async () => {
    const { world, creator } = await directCreator("ada");
    const payment = await payTip(world, creator);
    await tellDispute(world, payment, "OPEN");
    await tellDispute(world, payment, "OPEN");
    expect(await listDirectDisputes(world.db, creator.id)).toMatchObject([{ amount_minor: 55_95 }]);
    await tellDispute(world, payment, "WON");
    expect(await listDirectDisputes(world.db, creator.id)).toEqual([]);
    const mails = world.db
      .selectFrom("mail_outbox")
      .select("params")
      .where("template", "=", "direct_dispute");
    expect(await mails.execute()).toMatchObject([{ params: { amount_minor: 50_00, currency: "EUR" } }]);
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid  direct_passed  →  creator_direct ada   50.00  EUR
                       psp_clearing   →  service_fee_revenue   5.00  EUR
                       psp_clearing   →  vat_output DE         0.95  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("a lost one takes the tip from the creator's own account, owes us nothing, and our fee goes back", async () => {
    const { world, creator } = await directCreator("ada");
    const payment = await payTip(world, creator);
    await tellDispute(world, payment, "OPEN");
    await tellDispute(world, payment, "LOST");
    await returnApplicationFee(world, payment.id);
    expect(world.provider.returnedFees.get(payment.id)).toBe(5_95);
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "CHARGEBACK" });
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid      direct_passed        →  creator_direct ada   50.00  EUR
                           psp_clearing         →  service_fee_revenue   5.00  EUR
                           psp_clearing         →  vat_output DE         0.95  EUR
      11-21  dispute_lost  creator_direct ada   →  direct_passed        50.00  EUR
                           service_fee_revenue  →  psp_clearing          5.00  EUR
                           vat_output DE        →  psp_clearing          0.95  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("a lost one of a part, then won after all", async () => {
    const { world, creator } = await directCreator("ada");
    const payment = await payTip(world, creator);
    await tellDispute(world, payment, "LOST", { amount: 20_00 });
    await tellDispute(world, payment, "WON", { amount: 20_00 });
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "SUCCESS" });
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid          direct_passed        →  creator_direct ada   50.00  EUR
                               psp_clearing         →  service_fee_revenue   5.00  EUR
                               psp_clearing         →  vat_output DE         0.95  EUR
      11-21  dispute_lost      creator_direct ada   →  direct_passed        17.87  EUR
                               service_fee_revenue  →  psp_clearing          1.79  EUR
                               vat_output DE        →  psp_clearing          0.34  EUR
      11-21  dispute_reversed  direct_passed        →  creator_direct ada   17.87  EUR
                               psp_clearing         →  service_fee_revenue   1.79  EUR
                               psp_clearing         →  vat_output DE         0.34  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("after a refund of a part it takes what is left and no more from us", async () => {
    const { world, creator } = await directCreator("ada");
    const payment = await payTip(world, creator);
    await refund(world, payment.id, creator.id, 20_00, 50_00);
    await tellDispute(world, payment, "LOST");
    await tellDispute(world, payment, "LOST");
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid      direct_passed        →  creator_direct ada   50.00  EUR
                           psp_clearing         →  service_fee_revenue   5.00  EUR
                           psp_clearing         →  vat_output DE         0.95  EUR
      11-21  tip_refunded  creator_direct ada   →  direct_passed        20.00  EUR
                           service_fee_revenue  →  psp_clearing          2.00  EUR
                           vat_output DE        →  psp_clearing          0.38  EUR
      11-21  dispute_lost  creator_direct ada   →  direct_passed        30.00  EUR
                           service_fee_revenue  →  psp_clearing          3.00  EUR
                           vat_output DE        →  psp_clearing          0.57  EUR

      nothing stands to anybody's name
      "
    `);
  });
});

describe("money for a creator who is paid directly that fits nothing", () => {
  it("a success after a failure is taken", async () => {
    const { world, creator } = await directCreator("ada");
    const payment = await beginTip(world, creator);
    await tell(world, payment, { state: "FAILED", failureCode: "declined" });
    expect(await tell(world, payment)).toBe("settled");
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid  direct_passed  →  creator_direct ada   50.00  EUR
                       psp_clearing   →  service_fee_revenue   5.00  EUR
                       psp_clearing   →  vat_output DE         0.95  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("a creator who was locked meanwhile: the whole charge goes back from their account, our fee with it", async () => {
    const { world, creator } = await directCreator("ada");
    const payment = await beginTip(world, creator);
    await moveAccount(world, creator.id, ["LOCKED"]);
    expect(await tell(world, payment)).toBe("refunding_receiver_cannot_receive");
    const id = await sendOwnRefund(world, payment);
    await returnApplicationFee(world, payment.id);
    expect(world.provider.calls.at(-1)).toBe(`refund ${id}`);
    expect(world.provider.returnedFees.get(payment.id)).toBe(5_95);
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  inbound_suspense   psp_clearing  →  suspense      5.95  EUR
      11-21  suspense_refunded  suspense      →  psp_clearing  5.95  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("another amount is refunded at the provider's back office: what is left is nothing", async () => {
    const { world, creator } = await directCreator("ada");
    const payment = await beginTip(world, creator);
    expect(await tell(world, payment, { amountMinor: 60_00 })).toBe("refunding_other_amount");
    world.provider.refundsBecome("FAILED");
    await sendOwnRefund(world, payment);
    const refunds = [{ refundId: "re_1", state: "DONE" as const, amountMinor: 60_00 }];
    await tell(world, payment, { amountMinor: 60_00, refunds });
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  inbound_suspense   psp_clearing  →  suspense      5.95  EUR
      11-21  suspense_returned  suspense      →  psp_clearing  5.95  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("surplus that goes back in parts at the back office gives back our fee to the cent", async () => {
    const { world, creator } = await directCreator("ada");
    const payment = await beginTip(world, creator);
    await moveAccount(world, creator.id, ["LOCKED"]);
    await tell(world, payment);
    world.provider.refundsBecome("FAILED");
    await sendOwnRefund(world, payment);
    const refunds = [18_65, 18_65, 18_65].map((amountMinor, index) => ({
      ...{ refundId: `re_${index}`, state: "DONE" as const, amountMinor },
    }));
    for (const count of [1, 2, 3]) await tell(world, payment, { refunds: refunds.slice(0, count) });
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  inbound_suspense   psp_clearing  →  suspense      5.95  EUR
      11-21  suspense_returned  suspense      →  psp_clearing  1.98  EUR
      11-21  suspense_returned  suspense      →  psp_clearing  1.99  EUR
      11-21  suspense_returned  suspense      →  psp_clearing  1.98  EUR

      nothing stands to anybody's name
      "
    `);
    const entry = world.db
      .selectFrom("suspense_entries")
      .select("left_minor")
      .where("payment_id", "=", payment.id);
    expect(await entry.execute()).toEqual([{ left_minor: 0 }]);
  });

  it("what an operator keeps, or the bank gives back, is no fee that goes back at the provider", async () => {
    const { world, creator } = await directCreator("ada");
    const operator = await makeOperator(withPayouts(world));
    const acts = suspenseActs(
      () => withPayouts(world),
      () => operator,
    );
    for (const end of ["kept", "bank"] as const) {
      const payment = await stuckMoney(world, creator);
      const left = payment.application_fee_minor ?? 0;
      expect(await (end === "kept" ? acts.keep(payment, left) : acts.returned(payment, "BANK", left))).toBe(
        "ended",
      );
      await returnApplicationFee(world, payment.id);
      expect(world.provider.returnedFees.has(payment.id)).toBe(false);
      await moveAccount(world, creator.id, ["ACTIVE"]);
    }
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  inbound_suspense   psp_clearing  →  suspense          5.95  EUR
      11-21  suspense_kept      suspense      →  breakage_revenue  5.95  EUR
      11-21  inbound_suspense   psp_clearing  →  suspense          5.95  EUR
      11-21  suspense_returned  suspense      →  bank              5.95  EUR

      nothing stands to anybody's name
      "
    `);
  });
});

describe("nothing is ever held", () => {
  // No posting of these stories moves a creator's money that we hold or are owed.
  afterEach(async () => {
    const { world } = story.current;
    const touched = world.db
      .selectFrom("ledger_transfer as t")
      .innerJoin("ledger_account as a", (join) =>
        join.on((on) =>
          on.or([on("a.id", "=", on.ref("t.debit_account")), on("a.id", "=", on.ref("t.credit_account"))]),
        ),
      )
      .select("a.code")
      .distinct()
      .where("a.code", "like", "creator_%");
    expect((await touched.execute()).filter(({ code }) => code !== "creator_direct")).toEqual([]);
  });

  /** What is left of the username is a part of the id, so the id is a known one. */
  async function leaver() {
    const { world } = story.current;
    const known = ["10e4d150-0000-4000-8000-000000000000"];
    const opening = { ...world, newId: () => known.shift() ?? world.newId() };
    const creator = await createCreator(opening, { username: "ada" });
    await payDirectly(world, creator);
    const leave = async () =>
      expect(await deleteAccount(world, { user_id: creator.id, allows: async () => true })).toBe("deleted");
    return { world, creator, leave };
  }

  it("a creator leaves while a tip is open: the whole charge goes back, our fee with it", async () => {
    const { world, creator, leave } = await leaver();
    const payment = await beginTip(world, creator);
    await leave();
    expect(await tell(world, payment)).toBe("refunding_receiver_cannot_receive");
    await sendOwnRefund(world, payment);
    await returnApplicationFee(world, payment.id);
    expect(world.provider.returnedFees.get(payment.id)).toBe(5_95);
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  inbound_suspense   psp_clearing  →  suspense      5.95  EUR
      11-21  suspense_refunded  suspense      →  psp_clearing  5.95  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("an operator refunds a tip of a creator who left", async () => {
    const { world, creator, leave } = await leaver();
    const payment = await payTip(world, creator);
    await leave();
    await refundFully(world, payment, byOperator(await makeOperator(withPayouts(world))), 20_00);
    await returnApplicationFee(world, payment.id);
    expect(world.provider.returnedFees.get(payment.id)).toBe(2_38);
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid      direct_passed                        →  creator_direct deleted-000000000000  50.00  EUR
                           psp_clearing                         →  service_fee_revenue                   5.00  EUR
                           psp_clearing                         →  vat_output DE                         0.95  EUR
      11-21  tip_refunded  creator_direct deleted-000000000000  →  direct_passed                        20.00  EUR
                           service_fee_revenue                  →  psp_clearing                          2.00  EUR
                           vat_output DE                        →  psp_clearing                          0.38  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("a bank takes a tip back from a creator who left, and then gives it back", async () => {
    const { world, creator, leave } = await leaver();
    const payment = await payTip(world, creator);
    await leave();
    await story.current.days(90);
    for (const state of ["OPEN", "LOST", "WON"] as const) await tellDispute(world, payment, state);
    await returnApplicationFee(world, payment.id);
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid          direct_passed                        →  creator_direct deleted-000000000000  50.00  EUR
                               psp_clearing                         →  service_fee_revenue                   5.00  EUR
                               psp_clearing                         →  vat_output DE                         0.95  EUR
      02-19  dispute_lost      creator_direct deleted-000000000000  →  direct_passed                        50.00  EUR
                               service_fee_revenue                  →  psp_clearing                          5.00  EUR
                               vat_output DE                        →  psp_clearing                          0.95  EUR
      02-19  dispute_reversed  direct_passed                        →  creator_direct deleted-000000000000  50.00  EUR
                               psp_clearing                         →  service_fee_revenue                   5.00  EUR
                               psp_clearing                         →  vat_output DE                         0.95  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("a payment that succeeds twice is one tip", async () => {
    const { world, creator } = await directCreator("ada");
    const payment = await payTip(world, creator);
    for (const _ of [1, 2]) expect(await tell(world, payment)).toBe("unchanged");
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid  direct_passed  →  creator_direct ada   50.00  EUR
                       psp_clearing   →  service_fee_revenue   5.00  EUR
                       psp_clearing   →  vat_output DE         0.95  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("a tip that is paid by two payments: the later charge goes back, our fee with it", async () => {
    const { world, creator } = await directCreator("ada");
    const first = await beginTip(world, creator);
    await tell(world, first, { state: "FAILED", failureCode: "declined" });
    await choosePayment(world, first.tip_id ?? "", creator, { type: "INETCASH_OB" });
    const paymentId = world.newId();
    await confirm(world, first.tip_id ?? "", { paymentId });
    await tell(world, await paymentOf(world, paymentId));
    expect(await tell(world, first)).toBe("refunding_second_success");
    await sendOwnRefund(world, first);
    for (const id of [first.id, paymentId]) await returnApplicationFee(world, id);
    expect(world.provider.returnedFees.get(first.id)).toBe(5_95);
    expect(world.provider.returnedFees.has(paymentId)).toBe(false);
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid           direct_passed  →  creator_direct ada   50.00  EUR
                                psp_clearing   →  service_fee_revenue   5.00  EUR
                                psp_clearing   →  vat_output DE         0.95  EUR
      11-21  inbound_suspense   psp_clearing   →  suspense              5.95  EUR
      11-21  suspense_refunded  suspense       →  psp_clearing          5.95  EUR

      nothing stands to anybody's name
      "
    `);
  });
});
