import { expect, it } from "vitest";
import { writeOff } from "../../app/domain/earnings/debts.server.ts";
import { requestWithdrawal } from "../../app/domain/payouts/requests/withdrawals.server.ts";
import { requestPayout } from "../support/money/paid-payouts.ts";
import { payableCreator, sendToBanks, tellPayout, withdrawAndPay } from "../support/money/payout-story.ts";
import { makeOperator, withPayouts } from "../support/money/payout-world.ts";
import { stories } from "../support/money/story.ts";
import { accountStatus, payTip, tellDispute } from "../support/money/tip-world.ts";

const story = stories();

it("a dispute that opens before the payout keeps its money back; the rest is paid out; it is lost", async () => {
  const { days, print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const joerdis = await payableCreator(world, { username: "joerdis" });
  const disputed = await payTip(world, joerdis, { amount: 50_00 });
  await days(1);
  await payTip(world, joerdis, { amount: 200_00 });
  await days(7);
  await tellDispute(world, disputed, "OPEN");
  const wish = { user_id: joerdis.id, currency: "EUR" as const, amount_minor: disputed.amount_minor };
  const all = { ...wish, amount_minor: null };
  expect(await requestWithdrawal(world, all)).toMatchObject({ outcome: "requested" });
  expect(await requestWithdrawal(world, wish)).toMatchObject({ outcome: "refused" });
  await days(1);
  await tellDispute(world, disputed, "LOST");
  expect(await accountStatus(world, joerdis)).toBe("ACTIVE");
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing                  →  creator_pending joerdis        50.00  EUR
                             psp_clearing                  →  service_fee_revenue             5.00  EUR
                             psp_clearing                  →  vat_output DE                   0.95  EUR
    11-22  tip_paid          psp_clearing                  →  creator_pending joerdis       200.00  EUR
                             psp_clearing                  →  service_fee_revenue            20.00  EUR
                             psp_clearing                  →  vat_output DE                   3.80  EUR
    11-29  released          creator_pending joerdis       →  creator_available joerdis      50.00  EUR
    11-29  released          creator_pending joerdis       →  creator_available joerdis     200.00  EUR
    11-29  dispute_opened    creator_available joerdis     →  creator_dispute_hold joerdis   50.00  EUR
    11-29  payout_requested  creator_available joerdis     →  payout_in_transit joerdis     200.00  EUR
    11-30  dispute_lost      creator_dispute_hold joerdis  →  psp_clearing                   50.00  EUR
                             service_fee_revenue           →  psp_clearing                    5.00  EUR
                             vat_output DE                 →  psp_clearing                    0.95  EUR

    joerdis  ACTIVE  payout_in_transit  200.00  EUR
    "
  `);
});

it("a dispute is lost after the payout: CHARGEBACK, two later tips repay, ACTIVE again", async () => {
  const { days, print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const joerdis = await payableCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 50_00 });
  await days(7);
  await withdrawAndPay(world, joerdis);
  await tellDispute(world, payment, "OPEN");
  await days(3);
  await tellDispute(world, payment, "LOST");
  expect(await accountStatus(world, joerdis)).toBe("CHARGEBACK");
  await payTip(world, joerdis, { amount: 30_00, type: "INETCASH_OB" });
  expect(await accountStatus(world, joerdis)).toBe("CHARGEBACK");
  await payTip(world, joerdis, { amount: 30_00, type: "INETCASH_OB" });
  expect(await accountStatus(world, joerdis)).toBe("ACTIVE");
  await withdrawAndPay(world, joerdis);
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing                →  creator_pending joerdis     50.00  EUR
                             psp_clearing                →  service_fee_revenue          5.00  EUR
                             psp_clearing                →  vat_output DE                0.95  EUR
    11-28  released          creator_pending joerdis     →  creator_available joerdis   50.00  EUR
    11-28  payout_requested  creator_available joerdis   →  payout_in_transit joerdis   48.50  EUR
                             creator_available joerdis   →  payout_fee_revenue           1.26  EUR
                             creator_available joerdis   →  vat_output DE                0.24  EUR
    11-28  payout_paid       payout_in_transit joerdis   →  bank                        48.50  EUR
    12-01  dispute_lost      creator_receivable joerdis  →  psp_clearing                50.00  EUR
                             service_fee_revenue         →  psp_clearing                 5.00  EUR
                             vat_output DE               →  psp_clearing                 0.95  EUR
    12-01  tip_paid          psp_clearing                →  creator_available joerdis   30.00  EUR
                             psp_clearing                →  service_fee_revenue          3.00  EUR
                             psp_clearing                →  vat_output DE                0.57  EUR
    12-01  repaid            creator_available joerdis   →  creator_receivable joerdis  30.00  EUR
    12-01  tip_paid          psp_clearing                →  creator_available joerdis   30.00  EUR
                             psp_clearing                →  service_fee_revenue          3.00  EUR
                             psp_clearing                →  vat_output DE                0.57  EUR
    12-01  repaid            creator_available joerdis   →  creator_receivable joerdis  20.00  EUR
    12-01  payout_requested  creator_available joerdis   →  payout_in_transit joerdis    8.50  EUR
                             creator_available joerdis   →  payout_fee_revenue           1.26  EUR
                             creator_available joerdis   →  vat_output DE                0.24  EUR
    12-01  payout_paid       payout_in_transit joerdis   →  bank                         8.50  EUR

    nothing stands to anybody's name
    "
  `);
});

it("a dispute over a part is lost after most was paid out: what is there pays, only the rest is owed", async () => {
  const { days, print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const joerdis = await payableCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 100_00 });
  await days(7);
  await withdrawAndPay(world, joerdis, 80_00);
  // Half of what the fan was charged, 111.90.
  await tellDispute(world, payment, "OPEN", { amount: 55_95 });
  await days(3);
  await tellDispute(world, payment, "LOST", { amount: 55_95 });
  expect(await accountStatus(world, joerdis)).toBe("CHARGEBACK");
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing                  →  creator_pending joerdis       100.00  EUR
                             psp_clearing                  →  service_fee_revenue            10.00  EUR
                             psp_clearing                  →  vat_output DE                   1.90  EUR
    11-28  released          creator_pending joerdis       →  creator_available joerdis     100.00  EUR
    11-28  payout_requested  creator_available joerdis     →  payout_in_transit joerdis      78.50  EUR
                             creator_available joerdis     →  payout_fee_revenue              1.26  EUR
                             creator_available joerdis     →  vat_output DE                   0.24  EUR
    11-28  payout_paid       payout_in_transit joerdis     →  bank                           78.50  EUR
    11-28  dispute_opened    creator_available joerdis     →  creator_dispute_hold joerdis   20.00  EUR
    12-01  dispute_lost      creator_dispute_hold joerdis  →  psp_clearing                   20.00  EUR
                             creator_receivable joerdis    →  psp_clearing                   30.00  EUR
                             service_fee_revenue           →  psp_clearing                    5.00  EUR
                             vat_output DE                 →  psp_clearing                    0.95  EUR

    joerdis  CHARGEBACK  creator_receivable  30.00  EUR
    "
  `);
});

it("a dispute opens after part was paid out, and is won: what it held is there again", async () => {
  const { days, print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const joerdis = await payableCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 100_00 });
  await days(7);
  await withdrawAndPay(world, joerdis, 80_00);
  await tellDispute(world, payment, "OPEN");
  await days(20);
  await tellDispute(world, payment, "WON");
  expect(await accountStatus(world, joerdis)).toBe("ACTIVE");
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing                  →  creator_pending joerdis       100.00  EUR
                             psp_clearing                  →  service_fee_revenue            10.00  EUR
                             psp_clearing                  →  vat_output DE                   1.90  EUR
    11-28  released          creator_pending joerdis       →  creator_available joerdis     100.00  EUR
    11-28  payout_requested  creator_available joerdis     →  payout_in_transit joerdis      78.50  EUR
                             creator_available joerdis     →  payout_fee_revenue              1.26  EUR
                             creator_available joerdis     →  vat_output DE                   0.24  EUR
    11-28  payout_paid       payout_in_transit joerdis     →  bank                           78.50  EUR
    11-28  dispute_opened    creator_available joerdis     →  creator_dispute_hold joerdis   20.00  EUR
    12-18  dispute_won       creator_dispute_hold joerdis  →  creator_available joerdis      20.00  EUR

    joerdis  ACTIVE  creator_available  20.00  EUR
    "
  `);
});

it("a dispute is lost while the payout is at the bank, which pays: the creator owes what it paid", async () => {
  const { days, print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const joerdis = await payableCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 50_00 });
  await days(7);
  const payout = await requestPayout(world, joerdis);
  await sendToBanks(world);
  await tellDispute(world, payment, "LOST");
  await days(1);
  await tellPayout(world, payout, "paid");
  expect(await accountStatus(world, joerdis)).toBe("CHARGEBACK");
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing                →  creator_pending joerdis    50.00  EUR
                             psp_clearing                →  service_fee_revenue         5.00  EUR
                             psp_clearing                →  vat_output DE               0.95  EUR
    11-28  released          creator_pending joerdis     →  creator_available joerdis  50.00  EUR
    11-28  payout_requested  creator_available joerdis   →  payout_in_transit joerdis  48.50  EUR
                             creator_available joerdis   →  payout_fee_revenue          1.26  EUR
                             creator_available joerdis   →  vat_output DE               0.24  EUR
    11-28  dispute_lost      creator_receivable joerdis  →  psp_clearing               50.00  EUR
                             service_fee_revenue         →  psp_clearing                5.00  EUR
                             vat_output DE               →  psp_clearing                0.95  EUR
    11-29  payout_paid       payout_in_transit joerdis   →  bank                       48.50  EUR

    joerdis  CHARGEBACK  creator_receivable  50.00  EUR
    "
  `);
});

it("an operator gives up what will never be paid: the platform's loss, and the creator is ACTIVE again", async () => {
  const { days, print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const joerdis = await payableCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 50_00 });
  await days(7);
  await withdrawAndPay(world, joerdis);
  await tellDispute(world, payment, "LOST");
  await payTip(world, joerdis, { amount: 20_00, type: "INETCASH_OB" });
  await days(30);
  const order = { creator_id: joerdis.id, currency: "EUR", operator_id: await makeOperator(world) };
  expect(await writeOff(world, { ...order, reason: "Nothing to be had" })).toBe("written_off");
  expect(await writeOff(world, { ...order, reason: "Nothing to be had" })).toBe("nothing_owed");
  expect(await accountStatus(world, joerdis)).toBe("ACTIVE");
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing                →  creator_pending joerdis     50.00  EUR
                             psp_clearing                →  service_fee_revenue          5.00  EUR
                             psp_clearing                →  vat_output DE                0.95  EUR
    11-28  released          creator_pending joerdis     →  creator_available joerdis   50.00  EUR
    11-28  payout_requested  creator_available joerdis   →  payout_in_transit joerdis   48.50  EUR
                             creator_available joerdis   →  payout_fee_revenue           1.26  EUR
                             creator_available joerdis   →  vat_output DE                0.24  EUR
    11-28  payout_paid       payout_in_transit joerdis   →  bank                        48.50  EUR
    11-28  dispute_lost      creator_receivable joerdis  →  psp_clearing                50.00  EUR
                             service_fee_revenue         →  psp_clearing                 5.00  EUR
                             vat_output DE               →  psp_clearing                 0.95  EUR
    11-28  tip_paid          psp_clearing                →  creator_available joerdis   20.00  EUR
                             psp_clearing                →  service_fee_revenue          2.00  EUR
                             psp_clearing                →  vat_output DE                0.38  EUR
    11-28  repaid            creator_available joerdis   →  creator_receivable joerdis  20.00  EUR
    12-28  written_off       chargeback_loss             →  creator_receivable joerdis  30.00  EUR

    nothing stands to anybody's name
    "
  `);
});

it("a dispute won after its debt was given up repays the platform's loss, not the creator twice", async () => {
  const { days, print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const joerdis = await payableCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 50_00 });
  await days(7);
  await withdrawAndPay(world, joerdis);
  await tellDispute(world, payment, "LOST");
  const order = { creator_id: joerdis.id, currency: "EUR", operator_id: await makeOperator(world) };
  await writeOff(world, { ...order, reason: "Nothing to be had" });
  await days(30);
  await tellDispute(world, payment, "WON");
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing                →  creator_pending joerdis     50.00  EUR
                             psp_clearing                →  service_fee_revenue          5.00  EUR
                             psp_clearing                →  vat_output DE                0.95  EUR
    11-28  released          creator_pending joerdis     →  creator_available joerdis   50.00  EUR
    11-28  payout_requested  creator_available joerdis   →  payout_in_transit joerdis   48.50  EUR
                             creator_available joerdis   →  payout_fee_revenue           1.26  EUR
                             creator_available joerdis   →  vat_output DE                0.24  EUR
    11-28  payout_paid       payout_in_transit joerdis   →  bank                        48.50  EUR
    11-28  dispute_lost      creator_receivable joerdis  →  psp_clearing                50.00  EUR
                             service_fee_revenue         →  psp_clearing                 5.00  EUR
                             vat_output DE               →  psp_clearing                 0.95  EUR
    11-28  written_off       chargeback_loss             →  creator_receivable joerdis  50.00  EUR
    12-28  dispute_reversed  psp_clearing                →  creator_available joerdis   50.00  EUR
                             psp_clearing                →  service_fee_revenue          5.00  EUR
                             psp_clearing                →  vat_output DE                0.95  EUR
    12-28  loss_recovered    creator_available joerdis   →  chargeback_loss             50.00  EUR

    nothing stands to anybody's name
    "
  `);
});

it("of a debt a part was repaid and the rest given up: won after all, each has back what it cost them", async () => {
  const { days, print, ...stage } = story.current;
  const world = withPayouts(stage.world);
  const joerdis = await payableCreator(world, { username: "joerdis" });
  const payment = await payTip(world, joerdis, { amount: 50_00 });
  await days(7);
  await withdrawAndPay(world, joerdis);
  await tellDispute(world, payment, "LOST");
  await payTip(world, joerdis, { amount: 20_00, type: "INETCASH_OB" });
  const order = { creator_id: joerdis.id, currency: "EUR", operator_id: await makeOperator(world) };
  await writeOff(world, { ...order, reason: "Nothing to be had" });
  await days(30);
  await tellDispute(world, payment, "WON");
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing                →  creator_pending joerdis     50.00  EUR
                             psp_clearing                →  service_fee_revenue          5.00  EUR
                             psp_clearing                →  vat_output DE                0.95  EUR
    11-28  released          creator_pending joerdis     →  creator_available joerdis   50.00  EUR
    11-28  payout_requested  creator_available joerdis   →  payout_in_transit joerdis   48.50  EUR
                             creator_available joerdis   →  payout_fee_revenue           1.26  EUR
                             creator_available joerdis   →  vat_output DE                0.24  EUR
    11-28  payout_paid       payout_in_transit joerdis   →  bank                        48.50  EUR
    11-28  dispute_lost      creator_receivable joerdis  →  psp_clearing                50.00  EUR
                             service_fee_revenue         →  psp_clearing                 5.00  EUR
                             vat_output DE               →  psp_clearing                 0.95  EUR
    11-28  tip_paid          psp_clearing                →  creator_available joerdis   20.00  EUR
                             psp_clearing                →  service_fee_revenue          2.00  EUR
                             psp_clearing                →  vat_output DE                0.38  EUR
    11-28  repaid            creator_available joerdis   →  creator_receivable joerdis  20.00  EUR
    11-28  written_off       chargeback_loss             →  creator_receivable joerdis  30.00  EUR
    12-28  dispute_reversed  psp_clearing                →  creator_available joerdis   50.00  EUR
                             psp_clearing                →  service_fee_revenue          5.00  EUR
                             psp_clearing                →  vat_output DE                0.95  EUR
    12-28  loss_recovered    creator_available joerdis   →  chargeback_loss             30.00  EUR

    joerdis  ACTIVE  creator_available  20.00  EUR
    "
  `);
});
