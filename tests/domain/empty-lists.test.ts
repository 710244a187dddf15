import { afterAll, beforeAll, expect, test } from "vitest";
import { keepBuildAssets } from "../../app/domain/build-assets.server.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("nothing is in an empty list, and every row is outside of it", async () => {
  const { db } = database;
  const all = await db.selectFrom("reference_rates").select("currency").orderBy("currency").execute();
  expect(all.length).toBeGreaterThan(1);
  const outside = db.selectFrom("reference_rates").select("currency").where("currency", "not in", []);
  expect(await outside.orderBy("currency").execute()).toEqual(all);
  const inside = db.selectFrom("reference_rates").select("currency").where("currency", "in", []);
  expect(await inside.execute()).toEqual([]);
  const nested = db.selectFrom("reference_rates").select("currency").where("currency", "not in", inside);
  expect(await nested.orderBy("currency").execute()).toEqual(all);
  const either = db
    .selectFrom("reference_rates")
    .select("currency")
    .where(({ eb, or }) => or([eb("currency", "in", []), eb("currency", "=", "USD")]));
  expect(await either.execute()).toEqual([{ currency: "USD" }]);
});

test("a build without files keeps none", async () => {
  expect(await keepBuildAssets(database.db, new Map(), new Date())).toBe(0);
});
