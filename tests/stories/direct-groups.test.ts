import { describe, expect, it } from "vitest";
import {
  processRefund,
  processTransfers,
  sweepAllTransfers,
} from "../../app/domain/payment-updates/handle-events.server.ts";
import { retryShares } from "../../app/domain/transfers/send-transfers.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { createDirectGroup, passGroupTip } from "../support/money/direct-groups.ts";
import { payGroupTip } from "../support/money/groups.ts";
import { makeOperator } from "../support/money/payout-world.ts";
import { askRefund, by, byOperator, refund, refundsOf } from "../support/money/refund-world.ts";
import { stories } from "../support/money/story.ts";
import { DAY_SECONDS, paymentOf, tell, tellDispute } from "../support/money/tip-world.ts";

const story = stories();

async function trio() {
  const { world } = story.current;
  const group = await createDirectGroup(world, ["ada", "ben", "cem"]);
  const [ada, ben, cem] = group.members;
  if (!ada || !ben || !cem) throw new Error("a group of three");
  return { world, group, ada, ben, cem };
}

describe("a fan tips a group whose members are paid directly", () => {
  it("we get the payment, and pass each share on at once", async () => {
    const { world, group } = await trio();
    await passGroupTip(world, group, { amount: 50_00 });
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid      psp_clearing          →  creator_transfer ada  16.67  EUR
                           psp_clearing          →  creator_transfer ben  16.67  EUR
                           psp_clearing          →  creator_transfer cem  16.66  EUR
                           psp_clearing          →  service_fee_revenue    5.00  EUR
                           psp_clearing          →  vat_output DE          0.95  EUR
      11-21  share_passed  creator_transfer ada  →  psp_clearing          16.67  EUR
                           direct_passed         →  creator_direct ada    16.67  EUR
      11-21  share_passed  creator_transfer ben  →  psp_clearing          16.67  EUR
                           direct_passed         →  creator_direct ben    16.67  EUR
      11-21  share_passed  creator_transfer cem  →  psp_clearing          16.66  EUR
                           direct_passed         →  creator_direct cem    16.66  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("in another currency the shares are in the group's", async () => {
    const { world, group } = await trio();
    await passGroupTip(world, group, { amount: 30_00, payIn: "USD" });
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid      psp_clearing          →  fx_position           38.14  USD
                           fx_position           →  creator_transfer ada  10.00  EUR
                           fx_position           →  creator_transfer ben  10.00  EUR
                           fx_position           →  creator_transfer cem  10.00  EUR
                           fx_position           →  service_fee_revenue    3.00  EUR
                           fx_position           →  vat_output DE          0.57  EUR
      11-21  share_passed  creator_transfer ada  →  psp_clearing          10.00  EUR
                           direct_passed         →  creator_direct ada    10.00  EUR
      11-21  share_passed  creator_transfer ben  →  psp_clearing          10.00  EUR
                           direct_passed         →  creator_direct ben    10.00  EUR
      11-21  share_passed  creator_transfer cem  →  psp_clearing          10.00  EUR
                           direct_passed         →  creator_direct cem    10.00  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("a share comes back before the fan gets it", async () => {
    const { world, group, ben } = await trio();
    const payment = await passGroupTip(world, group, { amount: 50_00 });
    await refund(world, payment, by(ben));
    expect(world.provider.fetched.size).toBe(1);
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid        psp_clearing          →  creator_transfer ada  16.67  EUR
                             psp_clearing          →  creator_transfer ben  16.67  EUR
                             psp_clearing          →  creator_transfer cem  16.66  EUR
                             psp_clearing          →  service_fee_revenue    5.00  EUR
                             psp_clearing          →  vat_output DE          0.95  EUR
      11-21  share_passed    creator_transfer ada  →  psp_clearing          16.67  EUR
                             direct_passed         →  creator_direct ada    16.67  EUR
      11-21  share_passed    creator_transfer ben  →  psp_clearing          16.67  EUR
                             direct_passed         →  creator_direct ben    16.67  EUR
      11-21  share_passed    creator_transfer cem  →  psp_clearing          16.66  EUR
                             direct_passed         →  creator_direct cem    16.66  EUR
      11-21  tip_refunded    creator_transfer ben  →  psp_clearing          16.67  EUR
                             service_fee_revenue   →  psp_clearing           1.67  EUR
                             vat_output DE         →  psp_clearing           0.32  EUR
      11-21  share_reversed  psp_clearing          →  creator_transfer ben  16.67  EUR
                             creator_direct ben    →  direct_passed         16.67  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("a part that is given back before it was sent is cut", async () => {
    const { world, group, ben } = await trio();
    const payment = await payGroupTip(world, group, { amount: 50_00 });
    await refund(world, payment, by(ben), 6_00);
    await processTransfers(world, payment.id);
    expect(world.provider.fetched.size).toBe(0);
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid      psp_clearing          →  creator_transfer ada  16.67  EUR
                           psp_clearing          →  creator_transfer ben  16.67  EUR
                           psp_clearing          →  creator_transfer cem  16.66  EUR
                           psp_clearing          →  service_fee_revenue    5.00  EUR
                           psp_clearing          →  vat_output DE          0.95  EUR
      11-21  tip_refunded  creator_transfer ben  →  psp_clearing           6.00  EUR
                           service_fee_revenue   →  psp_clearing           0.60  EUR
                           vat_output DE         →  psp_clearing           0.11  EUR
      11-21  share_passed  creator_transfer ada  →  psp_clearing          16.67  EUR
                           direct_passed         →  creator_direct ada    16.67  EUR
      11-21  share_passed  creator_transfer cem  →  psp_clearing          16.66  EUR
                           direct_passed         →  creator_direct cem    16.66  EUR
      11-21  share_passed  creator_transfer ben  →  psp_clearing          10.67  EUR
                           direct_passed         →  creator_direct ben    10.67  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("an operator refunds all of it", async () => {
    const { world, group } = await trio();
    const operator = await makeOperator(world);
    const payment = await passGroupTip(world, group, { amount: 50_00 });
    await refund(world, payment, byOperator(operator));
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid        psp_clearing          →  creator_transfer ada  16.67  EUR
                             psp_clearing          →  creator_transfer ben  16.67  EUR
                             psp_clearing          →  creator_transfer cem  16.66  EUR
                             psp_clearing          →  service_fee_revenue    5.00  EUR
                             psp_clearing          →  vat_output DE          0.95  EUR
      11-21  share_passed    creator_transfer ada  →  psp_clearing          16.67  EUR
                             direct_passed         →  creator_direct ada    16.67  EUR
      11-21  share_passed    creator_transfer ben  →  psp_clearing          16.67  EUR
                             direct_passed         →  creator_direct ben    16.67  EUR
      11-21  share_passed    creator_transfer cem  →  psp_clearing          16.66  EUR
                             direct_passed         →  creator_direct cem    16.66  EUR
      11-21  tip_refunded    creator_transfer ada  →  psp_clearing          16.67  EUR
                             creator_transfer ben  →  psp_clearing          16.67  EUR
                             creator_transfer cem  →  psp_clearing          16.66  EUR
                             service_fee_revenue   →  psp_clearing           5.00  EUR
                             vat_output DE         →  psp_clearing           0.95  EUR
      11-21  share_reversed  psp_clearing          →  creator_transfer ada  16.67  EUR
                             creator_direct ada    →  direct_passed         16.67  EUR
      11-21  share_reversed  psp_clearing          →  creator_transfer ben  16.67  EUR
                             creator_direct ben    →  direct_passed         16.67  EUR
      11-21  share_reversed  psp_clearing          →  creator_transfer cem  16.66  EUR
                             creator_direct cem    →  direct_passed         16.66  EUR

      nothing stands to anybody's name
      "
    `);
  });
});

describe("a member's account that cannot give a share back", () => {
  it("refuses its creator's refund", async () => {
    const { world, group, ben } = await trio();
    const payment = await passGroupTip(world, group, { amount: 30_00 });
    world.provider.failNext("reversal", "refused");
    await refund(world, payment, by(ben));
    expect(world.provider.calls.filter((call) => call.startsWith("refund"))).toEqual([]);
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid       psp_clearing          →  creator_transfer ada  10.00  EUR
                            psp_clearing          →  creator_transfer ben  10.00  EUR
                            psp_clearing          →  creator_transfer cem  10.00  EUR
                            psp_clearing          →  service_fee_revenue    3.00  EUR
                            psp_clearing          →  vat_output DE          0.57  EUR
      11-21  share_passed   creator_transfer ada  →  psp_clearing          10.00  EUR
                            direct_passed         →  creator_direct ada    10.00  EUR
      11-21  share_passed   creator_transfer ben  →  psp_clearing          10.00  EUR
                            direct_passed         →  creator_direct ben    10.00  EUR
      11-21  share_passed   creator_transfer cem  →  psp_clearing          10.00  EUR
                            direct_passed         →  creator_direct cem    10.00  EUR
      11-21  tip_refunded   creator_transfer ben  →  psp_clearing          10.00  EUR
                            service_fee_revenue   →  psp_clearing           1.00  EUR
                            vat_output DE         →  psp_clearing           0.19  EUR
      11-21  refund_failed  psp_clearing          →  creator_transfer ben  10.00  EUR
                            psp_clearing          →  service_fee_revenue    1.00  EUR
                            psp_clearing          →  vat_output DE          0.19  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("is our goodwill where an operator refunds, and no longer once that refund fails", async () => {
    const { world, group } = await trio();
    const operator = await makeOperator(world);
    const payment = await passGroupTip(world, group, { amount: 30_00 });
    world.provider.failNext("reversal", "refused");
    const id = await refund(world, payment, byOperator(operator));
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
    await tell(world, payment, { refunds: [{ refundId: id, state: "FAILED", amountMinor: 33_57 }] });
    await processTransfers(world, payment.id);
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid        psp_clearing          →  creator_transfer ada  10.00  EUR
                             psp_clearing          →  creator_transfer ben  10.00  EUR
                             psp_clearing          →  creator_transfer cem  10.00  EUR
                             psp_clearing          →  service_fee_revenue    3.00  EUR
                             psp_clearing          →  vat_output DE          0.57  EUR
      11-21  share_passed    creator_transfer ada  →  psp_clearing          10.00  EUR
                             direct_passed         →  creator_direct ada    10.00  EUR
      11-21  share_passed    creator_transfer ben  →  psp_clearing          10.00  EUR
                             direct_passed         →  creator_direct ben    10.00  EUR
      11-21  share_passed    creator_transfer cem  →  psp_clearing          10.00  EUR
                             direct_passed         →  creator_direct cem    10.00  EUR
      11-21  tip_refunded    creator_transfer ada  →  psp_clearing          10.00  EUR
                             creator_transfer ben  →  psp_clearing          10.00  EUR
                             creator_transfer cem  →  psp_clearing          10.00  EUR
                             service_fee_revenue   →  psp_clearing           3.00  EUR
                             vat_output DE         →  psp_clearing           0.57  EUR
      11-21  share_lost      goodwill              →  creator_transfer ada  10.00  EUR
      11-21  share_reversed  psp_clearing          →  creator_transfer ben  10.00  EUR
                             creator_direct ben    →  direct_passed         10.00  EUR
      11-21  share_reversed  psp_clearing          →  creator_transfer cem  10.00  EUR
                             creator_direct cem    →  direct_passed         10.00  EUR
      11-21  refund_failed   psp_clearing          →  creator_transfer ada  10.00  EUR
                             psp_clearing          →  creator_transfer ben  10.00  EUR
                             psp_clearing          →  creator_transfer cem  10.00  EUR
                             psp_clearing          →  service_fee_revenue    3.00  EUR
                             psp_clearing          →  vat_output DE          0.57  EUR
      11-21  share_regained  creator_transfer ada  →  goodwill              10.00  EUR
      11-21  share_passed    creator_transfer ben  →  psp_clearing          10.00  EUR
                             direct_passed         →  creator_direct ben    10.00  EUR
      11-21  share_passed    creator_transfer cem  →  psp_clearing          10.00  EUR
                             direct_passed         →  creator_direct cem    10.00  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("is our loss where the bank takes it, and no longer once the bank yields", async () => {
    const { world, group } = await trio();
    const payment = await passGroupTip(world, group, { amount: 30_00 });
    await tellDispute(world, payment, "OPEN");
    await tellDispute(world, payment, "LOST");
    world.provider.failNext("reversal", "refused");
    await processTransfers(world, payment.id);
    await tellDispute(world, payment, "WON");
    await processTransfers(world, payment.id);
    expect(world.provider.passed.size).toBe(5);
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid          psp_clearing          →  creator_transfer ada  10.00  EUR
                               psp_clearing          →  creator_transfer ben  10.00  EUR
                               psp_clearing          →  creator_transfer cem  10.00  EUR
                               psp_clearing          →  service_fee_revenue    3.00  EUR
                               psp_clearing          →  vat_output DE          0.57  EUR
      11-21  share_passed      creator_transfer ada  →  psp_clearing          10.00  EUR
                               direct_passed         →  creator_direct ada    10.00  EUR
      11-21  share_passed      creator_transfer ben  →  psp_clearing          10.00  EUR
                               direct_passed         →  creator_direct ben    10.00  EUR
      11-21  share_passed      creator_transfer cem  →  psp_clearing          10.00  EUR
                               direct_passed         →  creator_direct cem    10.00  EUR
      11-21  dispute_lost      creator_transfer ada  →  psp_clearing          10.00  EUR
                               creator_transfer ben  →  psp_clearing          10.00  EUR
                               creator_transfer cem  →  psp_clearing          10.00  EUR
                               service_fee_revenue   →  psp_clearing           3.00  EUR
                               vat_output DE         →  psp_clearing           0.57  EUR
      11-21  share_lost        chargeback_loss       →  creator_transfer ada  10.00  EUR
      11-21  share_reversed    psp_clearing          →  creator_transfer ben  10.00  EUR
                               creator_direct ben    →  direct_passed         10.00  EUR
      11-21  share_reversed    psp_clearing          →  creator_transfer cem  10.00  EUR
                               creator_direct cem    →  direct_passed         10.00  EUR
      11-21  dispute_reversed  psp_clearing          →  creator_transfer ada  10.00  EUR
                               psp_clearing          →  creator_transfer ben  10.00  EUR
                               psp_clearing          →  creator_transfer cem  10.00  EUR
                               psp_clearing          →  service_fee_revenue    3.00  EUR
                               psp_clearing          →  vat_output DE          0.57  EUR
      11-21  share_regained    creator_transfer ada  →  chargeback_loss       10.00  EUR
      11-21  share_passed      creator_transfer ben  →  psp_clearing          10.00  EUR
                               direct_passed         →  creator_direct ben    10.00  EUR
      11-21  share_passed      creator_transfer cem  →  psp_clearing          10.00  EUR
                               direct_passed         →  creator_direct cem    10.00  EUR

      nothing stands to anybody's name
      "
    `);
  });
});

describe("a dispute about a direct group's tip", () => {
  it("holds back what was not sent, which a won one sends", async () => {
    const { world, group } = await trio();
    const payment = await payGroupTip(world, group, { amount: 30_00 });
    await tellDispute(world, payment, "OPEN");
    await processTransfers(world, payment.id);
    expect(world.provider.passed.size).toBe(0);
    await expectCleanBooks(world.db, world.clock());
    world.time.passSeconds(DAY_SECONDS);
    await tellDispute(world, payment, "WON");
    await processTransfers(world, payment.id);
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid      psp_clearing          →  creator_transfer ada  10.00  EUR
                           psp_clearing          →  creator_transfer ben  10.00  EUR
                           psp_clearing          →  creator_transfer cem  10.00  EUR
                           psp_clearing          →  service_fee_revenue    3.00  EUR
                           psp_clearing          →  vat_output DE          0.57  EUR
      11-22  share_passed  creator_transfer ada  →  psp_clearing          10.00  EUR
                           direct_passed         →  creator_direct ada    10.00  EUR
      11-22  share_passed  creator_transfer ben  →  psp_clearing          10.00  EUR
                           direct_passed         →  creator_direct ben    10.00  EUR
      11-22  share_passed  creator_transfer cem  →  psp_clearing          10.00  EUR
                           direct_passed         →  creator_direct cem    10.00  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("a lost one of a part takes of all, and more when the bank names more", async () => {
    const { world, group } = await trio();
    const payment = await passGroupTip(world, group, { amount: 30_00 });
    await tellDispute(world, payment, "LOST", { amount: 10_00 });
    await processTransfers(world, payment.id);
    await tellDispute(world, payment, "LOST", { amount: 20_00 });
    await processTransfers(world, payment.id);
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid          psp_clearing          →  creator_transfer ada  10.00  EUR
                               psp_clearing          →  creator_transfer ben  10.00  EUR
                               psp_clearing          →  creator_transfer cem  10.00  EUR
                               psp_clearing          →  service_fee_revenue    3.00  EUR
                               psp_clearing          →  vat_output DE          0.57  EUR
      11-21  share_passed      creator_transfer ada  →  psp_clearing          10.00  EUR
                               direct_passed         →  creator_direct ada    10.00  EUR
      11-21  share_passed      creator_transfer ben  →  psp_clearing          10.00  EUR
                               direct_passed         →  creator_direct ben    10.00  EUR
      11-21  share_passed      creator_transfer cem  →  psp_clearing          10.00  EUR
                               direct_passed         →  creator_direct cem    10.00  EUR
      11-21  dispute_lost      creator_transfer ada  →  psp_clearing           2.98  EUR
                               creator_transfer ben  →  psp_clearing           2.98  EUR
                               creator_transfer cem  →  psp_clearing           2.98  EUR
                               service_fee_revenue   →  psp_clearing           0.89  EUR
                               vat_output DE         →  psp_clearing           0.17  EUR
      11-21  share_reversed    psp_clearing          →  creator_transfer ada   2.98  EUR
                               creator_direct ada    →  direct_passed          2.98  EUR
      11-21  share_reversed    psp_clearing          →  creator_transfer ben   2.98  EUR
                               creator_direct ben    →  direct_passed          2.98  EUR
      11-21  share_reversed    psp_clearing          →  creator_transfer cem   2.98  EUR
                               creator_direct cem    →  direct_passed          2.98  EUR
      11-21  dispute_reversed  psp_clearing          →  creator_transfer ada   2.98  EUR
                               psp_clearing          →  creator_transfer ben   2.98  EUR
                               psp_clearing          →  creator_transfer cem   2.98  EUR
                               psp_clearing          →  service_fee_revenue    0.89  EUR
                               psp_clearing          →  vat_output DE          0.17  EUR
      11-21  dispute_lost      creator_transfer ada  →  psp_clearing           5.96  EUR
                               creator_transfer ben  →  psp_clearing           5.95  EUR
                               creator_transfer cem  →  psp_clearing           5.96  EUR
                               service_fee_revenue   →  psp_clearing           1.79  EUR
                               vat_output DE         →  psp_clearing           0.34  EUR
      11-21  share_reversed    psp_clearing          →  creator_transfer ada   2.98  EUR
                               creator_direct ada    →  direct_passed          2.98  EUR
      11-21  share_reversed    psp_clearing          →  creator_transfer ben   2.97  EUR
                               creator_direct ben    →  direct_passed          2.97  EUR
      11-21  share_reversed    psp_clearing          →  creator_transfer cem   2.98  EUR
                               creator_direct cem    →  direct_passed          2.98  EUR

      nothing stands to anybody's name
      "
    `);
  });
});

describe("a share that does not arrive", () => {
  it("waits while its member has no account, and goes to their next one", async () => {
    const { world, group, cem } = await trio();
    const payment = await payGroupTip(world, group, { amount: 30_00 });
    const account = world.db.updateTable("connected_accounts").where("user_id", "=", cem.id);
    await account.set({ disconnected_at: world.clock() }).execute();
    await processTransfers(world, payment.id);
    world.time.passSeconds(2 * DAY_SECONDS);
    expect(await transfersOf(cem.id)).toEqual([["REFUSED", 10_00, "no account"]]);
    await account.set({ disconnected_at: null, account_ref: "acct_another" }).execute();
    await retryShares(world, cem.id);
    await processTransfers(world, payment.id);
    expect([...world.provider.passed.values()].at(-1)).toMatchObject({ accountRef: "acct_another" });
    expect(await story.current.print()).toMatchInlineSnapshot(`
      "
      11-21  tip_paid      psp_clearing          →  creator_transfer ada  10.00  EUR
                           psp_clearing          →  creator_transfer ben  10.00  EUR
                           psp_clearing          →  creator_transfer cem  10.00  EUR
                           psp_clearing          →  service_fee_revenue    3.00  EUR
                           psp_clearing          →  vat_output DE          0.57  EUR
      11-21  share_passed  creator_transfer ada  →  psp_clearing          10.00  EUR
                           direct_passed         →  creator_direct ada    10.00  EUR
      11-21  share_passed  creator_transfer ben  →  psp_clearing          10.00  EUR
                           direct_passed         →  creator_direct ben    10.00  EUR
      11-23  share_passed  creator_transfer cem  →  psp_clearing          10.00  EUR
                           direct_passed         →  creator_direct cem    10.00  EUR

      nothing stands to anybody's name
      "
    `);
  });

  it("is cut when its member gives it back", async () => {
    const { world, group, cem } = await trio();
    const payment = await payGroupTip(world, group, { amount: 30_00 });
    for (let count = 0; count < 3; count += 1) world.provider.failNext("transfer", "refused");
    await processTransfers(world, payment.id);
    await refund(world, payment, by(cem));
    expect(await transfersOf(cem.id)).toEqual([["CUT", 10_00, "scripted: transfer refused"]]);
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "SUCCESS" });
  });

  it("is sent once, though its answer is lost and its member gives a part back meanwhile", async () => {
    const { world, group, ada } = await trio();
    const payment = await payGroupTip(world, group, { amount: 30_00 });
    world.provider.failNext("transfer", "lost_answer");
    await expect(processTransfers(world, payment.id)).rejects.toThrow(/answer to transfer was lost/);
    world.provider.failNext("transfer", "unavailable");
    const id = await askRefund(world, payment, by(ada), 4_00);
    await expect(processRefund(world, id)).rejects.toThrow(/no transfer/);
    expect(world.provider.calls.filter((call) => call.startsWith("refund"))).toEqual([]);
    await processRefund(world, id);
    expect(world.provider.passed.size).toBe(3);
    expect([...world.provider.fetched.values()]).toMatchObject([{ amountMinor: 4_00 }]);
    expect(await refundsOf(world, payment)).toMatchObject([{ status: "DONE" }]);
  });

  it("is found by the sweep where its job was lost", async () => {
    const { world, group } = await trio();
    await payGroupTip(world, group, { amount: 30_00 });
    world.time.passSeconds(1_200);
    expect(await sweepAllTransfers(world)).toEqual({ done: 1, failed: [] });
    expect(world.provider.passed.size).toBe(3);
  });
});

async function transfersOf(creatorId: string) {
  const rows = await story.current.world.db
    .selectFrom("direct_transfers as t")
    .innerJoin("tip_allocations as a", "a.id", "t.allocation_id")
    .select(["t.state", "t.amount_minor", "t.problem"])
    .where("a.creator_id", "=", creatorId)
    .orderBy("t.id")
    .execute();
  return rows.map(({ state, amount_minor, problem }) => [state, amount_minor, problem]);
}
