import { afterAll, beforeAll, expect, it } from "vitest";
import { listCountries } from "../../app/domain/tax/countries.server.ts";
import { migrations } from "../../db/migrations/index.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("Kosovo can be chosen in new databases, and is added to those that are older", async () => {
  const { db } = database;
  const kosovo = { id: 250, iso_3166_1: "XK" };
  expect((await listCountries(db)).filter(({ id }) => id >= 250)).toEqual([kosovo]);
  await db.deleteFrom("countries").where("id", "=", kosovo.id).execute();
  for (const _ of ["once", "again"]) await migrations["2026-11-25-31-kosovo"]?.up(db);
  const stored = await db.selectFrom("countries").selectAll().where("iso_3166_1", "=", "XK").execute();
  expect(stored).toEqual([kosovo]);
});
