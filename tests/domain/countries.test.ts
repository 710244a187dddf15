import { expect, it } from "vitest";
import { listCountries } from "../../app/domain/tax/countries.server.ts";
import { migrateToLatest } from "../../db/migrate.ts";
import { createTestDatabase } from "../support/database/database.ts";
import { createEarlierDatabase } from "../support/database/earlier-database.ts";

it("Kosovo can be chosen in new and in upgraded databases", async () => {
  const [present, earlier] = await Promise.all([createTestDatabase(), createEarlierDatabase()]);
  const added = async ({ db }: typeof present) => (await listCountries(db)).filter(({ id }) => id >= 250);
  const kosovo = [{ id: 250, iso_3166_1: "XK" }];
  expect(await added(present)).toEqual(kosovo);
  await earlier.db.deleteFrom("countries").where("id", "=", 250).execute();
  await migrateToLatest(earlier.url);
  expect(await added(earlier)).toEqual(kosovo);
  await Promise.all([present.drop(), earlier.drop()]);
});
