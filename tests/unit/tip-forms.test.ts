import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { minor } from "../../app/domain/money/minor.ts";
import { amountForm, detailsForm, paymentChoiceForm, paymentForm } from "../../app/domain/tips/tip.schema.ts";
import { defaultSettings } from "../../app/product-settings.ts";

/** What is wrong, by field; null when nothing is. */
function errorsOf(schema: z.ZodType, form: object): Record<string, string> | null {
  const parsed = schema.safeParse(form);
  if (parsed.success) return null;
  return Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]));
}

describe("the amount", () => {
  const items = [{ id: "coffee", amount_minor: minor(7_00) }];
  const german = amountForm({ currency: "EUR", locale: "de", items, rules: defaultSettings.rules });
  const amountOf = (form: object) => german.parse(form);

  it("the amount is what was typed, else the chosen preset or item", () => {
    expect(amountOf({ amount: "12,50", choice: "5.00" })).toEqual({ amount_minor: 12_50, item_id: null });
    expect(amountOf({ amount: " ", choice: "25.00" })).toEqual({ amount_minor: 25_00, item_id: null });
    expect(amountOf({ choice: "item-coffee" })).toEqual({ amount_minor: 7_00, item_id: "coffee" });
    expect(amountOf({ amount: "8", choice: "item-coffee" })).toEqual({ amount_minor: 8_00, item_id: null });
  });

  it("the amount is at least 1.00 and at most 500.00", () => {
    expect(amountOf({ amount: "1" }).amount_minor).toBe(1_00);
    expect(amountOf({ amount: "500" }).amount_minor).toBe(500_00);
    expect(amountOf({ amount: "500,009" }).amount_minor).toBe(500_00);
    expect(errorsOf(german, { amount: "0,99" })).toEqual({ amount: "errors.amount.minimum" });
    expect(errorsOf(german, { amount: "500,01" })).toEqual({ amount: "errors.amount.maximum" });
  });

  it("the amount that is missing, or none, is named at its field", () => {
    expect(errorsOf(german, {})).toEqual({ amount: "errors.amount.required" });
    expect(errorsOf(german, { amount: "abc" })).toEqual({ amount: "errors.amount.invalid" });
    expect(errorsOf(german, { amount: "1.000" })).toEqual({ amount: "errors.amount.invalid" });
    expect(errorsOf(german, { amount: "5".repeat(50) })).toEqual({ amount: "errors.amount.invalid" });
    expect(errorsOf(german, { choice: "item-of-another" })).toHaveProperty("amount");
  });

  it("the form of the amount never throws, whatever is posted", () => {
    const anything = fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(undefined));
    fc.assert(
      fc.property(anything, anything, (amount, choice) => {
        const parsed = german.safeParse({ amount, choice });
        if (parsed.success) expect(parsed.data.amount_minor).toBeGreaterThanOrEqual(1_00);
      }),
    );
  });
});

describe("the voluntary data", () => {
  const form = detailsForm({
    amount_minor: 5_00,
    default_price_per_message_minor: null,
    rules: defaultSettings.rules,
  });

  it("the voluntary data may all be left out, and what is blank is left out", () => {
    expect(form.parse({})).toEqual({
      name: undefined,
      message: undefined,
      show_on_page: false,
      remove_image: false,
    });
    expect(form.parse({ name: "  ", message: "\n \n" })).toMatchObject({
      name: undefined,
      message: undefined,
    });
  });

  it("voluntary data that holds only invisible characters is left out", () => {
    expect(form.parse({ name: "\u200b\u200b", message: "\u0001" })).toMatchObject({
      name: undefined,
      message: undefined,
    });
  });

  it("the voluntary data takes a message of 1000 characters, counted as a person counts", () => {
    expect(errorsOf(form, { message: "ä".repeat(1000) })).toBeNull();
    expect(errorsOf(form, { message: "🎉".repeat(1000) })).toBeNull();
    expect(errorsOf(form, { message: `${"x".repeat(1000)}  ` })).toBeNull();
    expect(errorsOf(form, { message: "x".repeat(1001) })).toEqual({ message: "errors.message.long" });
    expect(errorsOf(form, { name: "x".repeat(81) })).toEqual({ name: "errors.name.long" });
  });

  it("the voluntary data normalises a message's line breaks and drops control characters", () => {
    expect(form.parse({ message: "One\r\nTwo\rThree\u0000\u0007" }).message).toBe("One\nTwo\nThree");
    expect(form.parse({ name: "Ada\nLove\u202elace" }).name).toBe("Ada Lovelace");
  });

  it("the voluntary data asks for the creator's price of a message, where there is one and a message", () => {
    const dear = detailsForm({
      amount_minor: 5_00,
      default_price_per_message_minor: 10_00,
      rules: defaultSettings.rules,
    });
    expect(errorsOf(dear, { name: "Ada" })).toBeNull();
    expect(errorsOf(dear, { message: "Hello" })).toEqual({ message: "errors.message.price" });
    const enough = detailsForm({
      amount_minor: 10_00,
      default_price_per_message_minor: 10_00,
      rules: defaultSettings.rules,
    });
    expect(errorsOf(enough, { message: "Hello" })).toBeNull();
  });
});

describe("the payment", () => {
  const good = { type: "INETCASH_CC", country: "DE", pay_currency: "EUR" };

  it("the payment needs a way to pay, a country and a currency, and no address", () => {
    expect(paymentForm.parse(good)).toEqual({ ...good, email: undefined, share_email: false });
    expect(errorsOf(paymentForm, {})).toEqual({
      type: "errors.type.required",
      country: "errors.country.required",
      pay_currency: "errors.currency.required",
    });
    expect(errorsOf(paymentForm, { ...good, type: "CASH" })).toEqual({ type: "errors.type.required" });
    expect(errorsOf(paymentForm, { ...good, country: "Germany" })).toEqual({
      country: "errors.country.required",
    });
  });

  it("the payment takes an address that could be one", () => {
    for (const email of ["ada@example.org", " a.b+c@sub.example.co ", "jördis@exämple.de"]) {
      expect(errorsOf(paymentForm, { ...good, email }), email).toBeNull();
    }
    for (const email of [
      "ada",
      "ada@",
      "@example.org",
      "ada@localhost",
      "a b@example.org",
      "ada@example.org,eve@example.org",
      "ada@exa\nmple.org",
      `${"x".repeat(250)}@example.org`,
    ]) {
      expect(errorsOf(paymentForm, { ...good, email }), email).toEqual({ email: "errors.email.invalid" });
    }
  });

  it("the payment shares an address by the fan's tick alone, and only one that is there", () => {
    expect(paymentForm.parse({ ...good, email: "ada@example.org" })).toMatchObject({ share_email: false });
    expect(paymentForm.parse({ ...good, email: "ada@example.org", share_email: "on" })).toMatchObject({
      share_email: true,
    });
    expect(errorsOf(paymentForm, { ...good, share_email: "on" })).toEqual({ email: "errors.email.to_share" });
  });

  it("the payment's form, while it is filled in, leaves out values that are not valid yet", () => {
    expect(
      paymentChoiceForm.parse({ country: "DE", pay_currency: "JPY", type: "CASH", email: "ada" }),
    ).toMatchObject({
      type: undefined,
      email: undefined,
      pay_currency: "JPY",
    });
  });
});
