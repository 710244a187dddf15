import { expect, it } from "vitest";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import { payableCreator, withdrawAndPay } from "../support/money/payout-story.ts";
import { makeOperator, withPayouts } from "../support/money/payout-world.ts";
import { askRefund, by, byOperator, refund, refundsOf } from "../support/money/refund-world.ts";
import { stories } from "../support/money/story.ts";
import { createCreator, paymentOf, payTip, tell, tellDispute } from "../support/money/tip-world.ts";

const story = stories();

it("a creator gives a tip back while it waits", async () => {
  const { world, days, print } = story.current;
  const joerdis = await createCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 50_00 });
  await days(3);
  await refund(world, payment, by(joerdis));
  await days(4);
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid      psp_clearing             →  creator_pending joerdis  50.00  EUR
                         psp_clearing             →  service_fee_revenue       5.00  EUR
                         psp_clearing             →  vat_output DE             0.95  EUR
    11-24  tip_refunded  creator_pending joerdis  →  psp_clearing             50.00  EUR
                         service_fee_revenue      →  psp_clearing              5.00  EUR
                         vat_output DE            →  psp_clearing              0.95  EUR

    nothing stands to anybody's name
    "
  `);
});

it("a creator gives a tip back after it has matured", async () => {
  const { world, days, print } = story.current;
  const joerdis = await createCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 50_00 });
  await days(7);
  await refund(world, payment, by(joerdis));
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid      psp_clearing               →  creator_pending joerdis    50.00  EUR
                         psp_clearing               →  service_fee_revenue         5.00  EUR
                         psp_clearing               →  vat_output DE               0.95  EUR
    11-28  released      creator_pending joerdis    →  creator_available joerdis  50.00  EUR
    11-28  tip_refunded  creator_available joerdis  →  psp_clearing               50.00  EUR
                         service_fee_revenue        →  psp_clearing                5.00  EUR
                         vat_output DE              →  psp_clearing                0.95  EUR

    nothing stands to anybody's name
    "
  `);
});

it("a part of a tip goes back, with its part of the fee and of the VAT; the rest matures", async () => {
  const { world, days, print } = story.current;
  const joerdis = await createCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 50_00 });
  await days(3);
  await refund(world, payment, by(joerdis), 20_00);
  await days(4);
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid      psp_clearing             →  creator_pending joerdis    50.00  EUR
                         psp_clearing             →  service_fee_revenue         5.00  EUR
                         psp_clearing             →  vat_output DE               0.95  EUR
    11-24  tip_refunded  creator_pending joerdis  →  psp_clearing               20.00  EUR
                         service_fee_revenue      →  psp_clearing                2.00  EUR
                         vat_output DE            →  psp_clearing                0.38  EUR
    11-28  released      creator_pending joerdis  →  creator_available joerdis  30.00  EUR

    joerdis  ACTIVE  creator_available  30.00  EUR
    "
  `);
});

it("three parts of a tip that go back, one of them after maturing, come to the whole to the cent", async () => {
  const { world, days, print } = story.current;
  const joerdis = await createCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 10_01 });
  await refund(world, payment, by(joerdis), 3_33);
  await days(3);
  await refund(world, payment, by(joerdis), 3_34);
  await days(4);
  await refund(world, payment, by(joerdis), 3_34);
  expect((await paymentOf(world, payment.id)).status).toBe("REFUNDED");
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid      psp_clearing               →  creator_pending joerdis    10.01  EUR
                         psp_clearing               →  service_fee_revenue         1.00  EUR
                         psp_clearing               →  vat_output DE               0.19  EUR
    11-21  tip_refunded  creator_pending joerdis    →  psp_clearing                3.33  EUR
                         service_fee_revenue        →  psp_clearing                0.33  EUR
                         vat_output DE              →  psp_clearing                0.06  EUR
    11-24  tip_refunded  creator_pending joerdis    →  psp_clearing                3.34  EUR
                         service_fee_revenue        →  psp_clearing                0.34  EUR
                         vat_output DE              →  psp_clearing                0.07  EUR
    11-28  released      creator_pending joerdis    →  creator_available joerdis   3.34  EUR
    11-28  tip_refunded  creator_available joerdis  →  psp_clearing                3.34  EUR
                         service_fee_revenue        →  psp_clearing                0.33  EUR
                         vat_output DE              →  psp_clearing                0.06  EUR

    nothing stands to anybody's name
    "
  `);
});

it("a tip in yen goes back in two parts, as yen", async () => {
  const { world, print } = story.current;
  const ray = await createCreator(world, { username: "ray", currency: "USD" });
  const payment = await payTip(world, ray, { amount: 20_00, payIn: "JPY", country: "JP" });
  await refund(world, payment, by(ray), 7_00);
  await refund(world, payment, by(ray), 13_00);
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid      psp_clearing         →  fx_position           3465  JPY
                         fx_position          →  creator_pending ray  20.00  USD
                         fx_position          →  service_fee_revenue   2.00  USD
    11-21  tip_refunded  creator_pending ray  →  fx_position           7.00  USD
                         service_fee_revenue  →  fx_position           0.70  USD
                         fx_position          →  psp_clearing          1213  JPY
    11-21  tip_refunded  creator_pending ray  →  fx_position          13.00  USD
                         service_fee_revenue  →  fx_position           1.30  USD
                         fx_position          →  psp_clearing          2252  JPY

    nothing stands to anybody's name
    "
  `);
});

it("a refund after the money was paid out is refused to the creator, and an operator lets the platform bear the rest", async () => {
  const { days, print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const joerdis = await payableCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 50_00, type: "INETCASH_OB" });
  await withdrawAndPay(world, joerdis, 40_00);
  await days(1);
  expect(await askRefund(world, payment, by(joerdis))).toBe("not_enough");
  await refund(world, payment, byOperator(await makeOperator(world), true));
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing               →  creator_available joerdis  50.00  EUR
                             psp_clearing               →  service_fee_revenue         5.00  EUR
                             psp_clearing               →  vat_output DE               0.95  EUR
    11-21  payout_requested  creator_available joerdis  →  payout_in_transit joerdis  38.50  EUR
                             creator_available joerdis  →  payout_fee_revenue          1.26  EUR
                             creator_available joerdis  →  vat_output DE               0.24  EUR
    11-21  payout_paid       payout_in_transit joerdis  →  bank                       38.50  EUR
    11-22  tip_refunded      creator_available joerdis  →  psp_clearing               10.00  EUR
                             goodwill                   →  psp_clearing               40.00  EUR
                             service_fee_revenue        →  psp_clearing                5.00  EUR
                             vat_output DE              →  psp_clearing                0.95  EUR

    nothing stands to anybody's name
    "
  `);
});

it("a refund that the provider refuses goes back to where it came from, in every line", async () => {
  const { world, days, print } = story.current;
  const joerdis = await createCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 50_00 });
  world.provider.failNext("refund", "refused");
  await refund(world, payment, by(joerdis), 20_00);
  expect(await refundsOf(world, payment)).toMatchObject([{ status: "FAILED" }]);
  await days(7);
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid       psp_clearing             →  creator_pending joerdis    50.00  EUR
                          psp_clearing             →  service_fee_revenue         5.00  EUR
                          psp_clearing             →  vat_output DE               0.95  EUR
    11-21  tip_refunded   creator_pending joerdis  →  psp_clearing               20.00  EUR
                          service_fee_revenue      →  psp_clearing                2.00  EUR
                          vat_output DE            →  psp_clearing                0.38  EUR
    11-21  refund_failed  psp_clearing             →  creator_pending joerdis    20.00  EUR
                          psp_clearing             →  service_fee_revenue         2.00  EUR
                          psp_clearing             →  vat_output DE               0.38  EUR
    11-28  released       creator_pending joerdis  →  creator_available joerdis  50.00  EUR

    joerdis  ACTIVE  creator_available  50.00  EUR
    "
  `);
});

it("a refund that the provider refuses after the day of maturing makes what had waited available", async () => {
  const { world, days, print } = story.current;
  const joerdis = await createCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 50_00 });
  const id = await askRefund(world, payment, by(joerdis), 20_00);
  await days(7);
  world.provider.failNext("refund", "refused");
  await processRefund(world, id);
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid       psp_clearing             →  creator_pending joerdis    50.00  EUR
                          psp_clearing             →  service_fee_revenue         5.00  EUR
                          psp_clearing             →  vat_output DE               0.95  EUR
    11-21  tip_refunded   creator_pending joerdis  →  psp_clearing               20.00  EUR
                          service_fee_revenue      →  psp_clearing                2.00  EUR
                          vat_output DE            →  psp_clearing                0.38  EUR
    11-28  released       creator_pending joerdis  →  creator_available joerdis  30.00  EUR
    11-28  refund_failed  psp_clearing             →  creator_pending joerdis    20.00  EUR
                          psp_clearing             →  service_fee_revenue         2.00  EUR
                          psp_clearing             →  vat_output DE               0.38  EUR
    11-28  released       creator_pending joerdis  →  creator_available joerdis  20.00  EUR

    joerdis  ACTIVE  creator_available  50.00  EUR
    "
  `);
});

it("a dispute over the whole that opens while a part is refunded waits, claims what is left, and the rest is our loss", async () => {
  const { world, days, print } = story.current;
  const joerdis = await createCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 50_00 });
  const id = await askRefund(world, payment, by(joerdis), 20_00);
  const disputes = [{ disputeRef: "dispute-1", state: "OPEN" as const, amountMinor: payment.charged_minor }];
  world.provider.change(payment.id, { state: "PAID", disputes });
  expect(await tellDispute(world, payment, "OPEN")).toBe("dispute_waits_for_refund");
  await days(1);
  await processRefund(world, id);
  await days(1);
  await tellDispute(world, payment, "LOST");
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid        psp_clearing                  →  creator_pending joerdis       50.00  EUR
                           psp_clearing                  →  service_fee_revenue            5.00  EUR
                           psp_clearing                  →  vat_output DE                  0.95  EUR
    11-21  tip_refunded    creator_pending joerdis       →  psp_clearing                  20.00  EUR
                           service_fee_revenue           →  psp_clearing                   2.00  EUR
                           vat_output DE                 →  psp_clearing                   0.38  EUR
    11-22  dispute_opened  creator_pending joerdis       →  creator_dispute_hold joerdis  30.00  EUR
    11-23  dispute_lost    creator_dispute_hold joerdis  →  psp_clearing                  30.00  EUR
                           service_fee_revenue           →  psp_clearing                   3.00  EUR
                           vat_output DE                 →  psp_clearing                   0.57  EUR
                           chargeback_loss               →  psp_clearing                  22.38  EUR

    nothing stands to anybody's name
    "
  `);
});

it("a refund by the provider's own back office of what the creator no longer has is paid by the platform", async () => {
  const { days, print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const joerdis = await payableCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 50_00, type: "INETCASH_OB" });
  await withdrawAndPay(world, joerdis, 30_00);
  await days(1);
  const refunds = [{ refundId: "theirs-1", state: "DONE" as const, amountMinor: payment.charged_minor }];
  await tell(world, payment, { refunds });
  expect((await paymentOf(world, payment.id)).status).toBe("REFUNDED");
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing               →  creator_available joerdis  50.00  EUR
                             psp_clearing               →  service_fee_revenue         5.00  EUR
                             psp_clearing               →  vat_output DE               0.95  EUR
    11-21  payout_requested  creator_available joerdis  →  payout_in_transit joerdis  28.50  EUR
                             creator_available joerdis  →  payout_fee_revenue          1.26  EUR
                             creator_available joerdis  →  vat_output DE               0.24  EUR
    11-21  payout_paid       payout_in_transit joerdis  →  bank                       28.50  EUR
    11-22  tip_refunded      creator_available joerdis  →  psp_clearing               20.00  EUR
                             goodwill                   →  psp_clearing               30.00  EUR
                             service_fee_revenue        →  psp_clearing                5.00  EUR
                             vat_output DE              →  psp_clearing                0.95  EUR

    nothing stands to anybody's name
    "
  `);
});

it("a refund that the platform bore and the provider refuses gives creator and platform theirs back", async () => {
  const { days, print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const joerdis = await payableCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 50_00, type: "INETCASH_OB" });
  await withdrawAndPay(world, joerdis, 40_00);
  await days(1);
  world.provider.failNext("refund", "refused");
  await refund(world, payment, byOperator(await makeOperator(world), true));
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing               →  creator_available joerdis  50.00  EUR
                             psp_clearing               →  service_fee_revenue         5.00  EUR
                             psp_clearing               →  vat_output DE               0.95  EUR
    11-21  payout_requested  creator_available joerdis  →  payout_in_transit joerdis  38.50  EUR
                             creator_available joerdis  →  payout_fee_revenue          1.26  EUR
                             creator_available joerdis  →  vat_output DE               0.24  EUR
    11-21  payout_paid       payout_in_transit joerdis  →  bank                       38.50  EUR
    11-22  tip_refunded      creator_available joerdis  →  psp_clearing               10.00  EUR
                             goodwill                   →  psp_clearing               40.00  EUR
                             service_fee_revenue        →  psp_clearing                5.00  EUR
                             vat_output DE              →  psp_clearing                0.95  EUR
    11-22  refund_failed     psp_clearing               →  creator_available joerdis  10.00  EUR
                             psp_clearing               →  goodwill                   40.00  EUR
                             psp_clearing               →  service_fee_revenue         5.00  EUR
                             psp_clearing               →  vat_output DE               0.95  EUR

    joerdis  ACTIVE  creator_available  10.00  EUR
    "
  `);
});
