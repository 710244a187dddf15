import { expect } from "vitest";
import { keepBuildAssets } from "../../app/domain/build-assets.server.ts";
import { test } from "../support/domain-test.ts";

test("nothing is in an empty list, and every row is outside of it", async ({ database }) => {
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

test("a build without files keeps none", async ({ database }) => {
  expect(await keepBuildAssets(database.db, new Map(), new Date())).toBe(0);
});
