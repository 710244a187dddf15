import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { handleNews, processRefund } from "../../app/domain/payment-updates/payment-updates.server.ts";
import type { Payment } from "../../app/domain/payments/payments.server.ts";
import { sweepRetention } from "../../app/domain/retention/retention.server.ts";
import {
  countSuspense,
  endSuspense,
  findShownEntry,
  listExits,
  retryRefund,
} from "../../app/domain/suspense/suspense.server.ts";
import { expireTips } from "../../app/domain/tips/tips.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks, faultsIn } from "../support/database/ledger-checks.ts";
import { approveAbout, makeOperator, type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import {
  beginTip,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  moveAccount,
  paymentOf,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";

// The ways out of suspense (docs/product.md, 4.6): a tip of 50.00 with its fee and VAT is 55.95.
const ALL = 55_95;
let database: TestDatabase;
let world: PayoutWorld;
let operator: string;
let second: string;

beforeEach(async () => {
  database = await createTestDatabase();
  world = withPayouts({ ...createTipWorld(database.db), second_operator_from_minor: 100_00 });
  [operator, second] = [await makeOperator(world), await makeOperator(world)];
  // What goodwill costs, somebody has earned before.
  await earnBefore(world, "EUR", 200_00);
});
afterEach(async () => {
  await expectCleanBooks(database.db, world.clock());
  await database.drop();
});

/** Money whose creator cannot receive any more; its refund was asked for, and the provider refuses it. */
async function stuck(): Promise<Payment> {
  const creator = await createCreator(world);
  const payment = await beginTip(world, creator, { type: "INETCASH_OB" });
  await moveAccount(world, creator.id, ["LOCKED"]);
  world.provider.change(payment.id, { state: "PAID" });
  await tell(world, payment);
  world.provider.refundsBecome("FAILED");
  await processRefund(world, (await entryOf(payment))?.refund_id ?? "");
  world.provider.refundsBecome("DONE");
  return await paymentOf(world, payment.id);
}

const entryOf = ({ id }: Pick<Payment, "id">) => findShownEntry(world.db, id);
const exitsOf = async ({ id }: Pick<Payment, "id">) =>
  (await listExits(world.db, id)).map((each) => [each.kind, each.amount_minor, each.beyond_minor]).sort();
const keep = (payment: Payment, seen_left_minor = ALL, by = operator) =>
  endSuspense(world, {
    ...{ payment_id: payment.id, operator_id: by, seen_left_minor, reason: "Nobody can be found" },
    end: { kind: "SUSPENSE_KEPT" },
  });
const returned = (payment: Payment, by: "PROVIDER" | "BANK", seen_left_minor = ALL) =>
  endSuspense(world, {
    ...{ payment_id: payment.id, operator_id: operator, seen_left_minor, reason: "By hand" },
    end: { kind: "SUSPENSE_RETURNED", by, reference: "TRANSFER 7" },
  });
const retry = (payment: Payment) => retryRefund(world, { payment_id: payment.id, operator_id: operator });

/** The provider's back office gave money back, and says so. */
async function refundElsewhere(payment: Payment, ...refunds: [refundId: string, amountMinor: number][]) {
  const news = refunds.map(([refundId, amountMinor]) => ({ refundId, amountMinor, state: "DONE" as const }));
  world.provider.change(payment.id, { refunds: news });
  return await tell(world, payment, { refunds: news });
}

/** The platform's accounts that anything was posted to, what is on their normal side, but for what earnings put there. */
async function accounts(...codes: string[]): Promise<Record<string, number>> {
  const { rows } = await sql<{ code: string; sum: number }>`
    select a.code, sum(case when (m.debit_account = a.id) = (a.normal_side = 'DEBIT') then m.amount_minor
      else -m.amount_minor end)::bigint as sum
    from ledger_account a join ledger_transfer m on a.id in (m.debit_account, m.credit_account)
    join ledger_transaction t on t.id = m.transaction_id and t.reference like 'payment:%'
    where a.code = any(${codes}::text[]) group by a.code having sum(case when m.debit_account = a.id
      then m.amount_minor else -m.amount_minor end) <> 0`.execute(world.db);
  return Object.fromEntries(rows.map(({ code, sum }) => [code, sum]));
}
const CODES = ["suspense", "psp_clearing", "bank", "breakage_revenue", "goodwill", "chargeback_loss"];

describe("the provider refused to take surplus money back", () => {
  it("an operator has it asked once more under a new key, and the money leaves", async () => {
    const payment = await stuck();
    expect(await countSuspense(world.db)).toBe(1);
    expect(await retry(payment)).toBe("asked");
    expect(await countSuspense(world.db)).toBe(0);
    expect(await retry(payment)).toBe("under_way");
    const { refund_id } = (await entryOf(payment)) ?? {};
    await all(many(5), () => processRefund(world, refund_id ?? ""));
    const asked = world.provider.calls.filter((call) => call.startsWith("refund"));
    expect(new Set(asked).size).toBe(2);
    expect(await entryOf(payment)).toMatchObject({ left_minor: 0, refund_status: "DONE" });
    expect(await accounts("suspense", "psp_clearing")).toEqual({});
    expect(await retry(payment)).toBe("gone");
  });

  it("what lies there longer than a week stops payouts until an operator ends it", async () => {
    const payment = await stuck();
    const inAWeek = new Date(world.clock().getTime() + 7 * DAY_SECONDS * 1000 + 1);
    expect(Object.keys(await faultsIn(world.db, inAWeek))).toEqual(["11-suspense-empties"]);
    expect(await returned(payment, "BANK")).toBe("ended");
    expect(await faultsIn(world.db, inAWeek)).toEqual({});
  });

  it("money given back elsewhere leaves the account that the operator names, with its reference", async () => {
    const [first, other] = [await stuck(), await stuck()];
    world.second_operator_from_minor = 1_000_00;
    expect([await returned(first, "BANK"), await returned(other, "PROVIDER")]).toEqual(["ended", "ended"]);
    expect(await accounts(...CODES)).toEqual({ psp_clearing: ALL, bank: -ALL });
    expect(await listExits(world.db, first.id)).toMatchObject([
      { kind: "RETURNED_BY_BANK", reference: "TRANSFER 7", reason: "By hand" },
    ]);
    expect(await retry(first)).toBe("gone");
  });

  it("kept money becomes income, and stands in the audit log with its reason", async () => {
    const payment = await stuck();
    expect(await keep(payment)).toBe("ended");
    expect(await accounts(...CODES)).toEqual({ psp_clearing: ALL, breakage_revenue: ALL });
    const audit = await world.db
      .selectFrom("audit_log")
      .select(["action", "after"])
      .where("subject", "=", `suspense:${payment.id}`)
      .execute();
    expect(audit).toMatchObject([{ action: "suspense.kept", after: { reason: "Nobody can be found" } }]);
  });

  it("keeping takes a second operator from the day's limit on, who is not the first", async () => {
    const [first, other] = [await stuck(), await stuck()];
    expect([await keep(first), await keep(other)]).toEqual(["ended", "waiting"]);
    const subject = `suspense:${other.id}`;
    expect((await entryOf(other))?.asked_since).not.toBeNull();
    expect(await approveAbout(world, subject, operator)).toBe("own");
    expect(await approveAbout(world, subject, second)).toBe("approved");
    expect(await exitsOf(other)).toEqual([["KEPT", ALL, 0]]);
    expect(await accounts("breakage_revenue")).toEqual({ breakage_revenue: 2 * ALL });
  });

  it("so does what an operator says was given back elsewhere", async () => {
    const [first, other] = [await stuck(), await stuck()];
    expect([await returned(first, "BANK"), await returned(other, "PROVIDER")]).toEqual(["ended", "waiting"]);
    expect(await approveAbout(world, `suspense:${other.id}`, second)).toBe("approved");
    expect(await listExits(world.db, other.id)).toMatchObject([
      { kind: "RETURNED_BY_PROVIDER", reference: "TRANSFER 7" },
    ]);
  });

  it("an approval is void when the money went back meanwhile", async () => {
    world.second_operator_from_minor = 0;
    const payment = await stuck();
    expect(await keep(payment)).toBe("waiting");
    await refundElsewhere(payment, ["back-office-1", ALL]);
    expect(await approveAbout(world, `suspense:${payment.id}`, second)).toBe("gone");
    expect(await exitsOf(payment)).toEqual([["REFUNDED_ELSEWHERE", ALL, 0]]);
  });

  it("nobody ends what they did not see, what is under way, or what a bank asks for", async () => {
    const payment = await stuck();
    expect(await keep(payment, ALL - 1)).toBe("changed");
    await tellDispute(world, payment, "OPEN");
    expect([await keep(payment), await retry(payment)]).toEqual(["disputed", "disputed"]);
    await tellDispute(world, payment, "WON");
    await retry(payment);
    expect([await keep(payment), await returned(payment, "BANK")]).toEqual(["under_way", "under_way"]);
  });

  it("fifty ways out at once are one", async () => {
    const payment = await stuck();
    world.second_operator_from_minor = null;
    const ways = [() => keep(payment), () => returned(payment, "BANK"), () => retry(payment)];
    const outcomes = await all(many(50), (index) => (ways[index % 3] ?? (() => retry(payment)))());
    expect(outcomes.filter((each) => each === "ended" || each === "asked")).toHaveLength(1);
    const { refund_id } = (await entryOf(payment)) ?? {};
    await processRefund(world, refund_id ?? "");
    expect(await exitsOf(payment)).toHaveLength(1);
    expect((await entryOf(payment))?.left_minor).toBe(0);
  });

  it("whoever is no operator ends nothing", async () => {
    const payment = await stuck();
    const stranger = await createCreator(world);
    await expect(keep(payment, ALL, stranger.id)).rejects.toThrow();
    const asked = { payment_id: payment.id, operator_id: stranger.id };
    await expect(retryRefund(world, asked)).rejects.toThrow();
    expect(await exitsOf(payment)).toEqual([]);
  });
});

describe("surplus money that the provider's back office gave back", () => {
  it("it is recognised, each refund once, in parts as well", async () => {
    const payment = await stuck();
    await refundElsewhere(payment, ["re-1", 20_00]);
    await refundElsewhere(payment, ["re-1", 20_00]);
    expect(await entryOf(payment)).toMatchObject({ left_minor: ALL - 20_00 });
    await refundElsewhere(payment, ["re-1", 20_00], ["re-2", ALL - 20_00]);
    expect(await accounts(...CODES)).toEqual({});
    expect(await exitsOf(payment)).toHaveLength(2);
  });

  it("more than was left is the platform's goodwill", async () => {
    const payment = await stuck();
    expect(await keep(payment)).toBe("ended");
    await refundElsewhere(payment, ["re-1", 20_00]);
    await refundElsewhere(payment, ["re-1", 20_00]);
    expect(await exitsOf(payment)).toEqual([
      ["KEPT", ALL, 0],
      ["REFUNDED_ELSEWHERE", 0, 20_00],
    ]);
    expect(await accounts(...CODES)).toEqual({
      psp_clearing: ALL - 20_00,
      breakage_revenue: ALL,
      goodwill: 20_00,
    });
  });

  it("a refund of ours that was refused because of it is looked into at once", async () => {
    const payment = await stuck();
    await retry(payment);
    world.provider.change(payment.id, {
      refunds: [{ refundId: "re-1", state: "DONE", amountMinor: ALL }],
    });
    world.provider.failNext("refund", "refused");
    await processRefund(world, (await entryOf(payment))?.refund_id ?? "");
    expect(await exitsOf(payment)).toEqual([["REFUNDED_ELSEWHERE", ALL, 0]]);
    expect(await countSuspense(world.db)).toBe(0);
  });

  it("a refund that was refused and made after all is booked once", async () => {
    const payment = await stuck();
    const { refund_id } = (await entryOf(payment)) ?? {};
    await refundElsewhere(payment, [refund_id ?? "", ALL]);
    await refundElsewhere(payment, [refund_id ?? "", ALL]);
    expect(await accounts(...CODES)).toEqual({});
  });

  it("it is recognised when it had gone back before we heard of the money", async () => {
    const creator = await createCreator(world);
    const payment = await beginTip(world, creator);
    await moveAccount(world, creator.id, ["LOCKED"]);
    const refunds = [{ refundId: "re-1", state: "DONE" as const, amountMinor: ALL }];
    await tell(world, payment, { state: "PAID", refunds });
    expect(await exitsOf(payment)).toEqual([["REFUNDED_ELSEWHERE", ALL, 0]]);
    world.provider.refundsBecome("FAILED");
    await processRefund(world, (await entryOf(payment))?.refund_id ?? "");
    expect(await accounts(...CODES)).toEqual({});
  });
});

describe("what an operator said before the provider did", () => {
  const said = (payment: Payment) =>
    endSuspense(world, {
      ...{ payment_id: payment.id, operator_id: operator, seen_left_minor: ALL, reason: "By hand" },
      end: { kind: "SUSPENSE_RETURNED", by: "PROVIDER", reference: "typed as re-l" },
    });

  it("money given back at the provider is booked once when the provider tells it later, in parts as well", async () => {
    const payment = await stuck();
    await said(payment);
    await refundElsewhere(payment, ["re-1", 20_00]);
    await refundElsewhere(payment, ["re-1", 20_00], ["re-2", ALL - 20_00]);
    expect(await accounts(...CODES)).toEqual({});
    await refundElsewhere(payment, ["re-1", 20_00], ["re-2", ALL - 20_00], ["re-3", 1_00]);
    expect(await accounts(...CODES)).toEqual({ psp_clearing: -1_00, goodwill: 1_00 });
  });

  it("a refund is not sent when the bank has taken the money back meanwhile", async () => {
    const creator = await createCreator(world);
    const payment = await beginTip(world, creator);
    await moveAccount(world, creator.id, ["LOCKED"]);
    await tell(world, payment);
    const { refund_id } = (await entryOf(payment)) ?? {};
    await tellDispute(world, payment, "LOST");
    await processRefund(world, refund_id ?? "");
    expect(world.provider.calls.filter((call) => call.startsWith("refund"))).toEqual([]);
    expect(await accounts(...CODES)).toEqual({});
  });

  it("money that the bank had taken back before we heard of it is not asked back once more", async () => {
    const creator = await createCreator(world);
    const payment = await beginTip(world, creator);
    await moveAccount(world, creator.id, ["LOCKED"]);
    const disputes = [{ disputeRef: "d-1", state: "LOST" as const, amountMinor: ALL }];
    await tell(world, payment, { state: "PAID", disputes });
    expect(await entryOf(payment)).toMatchObject({ left_minor: 0, refund_id: null });
    expect(await accounts(...CODES)).toEqual({});
  });

  it("refund jobs, retries and news of refunds and disputes at once wait for each other and never in a circle", async () => {
    world.second_operator_from_minor = null;
    for (const round of many(3)) {
      const payment = await stuck();
      if (round > 0) await retry(payment);
      const { refund_id } = (await entryOf(payment)) ?? {};
      const refunds = [{ refundId: "re-1", state: "DONE" as const, amountMinor: 20_00 }];
      const ways = [
        () => processRefund(world, refund_id ?? ""),
        () => tell(world, payment, { refunds }),
        () => retry(payment),
        () => tellDispute(world, payment, "OPEN"),
      ];
      await all(many(52), async (index) => void (await ways[index % 4]?.()));
    }
  });
});

describe("a dispute about surplus money", () => {
  it("lost after the money was kept is the platform's loss, and it comes back when it is won", async () => {
    const payment = await stuck();
    await keep(payment);
    await tellDispute(world, payment, "LOST");
    expect(await accounts(...CODES)).toEqual({ breakage_revenue: ALL, chargeback_loss: ALL });
    await tellDispute(world, payment, "WON");
    expect(await accounts(...CODES)).toEqual({ psp_clearing: ALL, breakage_revenue: ALL });
  });

  it("lost while a part is left takes that, and the rest is the platform's loss", async () => {
    const payment = await stuck();
    await refundElsewhere(payment, ["re-1", 20_00]);
    await tellDispute(world, payment, "LOST");
    expect(await accounts(...CODES)).toEqual({ psp_clearing: -20_00, chargeback_loss: 20_00 });
  });

  it("won after it was lost brings the money back to suspense, where it waits for an operator", async () => {
    const payment = await stuck();
    await tellDispute(world, payment, "LOST");
    expect(await countSuspense(world.db)).toBe(0);
    await tellDispute(world, payment, "WON");
    expect(await entryOf(payment)).toMatchObject({ left_minor: ALL });
    expect(await countSuspense(world.db)).toBe(1);
    expect(await retry(payment)).toBe("asked");
  });
});

describe("money for a payment that is not in our books", () => {
  /** The provider took money for a payment that was forgotten before. */
  async function stray(): Promise<Payment> {
    const creator = await createCreator(world);
    const payment = await beginTip(world, creator);
    for (const days of [1.1, 400]) {
      world.time.passSeconds(days * DAY_SECONDS);
      await expireTips(world, world.clock());
      await sweepRetention({ ...world, log: { error: () => expect.unreachable() } });
    }
    world.provider.change(payment.id, { state: "PAID" });
    return payment;
  }

  async function news(payment: Payment): Promise<string> {
    const id = world.newId();
    await world.db
      .insertInto("provider_webhook_events")
      .values({
        ...{ id, provider: "scripted", event_id: id, kind: "payment.paid", received_at: world.clock() },
        ...{ provider_ref: `ref-${payment.id}`, payment_id: payment.id },
      })
      .execute();
    return await handleNews(world, id);
  }

  it("a refund that the provider refuses is tried again by an operator, and ends", async () => {
    const payment = await stray();
    expect(await news(payment)).toBe("stray_money_refunding");
    world.provider.failNext("refund", "refused");
    await processRefund(world, payment.id);
    expect(await entryOf(payment)).toMatchObject({ refund_status: "FAILED", is_known: false });
    expect(await retry(payment)).toBe("asked");
    await processRefund(world, (await entryOf(payment))?.refund_id ?? "");
    expect(await exitsOf(payment)).toEqual([["REFUNDED", ALL, 0]]);
    expect(await news(payment)).toBe("unchanged");
  });

  it("what its provider gave back, and what its bank took back, leaves suspense by the next news", async () => {
    const payment = await stray();
    world.provider.change(payment.id, {
      disputes: [{ disputeRef: "d-1", state: "OPEN", amountMinor: 35_95 }],
    });
    expect(await news(payment)).toBe("stray_money_kept");
    world.provider.change(payment.id, {
      refunds: [{ refundId: "re-1", state: "DONE", amountMinor: 20_00 }],
      disputes: [{ disputeRef: "d-1", state: "LOST", amountMinor: 35_95 }],
    });
    expect([await news(payment), await news(payment)]).toEqual(["stray_money_kept", "unchanged"]);
    expect(await accounts(...CODES)).toEqual({});
  });

  it("nobody ends it or asks for it while its bank does, and what a dispute took comes back when it is won", async () => {
    const payment = await stray();
    const bank = (state: "OPEN" | "LOST" | "WON") =>
      world.provider.change(payment.id, { disputes: [{ disputeRef: "d-1", state, amountMinor: ALL }] });
    bank("OPEN");
    await news(payment);
    world.second_operator_from_minor = null;
    expect([await keep(payment), await retry(payment)]).toEqual(["disputed", "disputed"]);
    expect(await entryOf(payment)).toMatchObject({ is_disputed: true });
    for (const turn of many(2)) {
      bank("LOST");
      await news(payment);
      expect(await entryOf(payment)).toMatchObject({ left_minor: 0, is_disputed: false });
      bank("WON");
      await news(payment);
      expect(await exitsOf(payment)).toHaveLength(2 * (turn + 1));
      expect(await entryOf(payment)).toMatchObject({ left_minor: ALL });
    }
    expect(await keep(payment)).toBe("ended");
    bank("LOST");
    await news(payment);
    expect(await accounts(...CODES)).toEqual({ breakage_revenue: ALL, goodwill: ALL });
    bank("WON");
    await news(payment);
    expect(await accounts(...CODES)).toEqual({ psp_clearing: ALL, breakage_revenue: ALL });
  });
});
