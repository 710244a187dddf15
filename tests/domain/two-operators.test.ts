import { afterEach, describe, expect } from "vitest";
import { approve, declineApproval } from "../../app/domain/approvals/approvals.server.ts";
import { writeOff } from "../../app/domain/earnings/debts.server.ts";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import { takeBankResults } from "../../app/domain/payouts/bank-files/bank-results.server.ts";
import { fetchBatchFile, makeBatch } from "../../app/domain/payouts/batches/batches.server.ts";
import { markBounced, markFailed, markPaid } from "../../app/domain/payouts/batches/transitions.server.ts";
import { liftPayoutFreeze } from "../../app/domain/payouts/freezes.server.ts";
import { payOutLocked } from "../../app/domain/payouts/requests/withdrawals.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { moveAccount } from "../support/money/creators.ts";
import { requestPayout } from "../support/money/paid-payouts.ts";
import {
  acceptPayoutData,
  approveAbout,
  batchUp,
  earn,
  makeOperator,
  OUR_ACCOUNT,
  type PayoutWorld,
  payoutsOf,
  waitingForMoney,
  withPayouts,
} from "../support/money/payout-world.ts";
import { askRefund } from "../support/money/refund-world.ts";
import {
  balancesOf,
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  payTip,
  tellDispute,
} from "../support/money/tip-world.ts";

// Maker and checker (docs/product.md, 6.12). What a refund moves is the tip with our fee and its VAT.
let world: PayoutWorld;
let maker: string;
let checker: string;
let third: string;

it.beforeEach(async ({ database }) => {
  world = withPayouts({ ...createTipWorld(database.db), second_operator_from_minor: 1_000_00 });
  [maker, checker, third] = [await makeOperator(world), await makeOperator(world), await makeOperator(world)];
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const config = { payoutAccount: OUR_ACCOUNT };
const waiting = async (subject: string) =>
  await world.db
    .selectFrom("operator_acts")
    .select(["id", "kind"])
    .where("subject", "=", subject)
    .where("status", "=", "WAITING")
    .execute();
const batch = async (operator_id: string) => {
  const made = await makeBatch(world, { rail: "SEPA", currency: "EUR", operator_id, account: OUR_ACCOUNT });
  if (made.outcome !== "made") throw new Error(made.outcome);
  return made.batch_id;
};
const latest = async (creator: Creator) => {
  const payout = (await payoutsOf(world, creator)).at(-1);
  if (!payout) throw new Error("no payout");
  return payout;
};
const file = (batch_id: string) => fetchBatchFile(world, { batch_id, operator_id: maker });

describe("a batch", () => {
  it("a batch has no file until an operator who did not make it releases it", async () => {
    await waitingForMoney(world, 60_00);
    const batch_id = await batch(maker);
    expect(await file(batch_id)).toBeNull();
    expect(await approveAbout(world, `payout_batch:${batch_id}`, maker)).toBe("own");
    expect(await file(batch_id)).toBeNull();
    expect(await approveAbout(world, `payout_batch:${batch_id}`, checker)).toBe("approved");
    expect((await file(batch_id))?.bytes.toString()).toContain("58.50");
  });

  it("a batch is released once by fifty approvals at the same time", async () => {
    await waitingForMoney(world, 60_00);
    const batch_id = await batch(maker);
    const [act] = await waiting(`payout_batch:${batch_id}`);
    const given = { id: act?.id ?? "", operator_id: checker };
    const outcomes = await all(many(50), () => approve({ ...world, config }, given));
    expect(outcomes.filter((each) => each === "approved")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["approved", "gone"]));
  });

  it("a batch that the second operator declines is taken apart, and what was in it waits for the next one", async () => {
    const creator = await waitingForMoney(world, 60_00);
    const batch_id = await batch(maker);
    const [act] = await waiting(`payout_batch:${batch_id}`);
    const given = { id: act?.id ?? "", operator_id: checker, reason: "Who is this?" };
    expect(await declineApproval(world, given)).toBe("declined");
    expect(await latest(creator)).toMatchObject({ status: "REQUESTED", batch_id: null });
    expect(await declineApproval(world, given)).toBe("gone");
    await batchUp(world, checker);
    expect(await latest(creator)).toMatchObject({ status: "PROCESSING" });
  });

  it("a payout that fails before the release leaves the batch alone, and the file pays the others", async () => {
    const [first, second] = [await waitingForMoney(world, 60_00), await waitingForMoney(world, 1_200_00)];
    const batch_id = await batch(maker);
    const failing = await latest(second);
    const failed = await markFailed(world, { payout_id: failing.id, operator_id: maker, reason: "Typo" });
    expect(failed).toEqual({ outcome: "done", payouts: 1 });
    await approveAbout(world, `payout_batch:${batch_id}`, checker);
    const text = (await file(batch_id))?.bytes.toString() ?? "";
    expect(text).toContain("<CtrlSum>58.50</CtrlSum>");
    expect(text).not.toContain(failing.id.replaceAll("-", ""));
    // The limit counts what the batch was made with.
    expect(await markPaid(world, { batch_id, operator_id: maker })).toEqual({
      outcome: "second_operator_needed",
    });
    expect(await markPaid(world, { batch_id, operator_id: checker })).toEqual({
      outcome: "done",
      payouts: 1,
    });
    expect(await latest(first)).toMatchObject({ status: "PAID" });
  });

  it("a payout that fails between release and fetch, by two operators, takes the release back and strands nobody", async () => {
    const [first, second] = [await waitingForMoney(world, 60_00), await waitingForMoney(world, 70_00)];
    const batch_id = await batch(maker);
    await approveAbout(world, `payout_batch:${batch_id}`, checker);
    const { id: payout_id } = await latest(second);
    expect(await markFailed(world, { payout_id, operator_id: maker, reason: null })).toEqual({
      outcome: "waiting",
    });
    expect(await approveAbout(world, `payout:${payout_id}`, checker)).toBe("approved");
    expect(await file(batch_id)).toBeNull();
    expect(await approveAbout(world, `payout_batch:${batch_id}`, checker)).toBe("approved");
    expect((await file(batch_id))?.bytes.toString()).toContain("<CtrlSum>58.50</CtrlSum>");
    expect(await latest(first)).toMatchObject({ status: "PROCESSING" });
  });

  it("a batch whose last payout fails before the release waits for nobody", async () => {
    const creator = await waitingForMoney(world, 60_00);
    const batch_id = await batch(maker);
    await markFailed(world, { payout_id: (await latest(creator)).id, operator_id: maker, reason: null });
    expect(await waiting(`payout_batch:${batch_id}`)).toEqual([]);
  });

  it("failing a payout while fifty batches and releases run gives it one end, and no file pays what went back", async () => {
    const creators = await all(many(6), () => waitingForMoney(world, 60_00));
    const ids = await all(creators, async (creator) => (await latest(creator)).id);
    const release = async () => {
      const acts = await world.db
        .selectFrom("operator_acts")
        .select("id")
        .where("kind", "=", "BATCH_RELEASE")
        .where("status", "=", "WAITING")
        .execute();
      for (const { id } of acts) await approve({ ...world, config }, { id, operator_id: checker });
    };
    await all(many(50), async (index) => {
      const payout_id = ids[index % ids.length] ?? "";
      if (index % 3 === 0) await markFailed(world, { payout_id, operator_id: maker, reason: null });
      else if (index % 3 === 1)
        await makeBatch(world, { rail: "SEPA", currency: "EUR", operator_id: maker, account: OUR_ACCOUNT });
      else await release();
    });
    await release();
    const batches = await world.db.selectFrom("payout_batches").select("id").execute();
    const texts = await all(batches, async ({ id }) => (await file(id))?.bytes.toString() ?? "");
    for (const creator of creators) {
      const { id, status } = await latest(creator);
      const isPaid = texts.some((text) => text.includes(id.replaceAll("-", "")));
      if (status === "FAILED") expect(isPaid).toBe(false);
    }
  });
});

describe("money that came back", () => {
  it("one operator cannot pay twice: paid and come back again takes another operator or the bank's own file", async () => {
    const creator = await waitingForMoney(world, 60_00);
    const batch_id = await batchUp(world, maker, { releaser: checker });
    const { id: payout_id } = await latest(creator);
    await markPaid(world, { payout_id, operator_id: checker });
    const given = { payout_id, operator_id: checker, reason: "came back" };
    expect(await markBounced(world, given)).toEqual({ outcome: "waiting" });
    expect(await latest(creator)).toMatchObject({ status: "PAID" });
    // Who asked does not approve it, nor who made the batch.
    expect(await approveAbout(world, `payout:${payout_id}`, checker)).toBe("own");
    expect(await approveAbout(world, `payout:${payout_id}`, maker)).toBe("own");
    // A table that anybody can write reports it, and no more.
    const bytes = Buffer.from(`end_to_end_id,status\n${payout_id},returned\n`);
    const taken = await takeBankResults(world, { batch_id, operator_id: checker, bytes });
    expect(taken).toMatchObject({ report: { applied: 0, waiting: 0, reported: 1 } });
    expect(await approveAbout(world, `payout:${payout_id}`, third)).toBe("approved");
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 60_00 });
  });

  it("who accepted the account that a payout went to does not approve that it came back", async () => {
    const creator = await createCreator(world);
    await acceptPayoutData(world, creator, { operator: checker });
    await earn(world, creator, 60_00);
    await requestPayout(world, creator);
    await batchUp(world, maker, { releaser: third });
    const { id: payout_id } = await latest(creator);
    await markPaid(world, { payout_id, operator_id: third });
    await markBounced(world, { payout_id, operator_id: third, reason: "came back" });
    expect(await approveAbout(world, `payout:${payout_id}`, checker)).toBe("own");
    expect(await approveAbout(world, `payout:${payout_id}`, await makeOperator(world))).toBe("approved");
  });

  it("a payout that an operator asked for in a locked creator's stead is not released by that operator", async () => {
    const creator = await createCreator(world);
    await acceptPayoutData(world, creator);
    await earn(world, creator, 80_00);
    await moveAccount(world, creator.id, ["LOCKED"]);
    await payOutLocked(world, { user_id: creator.id, operator_id: checker, currency: "EUR" });
    const batch_id = await batch(maker);
    expect(await approveAbout(world, `payout_batch:${batch_id}`, checker)).toBe("own");
    expect(await approveAbout(world, `payout_batch:${batch_id}`, third)).toBe("approved");
  });
});

describe("payout data that the same operator accepts and pays to", () => {
  it("an operator who accepted accounts and makes their batch needs another from the day's limit on", async () => {
    const sums = [600_00, 300_00, 200_00];
    const creators: Creator[] = [];
    for (const sum of sums) {
      const creator = await createCreator(world);
      await acceptPayoutData(world, creator, { operator: maker });
      await earn(world, creator, sum);
      await requestPayout(world, creator);
      creators.push(creator);
    }
    await batch(maker);
    const states = await all(creators, async (creator) => (await latest(creator)).status);
    expect(states.filter((status) => status === "REQUESTED")).toHaveLength(1);
    const held = creators[states.indexOf("REQUESTED")];
    if (!held) throw new Error("nothing is held");
    const { details_id } = await latest(held);
    const empty = await makeBatch(world, {
      ...{ rail: "SEPA", currency: "EUR", operator_id: maker, account: OUR_ACCOUNT },
    });
    expect(empty).toEqual({ outcome: "accounts_wait" });
    expect(await approveAbout(world, `payout_destination:${details_id}`, maker)).toBe("own");
    expect(await approveAbout(world, `payout_destination:${details_id}`, checker)).toBe("approved");
    await batch(maker);
    expect(await latest(held)).toMatchObject({ status: "PROCESSING" });
  });

  it("an operator who accepted an account alone does not release the batch that pays a thousand there", async () => {
    const creator = await createCreator(world);
    await acceptPayoutData(world, creator, { operator: checker });
    await earn(world, creator, 1_000_00);
    await requestPayout(world, creator);
    const batch_id = await batch(maker);
    expect(await approveAbout(world, `payout_batch:${batch_id}`, checker)).toBe("accounts_wait");
    const { details_id } = await latest(creator);
    expect(await approveAbout(world, `payout_destination:${details_id}`, maker)).toBe("approved");
    expect(await approveAbout(world, `payout_batch:${batch_id}`, checker)).toBe("approved");
  });
});

describe("acts that count by the day", () => {
  const refundBy = async (operator: string, amount: number) => {
    const creator = await createCreator(world);
    const payment = await payTip(world, creator, { amount });
    const by = { role: "OPERATOR", user_id: operator, reason: "asked for", pays_rest: true } as const;
    return { payment, creator, said: await askRefund(world, payment, by) };
  };

  it("refunds of one operator need another once the day's sum reaches a thousand, and not the next day", async () => {
    expect((await refundBy(maker, 500_00)).said).not.toBe("waiting");
    expect((await refundBy(maker, 393_00)).said).not.toBe("waiting");
    const third = await refundBy(maker, 1_00);
    expect(third.said).toBe("waiting");
    // Another operator's day is their own.
    expect((await refundBy(checker, 500_00)).said).not.toBe("waiting");
    const subject = `payment:${third.payment.id}`;
    expect(await approveAbout(world, subject, maker)).toBe("own");
    expect(await approveAbout(world, subject, checker)).toBe("approved");
    const refunds = world.db.selectFrom("refunds").select(["id", "requested_by", "status"]);
    const [refund] = await refunds.where("payment_id", "=", third.payment.id).execute();
    expect(refund).toMatchObject({ requested_by: maker, status: "REQUESTED" });
    await processRefund(world, refund?.id ?? "");
    world.time.passSeconds(DAY_SECONDS);
    expect((await refundBy(maker, 500_00)).said).not.toBe("waiting");
  });

  it("fifty refunds at once by one operator stay below the limit together", async () => {
    const creators = await all(many(10), () => createCreator(world));
    const payments = await all(many(50), (index) =>
      payTip(world, creators[index % creators.length] as Creator, { amount: 50_00 }),
    );
    const by = { role: "OPERATOR", user_id: maker, reason: "all", pays_rest: true } as const;
    const said = await all(payments, (payment) => askRefund(world, payment, by));
    expect(said.filter((each) => each !== "waiting")).toHaveLength(17);
  });

  it("an approved refund of a tip that was refunded meanwhile is void, and pays nothing twice", async () => {
    world = { ...world, second_operator_from_minor: 0 };
    const { payment, creator, said } = await refundBy(maker, 40_00);
    expect(said).toBe("waiting");
    await askRefund(world, payment, { role: "CREATOR", user_id: creator.id });
    expect(await approveAbout(world, `payment:${payment.id}`, checker)).toBe("gone");
    const refunds = world.db.selectFrom("refunds").select("id").where("payment_id", "=", payment.id);
    expect(await refunds.execute()).toHaveLength(1);
  });

  it("a freeze is lifted by one operator while little is to be paid, and by two from a thousand on", async () => {
    const freeze = async () =>
      await world.db
        .insertInto("payout_freezes")
        .values({ id: world.newId(), reason: "test", frozen_at: world.clock() })
        .returning("id")
        .executeTakeFirstOrThrow();
    await waitingForMoney(world, 1_500_00);
    const { id } = await freeze();
    const given = { operator_id: maker, reason: "found it" };
    expect(await liftPayoutFreeze(world, given)).toBe("waiting");
    expect(await approveAbout(world, `payout_freeze:${id}`, maker)).toBe("own");
    expect(await approveAbout(world, `payout_freeze:${id}`, checker)).toBe("approved");
  });

  it("where one operator works alone nothing waits, and what waited from before is approved by the same", async () => {
    await waitingForMoney(world, 60_00);
    const batch_id = await batch(maker);
    world = { ...world, second_operator_from_minor: null };
    expect(await approveAbout(world, `payout_batch:${batch_id}`, maker)).toBe("approved");
    await waitingForMoney(world, 60_00);
    expect(await file(await batch(maker))).not.toBeNull();
  });

  it("a debt that two operators write off is the one that was approved, not a larger one since", async () => {
    world = { ...world, second_operator_from_minor: 0 };
    const creator = await createCreator(world);
    const owe = async (amount: number) => {
      await earnBefore(world, "EUR", amount);
      const payment = await payTip(world, creator, { amount, type: "INETCASH_OB" });
      await requestAway(creator);
      await tellDispute(world, payment, "LOST");
    };
    const requestAway = async (to: Creator) => {
      await acceptPayoutData(world, to);
      await requestPayout(world, to);
      await batchUp(world, maker, { releaser: checker });
      await markPaid(world, { payout_id: (await latest(to)).id, operator_id: checker });
    };
    await owe(60_00);
    const order = { creator_id: creator.id, currency: "EUR", operator_id: maker, reason: "insolvent" };
    expect(await writeOff(world, order)).toBe("waiting");
    expect(await approveAbout(world, `user:${creator.id}:EUR`, checker)).toBe("approved");
    expect((await balancesOf(world, creator)).creator_receivable ?? 0).toBe(0);
  });
});
