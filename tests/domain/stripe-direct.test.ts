import Stripe from "stripe";
import { afterAll, afterEach, expect } from "vitest";
import { createEncryption } from "../../app/crypto/crypto.server.ts";
import { handleProviderEvent } from "../../app/domain/payment-updates/handle-events.server.ts";
import { receiveWebhook } from "../../app/domain/payments/provider-events.server.ts";
import {
  fetchSettlement,
  findPreview,
  listPreviews,
  takePreview,
} from "../../app/domain/payments/settlements/settlement-import.server.ts";
import { returnApplicationFee } from "../../app/domain/refunds/fee-returns.server.ts";
import { listSuspense } from "../../app/domain/suspense/suspense.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { MADE_UP_BALANCES } from "../support/money/camt.ts";
import { makeOperator, type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import { by, refund } from "../support/money/refund-world.ts";
import { openStripeShop, type StripeShop } from "../support/money/stripe-shop.ts";
import {
  balancesOf,
  type Creator,
  confirm,
  createCreator,
  draftTip,
  earnBefore,
  paymentOf,
} from "../support/money/tip-world.ts";

let shop: StripeShop;
let world: PayoutWorld;
let creator: Creator;
let account: string;

it.beforeAll(async ({ database }) => {
  shop = await openStripeShop(database);
  world = withPayouts(shop.world);
  // Stripe's fees are ours, and those of small tips are more than our fee.
  await earnBefore(world, "EUR", 1_000_00);
  creator = await createCreator(world, { username: "joerdis" });
  account = await shop.connect(creator);
  await shop.hear();
});
afterEach(() => expectCleanBooks(world.db, world.clock(), ...MADE_UP_BALANCES));
afterAll(() => shop?.close());

const books = () => shop.stripe.booksOf(account);
const pageOf = ({ provider_ref }: { provider_ref: string | null }) => provider_ref?.split("/")[1] ?? "";
const connected = (at = creator) =>
  world.db
    .selectFrom("connected_accounts")
    .selectAll()
    .where("user_id", "=", at.id)
    .executeTakeFirstOrThrow();

/** An event as Stripe would send it, or anyone else with one of the secrets; what came of it. */
async function send(event: object, secret = "whsec_notaconnectsecret") {
  const payload = JSON.stringify({ id: `evt_${world.newId()}`, ...event });
  const timestamp = Math.floor(world.clock().getTime() / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const headers = new Headers({ "Stripe-Signature": signature });
  const body = new TextEncoder().encode(payload);
  const received = await receiveWebhook(world, world.providers.get("stripe"), {
    body,
    headers,
    now: world.clock(),
  });
  return received.outcome === "stored"
    ? await handleProviderEvent(world, received.event_id)
    : received.outcome;
}

it("a direct tip by Stripe leaves our fee with us, goes back in part with its fee, and is disputed at the creator", async () => {
  const payment = await shop.tip(creator, { amount: 50_00, country: "DE" });
  expect(await shop.hear()).toEqual(["settled"]);
  expect(payment).toMatchObject({ account_ref: account, application_fee_minor: 5_95 });
  expect(await paymentOf(world, payment.id)).toMatchObject({ status: "SUCCESS", provider: "stripe" });
  expect(await shop.held()).toBe(5_95);

  await refund(world, payment, by(creator), 10_00);
  await returnApplicationFee(world, payment.id);
  await returnApplicationFee(world, payment.id);
  await shop.hear();
  expect(await shop.held()).toBe(4_76);
  const fee = shop.stripe.accounts.fee(books().page(pageOf(payment)).intent?.charge?.fee ?? "");
  expect(fee.refunds.map(({ amount }) => amount)).toEqual([1_19]);

  const dispute = books().dispute(pageOf(payment), 44_76);
  await shop.hear();
  expect(await balancesOf(world, creator)).not.toHaveProperty("creator_hold");
  books().decide(pageOf(payment), dispute.id, "lost");
  await shop.hear();
  await returnApplicationFee(world, payment.id);
  expect(await paymentOf(world, payment.id)).toMatchObject({ status: "CHARGEBACK" });
  expect(await shop.held()).toBe(0);
  expect(fee.refunds.map(({ amount }) => amount)).toEqual([4_76, 1_19]);
});

it("what Stripe tells of direct tips settles by our fees, their returns, and its own fees", async () => {
  const tips = [
    await shop.tip(creator, { amount: 20_00, country: "DE" }),
    await shop.tip(creator, { amount: 3_00, country: "DE" }),
    await shop.tip(creator, { amount: 20_00, country: "US", payIn: "USD" }),
  ];
  await shop.hear();
  const [first] = tips;
  if (!first) throw new Error("three tips");
  await refund(world, first, by(creator), 5_00);
  await returnApplicationFee(world, first.id);
  await refund(world, first, by(creator), 15_00);
  await returnApplicationFee(world, first.id);
  await shop.hear();
  shop.stripe.books.balance.payOut();

  const services = { ...world, encryption: createEncryption("a key of at least thirty-two characters!") };
  const order = { provider: "stripe", operator_id: await makeOperator(world) };
  await fetchSettlement(services, order);
  const [open] = await listPreviews(world.db, order.operator_id, world.clock());
  const asked = { id: open?.id ?? "", operator_id: order.operator_id };
  expect((await findPreview(services, asked))?.exceptions).toEqual([]);
  expect(await takePreview(services, asked)).toMatchObject({ outcome: "imported", exceptions: 0 });
  expect([await shop.held("EUR"), await shop.held("USD")]).toEqual([0, 0]);
});

it("a fee that Stripe says went back without us waits for an operator", async () => {
  const payment = await shop.tip(creator, { amount: 20_00, country: "DE" });
  await shop.hear();
  const fee = books().page(pageOf(payment)).intent?.charge?.fee ?? "";
  shop.stripe.accounts.refundFee(fee, 1_00, { payment_id: payment.id, refund_id: "fee 0-100" });
  const services = { ...world, encryption: createEncryption("a key of at least thirty-two characters!") };
  const order = { provider: "stripe", operator_id: await makeOperator(world) };
  await fetchSettlement(services, order);
  const [open] = await listPreviews(world.db, order.operator_id, world.clock());
  const preview = await findPreview(services, { id: open?.id ?? "", operator_id: order.operator_id });
  expect(preview?.exceptions).toMatchObject([
    { reason: "unknown_refund", event: { reference: "fee 0-100", gross_minor: 1_00 } },
  ]);
});

it("an event of an account is read from Stripe, in whatever order events come", async () => {
  const soon = new Date("2026-12-20T00:00:00Z");
  shop.stripe.accounts.require(account, ["individual.verification.document"], soon);
  shop.stripe.accounts.update(account, { takesPayments: false });
  await shop.hear();
  expect(await connected()).toMatchObject({
    ...{ takes_payments: false, due: [{ name: "individual.verification.document", by: soon.toISOString() }] },
  });
  // An older event comes last, and says what was true then.
  const older = {
    id: account,
    object: "account",
    charges_enabled: true,
    requirements: { currently_due: [] },
  };
  expect(await send({ type: "account.updated", account, data: { object: older } })).toBe("account_read");
  expect(await connected()).toMatchObject({ takes_payments: false });
  shop.stripe.accounts.update(account, {
    takesPayments: true,
    requirements: { currently_due: [], past_due: [], current_deadline: null, disabled_reason: null },
  });
  await shop.hear();
  expect(await connected()).toMatchObject({ takes_payments: true, due: [] });
});

it("a payout of an account is listed by its event, and again when it fails later", async () => {
  const { id } = shop.stripe.accounts.payOut(account, 12_34);
  await shop.hear();
  const listed = () =>
    world.db
      .selectFrom("connected_payouts")
      .selectAll()
      .where("payout_ref", "=", id)
      .executeTakeFirstOrThrow();
  expect(await listed()).toMatchObject({ user_id: creator.id, amount_minor: 12_34, state: "PAID" });
  Object.assign(shop.stripe.accounts.get(account).payouts[0] ?? {}, {
    ...{ status: "failed", failure_code: "account_closed" },
  });
  await send({ type: "payout.failed", account, data: { object: { id } } });
  expect(await listed()).toMatchObject({ state: "FAILED", failure_code: "account_closed" });
});

it("an event with a forged account, or of an account that is not ours, changes nothing", async () => {
  const before = await connected();
  const data = { object: {} };
  expect(await send({ type: "account.updated", account, data }, "whsec_notastripesecret")).toBe("refused");
  expect(await send({ type: "account.updated", account, data }, "whsec_of_another")).toBe("refused");
  expect(await send({ type: "account.updated", account: "acct_stranger", data })).toBe("unknown_account");
  expect(await send({ type: "payout.paid", account: "acct_stranger", data })).toBe("unknown_account");
  expect(await connected()).toEqual(before);
});

it("a page of another account with the id of our payment is not taken for it, paid or not", async () => {
  const other = await createCreator(world, { username: "mallory" });
  const stranger = await shop.connect(other);
  await shop.hear();
  const payment = await shop.tip(creator, { amount: 10_00, country: "DE" });
  await shop.hear();
  const waiting = world.newId();
  shop.line.failNext("late_answer", "POST");
  await confirm(world, await draftTip(world, creator, { amount: 10_00, country: "DE" }), {
    paymentId: waiting,
  });
  for (const id of [payment.id, waiting]) {
    const { form } = books().page(pageOf(payment));
    const copy = { ...form, client_reference_id: id, metadata: { payment_id: id } };
    const page = shop.stripe.booksOf(stranger).open(copy);
    shop.stripe.booksOf(stranger).visit(page.id, "paid");
    expect(await shop.hear(), id).toContain("other_reference");
  }
  expect(await listSuspense(world.db)).toEqual([]);
});

it("an event for a creator who is gone, or of an account that took our access away, ends quietly", async () => {
  const leaving = await createCreator(world, { username: "leaving" });
  const gone = await shop.connect(leaving);
  await shop.hear();
  shop.stripe.accounts.revoke(gone);
  expect(await shop.hear()).toEqual(["account_read"]);
  expect((await connected(leaving)).disconnected_at).not.toBeNull();
  expect(await send({ type: "account.updated", account: gone, data: { object: {} } })).toBe(
    "disconnected_account",
  );
  await world.db.deleteFrom("connected_accounts").where("user_id", "=", leaving.id).execute();
  expect(await send({ type: "payout.paid", account: gone, data: { object: {} } })).toBe("unknown_account");
});
