import { test as base, inject } from "vitest";
import { connectAgain, copyDatabase } from "./database/database.ts";
import { createCreator, createTipWorld } from "./money/tip-world.ts";

const withTemplate = base.extend("template", { scope: "file" }, () => inject("testDatabase").template);

/** The tests of the domain, with what most of them begin with; each part is made for those that name it. */
export const test = withTemplate
  /** A migrated database of the file's own. */
  .extend("database", { scope: "file" }, async ({ template }, { onCleanup }) => {
    const database = await copyDatabase(template);
    onCleanup(() => database.drop());
    return database;
  })
  /** Another instance's connections to it. */
  .extend("second", { scope: "file" }, ({ database }, { onCleanup }) => {
    const second = connectAgain(database.url);
    onCleanup(() => second.destroy());
    return second;
  })
  /** What the domain's functions need, with a clock and a provider of the test's own. */
  .extend("world", ({ database }) => createTipWorld(database.db))
  /** An ACTIVE creator. */
  .extend("creator", ({ world }) => createCreator(world));

/** With a database for each test, where tests look at all that is in it. */
export const testAlone = withTemplate
  .extend("database", async ({ template }, { onCleanup }) => {
    const database = await copyDatabase(template);
    onCleanup(() => database.drop());
    return database;
  })
  .extend("world", ({ database }) => createTipWorld(database.db))
  .extend("creator", ({ world }) => createCreator(world));
