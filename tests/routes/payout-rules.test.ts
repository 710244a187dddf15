import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type WireFan, wireFan } from "../support/http/http-client.ts";
import { openSettingsWorld, type SettingsWorld } from "../support/http/settings-world.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";

// What an operator sets of payouts runs on all instances; a requested payout keeps its fee.

const RULES = {
  payout_day: "15",
  automatic_minimum_minor: "90",
  ...{ card_hold_days: "1", transfer_hold_days: "3", debit_hold_days: "0" },
  ...{ eu_fee_minor: "2", eu_free_from_minor: "–", eu_minimum_minor: "4" },
  ...{ special_free_from_minor: "200", default_fee_minor: "12,50", paxum_fee_minor: "0" },
};

let world: SettingsWorld;
let creator: WireFan;

beforeAll(async () => {
  world = await openSettingsWorld();
  creator = wireFan("de", { Cookie: await world.sessionOf("joerdis@demo.example") }, world.second.url);
});

afterAll(async () => {
  await world?.close();
});

const main = (text: string) => textOf(readStrictly(text).elements("main")[0]).replaceAll("\u00a0", " ");

const WITHDRAWAL = "/payout/withdrawal?currency=EUR&amount=60";

/** What the page of a withdrawal sends, and its fee. */
function confirmationOf(text: string) {
  const inputs = readStrictly(text).elements("input");
  const sent = Object.fromEntries(
    inputs.map((each) => [String(attribute(each, "name")), String(attribute(each, "value"))]),
  );
  return {
    currency: sent.currency ?? "",
    amount: sent.amount ?? "",
    seen_fee_minor: sent.seen_fee_minor ?? "",
  };
}

const feesOf = async () =>
  await world.db
    .selectFrom("payouts")
    .select(["amount_minor", "fee_minor"])
    .where("status", "=", "REQUESTED")
    .orderBy("requested_at")
    .execute();

describe("an operator's rules of payouts", () => {
  let shown: ReturnType<typeof confirmationOf>;

  beforeAll(async () => {
    shown = confirmationOf((await creator.get(WITHDRAWAL)).text);
    expect(shown).toEqual({ currency: "EUR", amount: "60,00", seen_fee_minor: "150" });
    const saved = await world.save("payouts", RULES);
    expect([saved.status, saved.headers.location]).toEqual([303, "/admin/settings?done=changed"]);
    await eventually("the second instance follows", async () =>
      main((await world.get("/", "de")).text).includes("ab 90,00 €"),
    );
  });

  test("a confirmation whose fee has changed is shown again, and requests nothing", async () => {
    const before = await feesOf();
    const refused = await creator.post(WITHDRAWAL, shown);
    expect(refused.status).toBe(422);
    expect(main(refused.text)).toContain("Gebühr hat sich gerade geändert");
    const again = confirmationOf(refused.text);
    expect(again).toEqual({ ...shown, seen_fee_minor: "200" });
    expect(await feesOf()).toEqual(before);
    for (const unseen of [
      { currency: "EUR", amount: "60,00" },
      { ...again, seen_fee_minor: "" },
    ]) {
      const answer = await creator.post(WITHDRAWAL, unseen);
      expect(answer.status).toBe(422);
      expect(confirmationOf(answer.text)).toEqual(again);
    }
    expect(await feesOf()).toEqual(before);
    expect((await creator.post(WITHDRAWAL, again)).status).toBe(303);
    expect(await feesOf()).toEqual([...before, { amount_minor: 60_00, fee_minor: 2_00 }]);
    // Of the demo, requested before the change.
    expect(before).toContainEqual({ amount_minor: 60_00, fee_minor: 1_50 });
  });

  test("pages and texts name the new fees and minimums", async () => {
    const german = main((await world.get("/faq", "de")).text);
    expect(german).toContain("Königreich: 2; mindestens 4.");
    expect(german).toContain("Übrige SEPA-Länder: ab 200 kostenlos, sonst 4,50; mindestens 20.");
    expect(german).toContain("Alle anderen: 12,50; mindestens 20.");
    expect(german).toContain("Paxum: kostenlos; mindestens 5.");
    expect(german).toContain("Am 15. jedes Monats");
    expect(german).toContain(
      "Kartenzahlungen sind nach einem Tag verfügbar, Lastschriften sofort, Überweisungen nach 3 Tagen.",
    );
    const english = main((await world.get("/faq", "en")).text);
    expect(english).toContain("United Kingdom: 2; at least 4.");
    expect(english).toContain("from 90 in your currency");
    expect(main((await world.get("/terms", "en")).text)).toContain(
      "Card payments become available after one day, direct debits at once, bank transfers after 3 days.",
    );
    expect(main((await creator.get("/payout")).text)).toContain("90,00 €");
    expect(main((await creator.get("/payout/settings")).text)).toContain("90,00 €");
  });

  test("back to the defaults, all is as before", async () => {
    expect((await world.save("payouts", {})).headers.location).toBe("/admin/settings?done=changed");
    await eventually("the second instance follows", async () =>
      main((await world.get("/", "de")).text).includes("ab 150,00 €"),
    );
    const text = main((await world.get("/faq", "en")).text);
    expect(text).toContain("free from 150, otherwise 1.50; at least 5.");
    expect(text).toContain("available after 7 days, direct debits after 14 days, bank transfers at once.");
  });

  test("the overview calls the group as shipped again, and the log names it", async () => {
    const cards = readStrictly((await world.get("/admin/settings", "de", world.operator)).text);
    const card = cards.elements("section").find((each) => textOf(each).startsWith("Auszahlungen"));
    expect(textOf(card)).toContain("Wie ausgeliefert");
    const log = (await world.get("/admin/audit?action=settings.changed", "de", world.operator)).text;
    expect(main(log)).toContain("Einstellungen Auszahlungen");
  });
});

test("a change that came first is named, with the way to the page anew", async () => {
  const operator = wireFan("de", { Cookie: world.operator }, world.first.url);
  const { status, text } = await operator.post("/admin/settings/payouts", { seen_version: "0" });
  expect([status, main(text).includes("Eine andere Änderung kam zuvor")]).toEqual([422, true]);
  const reload = readStrictly(text)
    .elements("a")
    .find((each) => textOf(each) === "Seite neu laden");
  expect(reload && attribute(reload, "href")).toBe("/admin/settings/payouts");
  expect((await operator.get("/admin/settings/payouts")).text).not.toContain("Seite neu laden");
});

test("an error's line names region and field", async () => {
  const refused = await world.save("payouts", { eu_fee_minor: "5" });
  expect(main(refused.text)).toContain("Banken in EU und Großbritannien, Mindestbetrag");
});

test("what the ranges forbid is refused at its field, and nothing changes", async () => {
  const cases: [Record<string, string>, string][] = [
    [{ payout_day: "0" }, "payout_day"],
    [{ payout_day: "29" }, "payout_day"],
    [{ card_hold_days: "61" }, "card_hold_days"],
    [{ transfer_hold_days: "-1" }, "transfer_hold_days"],
    [{ debit_hold_days: "1.5" }, "debit_hold_days"],
    [{ automatic_minimum_minor: "4,99" }, "automatic_minimum_minor"],
    [{ automatic_minimum_minor: "1000,01" }, "automatic_minimum_minor"],
    [{ eu_fee_minor: "5" }, "eu_minimum_minor"],
    [{ paxum_minimum_minor: "2,50" }, "paxum_minimum_minor"],
    [{ default_minimum_minor: "20,01" }, "default_minimum_minor"],
    [{ special_free_from_minor: "19,99" }, "special_free_from_minor"],
    [{ special_free_from_minor: "nie" }, "special_free_from_minor"],
    [{ eu_fee_minor: "-1" }, "eu_fee_minor"],
    [{ eu_fee_minor: "–" }, "eu_fee_minor"],
  ];
  for (const [fields, name] of cases) {
    const refused = await world.save("payouts", fields);
    expect.soft(refused.status, JSON.stringify(fields)).toBe(422);
    if (fields.special_free_from_minor === "nie") expect(main(refused.text)).toContain("Betrag oder –");
    const page = readStrictly(refused.text);
    expect(page.problems).toEqual([]);
    const invalid = page.elements("input").filter((input) => attribute(input, "aria-invalid") === "true");
    expect.soft(invalid.map((input) => attribute(input, "name"))).toEqual([name]);
  }
  expect(main((await world.get("/faq", "de")).text)).toContain("ab 150 in deiner Währung");
});
