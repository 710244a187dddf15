import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { wireFan } from "../support/http/http-client.ts";
import { openSettingsWorld, type SettingsWorld } from "../support/http/settings-world.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";

// After the first payment by a real provider, settings about money take two operators, by pages.

let world: SettingsWorld;

beforeAll(async () => {
  world = await openSettingsWorld();
  const paid = world.db.selectFrom("payments").select("id").where("settled_at", "is not", null).limit(1);
  await world.db.updateTable("payments").set({ provider: "stripe" }).where("id", "in", paid).execute();
});

afterAll(async () => {
  await world?.close();
});

const main = (text: string) => textOf(readStrictly(text).elements("main")[0]);

test("an operator asks, the page says so, and the second one sees the change and approves it", async () => {
  const saved = await world.save("rules", {
    ...{ service_fee_bps: "8", service_fee_minimum_minor: "0,50" },
    tip_presets_minor: "5; 7,50; 10",
  });
  expect([saved.status, saved.headers.location]).toEqual([303, "/admin/settings?done=waiting"]);
  const first = wireFan("de", { Cookie: world.operator }, world.first.url);
  expect(main((await first.follow(saved)).text)).toContain("Wartet auf Freigabe");
  expect(main((await first.get("/admin/settings/rules")).text)).toContain("Wartet seit");
  const again = await world.save("rules", { service_fee_bps: "9" });
  expect(again.status).toBe(422);
  expect(main(again.text)).toContain("wartet schon eine Änderung");

  const second = wireFan("de", { Cookie: world.secondOperator }, world.first.url);
  const list = (await second.get("/admin/approvals")).text;
  expect(main(list)).toMatch(/Einstellungen ändern ?Regeln/);
  const links = readStrictly(list).elements("a");
  const link = links.find((each) => textOf(each) === "Einstellungen ändern");
  const page = (link && attribute(link, "href")) ?? "";
  const shown = main((await second.get(page)).text);
  expect(shown).toMatch(/Servicegebühr[^:]*: ?10,00 % ?→ ?8,00 %/);
  expect(shown).toMatch(/Servicegebühr, mindestens[^:]*: ?0,00 ?→ ?0,50/);
  expect(shown).toMatch(/→ ?5,00 ?,? ?7,50 ?,? ?10,00/);
  expect(main((await second.follow(await second.post(page, { intent: "accept" }))).text)).toContain(
    "Freigegeben und ausgeführt.",
  );
  await eventually("the second instance follows", async () =>
    /\b8\s%/.test(main((await world.get("/joerdis", "de")).text)),
  );
  const log = main((await second.get("/admin/audit?action=settings.changed")).text);
  expect(log).toMatch(/10,00 % ?→ ?8,00 %/);
});

test("payouts take two as well", async () => {
  const saved = await world.save("payouts", { eu_fee_minor: "2", eu_free_from_minor: "–" });
  expect(saved.headers.location).toBe("/admin/settings?done=waiting");
  const second = wireFan("de", { Cookie: world.secondOperator }, world.first.url);
  const links = readStrictly((await second.get("/admin/approvals")).text).elements("a");
  const link = links.find((each) => textOf(each) === "Einstellungen ändern");
  const page = (link && attribute(link, "href")) ?? "";
  const shown = main((await second.get(page)).text);
  expect(shown).toMatch(/Großbritannien, Gebühr mit USt\.: ?1,50 ?→ ?2,00/);
  expect(shown).toMatch(/Großbritannien, Kostenlos ab: ?150,00 ?→ ?–/);
});
