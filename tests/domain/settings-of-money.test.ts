import { expect } from "vitest";
import { approve, declineApproval, listApprovals } from "../../app/domain/approvals/approvals.server.ts";
import { flatRules } from "../../app/domain/settings/price-rules.schema.ts";
import {
  changeBrand,
  changeBrandPicture,
  changeFeatures,
  changeRules,
  readGroup,
  readSettings,
} from "../../app/domain/settings/settings.server.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { testAlone as test } from "../support/domain-test.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { withPayouts } from "../support/money/payout-world.ts";
import { createCreator, createTipWorld, payTip } from "../support/money/tip-world.ts";

const { brand, features: shipped } = defaultSettings;
const ENVIRONMENT = { defaults: brand, features: shipped, fixed: {}, presets_minor: null };
const defaults = flatRules(defaultSettings.rules);
const PICTURE = { hash: "0".repeat(32), width: 2, height: 2, data: "AAAA" };

/** With a payment of `provider`, and two operators. */
async function worldOf(db: Parameters<typeof createTipWorld>[0], provider = "stripe") {
  const money = withPayouts({ ...createTipWorld(db), second_operator_from_minor: 1_000_00 });
  const world = { ...money, config: { settings: ENVIRONMENT, payoutAccount: null } };
  await payTip(world, await createCreator(world));
  await db.updateTable("payments").set({ provider }).execute();
  const { id: maker } = await createOperatorRow(db, world.clock());
  const { id: checker } = await createOperatorRow(db, world.clock());
  const versionOf = async (group: "rules" | "brand") => (await readGroup(db, group)).version;
  const fee = async (service_fee_bps: number, operator_id = maker) =>
    changeRules(world, {
      ...{ operator_id, seen_version: await versionOf("rules"), group: "rules" },
      rules: { ...defaults, service_fee_bps },
    });
  const waiting = async () => (await listApprovals(db, "ADMIN", null)).approvals;
  const running = async () => await readSettings(db, ENVIRONMENT);
  const decide = async (operator_id: string) =>
    approve(world, { id: (await waiting())[0]?.id ?? "", operator_id });
  return { ...world, maker, checker, versionOf, fee, waiting, running, decide };
}

test("before a payment by a real provider one operator changes rules", async ({ database }) => {
  const world = await worldOf(database.db, "sandbox");
  expect(await world.fee(800)).toBe("changed");
  expect((await world.running()).rules.service_fee_bps).toBe(800);
});

test("without the rule of two, one operator changes rules", async ({ database }) => {
  const world = await worldOf(database.db);
  const alone = { ...world, second_operator_from_minor: null };
  const change = { operator_id: world.maker, seen_version: 0, group: "rules" } as const;
  const rules = { ...defaults, service_fee_bps: 800 };
  expect(await changeRules(alone, { ...change, rules })).toBe("changed");
});

test("afterwards a rule waits for the second, and runs from the approval on", async ({ database }) => {
  const world = await worldOf(database.db);
  expect(await world.fee(800)).toBe("waiting");
  expect((await world.running()).rules.service_fee_bps).toBe(1000);
  const [act] = await world.waiting();
  expect(act).toMatchObject({ kind: "SETTINGS", subject: "settings:rules", made_by: world.maker });
  expect(act?.params.settings_before).toEqual({ service_fee_bps: 1000 });
  expect(act?.params.settings_after).toEqual({ service_fee_bps: 800 });
  expect(await world.decide(world.maker)).toBe("own");
  expect(await world.decide(world.checker)).toBe("approved");
  expect((await world.running()).rules.service_fee_bps).toBe(800);
  const logged = await world.db
    .selectFrom("audit_log")
    .select(["action", "actor_id", "before", "after"])
    .where("subject", "=", "settings:rules")
    .orderBy("id")
    .execute();
  expect(logged.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ["approval.asked", world.maker],
    ["settings.changed", world.maker],
    ["approval.approved", world.checker],
  ]);
  expect(logged[1]).toMatchObject({ before: { service_fee_bps: 1000 }, after: { service_fee_bps: 800 } });
});

test("a second change of the group is refused while one waits, also by its maker", async ({ database }) => {
  const world = await worldOf(database.db);
  expect(await world.fee(800)).toBe("waiting");
  expect(await world.fee(900, world.checker)).toBe("other_waits");
  expect(await world.fee(0)).toBe("other_waits");
  expect(await world.decide(world.checker)).toBe("approved");
  expect((await world.running()).rules.service_fee_bps).toBe(800);
});

test("a declined change never runs, and the next can be made", async ({ database }) => {
  const world = await worldOf(database.db);
  await world.fee(800);
  const id = (await world.waiting())[0]?.id ?? "";
  expect(await declineApproval(world, { id, operator_id: world.checker, reason: "too low" })).toBe(
    "declined",
  );
  expect((await world.running()).rules.service_fee_bps).toBe(1000);
  expect(await world.fee(900)).toBe("waiting");
});

test("an issuer waits with its whole brand, other fields and pictures do not", async ({ database }) => {
  const world = await worldOf(database.db);
  const { db, maker } = world;
  const brand = { name: "Kleingeld" };
  expect(await changeBrand(world, { operator_id: maker, seen_version: 0, brand })).toBe("changed");
  const issuer = ["Kleingeld GmbH", "Berlin"];
  const change = { operator_id: maker, seen_version: await world.versionOf("brand") };
  const picture = { operator_id: maker, name: "icon", picture: PICTURE } as const;
  expect(await changeBrandPicture(world, picture)).toBe("changed");
  expect(await changeBrand(world, { ...change, brand: { ...brand, issuer } })).toBe("stale");
  const seen_version = await world.versionOf("brand");
  const wanted = { ...brand, name: "Münze", issuer };
  expect(await changeBrand(world, { ...change, seen_version, brand: wanted })).toBe("waiting");
  expect((await world.running()).brand).toMatchObject({
    name: "Kleingeld",
    issuer: defaultSettings.brand.issuer,
  });
  world.time.passSeconds(60);
  expect(await world.decide(world.checker)).toBe("approved");
  expect((await world.running()).brand).toMatchObject({
    name: "Münze",
    issuer,
    icon: { hash: PICTURE.hash },
  });
  const issuers = await db.selectFrom("issuers").selectAll().execute();
  expect(JSON.stringify(issuers)).toContain("Kleingeld GmbH");
});

test("what waits of an overtaken version is void at once, and blocks no other", async ({ database }) => {
  const world = await worldOf(database.db);
  const brand = { issuer: ["Kleingeld GmbH", "Berlin"] };
  expect(await changeBrand(world, { operator_id: world.maker, seen_version: 0, brand })).toBe("waiting");
  await changeBrandPicture(world, { operator_id: world.maker, name: "icon", picture: PICTURE });
  expect(await world.waiting()).toEqual([]);
  expect((await world.running()).brand.issuer).toEqual(defaultSettings.brand.issuer);
  const again = { operator_id: world.checker, seen_version: await world.versionOf("brand"), brand };
  expect(await changeBrand(world, again)).toBe("waiting");
  const [act] = await world.waiting();
  expect(act?.params.settings_before).toEqual({ issuer: defaultSettings.brand.issuer });
});

test("features change at once, and finance decides no settings", async ({ database }) => {
  const world = await worldOf(database.db);
  const features = { ...defaultSettings.features, vouchers: false };
  expect(await changeFeatures(world, { operator_id: world.maker, seen_version: 0, features })).toBe(
    "changed",
  );
  await world.fee(800);
  const id = (await world.waiting())[0]?.id ?? "";
  await world.db.updateTable("users").set({ role: "FINANCE" }).where("id", "=", world.checker).execute();
  await expect(approve(world, { id, operator_id: world.checker })).rejects.toThrow("another role");
});
