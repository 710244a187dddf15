import { afterEach, describe, expect } from "vitest";
import { readQueue } from "../../app/domain/desk/desk.server.ts";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import type { Payment } from "../../app/domain/payments/payment-record.server.ts";
import { findSuspenseCase, listExits } from "../../app/domain/suspense/suspense.server.ts";
import { retryRefund } from "../../app/domain/suspense/suspense-exits.server.ts";
import { all, many } from "../support/database/at-once.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks, faultsIn } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { approveAbout, makeOperator, type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import {
  ALL,
  exitsOf,
  platformAccounts,
  refundElsewhere,
  stuckMoney,
  suspenseActs,
} from "../support/money/suspense-world.ts";
import {
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  tellDispute,
} from "../support/money/tip-world.ts";

// The ways out of suspense (docs/product.md, 4.6): a tip of 50.00 with its fee and VAT is 55.95.
let database: TestDatabase;
let world: PayoutWorld;
let operator: string;
let second: string;

it.beforeEach(async ({ database: own }) => {
  database = own;
  world = withPayouts({ ...createTipWorld(database.db), second_operator_from_minor: 100_00 });
  [operator, second] = [await makeOperator(world), await makeOperator(world)];
  // What goodwill costs, somebody has earned before.
  await earnBefore(world, "EUR", 200_00);
});
afterEach(() => expectCleanBooks(database.db, world.clock()));

const entryOf = ({ id }: Pick<Payment, "id">) => findSuspenseCase(world.db, id);
const { keep, returned, retry } = suspenseActs(
  () => world,
  () => operator,
);

describe("the provider refused to take surplus money back", () => {
  it("an operator has it asked once more under a new key, and the money leaves", async () => {
    const payment = await stuckMoney(world);
    expect((await readQueue(world.db, world.clock(), "suspense")).count).toBe(1);
    expect(await retry(payment)).toBe("asked");
    expect((await readQueue(world.db, world.clock(), "suspense")).count).toBe(0);
    expect(await retry(payment)).toBe("under_way");
    const { refund_id } = (await entryOf(payment)) ?? {};
    await all(many(5), () => processRefund(world, refund_id ?? ""));
    const asked = world.provider.calls.filter((call) => call.startsWith("refund"));
    expect(new Set(asked).size).toBe(2);
    expect(await entryOf(payment)).toMatchObject({ left_minor: 0, refund_status: "DONE" });
    expect(await platformAccounts(world)).toEqual({});
    expect(await retry(payment)).toBe("gone");
  });

  it("what lies there longer than a week stops payouts until an operator ends it", async () => {
    const payment = await stuckMoney(world);
    const inAWeek = new Date(world.clock().getTime() + 7 * DAY_SECONDS * 1000 + 1);
    expect(Object.keys(await faultsIn(world.db, inAWeek))).toEqual(["11-suspense-empties"]);
    expect(await returned(payment, "PROVIDER")).toBe("ended");
    expect(await faultsIn(world.db, inAWeek)).toEqual({});
  });

  it("money given back elsewhere leaves the account that the operator names, with its reference", async () => {
    const [first, other] = [await stuckMoney(world), await stuckMoney(world)];
    world.second_operator_from_minor = 1_000_00;
    expect([await returned(first, "BANK"), await returned(other, "PROVIDER")]).toEqual(["waiting", "ended"]);
    // Our bank's statement says by itself what left it, so one operator's word is never enough.
    expect(await approveAbout(world, `suspense:${first.id}`, second)).toBe("approved");
    expect(await platformAccounts(world)).toEqual({ psp_clearing: ALL, bank: -ALL });
    expect(await listExits(world.db, first.id)).toMatchObject([
      { kind: "RETURNED_BY_BANK", reference: "TRANSFER 7", reason: "Nobody can be found" },
    ]);
    expect(await retry(first)).toBe("gone");
  });

  it("kept money becomes income, and stands in the audit log with its reason", async () => {
    const payment = await stuckMoney(world);
    expect(await keep(payment)).toBe("ended");
    expect(await platformAccounts(world)).toEqual({ psp_clearing: ALL, breakage_revenue: ALL });
    const audit = await world.db
      .selectFrom("audit_log")
      .select(["action", "after"])
      .where("subject", "=", `suspense:${payment.id}`)
      .execute();
    expect(audit).toMatchObject([{ action: "suspense.kept", after: { reason: "Nobody can be found" } }]);
  });

  it("keeping takes a second operator from the day's limit on, who is not the first", async () => {
    const [first, other] = [await stuckMoney(world), await stuckMoney(world)];
    expect([await keep(first), await keep(other)]).toEqual(["ended", "waiting"]);
    const subject = `suspense:${other.id}`;
    expect((await entryOf(other))?.asked_since).not.toBeNull();
    expect(await approveAbout(world, subject, operator)).toBe("own");
    expect(await approveAbout(world, subject, second)).toBe("approved");
    expect(await exitsOf(world, other)).toEqual([["KEPT", ALL, 0]]);
    expect(await platformAccounts(world)).toEqual({ psp_clearing: 2 * ALL, breakage_revenue: 2 * ALL });
  });

  it("so does what an operator says was given back elsewhere", async () => {
    const [first, other] = [await stuckMoney(world), await stuckMoney(world)];
    expect([await returned(first, "PROVIDER"), await returned(other, "PROVIDER")]).toEqual([
      ...["ended", "waiting"],
    ]);
    expect(await approveAbout(world, `suspense:${other.id}`, second)).toBe("approved");
    expect(await listExits(world.db, other.id)).toMatchObject([
      { kind: "RETURNED_BY_PROVIDER", reference: "TRANSFER 7" },
    ]);
  });

  it("an approval is void when the money went back meanwhile", async () => {
    world.second_operator_from_minor = 0;
    const payment = await stuckMoney(world);
    expect(await keep(payment)).toBe("waiting");
    await refundElsewhere(world, payment, ["back-office-1", ALL]);
    expect(await approveAbout(world, `suspense:${payment.id}`, second)).toBe("gone");
    expect(await exitsOf(world, payment)).toEqual([["REFUNDED_ELSEWHERE", ALL, 0]]);
  });

  it("nobody ends what they did not see, what is under way, or what a bank asks for", async () => {
    const payment = await stuckMoney(world);
    expect(await keep(payment, ALL - 1)).toBe("changed");
    await tellDispute(world, payment, "OPEN");
    expect([await keep(payment), await retry(payment)]).toEqual(["disputed", "disputed"]);
    await tellDispute(world, payment, "WON");
    await retry(payment);
    expect([await keep(payment), await returned(payment, "BANK")]).toEqual(["under_way", "under_way"]);
  });

  it("fifty ways out at once are one", async () => {
    const payment = await stuckMoney(world);
    world.second_operator_from_minor = null;
    const ways = [() => keep(payment), () => returned(payment, "BANK"), () => retry(payment)];
    const outcomes = await all(many(50), (index) => (ways[index % 3] ?? (() => retry(payment)))());
    expect(outcomes.filter((each) => each === "ended" || each === "asked")).toHaveLength(1);
    const { refund_id } = (await entryOf(payment)) ?? {};
    await processRefund(world, refund_id ?? "");
    expect(await exitsOf(world, payment)).toHaveLength(1);
    expect((await entryOf(payment))?.left_minor).toBe(0);
  });

  it("whoever is no operator ends nothing", async () => {
    const payment = await stuckMoney(world);
    const stranger = await createCreator(world);
    await expect(keep(payment, ALL, stranger.id)).rejects.toThrow();
    const asked = { payment_id: payment.id, operator_id: stranger.id };
    await expect(retryRefund(world, asked)).rejects.toThrow();
    expect(await exitsOf(world, payment)).toEqual([]);
  });
});
