import { describe } from "vitest";
import { providerContract } from "../support/providers/contract.ts";
import { openInetcashWorld } from "../support/providers/inetcash-contract-world.ts";

const NONE = { looksUp: false, cancels: false, refunds: false, tellsAmount: false, signs: false };

describe("the contract of providers, kept by the adapter to INET-CASH", () => {
  providerContract(NONE, openInetcashWorld);
});
