import { describe, expect } from "vitest";
import { listPaymentsOfVoucher } from "../../app/domain/payments/payment-record.server.ts";
import { sweepRetention } from "../../app/domain/retention/sweep.server.ts";
import { voucherForm } from "../../app/domain/vouchers/voucher.schema.ts";
import { findAnyResult, findVoucherDraft } from "../../app/domain/vouchers/voucher-drafts.server.ts";
import { lapseVouchers } from "../../app/domain/vouchers/voucher-states.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { test as it } from "../support/domain-test.ts";
import { starterAt } from "../support/money/card-testers.ts";
import { createTipWorld, DAY_SECONDS, type TipWorld } from "../support/money/tip-world.ts";
import { chooseVoucherPayment, confirmPurchase, draftVoucher } from "../support/money/voucher-purchase.ts";

let world: TipWorld;

it.beforeEach(({ database }) => {
  world = createTipWorld(database.db);
});

const statusOf = async (id: string) => (await findVoucherDraft(world.db, id))?.status ?? null;
const paymentsOf = (id: string) => listPaymentsOfVoucher(world.db, id);

describe("what is typed for a voucher", () => {
  const good = { choice: "25.00", currency: "EUR", email: "ada@example.org", country: "DE" };
  const read = (form: object, locale: "en" | "de" = "en") =>
    voucherForm(locale, defaultSettings.rules.content).safeParse({ ...good, ...form });
  const problemsOf = (form: object) => read(form).error?.issues.map(({ message }) => message) ?? [];

  it("a typed amount counts before a preset, and further decimals are cut off", () => {
    expect(read({ amount: "12.349" }).data).toMatchObject({ amount_minor: 12_34, currency: "EUR" });
    expect(read({ amount: "12,50" }, "de").data).toMatchObject({ amount_minor: 12_50 });
    expect(read({}).data).toMatchObject({ amount_minor: 25_00 });
  });

  it("a voucher is of 5.00 to 500.00 in EUR, USD or GBP", () => {
    expect(read({ amount: "5" }).success && read({ amount: "500" }).success).toBe(true);
    expect(problemsOf({ amount: "4.99" })).toEqual(["errors.amount.voucher_minimum"]);
    expect(problemsOf({ amount: "500.01" })).toEqual(["errors.amount.voucher_maximum"]);
    expect(problemsOf({ choice: "" })).toEqual(["errors.amount.required"]);
    expect(problemsOf({ amount: "many" })).toEqual(["errors.amount.invalid"]);
    for (const currency of ["EUR", "USD", "GBP"]) expect(read({ currency }).success).toBe(true);
    expect(problemsOf({ currency: "CHF" })).toEqual(["errors.currency.required"]);
  });

  it("all faults are told at once, also of fields that were not sent", () => {
    const found = voucherForm("en", defaultSettings.rules.content)
      .safeParse({})
      .error?.issues.map(({ path }) => path.join());
    expect(found?.sort()).toEqual(["amount", "country", "currency", "email"]);
  });

  it("the buyer's address is required, message and name are not", () => {
    expect(problemsOf({ email: "" })).toEqual(["errors.email.required"]);
    expect(problemsOf({ email: "ada" })).toEqual(["errors.email.invalid"]);
    expect(problemsOf({ message: "x".repeat(1001) })).toEqual(["errors.message.long"]);
    expect(read({ message: " ", sender_name: "\u200b" }).data).toMatchObject({
      message: undefined,
      sender_name: undefined,
    });
  });
});

describe("confirming the summary of a voucher", () => {
  it("its payment is written, the voucher waits for it, and the provider is told all that it needs", async () => {
    const id = await draftVoucher(world, { amount: 50_00 });
    const paymentId = world.newId();
    expect(await confirmPurchase(world, id, { paymentId })).toEqual({
      outcome: "pay",
      payment_id: paymentId,
      redirect_url: `https://pay.example/ref-${paymentId}`,
    });
    expect(await paymentsOf(id)).toMatchObject([
      {
        id: paymentId,
        status: "REDIRECTED",
        tip_id: null,
        voucher_id: id,
        amount_minor: 50_00,
        service_fee_minor: 5_00,
        vat_minor: 95,
        charged_minor: 55_95,
        member_ids: null,
      },
    ]);
    expect(await statusOf(id)).toBe("AWAITING_PAYMENT");
    expect(world.provider.orders).toMatchObject([
      { paymentId, amountMinor: 55_95, payerEmail: "ada@example.org", description: "Voucher" },
    ]);
    const row = await world.db
      .selectFrom("payments")
      .select("purpose")
      .where("id", "=", paymentId)
      .executeTakeFirst();
    expect(row).toEqual({ purpose: "VOUCHER" });
  });

  it("posted eight times at once and once more, it is one payment", async () => {
    const id = await draftVoucher(world);
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirmPurchase(world, id)));
    answers.push(await confirmPurchase(world, id));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await paymentsOf(id)).toHaveLength(1);
    expect(world.provider.orders).toHaveLength(1);
  });

  it("another price than was seen, and a way to pay that is missing, begin nothing", async () => {
    const id = await draftVoucher(world);
    expect(await confirmPurchase(world, id, { seen: 1 })).toEqual({ outcome: "price_changed" });
    await world.db.updateTable("vouchers").set({ payment_type: null }).where("id", "=", id).execute();
    expect(await confirmPurchase(world, id)).toEqual({ outcome: "incomplete" });
    expect(await paymentsOf(id)).toEqual([]);
    expect(await statusOf(id)).toBe("DRAFT");
  });

  it("a voucher in dollars is paid in euros at the day's rate", async () => {
    const id = await draftVoucher(world, { currency: "USD", payIn: "EUR" });
    expect(await confirmPurchase(world, id)).toMatchObject({ outcome: "pay" });
    const [payment] = await paymentsOf(id);
    expect(payment).toMatchObject({ currency: "USD", amount_minor: 25_00, charged_currency: "EUR" });
    expect(payment?.rate).not.toBe("1");
  });

  it("who chose another way to pay gets another payment", async () => {
    const id = await draftVoucher(world);
    await confirmPurchase(world, id);
    await chooseVoucherPayment(world, id, { type: "INETCASH_DB" });
    expect(await confirmPurchase(world, id)).toMatchObject({ outcome: "pay" });
    expect((await paymentsOf(id)).map(({ type }) => type).sort()).toEqual(["INETCASH_CC", "INETCASH_DB"]);
  });

  it("cards that are tried out on vouchers wait as on tips: an address is bound, a voucher of its own is no way around", async () => {
    world.time.passSeconds(365 * DAY_SECONDS);
    const starter = starterAt("198.51.100.77");
    const { address } = productRules.payment_starts.unpaid;
    const outcomes: string[] = [];
    for (let start = 0; start <= address; start += 1) {
      const id = await draftVoucher(world);
      outcomes.push((await confirmPurchase(world, id, { starter })).outcome);
    }
    expect(outcomes).toEqual([...Array.from({ length: address }, () => "pay"), "wait"]);
  });
});

describe("vouchers that nobody pays", () => {
  const later = (days: number) => world.time.passSeconds(days * DAY_SECONDS);
  const sweep = () => sweepRetention({ ...world, log: { error: () => undefined } });
  const lapse = () => lapseVouchers(world.db, world.clock());

  it("a voucher lapses after a day, unless its money is under way", async () => {
    const draft = await draftVoucher(world);
    const begun = await draftVoucher(world);
    const underWay = await draftVoucher(world);
    for (const id of [begun, underWay]) await confirmPurchase(world, id);
    await world.db
      .updateTable("payments")
      .set({ status: "PROCESSING" })
      .where("voucher_id", "=", underWay)
      .execute();
    world.time.passSeconds(DAY_SECONDS - 60);
    await lapse();
    expect(await Promise.all([draft, begun, underWay].map(statusOf))).toEqual([
      "DRAFT",
      "AWAITING_PAYMENT",
      "AWAITING_PAYMENT",
    ]);
    world.time.passSeconds(120);
    await Promise.all([lapse(), lapse()]);
    expect(await Promise.all([draft, begun, underWay].map(statusOf))).toEqual([
      "LAPSED",
      "LAPSED",
      "AWAITING_PAYMENT",
    ]);
    expect(await chooseVoucherPayment(world, draft, {})).toBe(false);
    expect(await confirmPurchase(world, begun)).toEqual({ outcome: "expired" });
    expect(await confirmPurchase(world, underWay)).toMatchObject({ outcome: "already_paid" });
  });

  it("one that nobody began to pay goes after two days; one that was begun is emptied, and goes with its payment a year later", async () => {
    const draft = await draftVoucher(world, { message: "For you" });
    const begun = await draftVoucher(world, { message: "For you", from: "Ada" });
    await confirmPurchase(world, begun);
    later(2);
    await lapse();
    later(productRules.retention.draft_days + 1);
    await sweep();
    expect(await statusOf(draft)).toBeNull();
    expect(await findVoucherDraft(world.db, begun)).toMatchObject({ message: "For you", sender_name: "Ada" });
    later(productRules.retention.unpaid_words_days);
    await sweep();
    expect(await findVoucherDraft(world.db, begun)).toMatchObject({
      status: "LAPSED",
      ...{ message: null, sender_name: null, email: null },
    });
    await world.db
      .updateTable("payments")
      .set({ status: "FAILED", failure_reason: "expired" })
      .where("voucher_id", "=", begun)
      .execute();
    later(productRules.retention.unpaid_days);
    await sweep();
    expect(await statusOf(begun)).toBeNull();
    expect(await paymentsOf(begun)).toEqual([]);
  });

  it("one whose money moved stays, whoever asks to forget it", async () => {
    const id = await draftVoucher(world);
    await confirmPurchase(world, id);
    const [payment] = await paymentsOf(id);
    later(2);
    await lapse();
    await world.db
      .updateTable("payments")
      .set({ status: "PROCESSING" })
      .where("id", "=", payment?.id ?? "")
      .execute();
    later(productRules.retention.unpaid_days + 1);
    await sweep();
    expect(await statusOf(id)).toBe("LAPSED");
    expect(await findAnyResult(world, payment?.id ?? "")).toMatchObject({
      voucher: { id, status: "LAPSED", masked_email: null },
    });
  });
});
