import { afterEach, beforeEach } from "vitest";
import { createTestDatabase, type TestDatabase } from "../database/database.ts";
import { expectCleanBooks } from "../database/ledger-checks.ts";
import { printLedger } from "./print-ledger.ts";
import { createTipWorld, earnBefore, mature, type TipWorld } from "./tip-world.ts";

/** The stage of one story: a world of its own, and the ledger as it was posted since the story began. */
export interface Story {
  world: TipWorld;
  /** Lets days pass, and what has matured is released. */
  days(count: number): Promise<void>;
  print(): Promise<string>;
}

/** A new stage for each story of a file; `.current` is there from beforeEach on. The books must be clean at each end. */
export function stories(): { readonly current: Story } {
  let database: TestDatabase;
  let story: Story | undefined;
  beforeEach(async () => {
    database = await createTestDatabase();
    const world = createTipWorld(database.db);
    // The platform has earned before, so that it can bear what a creator owes for a while.
    for (const currency of ["EUR", "USD"]) await earnBefore(world, currency, 1000_00);
    const { id } = await database.db
      .selectFrom("ledger_transaction")
      .select((eb) => eb.fn.max("id").as("id"))
      .executeTakeFirstOrThrow();
    story = {
      world,
      async days(count) {
        await mature(world, count);
      },
      print: () => printLedger(world.db, id),
    };
  });
  afterEach(async () => {
    if (story) await expectCleanBooks(story.world.db, story.world.clock());
    story = undefined;
    await database.drop();
  });
  return {
    get current() {
      if (!story) throw new Error("a story is told inside a test");
      return story;
    },
  };
}
