import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { openFakeStripe } from "../support/providers/stripe/fake-stripe.ts";
import {
  operationOf,
  problemFaults,
  readAnswer,
  readEvent,
  requestFaults,
} from "../support/providers/stripe/stripe-contract.ts";
import { operations } from "../support/providers/stripe/stripe-types.ts";

function operation(method: string, pathname: string) {
  const found = operationOf(method, pathname);
  if (!found) throw new Error(`stripe has no ${method} ${pathname}`);
  return found;
}

const REFUND = { id: "re_1", object: "refund", amount: 100, created: 1, currency: "eur" };
const CREATE = "/v1/checkout/sessions";

describe("Stripe's published types", () => {
  it("Stripe's published types are read for every operation of the resources that we use", () => {
    const read = operations().map(({ method, address }) => `${method} ${address.source}`);
    expect(read.length).toBeGreaterThan(60);
    expect(new Set(read).size).toBeGreaterThan(60);
    // Each type is one that can be checked.
    for (const each of operations()) {
      expect(requestFaults(each, { made_up: "1" }).join(), each.address.source).toContain(
        "made_up is unknown",
      );
      expect(readAnswer(each, { made_up: 1 }).faults.join(), each.address.source).toContain(
        "made_up is unknown",
      );
    }
    expect(operationOf("POST", "/v1/made_up")).toBeNull();
    expect(operationOf("PUT", CREATE)).toBeNull();
  });

  it.each<[string, object, string | null]>([
    ["a whole request", { mode: "payment", metadata: { payment_id: "1" }, expires_at: "17" }, null],
    [
      "a field inside that is unknown",
      { payment_intent_data: { made_up: "1" } },
      "payment_intent_data.made_up is unknown",
    ],
    ["a word that is none", { mode: "gift" }, 'mode is "gift", not one of its words or kinds'],
    ["a number that is none", { expires_at: "soon" }, 'expires_at is "soon", not a number'],
    [
      "a boolean that is none",
      { adaptive_pricing: { enabled: "1" } },
      'adaptive_pricing.enabled is "1", not a boolean',
    ],
    ["a list that is none", { expand: "payment_intent" }, 'expand is "payment_intent", not a list'],
    [
      "a part that lacks something",
      { line_items: [{ price_data: {} }] },
      "line_items[0].price_data.currency is missing",
    ],
  ])("Stripe's published types about %s", (_name, fields, fault) => {
    expect(requestFaults(operation("POST", CREATE), fields)).toEqual(fault === null ? [] : [fault]);
  });

  it.each<[string, object, string | null]>([
    ["that is whole", {}, null],
    ["with a field that is unknown", { made_up: null }, "made_up is unknown"],
    ["without a field", { currency: undefined }, "currency is missing"],
    ["with a text for a number", { amount: "100" }, 'amount is "100", not a number'],
    ["with null where there is none", { id: null }, "id is null, not a text"],
    ["with another kind of thing", { object: "charge" }, 'object is "charge", not "refund"'],
    [
      "with a word that is none",
      { pending_reason: "rain" },
      'pending_reason is "rain", not one of its words or kinds',
    ],
    ["with part of another thing in it", { charge: { id: "ch_1" } }, "charge.object is missing"],
  ])("Stripe's published types about an answer %s", (_name, change, fault) => {
    const { faults } = readAnswer(operation("GET", "/v1/refunds/re_1"), { ...REFUND, ...change });
    expect(faults.filter((each) => each === fault)).toEqual(fault === null ? [] : [fault]);
    expect(faults.length === 0).toBe(fault === null);
  });

  it("Stripe's published types make an answer whole: what may be null and is absent is null", () => {
    const { value } = readAnswer(operation("GET", "/v1/refunds/re_1"), REFUND);
    expect(value).toMatchObject({
      ...REFUND,
      balance_transaction: null,
      charge: null,
      metadata: null,
      status: null,
    });
  });

  it("Stripe's published types about an event are those of its type", () => {
    const event = {
      ...{ id: "evt_1", object: "event", type: "refund.created", livemode: false, created: 1 },
      ...{ api_version: Stripe.API_VERSION, pending_webhooks: 1, data: { object: REFUND } },
    };
    expect(readEvent(event).faults).toEqual([]);
    expect(readEvent({ ...event, account: "acct_1" }).faults).toEqual([]);
    expect(readEvent({ ...event, data: { object: { ...REFUND, object: "charge" } } }).faults).toHaveLength(1);
    expect(() => readEvent({ ...event, type: "refund.made_up" })).toThrow("RefundMadeUpEvent");
  });

  it("Stripe's published types about a problem know its kinds", () => {
    expect(problemFaults({ error: { type: "card_error", message: "no", code: "card_declined" } })).toEqual(
      [],
    );
    expect(problemFaults({ error: { type: "rain", made_up: 1 } })).toHaveLength(2);
  });

  it("Stripe's published types refuse a field that no version has, and the fake's end says so", async () => {
    const stripe = await openFakeStripe({ secretKey: "sk_test_any", webhookSecret: "whsec_any" });
    const answer = await fetch(`${stripe.origin}/v1/customers`, {
      method: "POST",
      headers: { Authorization: "Bearer sk_test_any", "Stripe-Version": Stripe.API_VERSION },
      body: new URLSearchParams({ made_up: "1" }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: "parameter_unknown" } });
    await expect(stripe.close()).rejects.toThrow("POST /v1/customers sent: made_up is unknown");
  });
});
