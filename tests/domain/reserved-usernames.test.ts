import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findRenamed, findReservedName, saveProfile } from "../../app/domain/users/profile-edit.server.ts";
import { migrateToLatest } from "../../db/migrate.ts";
import { migrateTo } from "../../scripts/backup/load.ts";
import { createEmptyDatabase, type TestDatabase } from "../support/database/database.ts";

/** The last schema in which these names could be had. */
const BEFORE = "2026-11-24-21-build-assets";
const NOW = new Date("2026-11-25T12:00:00Z");

let world: TestDatabase;
beforeAll(async () => {
  world = await createEmptyDatabase();
  await migrateTo(world.url, BEFORE);
  for (const username of ["Overlay", "overlay-1", "feed", "ada"])
    await sql`
      insert into users (id, email, password_hash, username, name, status, username_changed_at,
        email_verified_at, verification_terms_accepted_at, terms_accepted_at, created_at, updated_at)
      values (${randomUUID()}, ${`${username}@example.org`}, 'x', ${username}, ${username}, 'ACTIVE', ${NOW},
        ${NOW}, ${NOW}, ${NOW}, ${NOW}, ${NOW})`.execute(world.db);
  await migrateToLatest(world.url);
});
afterAll(() => world.drop());

const holderOf = (email: string) =>
  world.db
    .selectFrom("users")
    .select(["id", "username"])
    .where("email", "=", `${email}@example.org`)
    .executeTakeFirstOrThrow();

test("the holder of a reserved username keeps the page under a provisional one", async () => {
  expect((await holderOf("Overlay")).username).toBe("overlay-2");
  expect((await holderOf("feed")).username).toBe("feed-1");
  expect((await holderOf("ada")).username).toBe("ada");
  expect(await findRenamed(world.db, "OVERLAY", NOW)).toBe("overlay-2");
});

test("the reserved address redirects until the holder chooses a new username", async () => {
  const { id } = await holderOf("Overlay");
  expect(await findReservedName(world.db, id)).toBe("overlay");
  const save = (username: string) => saveProfile(world.db, id, { username }, new Set(), NOW);
  expect(await save("overlay")).toEqual({ outcome: "username_invalid" });
  expect(await save("streamer")).toEqual({ outcome: "saved" });
  expect(await findReservedName(world.db, id)).toBeNull();
  expect(await findRenamed(world.db, "overlay", NOW)).toBeNull();
  expect(await findRenamed(world.db, "overlay-2", NOW)).toBe("streamer");
});
