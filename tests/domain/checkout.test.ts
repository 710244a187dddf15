import { afterEach, describe, expect } from "vitest";
import { minor } from "../../app/domain/money/minor.ts";
import { listPaymentsOfTip } from "../../app/domain/payments/payment-record.server.ts";
import { findDraft } from "../../app/domain/tips/drafts.server.ts";
import { saveSettings, setCurrency } from "../../app/domain/users/settings.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import {
  balancesOf,
  beginTip,
  type Creator,
  choosePayment,
  confirm,
  createCreator,
  DAY_SECONDS,
  draftTip,
  moveAccount,
  paymentOf,
  payTip,
  type TipWorld,
  tell,
  tipOf,
} from "../support/money/tip-world.ts";

let world: TipWorld;
let creator: Creator;

it.beforeEach(({ world: own, creator: receiving }) => {
  world = own;
  creator = receiving;
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const paymentsOf = (tipId: string) => listPaymentsOfTip(world.db, tipId);

describe("confirming the summary", () => {
  it("confirming the summary writes the payment and sends the fan to the provider, who is told all that it needs", async () => {
    const tipId = await draftTip(world, creator, { amount: 50_00, email: "ada@example.org" });
    const paymentId = world.newId();
    expect(await confirm(world, tipId, { paymentId })).toEqual({
      outcome: "pay",
      payment_id: paymentId,
      redirect_url: `https://pay.example/ref-${paymentId}`,
    });
    expect(await paymentOf(world, paymentId)).toMatchObject({
      status: "REDIRECTED",
      type: "INETCASH_CC",
      provider: "scripted",
      provider_ref: `ref-${paymentId}`,
      amount_minor: 50_00,
      service_fee_minor: 5_00,
      vat_minor: 95,
      total_minor: 55_95,
      charged_minor: 55_95,
      charged_currency: "EUR",
      country: "DE",
    });
    expect(await tipOf(world, { tip_id: tipId })).toMatchObject({
      status: "AWAITING_PAYMENT",
      paid_at: null,
    });
    expect(world.provider.orders).toMatchObject([
      {
        paymentId,
        amountMinor: 55_95,
        currency: "EUR",
        type: "INETCASH_CC",
        payerEmail: "ada@example.org",
        expiresAt: new Date(world.clock().getTime() + DAY_SECONDS * 1000),
        successUrl: `https://tribute.example/payment/success/${paymentId}`,
      },
    ]);
    expect(await balancesOf(world, creator)).toEqual({});
  });

  it("confirming the summary twice, one after the other or at the same time, begins one payment", async () => {
    const tipId = await draftTip(world, creator);
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(world, tipId)));
    answers.push(await confirm(world, tipId));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await paymentsOf(tipId)).toHaveLength(1);
    expect(world.provider.orders).toHaveLength(1);
  });

  it("confirming the summary at another price than the fan saw shows the summary again and begins nothing", async () => {
    const tipId = await draftTip(world, creator);
    expect(await confirm(world, tipId, { seen: 1 })).toEqual({ outcome: "price_changed" });
    expect(await paymentsOf(tipId)).toEqual([]);
    expect(await tipOf(world, { tip_id: tipId })).toMatchObject({ status: "DRAFT" });
  });

  it("confirming the summary of a tip without a way to pay begins nothing", async () => {
    const tipId = await draftTip(world, creator);
    await world.db.updateTable("tips").set({ payment_type: null }).where("id", "=", tipId).execute();
    expect(await confirm(world, tipId, { seen: 55_95 })).toEqual({ outcome: "incomplete" });
  });

  it("confirming the summary of a tip that is too small for its message begins nothing, and goes through without the message", async () => {
    const dear = await createCreator(world, { default_price_per_message_minor: 10_00 });
    const tipId = await draftTip(world, dear, { amount: 9_99, message: "Hello" });
    expect(await confirm(world, tipId)).toEqual({
      ...{ outcome: "message_below_price", price_minor: 10_00, currency: "EUR" },
    });
    expect(await paymentsOf(tipId)).toEqual([]);
    await world.db.updateTable("tips").set({ message: null }).where("id", "=", tipId).execute();
    expect(await confirm(world, tipId)).toMatchObject({ outcome: "pay" });
    const enough = await draftTip(world, dear, { amount: 10_00, message: "Hello" });
    expect(await confirm(world, enough)).toMatchObject({ outcome: "pay" });
  });

  it("confirming the summary compares the tip with a message price in its own currency alone", async () => {
    const dear = await createCreator(world, { default_price_per_message_minor: 10_00 });
    const tipId = await draftTip(world, dear, { amount: 5_00, message: "Hello" });
    await setCurrency(world.db, dear.id, "GBP", world.clock());
    await saveSettings(world.db, dear.id, { default_price_per_message_minor: minor(8_00) }, world.clock());
    expect(await confirm(world, tipId)).toMatchObject({ outcome: "pay" });
    const draft = await findDraft(world.db, tipId, { username: dear.username });
    expect(draft).toMatchObject({ currency: "EUR", receiver: { default_price_per_message_minor: null } });
  });

  it("a payment that was begun stands when the creator raises the price of messages", async () => {
    const tipId = await draftTip(world, creator, { message: "Hello" });
    const begun = await confirm(world, tipId);
    const dearer = { default_price_per_message_minor: 400_00 };
    await world.db.updateTable("users").set(dearer).where("id", "=", creator.id).execute();
    expect(await confirm(world, tipId)).toEqual(begun);
  });

  it("confirming the summary with a way to pay that is not on offer begins nothing", async () => {
    const abroad = await draftTip(world, creator, { type: "INETCASH_DD", country: "US" });
    expect(await confirm(world, abroad)).toEqual({ outcome: "not_offered" });
    const inYen = await draftTip(world, creator, { type: "INETCASH_OB", payIn: "JPY" });
    expect(await confirm(world, inYen)).toEqual({ outcome: "not_offered" });
    expect(world.provider.calls).toEqual([]);
  });

  it("confirming the summary begins nothing for a creator who was locked meanwhile or a tip whose time is over", async () => {
    const tipId = await draftTip(world, creator);
    await world.db.updateTable("tips").set({ status: "EXPIRED" }).where("id", "=", tipId).execute();
    expect(await confirm(world, tipId)).toEqual({ outcome: "expired" });
    const other = await draftTip(world, creator);
    await moveAccount(world, creator.id, ["LOCKED"]);
    expect(await confirm(world, other)).toEqual({ outcome: "expired" });
    expect(world.provider.calls).toEqual([]);
  });
});

describe("a provider that does not answer", () => {
  it("a provider that does not answer leaves the payment as it was written, and the next try continues the same one", async () => {
    const tipId = await draftTip(world, creator);
    world.provider.failNext("create", "unavailable");
    expect(await confirm(world, tipId)).toEqual({ outcome: "provider_unavailable" });
    const [written] = await paymentsOf(tipId);
    expect(written).toMatchObject({ status: "CREATED", provider_ref: null });
    expect(await confirm(world, tipId)).toMatchObject({ outcome: "pay" });
    expect(await paymentsOf(tipId)).toMatchObject([{ id: written?.id, status: "REDIRECTED" }]);
  });

  it("a provider that has accepted the order but does not answer makes one payment all the same", async () => {
    const tipId = await draftTip(world, creator);
    world.provider.failNext("create", "lost_answer");
    expect(await confirm(world, tipId)).toEqual({ outcome: "provider_unavailable" });
    expect(await confirm(world, tipId)).toMatchObject({ outcome: "pay" });
    expect(world.provider.orders).toHaveLength(1);
    expect(await paymentsOf(tipId)).toHaveLength(1);
  });

  it("an order that a silent provider has accepted may still bring the money, which counts", async () => {
    const tipId = await draftTip(world, creator, { type: "INETCASH_OB" });
    const paymentId = world.newId();
    world.provider.failNext("create", "lost_answer");
    await confirm(world, tipId, { paymentId });
    expect(await tell(world, await paymentOf(world, paymentId))).toBe("settled");
    expect(await confirm(world, tipId)).toEqual({ outcome: "already_paid", payment_id: paymentId });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });

  it("a provider that refuses the order ends that payment, and the fan may choose another way", async () => {
    const tipId = await draftTip(world, creator);
    world.provider.failNext("create", "refused");
    expect(await confirm(world, tipId)).toEqual({ outcome: "not_offered" });
    expect(await paymentsOf(tipId)).toMatchObject([{ status: "FAILED", failure_reason: "error" }]);
    expect(await confirm(world, tipId)).toMatchObject({ outcome: "pay" });
    expect(await paymentsOf(tipId)).toHaveLength(2);
  });
});

describe("a second payment of one tip", () => {
  it("a second payment of one tip cancels the first at the provider", async () => {
    const first = await beginTip(world, creator);
    world.time.passSeconds(60);
    const tipId = first.tip_id ?? "";
    await choosePayment(world, tipId, creator, { type: "INETCASH_OB" });
    expect(await confirm(world, tipId)).toMatchObject({ outcome: "pay" });
    expect(world.provider.calls).toContain(`cancel ref-${first.id}`);
    expect(await paymentsOf(tipId)).toMatchObject([
      { type: "INETCASH_OB", status: "REDIRECTED" },
      { id: first.id, status: "FAILED", failure_reason: "cancelled" },
    ]);
  });

  it("a second payment of one tip is not begun when the first turns out to be paid: its money counts", async () => {
    const first = await beginTip(world, creator);
    const tipId = first.tip_id ?? "";
    world.provider.change(first.id, { state: "PAID" });
    await choosePayment(world, tipId, creator, { type: "INETCASH_OB" });
    expect(await confirm(world, tipId)).toEqual({ outcome: "already_paid", payment_id: first.id });
    expect(await paymentOf(world, first.id)).toMatchObject({ status: "SUCCESS" });
    expect(world.provider.orders).toHaveLength(1);
  });

  it("a second payment of one tip is not begun while the first is under way at the bank", async () => {
    const first = await beginTip(world, creator, { type: "INETCASH_OB" });
    await tell(world, first, { state: "PROCESSING" });
    expect(await confirm(world, first.tip_id ?? "")).toEqual({
      outcome: "already_paid",
      payment_id: first.id,
    });
  });

  it("a second payment of one tip is not begun when the provider cannot be asked to cancel the first", async () => {
    const first = await beginTip(world, creator);
    const tipId = first.tip_id ?? "";
    await choosePayment(world, tipId, creator, { type: "INETCASH_OB" });
    world.provider.failNext("cancel", "unavailable");
    expect(await confirm(world, tipId)).toEqual({ outcome: "provider_unavailable" });
    expect(world.provider.orders).toHaveLength(1);
    expect(await confirm(world, tipId)).toMatchObject({ outcome: "pay" });
    expect((await paymentsOf(tipId)).filter((each) => each.status === "REDIRECTED")).toHaveLength(1);
  });

  it("a second payment after a failure keeps all that the fan entered", async () => {
    const first = await beginTip(world, creator, { from: "Ada", message: "Hi" });
    await tell(world, first, { state: "FAILED", failureCode: "card_declined" });
    expect(await confirm(world, first.tip_id ?? "")).toMatchObject({ outcome: "pay" });
    expect(await tipOf(world, first)).toMatchObject({
      status: "AWAITING_PAYMENT",
      sender_name: "Ada",
      message: "Hi",
    });
  });

  it("a second payment of a tip that is paid is not begun", async () => {
    const paid = await payTip(world, creator);
    expect(await confirm(world, paid.tip_id ?? "")).toEqual({ outcome: "already_paid", payment_id: paid.id });
  });
});
