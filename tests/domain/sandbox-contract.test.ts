import { afterAll, beforeAll, describe } from "vitest";
import { ALL_ABILITIES } from "../../app/domain/payments/provider-port.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { providerContract } from "../support/providers/contract.ts";
import { openSandboxWorld } from "../support/providers/sandbox-contract-world.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("the contract of providers, kept by the sandbox", () => {
  providerContract(ALL_ABILITIES, () => openSandboxWorld(database.db));
});
