import { expect, it } from "vitest";
import { runMonthlyPayouts } from "../../app/domain/payouts/monthly-run.server.ts";
import { requestPayout } from "../support/money/paid-payouts.ts";
import { payableCreator, sendToBanks, tellPayout, withdrawAndPay } from "../support/money/payout-story.ts";
import { withPayouts } from "../support/money/payout-world.ts";
import { stories } from "../support/money/story.ts";
import { payTip } from "../support/money/tip-world.ts";

const story = stories();

it("a part withdrawn to a German bank bears the fee of the region, with German VAT inside it", async () => {
  const { days, print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const joerdis = await payableCreator(world, { username: "joerdis" });
  await payTip(world, joerdis, { amount: 100_00, type: "INETCASH_OB" });
  const payout = await requestPayout(world, joerdis, 60_00);
  await sendToBanks(world);
  await days(2);
  await tellPayout(world, payout, "paid");
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing               →  creator_available joerdis  100.00  EUR
                             psp_clearing               →  service_fee_revenue         10.00  EUR
                             psp_clearing               →  vat_output DE                1.90  EUR
    11-21  payout_requested  creator_available joerdis  →  payout_in_transit joerdis   58.50  EUR
                             creator_available joerdis  →  payout_fee_revenue           1.26  EUR
                             creator_available joerdis  →  vat_output DE                0.24  EUR
    11-23  payout_paid       payout_in_transit joerdis  →  bank                        58.50  EUR

    joerdis  ACTIVE  creator_available  40.00  EUR
    "
  `);
});

it("a withdrawal by a creator with a VAT id elsewhere in the EU has reverse charge, and no VAT of ours", async () => {
  const { print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const franz = await payableCreator(world, { username: "franz", country: "AT", vatId: "ATU12345675" });
  const sissi = await payableCreator(world, { username: "sissi", country: "AT" });
  for (const creator of [franz, sissi]) {
    await payTip(world, creator, { amount: 50_00, type: "INETCASH_OB", country: "AT" });
    await withdrawAndPay(world, creator);
  }
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing             →  creator_available franz  50.00  EUR
                             psp_clearing             →  service_fee_revenue       5.00  EUR
                             psp_clearing             →  vat_output AT             1.00  EUR
    11-21  payout_requested  creator_available franz  →  payout_in_transit franz  48.50  EUR
                             creator_available franz  →  payout_fee_revenue        1.50  EUR
    11-21  payout_paid       payout_in_transit franz  →  bank                     48.50  EUR
    11-21  tip_paid          psp_clearing             →  creator_available sissi  50.00  EUR
                             psp_clearing             →  service_fee_revenue       5.00  EUR
                             psp_clearing             →  vat_output AT             1.00  EUR
    11-21  payout_requested  creator_available sissi  →  payout_in_transit sissi  48.50  EUR
                             creator_available sissi  →  payout_fee_revenue        1.25  EUR
                             creator_available sissi  →  vat_output AT             0.25  EUR
    11-21  payout_paid       payout_in_transit sissi  →  bank                     48.50  EUR

    nothing stands to anybody's name
    "
  `);
});

it("withdrawals outside the EU owe no VAT: Switzerland is reached by SEPA, the United States by the bank's list", async () => {
  const { print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const ueli = await payableCreator(world, { username: "ueli", country: "CH" });
  const dorothy = await payableCreator(world, { username: "dorothy", country: "US" });
  for (const creator of [ueli, dorothy]) {
    await payTip(world, creator, { amount: 200_00, type: "INETCASH_OB", country: "DE" });
    await withdrawAndPay(world, creator, 100_00);
  }
  // From 150.00 on Switzerland is free; the rest of the world never is.
  await payTip(world, ueli, { amount: 50_00, type: "INETCASH_OB", country: "DE" });
  await payTip(world, dorothy, { amount: 50_00, type: "INETCASH_OB", country: "DE" });
  for (const creator of [ueli, dorothy]) await withdrawAndPay(world, creator);
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing               →  creator_available ueli     200.00  EUR
                             psp_clearing               →  service_fee_revenue         20.00  EUR
                             psp_clearing               →  vat_output DE                3.80  EUR
    11-21  payout_requested  creator_available ueli     →  payout_in_transit ueli      95.50  EUR
                             creator_available ueli     →  payout_fee_revenue           4.50  EUR
    11-21  payout_paid       payout_in_transit ueli     →  bank                        95.50  EUR
    11-21  tip_paid          psp_clearing               →  creator_available dorothy  200.00  EUR
                             psp_clearing               →  service_fee_revenue         20.00  EUR
                             psp_clearing               →  vat_output DE                3.80  EUR
    11-21  payout_requested  creator_available dorothy  →  payout_in_transit dorothy   85.00  EUR
                             creator_available dorothy  →  payout_fee_revenue          15.00  EUR
    11-21  payout_paid       payout_in_transit dorothy  →  bank                        85.00  EUR
    11-21  tip_paid          psp_clearing               →  creator_available ueli      50.00  EUR
                             psp_clearing               →  service_fee_revenue          5.00  EUR
                             psp_clearing               →  vat_output DE                0.95  EUR
    11-21  tip_paid          psp_clearing               →  creator_available dorothy   50.00  EUR
                             psp_clearing               →  service_fee_revenue          5.00  EUR
                             psp_clearing               →  vat_output DE                0.95  EUR
    11-21  payout_requested  creator_available ueli     →  payout_in_transit ueli     150.00  EUR
    11-21  payout_paid       payout_in_transit ueli     →  bank                       150.00  EUR
    11-21  payout_requested  creator_available dorothy  →  payout_in_transit dorothy  135.00  EUR
                             creator_available dorothy  →  payout_fee_revenue          15.00  EUR
    11-21  payout_paid       payout_in_transit dorothy  →  bank                       135.00  EUR

    nothing stands to anybody's name
    "
  `);
});

it("a withdrawal to a wallet at Paxum has a fee of its own, whatever the amount", async () => {
  const { print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const joerdis = await payableCreator(world, { username: "joerdis", method: "PAXUM" });
  await payTip(world, joerdis, { amount: 300_00, type: "INETCASH_OB" });
  await withdrawAndPay(world, joerdis);
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing               →  creator_available joerdis  300.00  EUR
                             psp_clearing               →  service_fee_revenue         30.00  EUR
                             psp_clearing               →  vat_output DE                5.70  EUR
    11-21  payout_requested  creator_available joerdis  →  payout_in_transit joerdis  297.50  EUR
                             creator_available joerdis  →  payout_fee_revenue           2.10  EUR
                             creator_available joerdis  →  vat_output DE                0.40  EUR
    11-21  payout_paid       payout_in_transit joerdis  →  bank                       297.50  EUR

    nothing stands to anybody's name
    "
  `);
});

it("the monthly payout is free, happens once, and leaves out creators with less than 150.00 until the next one", async () => {
  const { days, print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const enough = await payableCreator(world, { username: "enough" });
  const less = await payableCreator(world, { username: "less" });
  await payTip(world, enough, { amount: 150_00, type: "INETCASH_OB" });
  await payTip(world, less, { amount: 149_99, type: "INETCASH_OB" });
  await days(11);
  expect(await runMonthlyPayouts(world)).toMatchObject({ outcome: "done", payouts: 1 });
  await payTip(world, enough, { amount: 200_00, type: "INETCASH_OB" });
  expect(await runMonthlyPayouts(world)).toMatchObject({ outcome: "done_before" });
  await payTip(world, less, { amount: 1_00, type: "INETCASH_OB" });
  await days(31);
  expect(await runMonthlyPayouts(world)).toMatchObject({ outcome: "done", payouts: 1 });
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing              →  creator_available enough  150.00  EUR
                             psp_clearing              →  service_fee_revenue        15.00  EUR
                             psp_clearing              →  vat_output DE               2.85  EUR
    11-21  tip_paid          psp_clearing              →  creator_available less    149.99  EUR
                             psp_clearing              →  service_fee_revenue        15.00  EUR
                             psp_clearing              →  vat_output DE               2.85  EUR
    12-02  payout_requested  creator_available enough  →  payout_in_transit enough  150.00  EUR
    12-02  tip_paid          psp_clearing              →  creator_available enough  200.00  EUR
                             psp_clearing              →  service_fee_revenue        20.00  EUR
                             psp_clearing              →  vat_output DE               3.80  EUR
    12-02  tip_paid          psp_clearing              →  creator_available less      1.00  EUR
                             psp_clearing              →  service_fee_revenue         0.10  EUR
                             psp_clearing              →  vat_output DE               0.02  EUR
    01-02  payout_requested  creator_available less    →  payout_in_transit less    150.99  EUR

    enough  ACTIVE  creator_available  200.00  EUR
    enough  ACTIVE  payout_in_transit  150.00  EUR
    less    ACTIVE  payout_in_transit  150.99  EUR
    "
  `);
});

it("dollars of an earlier time are withdrawn by a creator whose profile is in euros", async () => {
  const { days, print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const ray = await payableCreator(world, { username: "ray", currency: "USD" });
  await payTip(world, ray, { amount: 90_00, country: "US" });
  await world.db.updateTable("users").set({ currency: "EUR" }).where("id", "=", ray.id).execute();
  await payTip(world, { ...ray, currency: "EUR" }, { amount: 40_00, type: "INETCASH_OB" });
  await days(7);
  await withdrawAndPay(world, ray, null, "USD");
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing           →  creator_pending ray    90.00  USD
                             psp_clearing           →  service_fee_revenue     9.00  USD
    11-21  tip_paid          psp_clearing           →  creator_available ray  40.00  EUR
                             psp_clearing           →  service_fee_revenue     4.00  EUR
                             psp_clearing           →  vat_output DE           0.76  EUR
    11-28  released          creator_pending ray    →  creator_available ray  90.00  USD
    11-28  payout_requested  creator_available ray  →  payout_in_transit ray  88.50  USD
                             creator_available ray  →  payout_fee_revenue      1.26  USD
                             creator_available ray  →  vat_output DE           0.24  USD
    11-28  payout_paid       payout_in_transit ray  →  bank                   88.50  USD

    ray  ACTIVE  creator_available  40.00  EUR
    "
  `);
});
