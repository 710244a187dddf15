import { expect, it } from "vitest";
import { stories } from "../support/money/story.ts";
import { accountStatus, createCreator, payOut, payTip, tellDispute } from "../support/money/tip-world.ts";

const story = stories();

it("a dispute that is opened and won gives back what it held", async () => {
  const { world, days, print } = story.current;
  const joerdis = await createCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 50_00 });
  await days(2);
  await tellDispute(world, payment, "OPEN");
  await days(10);
  await tellDispute(world, payment, "WON");
  await days(1);
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid        psp_clearing                  →  creator_pending joerdis       50.00  EUR
                           psp_clearing                  →  service_fee_revenue            5.00  EUR
                           psp_clearing                  →  vat_output DE                  0.95  EUR
    11-23  dispute_opened  creator_pending joerdis       →  creator_dispute_hold joerdis  50.00  EUR
    12-03  dispute_won     creator_dispute_hold joerdis  →  creator_pending joerdis       50.00  EUR
    12-04  released        creator_pending joerdis       →  creator_available joerdis     50.00  EUR

    joerdis  ACTIVE  creator_available  50.00  EUR
    "
  `);
});

it("a dispute that is opened while the money waits, and lost, takes the waiting money", async () => {
  const { world, days, print } = story.current;
  const joerdis = await createCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 50_00 });
  await days(2);
  await tellDispute(world, payment, "OPEN");
  await days(1);
  await tellDispute(world, payment, "LOST");
  await days(10);
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid        psp_clearing                  →  creator_pending joerdis       50.00  EUR
                           psp_clearing                  →  service_fee_revenue            5.00  EUR
                           psp_clearing                  →  vat_output DE                  0.95  EUR
    11-23  dispute_opened  creator_pending joerdis       →  creator_dispute_hold joerdis  50.00  EUR
    11-24  dispute_lost    creator_dispute_hold joerdis  →  psp_clearing                  50.00  EUR
                           service_fee_revenue           →  psp_clearing                   5.00  EUR
                           vat_output DE                 →  psp_clearing                   0.95  EUR

    nothing stands to anybody's name
    "
  `);
});

it("a dispute is lost after the payout: the creator owes, later tips repay, ACTIVE again", async () => {
  const { world, days, print } = story.current;
  const joerdis = await createCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 50_00 });
  await days(7);
  await payOut(world, joerdis);
  await days(3);
  await tellDispute(world, payment, "OPEN");
  await days(3);
  await tellDispute(world, payment, "LOST");
  expect(await accountStatus(world, joerdis)).toBe("CHARGEBACK");
  await payTip(world, joerdis, { amount: 20_00, type: "INETCASH_OB" });
  await payTip(world, joerdis, { amount: 40_00 });
  await days(7);
  expect(await accountStatus(world, joerdis)).toBe("ACTIVE");
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing                →  creator_pending joerdis     50.00  EUR
                             psp_clearing                →  service_fee_revenue          5.00  EUR
                             psp_clearing                →  vat_output DE                0.95  EUR
    11-28  released          creator_pending joerdis     →  creator_available joerdis   50.00  EUR
    11-28  provider_settled  bank                        →  psp_clearing                50.00  EUR
    11-28  payout_requested  creator_available joerdis   →  payout_in_transit joerdis   50.00  EUR
    11-28  payout_paid       payout_in_transit joerdis   →  bank                        50.00  EUR
    12-04  dispute_lost      creator_receivable joerdis  →  psp_clearing                50.00  EUR
                             service_fee_revenue         →  psp_clearing                 5.00  EUR
                             vat_output DE               →  psp_clearing                 0.95  EUR
    12-04  tip_paid          psp_clearing                →  creator_available joerdis   20.00  EUR
                             psp_clearing                →  service_fee_revenue          2.00  EUR
                             psp_clearing                →  vat_output DE                0.38  EUR
    12-04  repaid            creator_available joerdis   →  creator_receivable joerdis  20.00  EUR
    12-04  tip_paid          psp_clearing                →  creator_pending joerdis     40.00  EUR
                             psp_clearing                →  service_fee_revenue          4.00  EUR
                             psp_clearing                →  vat_output DE                0.76  EUR
    12-11  released          creator_pending joerdis     →  creator_available joerdis   40.00  EUR
    12-11  repaid            creator_available joerdis   →  creator_receivable joerdis  30.00  EUR

    joerdis  ACTIVE  creator_available  10.00  EUR
    "
  `);
});

it("a dispute over a part that is lost takes that part", async () => {
  const { world, days, print } = story.current;
  const joerdis = await createCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 50_00 });
  await days(1);
  await tellDispute(world, payment, "OPEN", { amount: 20_00 });
  await days(1);
  await tellDispute(world, payment, "LOST", { amount: 20_00 });
  await days(6);
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid        psp_clearing                  →  creator_pending joerdis       50.00  EUR
                           psp_clearing                  →  service_fee_revenue            5.00  EUR
                           psp_clearing                  →  vat_output DE                  0.95  EUR
    11-22  dispute_opened  creator_pending joerdis       →  creator_dispute_hold joerdis  17.87  EUR
    11-23  dispute_lost    creator_dispute_hold joerdis  →  psp_clearing                  17.87  EUR
                           service_fee_revenue           →  psp_clearing                   1.79  EUR
                           vat_output DE                 →  psp_clearing                   0.34  EUR
    11-29  released        creator_pending joerdis       →  creator_available joerdis     32.13  EUR

    joerdis  ACTIVE  creator_available  32.13  EUR
    "
  `);
});

it("a dispute over a part of a tip in another currency that is lost takes that part", async () => {
  const { world, days, print } = story.current;
  const ray = await createCreator(world, { username: "ray", currency: "USD" });
  const payment = await payTip(world, ray, { amount: 100_00, payIn: "JPY", country: "JP" });
  await tellDispute(world, payment, "LOST", { amount: 5_000 });
  await days(7);
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid        psp_clearing              →  fx_position                17323  JPY
                           fx_position               →  creator_pending ray       100.00  USD
                           fx_position               →  service_fee_revenue        10.00  USD
    11-21  dispute_opened  creator_pending ray       →  creator_dispute_hold ray   28.86  USD
    11-21  dispute_lost    creator_dispute_hold ray  →  fx_position                28.86  USD
                           service_fee_revenue       →  fx_position                 2.89  USD
                           fx_position               →  psp_clearing                5000  JPY
    11-28  released        creator_pending ray       →  creator_available ray      71.14  USD

    ray  ACTIVE  creator_available  71.14  USD
    "
  `);
});

it("a lost dispute that is won after all gives back what it took", async () => {
  const { world, days, print } = story.current;
  const joerdis = await createCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 50_00 });
  await days(7);
  await payOut(world, joerdis);
  await tellDispute(world, payment, "LOST");
  await days(5);
  await payTip(world, joerdis, { amount: 30_00, type: "INETCASH_DB" });
  await days(5);
  await tellDispute(world, payment, "WON");
  expect(await accountStatus(world, joerdis)).toBe("ACTIVE");
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing                →  creator_pending joerdis     50.00  EUR
                             psp_clearing                →  service_fee_revenue          5.00  EUR
                             psp_clearing                →  vat_output DE                0.95  EUR
    11-28  released          creator_pending joerdis     →  creator_available joerdis   50.00  EUR
    11-28  provider_settled  bank                        →  psp_clearing                50.00  EUR
    11-28  payout_requested  creator_available joerdis   →  payout_in_transit joerdis   50.00  EUR
    11-28  payout_paid       payout_in_transit joerdis   →  bank                        50.00  EUR
    11-28  dispute_lost      creator_receivable joerdis  →  psp_clearing                50.00  EUR
                             service_fee_revenue         →  psp_clearing                 5.00  EUR
                             vat_output DE               →  psp_clearing                 0.95  EUR
    12-03  tip_paid          psp_clearing                →  creator_available joerdis   30.00  EUR
                             psp_clearing                →  service_fee_revenue          3.00  EUR
                             psp_clearing                →  vat_output DE                0.57  EUR
    12-03  repaid            creator_available joerdis   →  creator_receivable joerdis  30.00  EUR
    12-08  dispute_reversed  psp_clearing                →  creator_available joerdis   50.00  EUR
                             psp_clearing                →  service_fee_revenue          5.00  EUR
                             psp_clearing                →  vat_output DE                0.95  EUR
    12-08  repaid            creator_available joerdis   →  creator_receivable joerdis  20.00  EUR

    joerdis  ACTIVE  creator_available  30.00  EUR
    "
  `);
});

it("a dispute that was lost while the money waited is won after all: it waits again", async () => {
  const { world, days, print } = story.current;
  const joerdis = await createCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 50_00 });
  await days(1);
  await tellDispute(world, payment, "LOST");
  await days(1);
  await tellDispute(world, payment, "WON");
  await days(5);
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing                  →  creator_pending joerdis       50.00  EUR
                             psp_clearing                  →  service_fee_revenue            5.00  EUR
                             psp_clearing                  →  vat_output DE                  0.95  EUR
    11-22  dispute_opened    creator_pending joerdis       →  creator_dispute_hold joerdis  50.00  EUR
    11-22  dispute_lost      creator_dispute_hold joerdis  →  psp_clearing                  50.00  EUR
                             service_fee_revenue           →  psp_clearing                   5.00  EUR
                             vat_output DE                 →  psp_clearing                   0.95  EUR
    11-23  dispute_reversed  psp_clearing                  →  creator_pending joerdis       50.00  EUR
                             psp_clearing                  →  service_fee_revenue            5.00  EUR
                             psp_clearing                  →  vat_output DE                  0.95  EUR
    11-28  released          creator_pending joerdis       →  creator_available joerdis     50.00  EUR

    joerdis  ACTIVE  creator_available  50.00  EUR
    "
  `);
});
