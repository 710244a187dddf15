import { describe } from "vitest";
import { ALL_ABILITIES } from "../../app/domain/payments/provider-port.ts";
import { providerContract } from "../support/providers/contract.ts";
import { openStripeWorld } from "../support/providers/stripe-contract-world.ts";

describe("the contract of providers, kept by the adapter to Stripe", () => {
  providerContract(ALL_ABILITIES, openStripeWorld, { paysDirectly: true });
});
