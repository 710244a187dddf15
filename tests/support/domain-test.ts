import { test as base } from "vitest";
import { createTestDatabase } from "./database/database.ts";
import { type PayoutWorld, withPayouts } from "./money/payout-world.ts";
import { createCreator, createTipWorld } from "./money/tip-world.ts";

/** The tests of the domain, with what most of them begin with; each part is made for those that name it. */
export const test = base
  /** A migrated database of the file's own. */
  .extend(
    "database",
    { scope: "file" },
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from the pattern.
    async ({}, { onCleanup }) => {
      const database = await createTestDatabase();
      onCleanup(() => database.drop());
      return database;
    },
  )
  /** What the domain's functions need, with a clock and a provider of the test's own. */
  .extend("world", ({ database }) => createTipWorld(database.db))
  .extend("payoutWorld", ({ database }): PayoutWorld => withPayouts(createTipWorld(database.db)))
  /** An ACTIVE creator. */
  .extend("creator", ({ world }) => createCreator(world));
