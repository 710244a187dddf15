import { afterAll, beforeAll, expect, test } from "vitest";
import { findRenamed, findReservedName, saveProfile } from "../../app/domain/users/profile.server.ts";
import { migrateToLatest } from "../../db/migrate.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { createEarlierDatabase } from "../support/database/earlier-database.ts";

const NOW = new Date("2026-11-25T12:00:00Z");

let world: TestDatabase;
beforeAll(async () => {
  world = await createEarlierDatabase();
  await migrateToLatest(world.url);
});
afterAll(() => world.drop());

const holderOf = (username: string) =>
  world.db.selectFrom("users").select(["id", "username"]).where("username", "=", username).executeTakeFirst();

test("the upgrade gives holders of reserved usernames a provisional one", async () => {
  for (const username of ["overlay-1", "overlay-2", "feed-1", "ada"])
    expect(await holderOf(username)).toBeDefined();
  for (const username of ["overlay", "feed"]) expect(await holderOf(username)).toBeUndefined();
  expect(await findRenamed(world.db, "OVERLAY", NOW)).toBe("overlay-2");
});

test("the reserved address redirects until the holder chooses a new username", async () => {
  const id = (await holderOf("overlay-2"))?.id ?? "";
  expect(await findReservedName(world.db, id)).toBe("overlay");
  const save = (username: string) => saveProfile(world.db, id, { username }, new Set(), NOW);
  expect(await save("overlay")).toEqual({ outcome: "username_invalid" });
  expect(await save("streamer")).toEqual({ outcome: "saved" });
  expect(await findReservedName(world.db, id)).toBeNull();
  expect(await findRenamed(world.db, "overlay", NOW)).toBeNull();
  expect(await findRenamed(world.db, "overlay-2", NOW)).toBe("streamer");
});
