import { expect, it } from "vitest";
import { requestPayout } from "../support/money/paid-payouts.ts";
import { payableCreator, sendToBanks, tellPayout, withdrawAndPay } from "../support/money/payout-story.ts";
import { withPayouts } from "../support/money/payout-world.ts";
import { stories } from "../support/money/story.ts";
import { accountStatus, payTip, tellDispute } from "../support/money/tip-world.ts";

const story = stories();

it("a payout that the bank does not pay: money, fee and VAT are there again, line by line", async () => {
  const { days, print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const joerdis = await payableCreator(world, { username: "joerdis" });
  await payTip(world, joerdis, { amount: 60_00, type: "INETCASH_OB" });
  const payout = await requestPayout(world, joerdis);
  await sendToBanks(world);
  await days(1);
  await tellPayout(world, payout, "failed");
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing               →  creator_available joerdis  60.00  EUR
                             psp_clearing               →  service_fee_revenue         6.00  EUR
                             psp_clearing               →  vat_output DE               1.14  EUR
    11-21  payout_requested  creator_available joerdis  →  payout_in_transit joerdis  58.50  EUR
                             creator_available joerdis  →  payout_fee_revenue          1.26  EUR
                             creator_available joerdis  →  vat_output DE               0.24  EUR
    11-22  payout_returned   payout_in_transit joerdis  →  creator_available joerdis  58.50  EUR
                             payout_fee_revenue         →  creator_available joerdis   1.26  EUR
                             vat_output DE              →  creator_available joerdis   0.24  EUR

    joerdis  ACTIVE  creator_available  60.00  EUR
    "
  `);
});

it("a payout that the bank has paid and sends back: the money is at our bank again, and the fee is given back too", async () => {
  const { days, print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const joerdis = await payableCreator(world, { username: "joerdis" });
  await payTip(world, joerdis, { amount: 60_00, type: "INETCASH_OB" });
  const payout = await withdrawAndPay(world, joerdis);
  await days(5);
  await tellPayout(world, payout, "bounced");
  await withdrawAndPay(world, joerdis);
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing               →  creator_available joerdis  60.00  EUR
                             psp_clearing               →  service_fee_revenue         6.00  EUR
                             psp_clearing               →  vat_output DE               1.14  EUR
    11-21  payout_requested  creator_available joerdis  →  payout_in_transit joerdis  58.50  EUR
                             creator_available joerdis  →  payout_fee_revenue          1.26  EUR
                             creator_available joerdis  →  vat_output DE               0.24  EUR
    11-21  payout_paid       payout_in_transit joerdis  →  bank                       58.50  EUR
    11-26  payout_bounced    bank                       →  creator_available joerdis  58.50  EUR
                             payout_fee_revenue         →  creator_available joerdis   1.26  EUR
                             vat_output DE              →  creator_available joerdis   0.24  EUR
    11-26  payout_requested  creator_available joerdis  →  payout_in_transit joerdis  58.50  EUR
                             creator_available joerdis  →  payout_fee_revenue          1.26  EUR
                             creator_available joerdis  →  vat_output DE               0.24  EUR
    11-26  payout_paid       payout_in_transit joerdis  →  bank                       58.50  EUR

    nothing stands to anybody's name
    "
  `);
});

it("a payout that the bank does not pay after a dispute was lost repays the dispute first", async () => {
  const { days, print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const joerdis = await payableCreator(world, { username: "joerdis" });
  const tip = await payTip(world, joerdis, { amount: 80_00 });
  await days(7);
  const payout = await requestPayout(world, joerdis);
  await tellDispute(world, tip, "LOST", { amount: 50_00 });
  expect(await accountStatus(world, joerdis)).toBe("CHARGEBACK");
  await days(1);
  await tellPayout(world, payout, "failed");
  expect(await accountStatus(world, joerdis)).toBe("ACTIVE");
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing                →  creator_pending joerdis     80.00  EUR
                             psp_clearing                →  service_fee_revenue          8.00  EUR
                             psp_clearing                →  vat_output DE                1.52  EUR
    11-28  released          creator_pending joerdis     →  creator_available joerdis   80.00  EUR
    11-28  payout_requested  creator_available joerdis   →  payout_in_transit joerdis   78.50  EUR
                             creator_available joerdis   →  payout_fee_revenue           1.26  EUR
                             creator_available joerdis   →  vat_output DE                0.24  EUR
    11-28  dispute_lost      creator_receivable joerdis  →  psp_clearing                44.68  EUR
                             service_fee_revenue         →  psp_clearing                 4.47  EUR
                             vat_output DE               →  psp_clearing                 0.85  EUR
    11-29  payout_returned   payout_in_transit joerdis   →  creator_available joerdis   78.50  EUR
                             payout_fee_revenue          →  creator_available joerdis    1.26  EUR
                             vat_output DE               →  creator_available joerdis    0.24  EUR
    11-29  repaid            creator_available joerdis   →  creator_receivable joerdis  44.68  EUR

    joerdis  ACTIVE  creator_available  35.32  EUR
    "
  `);
});

it("a payout comes back after its creator came to owe more: all of it repays, and the rest is still owed", async () => {
  const { days, print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const joerdis = await payableCreator(world, { username: "joerdis" });
  const first = await payTip(world, joerdis, { amount: 100_00 });
  await days(7);
  await withdrawAndPay(world, joerdis);
  await payTip(world, joerdis, { amount: 40_00, type: "INETCASH_OB" });
  const second = await withdrawAndPay(world, joerdis);
  await days(2);
  await tellDispute(world, first, "LOST");
  await days(1);
  await tellPayout(world, second, "bounced");
  expect(await accountStatus(world, joerdis)).toBe("CHARGEBACK");
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing                →  creator_pending joerdis     100.00  EUR
                             psp_clearing                →  service_fee_revenue          10.00  EUR
                             psp_clearing                →  vat_output DE                 1.90  EUR
    11-28  released          creator_pending joerdis     →  creator_available joerdis   100.00  EUR
    11-28  payout_requested  creator_available joerdis   →  payout_in_transit joerdis    98.50  EUR
                             creator_available joerdis   →  payout_fee_revenue            1.26  EUR
                             creator_available joerdis   →  vat_output DE                 0.24  EUR
    11-28  payout_paid       payout_in_transit joerdis   →  bank                         98.50  EUR
    11-28  tip_paid          psp_clearing                →  creator_available joerdis    40.00  EUR
                             psp_clearing                →  service_fee_revenue           4.00  EUR
                             psp_clearing                →  vat_output DE                 0.76  EUR
    11-28  payout_requested  creator_available joerdis   →  payout_in_transit joerdis    38.50  EUR
                             creator_available joerdis   →  payout_fee_revenue            1.26  EUR
                             creator_available joerdis   →  vat_output DE                 0.24  EUR
    11-28  payout_paid       payout_in_transit joerdis   →  bank                         38.50  EUR
    11-30  dispute_lost      creator_receivable joerdis  →  psp_clearing                100.00  EUR
                             service_fee_revenue         →  psp_clearing                 10.00  EUR
                             vat_output DE               →  psp_clearing                  1.90  EUR
    12-01  payout_bounced    bank                        →  creator_available joerdis    38.50  EUR
                             payout_fee_revenue          →  creator_available joerdis     1.26  EUR
                             vat_output DE               →  creator_available joerdis     0.24  EUR
    12-01  repaid            creator_available joerdis   →  creator_receivable joerdis   40.00  EUR

    joerdis  CHARGEBACK  creator_receivable  60.00  EUR
    "
  `);
});
