import { describe } from "vitest";
import { ALL_ABILITIES } from "../../app/domain/payments/provider-port.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { test } from "../support/domain-test.ts";
import { providerContract } from "../support/providers/contract.ts";
import { openSandboxWorld } from "../support/providers/sandbox-contract-world.ts";

let database: TestDatabase;

test.beforeAll(({ database: own }) => {
  database = own;
});

describe("the contract of providers, kept by the sandbox", () => {
  providerContract(ALL_ABILITIES, () => openSandboxWorld(database.db), { paysDirectly: true });
});
