import { expect } from "vitest";
import {
  changeBrand,
  changeFeatures,
  listSettingsChanges,
  readGroup,
  readSettings,
} from "../../app/domain/settings/settings.server.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { readConfig } from "../../app/server/config.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { testAlone as test } from "../support/domain-test.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { createCreator, createTipWorld } from "../support/money/tip-world.ts";

const { brand: defaults, features } = defaultSettings;
const ENVIRONMENT = { defaults, features, fixed: {}, presets_minor: null };

async function worldOf(database: { db: Parameters<typeof createTipWorld>[0] }) {
  const world = createTipWorld(database.db);
  const { id: operator_id } = await createOperatorRow(world.db, world.clock());
  return { ...world, config: { settings: ENVIRONMENT }, operator_id };
}

test("a change of the brand runs, and is logged with before and after", async ({ database }) => {
  const world = await worldOf(database);
  const { operator_id } = world;
  expect(await readSettings(world.db, ENVIRONMENT)).toEqual(defaultSettings);
  const first = {
    operator_id,
    seen_version: 0,
    brand: { name: "Kleingeld", issuer: ["Kleingeld GmbH", "Berlin"] },
  };
  expect(await changeBrand(world, first)).toBe("changed");
  const { version } = await readGroup(world.db, "brand");
  const again = { operator_id, seen_version: version, brand: { name: "Münze", issuer: first.brand.issuer } };
  expect(await changeBrand(world, again)).toBe("changed");

  const { brand } = await readSettings(world.db, ENVIRONMENT);
  expect(brand).toMatchObject({ name: "Münze", short_name: "Münze", issuer: first.brand.issuer });
  const logged = await world.db
    .selectFrom("audit_log")
    .select(["actor_id", "subject", "before", "after"])
    .where("action", "=", "settings.changed")
    .orderBy("id")
    .execute();
  expect(logged).toEqual([
    {
      actor_id: operator_id,
      subject: "settings:brand",
      before: {},
      after: { name: "Kleingeld", issuer: ["Kleingeld GmbH", "Berlin"] },
    },
    {
      actor_id: operator_id,
      subject: "settings:brand",
      before: { name: "Kleingeld" },
      after: { name: "Münze" },
    },
  ]);
});

test("only differences from the defaults are stored", async ({ database }) => {
  const world = await worldOf(database);
  const { support_email } = defaultSettings.brand;
  const brand = { name: "Kleingeld", support_email };
  await changeBrand(world, { operator_id: world.operator_id, seen_version: 0, brand });
  expect(await readGroup(world.db, "brand")).toMatchObject({ value: { name: "Kleingeld" } });
});

test("a change of an old page, and the same again, change nothing", async ({ database }) => {
  const world = await worldOf(database);
  const given = { operator_id: world.operator_id, seen_version: 0, brand: { name: "Kleingeld" } };
  expect(await changeBrand(world, given)).toBe("changed");
  expect(await changeBrand(world, { ...given, brand: { name: "Münze" } })).toBe("stale");
  const { version } = await readGroup(world.db, "brand");
  expect(await changeBrand(world, { ...given, seen_version: version })).toBe("unchanged");
  expect((await readSettings(world.db, ENVIRONMENT)).brand.name).toBe("Kleingeld");
});

test("of changes at the same moment one counts", async ({ database }) => {
  const world = await worldOf(database);
  const outcomes = await all(many(4), async (at) =>
    changeBrand(world, { operator_id: world.operator_id, seen_version: 0, brand: { name: `Marke ${at}` } }),
  );
  expect(outcomes.filter((outcome) => outcome === "changed")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "stale")).toHaveLength(3);
});

test("what the environment fixes wins over operators", async ({ database }) => {
  const world = await worldOf(database);
  const environment = { ...ENVIRONMENT, fixed: { support_email: "help@kleingeld.example" } };
  const brand = { support_email: "other@kleingeld.example" };
  await changeBrand(world, { operator_id: world.operator_id, seen_version: 0, brand });
  expect((await readSettings(world.db, environment)).brand.support_email).toBe("help@kleingeld.example");
});

test("creators change nothing", async ({ database }) => {
  const world = await worldOf(database);
  const creator = await createCreator(world);
  const given = { operator_id: creator.id, seen_version: 0, brand: { name: "Kleingeld" } };
  await expect(changeBrand(world, given)).rejects.toThrow();
  expect(await listSettingsChanges(world.db)).toEqual(
    ["brand", "features", "rules", "content", "payouts"].map((group) => ({ group, changed_at: null })),
  );
});

test("stored settings are never changed or removed", async ({ database }) => {
  const world = await worldOf(database);
  await changeBrand(world, { operator_id: world.operator_id, seen_version: 0, brand: { name: "Kleingeld" } });
  await expect(world.db.deleteFrom("settings").execute()).rejects.toThrow("append-only");
  await expect(world.db.updateTable("settings").set({ value: "{}" }).execute()).rejects.toThrow(
    "append-only",
  );
});

test("limits stored by a version that allowed wider ones run within those of the tables", async ({
  database,
}) => {
  const world = await worldOf(database);
  const value = JSON.stringify({ tip_minimum_minor: 20, tip_maximum_minor: 10_000_00 });
  await world.db.insertInto("settings").values({ name: "rules", value, changed_at: world.clock() }).execute();
  const { tip } = (await readSettings(world.db, ENVIRONMENT)).rules;
  expect(tip).toMatchObject({ minimum_minor: 50, maximum_minor: 5_000_00 });
});

test("where new creators are paid directly, vouchers are off until an operator switches them on", async ({
  database,
}) => {
  const direct = readConfig({ MONEY_MODEL: "direct" }).settings;
  const world = { ...(await worldOf(database)), config: { settings: direct } };
  const { operator_id } = world;
  const seen_version = async () => (await readGroup(world.db, "features")).version;
  const runs = async () => (await readSettings(world.db, direct)).features;
  expect(await runs()).toEqual({ ...features, vouchers: false });

  const on = { operator_id, features };
  await changeFeatures(world, { operator_id, seen_version: 0, features: await runs() });
  expect(await changeFeatures(world, { ...on, seen_version: await seen_version() })).toBe("changed");
  expect(await runs()).toEqual(features);
  expect(await changeFeatures(world, { ...on, seen_version: await seen_version() })).toBe("unchanged");
  const logged = await world.db
    .selectFrom("audit_log")
    .select("after")
    .orderBy("id", "desc")
    .executeTakeFirst();
  expect(logged?.after).toEqual({ vouchers: true });
});
