import { afterAll, afterEach, beforeEach, expect } from "vitest";
import {
  processRefund,
  sendForgottenRefunds,
} from "../../app/domain/payment-updates/handle-events.server.ts";
import { reportOnPayment } from "../../app/domain/payment-updates/provider-reports.server.ts";
import type { Payment } from "../../app/domain/payments/payment-record.server.ts";
import { createProviders } from "../../app/domain/payments/providers/providers.server.ts";
import { listRefundsByHand } from "../../app/domain/payments/refunds.server.ts";
import { listUnnamedPayments } from "../../app/domain/payments/settlements/settlement-queries.server.ts";
import { listSuspense } from "../../app/domain/suspense/suspense.server.ts";
import { endSuspense } from "../../app/domain/suspense/suspense-exits.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { type InetcashShop, openInetcashShop } from "../support/money/inetcash-shop.ts";
import { approveAbout, makeOperator, withPayouts } from "../support/money/payout-world.ts";
import { cannotLookUp, reportOf } from "../support/money/provider-reports.ts";
import { by, refund } from "../support/money/refund-world.ts";
import {
  balancesOf,
  type Creator,
  createCreator,
  paymentOf,
  type TipWorld,
} from "../support/money/tip-world.ts";

// What a provider that cannot be asked does not do, an operator does, and says so (docs/product.md, 4.7).
let shop: InetcashShop;
let world: TipWorld;
let creator: Creator;
let operator: string;

it.beforeAll(async ({ database }) => {
  shop = await openInetcashShop(database);
  world = shop.world;
  creator = await createCreator(world, { username: "joerdis" });
});
beforeEach(async () => {
  operator = await makeOperator(world);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));
afterAll(async () => {
  await shop?.close();
});

/** Alone unless a test says otherwise; the day's limit is what `maker-and-checker` tests. */
const report = (
  payment: Pick<Payment, "id">,
  given: Omit<Parameters<typeof reportOf>[1], "operator_id">,
  from: number | null = null,
) =>
  reportOnPayment(
    { ...world, second_operator_from_minor: from },
    reportOf(payment.id, { ...given, operator_id: operator }),
  );

async function paid(): Promise<Payment> {
  const { payment, page } = await shop.begin(creator);
  await shop.press(page, "pay");
  expect(await shop.hear()).toEqual(["settled"]);
  return await paymentOf(world, payment.id);
}

const refundOf = (payment: Payment) => refund(world, payment, by(creator));

const worthAlone = async () => {
  const acts = await world.db
    .selectFrom("operator_acts")
    .select("worth_eur_minor")
    .where("made_by", "=", operator)
    .where("status", "=", "DONE")
    .execute();
  return acts.reduce((sum, { worth_eur_minor }) => sum + worth_eur_minor, 0);
};

const pending = async () => (await balancesOf(world, creator)).creator_pending ?? 0;

it("a refund waits for an operator, whoever asks for it again, and is through once they made it", async () => {
  const before = await pending();
  const payment = await paid();
  const refund_id = await refundOf(payment);
  await processRefund(world, refund_id);
  expect(await sendForgottenRefunds(world, world.clock())).toMatchObject({ done: 0 });
  expect(await listRefundsByHand(world.db)).toMatchObject([
    { id: refund_id, payment_id: payment.id, provider: "inetcash", amount_minor: payment.charged_minor },
  ]);
  expect(await pending()).toBe(before);
  expect(await report(payment, { report: "REFUNDED" })).toBe("under_way");
  expect(await report(payment, { report: "DISPUTE_LOST" })).toBe("under_way");
  expect(await report(payment, { report: "REFUND_DONE", refund_id: world.newId() })).toBe("gone");
  expect(await report(payment, { report: "REFUND_DONE", refund_id })).toBe("reported");
  expect(await report(payment, { report: "REFUND_DONE", refund_id })).toBe("gone");
  expect(await report(payment, { report: "REFUND_FAILED", refund_id })).toBe("gone");
  expect(await listRefundsByHand(world.db)).toEqual([]);
  expect((await paymentOf(world, payment.id)).status).toBe("REFUNDED");
});

it("a refund that cannot be made by hand gives the creator everything back", async () => {
  const payment = await paid();
  const before = await pending();
  const refund_id = await refundOf(payment);
  expect(await pending()).toBe(before - payment.amount_minor);
  expect(await report(payment, { report: "REFUND_FAILED", refund_id })).toBe("reported");
  expect(await pending()).toBe(before);
  expect((await paymentOf(world, payment.id)).status).toBe("SUCCESS");
});

it("a refund and a dispute that the provider's back office shows are booked once each, and never beyond the charge", async () => {
  const payment = await paid();
  const before = await pending();
  const some = { amount_minor: payment.charged_minor };
  const beyond = { ...some, amount_minor: (payment.charged_minor + 1) as typeof payment.charged_minor };
  expect(await report(payment, { report: "REFUNDED", ...beyond })).toBe("amount");
  expect(await report(payment, { report: "DISPUTE_OPENED", reference: "CB 1" })).toBe("reported");
  expect(await pending()).toBe(before - payment.amount_minor);
  expect(await report(payment, { report: "DISPUTE_OPENED", reference: "CB 1" })).toBe("gone");
  expect(await report(payment, { report: "DISPUTE_WON", reference: "CB 1" })).toBe("reported");
  expect(await pending()).toBe(before);
  expect(await report(payment, { report: "DISPUTE_LOST", reference: "CB 2" })).toBe("reported");
  expect((await paymentOf(world, payment.id)).status).toBe("CHARGEBACK");
  expect(await report(payment, { report: "DISPUTE_WON", reference: "CB 2" })).toBe("reported");
  expect(await report(payment, { report: "REFUNDED", reference: "R 1" })).toBe("reported");
  expect(await report(payment, { report: "REFUNDED", reference: "R 1" })).toBe("gone");
  expect((await paymentOf(world, payment.id)).status).toBe("REFUNDED");
  expect(await pending()).toBe(before - payment.amount_minor);
});

it("a payment that the gateway told nothing of is paid by two operators' word, and its late notice changes nothing", async () => {
  const { payment, page } = await shop.begin(creator);
  const before = await pending();
  expect(await report(payment, { report: "PAID", reference: "1-2" }, 1_000_000_00)).toBe("waiting");
  expect(await pending()).toBe(before);
  await shop.press(page, "pay");
  const { event_id } = await world.db
    .selectFrom("provider_webhook_events")
    .select("event_id")
    .where("payment_id", "=", payment.id)
    .executeTakeFirstOrThrow();
  expect(await report(payment, { report: "PAID", reference: event_id })).toBe("reported");
  expect(await shop.hear()).toEqual(["unchanged"]);
  expect(await report(payment, { report: "PAID", reference: event_id })).toBe("gone");
  expect(await pending()).toBe(before + payment.amount_minor);
  expect(await listSuspense(world.db)).toEqual([]);
});

it("a payment that operators said was paid stays listed until a settlement names it", async () => {
  const { payment } = await shop.begin(creator);
  expect(await report(payment, { report: "PAID", reference: "9-9" })).toBe("reported");
  for (const days of [20, 400]) {
    const then = new Date(world.clock().getTime() + days * 86_400_000);
    expect((await listUnnamedPayments(world.db, then)).map(({ id }) => id)).toContain(payment.id);
  }
});

it("a payment that is paid twice at the gateway is credited once; the other money waits for an operator, by its own name", async () => {
  const { payment, page } = await shop.begin(creator);
  const before = await pending();
  await shop.press(page, "pay");
  await shop.press(page, "pay");
  const outcomes = await Promise.all([shop.hear(), shop.hear()]);
  expect(outcomes.flat().filter((word) => word === "settled")).toHaveLength(1);
  expect(outcomes.flat().filter((word) => word === "paid_again")).toHaveLength(1);
  expect(await pending()).toBe(before + payment.amount_minor);
  const [entry] = await listSuspense(world.db);
  if (!entry) throw new Error("nothing is in suspense");
  expect(entry).toMatchObject({ reason: "second_success", left_minor: payment.charged_minor });
  expect(entry.provider_ref).toMatch(new RegExp(`^${payment.provider_ref} \\d+-\\d+$`));
  const end = { kind: "SUSPENSE_RETURNED", by: "PROVIDER", reference: "R 2" } as const;
  const given = { payment_id: entry.payment_id, seen_left_minor: entry.left_minor, reason: "paid twice" };
  const alone = { ...world, second_operator_from_minor: null };
  expect(await endSuspense(alone, { ...given, operator_id: operator, end })).toBe("ended");
  expect(await listSuspense(world.db)).toEqual([]);
});

it("nobody but an operator reports, and nobody speaks for a provider that can be asked", async () => {
  const payment = await paid();
  await expect(
    reportOnPayment(
      { ...world, second_operator_from_minor: null },
      reportOf(payment.id, { report: "REFUNDED", operator_id: creator.id }),
    ),
  ).rejects.toThrow();
  const [inetcash] = world.providers.all;
  if (!inetcash) throw new Error("there is no provider");
  const asked = { ...cannotLookUp(inetcash), abilities: { ...inetcash.abilities, looksUp: true } };
  const services = { ...world, providers: createProviders([asked]), second_operator_from_minor: null };
  const given = reportOf(payment.id, { report: "REFUNDED", operator_id: operator });
  expect(await reportOnPayment(services, given)).toBe("can_be_asked");
  expect(await report({ id: world.newId() }, { report: "REFUNDED" })).toBe("gone");
});

it("what a report moves counts towards the day's limit, whatever amount was typed with a known dispute", async () => {
  const limit = 100_00;
  const payment = await paid();
  const one = 1 as typeof payment.charged_minor;
  const opened = { report: "DISPUTE_OPENED", reference: "CB 7", amount_minor: one } as const;
  expect(await report(payment, opened, limit)).toBe("reported");
  expect(await report(payment, { report: "DISPUTE_OPENED", reference: "CB 8" })).toBe("reported");
  const before = await worthAlone();
  const lost = { report: "DISPUTE_LOST", reference: "CB 8", amount_minor: one } as const;
  expect(await report(payment, lost, before + 1)).toBe("waiting");
  expect(await report(payment, lost, before + payment.charged_minor + 1)).toBe("reported");
  expect(await worthAlone()).toBe(before + payment.charged_minor);
});

it("what says that money is ours again takes a second operator, whatever it is worth", async () => {
  const [lost, refunded] = [await paid(), await paid()];
  expect(await report(lost, { report: "DISPUTE_LOST", reference: "CB 9" })).toBe("reported");
  const limit = 1_000_000_00;
  expect(await report(lost, { report: "DISPUTE_WON", reference: "CB 9" }, limit)).toBe("waiting");
  expect((await paymentOf(world, lost.id)).status).toBe("CHARGEBACK");
  const refund_id = await refundOf(refunded);
  await processRefund(world, refund_id);
  expect(await report(refunded, { report: "REFUND_FAILED", refund_id }, limit)).toBe("waiting");
});

it("refunds that are reported are never more than was charged together, and without an amount what is left", async () => {
  const payment = await paid();
  const some = (amount: number) => ({ amount_minor: amount as typeof payment.charged_minor });
  const refunded = (reference: string, given = {}) =>
    report(payment, { report: "REFUNDED", reference, ...given });
  expect(await refunded("R 1", some(1_00))).toBe("reported");
  expect(await refunded("R 2", some(payment.charged_minor - 99))).toBe("amount");
  expect(await refunded("R 2")).toBe("reported");
  expect((await paymentOf(world, payment.id)).status).toBe("REFUNDED");
  expect(await refunded("R 3")).toBe("amount");
  expect(await refunded("R 3", some(1))).toBe("amount");
  expect(await refunded("R 2")).toBe("gone");
});

it("a report is not said to wait where another one of the payment does", async () => {
  const payment = await paid();
  const wait = (reference: string) => report(payment, { report: "DISPUTE_LOST", reference }, 0);
  expect(await wait("CB 1")).toBe("waiting");
  expect(await wait("CB 1")).toBe("waiting");
  expect(await wait("CB 2")).toBe("other_waits");
  expect(await report(payment, { report: "REFUNDED", reference: "CB 1" }, 0)).toBe("other_waits");
});

it("two operators' word for one success pays one payment", async () => {
  const second = await makeOperator(world);
  const [one, other] = [await shop.begin(creator), await shop.begin(creator)];
  const approvals: string[] = [];
  for (const { payment } of [one, other]) {
    const said = { report: "PAID", reference: "4711-1" } as const;
    expect(await report(payment, said, 1_000_000_00)).toBe("waiting");
  }
  for (const { payment } of [one, other])
    approvals.push(
      await approveAbout(
        { ...withPayouts(world), second_operator_from_minor: 0 },
        `payment:${payment.id}`,
        second,
      ),
    );
  expect(approvals).toEqual(["approved", "gone"]);
  expect((await paymentOf(world, other.payment.id)).status).toBe("REDIRECTED");
});

it("the name of another payment's success pays nothing", async () => {
  const payment = await paid();
  const { event_id: reference } = await world.db
    .selectFrom("provider_webhook_events")
    .select("event_id")
    .where("payment_id", "=", payment.id)
    .executeTakeFirstOrThrow();
  const { payment: other } = await shop.begin(creator);
  expect(await report(other, { report: "PAID", reference })).toBe("gone");
  expect((await paymentOf(world, other.id)).status).toBe("REDIRECTED");
});
