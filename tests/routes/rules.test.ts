import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { minor } from "../../app/domain/money/minor.ts";
import { eventually } from "../support/eventually.ts";
import { summaryForm, type WireFan, wireFan } from "../support/http/http-client.ts";
import { openSettingsWorld, type SettingsWorld } from "../support/http/settings-world.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";

// What an operator sets of the rules runs on all instances; what began before keeps what it was shown.

const RULES = {
  service_fee_bps: "8",
  tip_minimum_minor: "2",
  tip_maximum_minor: "300",
  tip_presets_minor: "3; 7,50; 12",
  tip_preselected_minor: "7,50",
};
/** A tip of 10.00 in Germany, in minor units. */
const [BEFORE, AFTER] = ["1119", "1095"];

let world: SettingsWorld;
let fan: WireFan;

beforeAll(async () => {
  world = await openSettingsWorld();
  fan = wireFan("de", {}, world.second.url);
});

afterAll(async () => {
  await world?.close();
});

const main = (text: string) => textOf(readStrictly(text).elements("main")[0]);

/** The path of a new tip's summary, without its last step. */
async function begin(amount: string): Promise<string> {
  const begun = await fan.post("/joerdis", { amount, way: "now" });
  expect(begun.status).toBe(303);
  return (begun.headers.location ?? "").replace(/\/summary$/, "");
}

const press = (tip: string, charged_minor: string) =>
  fan.post(`${tip}/summary`, {
    ...{ name: "", message: "", type: "INETCASH_CC", country: "DE", pay_currency: "EUR", email: "" },
    charged_minor,
  });

const feesOf = async () =>
  await world.db
    .selectFrom("payments")
    .select(["service_fee_bps", "charged_minor"])
    .where("status", "=", "REDIRECTED")
    .where("amount_minor", "=", minor(10_00))
    .orderBy("created_at")
    .execute();

async function feeByApi(amount: string) {
  const query = `amount=${amount}&currency=EUR&pay_currency=EUR&type=INETCASH_CC`;
  const { id } = await world.db
    .selectFrom("countries")
    .select("id")
    .where("iso_3166_1", "=", "DE")
    .executeTakeFirstOrThrow();
  const { status, text } = await world.get(`/api/payment/fee?${query}&country_id=${id}`, "en");
  return [status, JSON.parse(text).data?.servicefee_minor];
}

describe("an operator's rules", () => {
  let shown: string;

  beforeAll(async () => {
    const started = await begin("10");
    expect((await press(started, BEFORE)).status).toBe(303);
    shown = await begin("10");
    expect((await summaryForm(fan, shown)).charged_minor).toBe(BEFORE);
    const saved = await world.save("rules", RULES);
    expect([saved.status, saved.headers.location]).toEqual([303, "/admin/settings?done=changed"]);
    await eventually("the second instance follows", async () =>
      /\b8\s%/.test(main((await world.get("/joerdis", "de")).text)),
    );
  });

  test("a press on a summary whose total has changed shows it again, and charges nothing", async () => {
    const refused = await press(shown, BEFORE);
    expect(refused.status).toBe(422);
    expect(main(refused.text)).toContain("10,95");
    expect(await feesOf()).toEqual([{ service_fee_bps: 1000, charged_minor: 1119 }]);
    expect((await press(shown, AFTER)).status).toBe(303);
    expect(await feesOf()).toEqual([
      { service_fee_bps: 1000, charged_minor: 1119 },
      { service_fee_bps: 800, charged_minor: 1095 },
    ]);
  });

  test("pages, texts and the API name the new fee, limits and amounts", async () => {
    for (const locale of ["de", "en"] as const)
      expect(main((await world.get("/faq", locale)).text)).toMatch(/\b8\s?%/);
    const group = readStrictly((await world.get("/gl/nachtmus", "en")).text);
    // 3.00 is too little for its members.
    const choices = group.elements("input").filter((input) => attribute(input, "name") === "choice");
    expect(choices.map((input) => attribute(input, "value"))).toEqual(["7.50", "12.00"]);
    expect(choices.map((input) => typeof attribute(input, "checked") === "string")).toEqual([true, false]);
    expect(await feeByApi("50.00")).toEqual([200, 400]);
    expect(await feeByApi("1.50")).toEqual([422, undefined]);
    const creator = await world.sessionOf("joerdis@demo.example");
    const settings = (await world.get("/account/settings", "en", creator)).text;
    expect(settings).toContain('data-tip-maximum="30000"');
    expect(settings).toContain("300.00");
  });

  test("an amount outside of the new limits is refused with them", async () => {
    for (const [amount, text] of [
      ["1,50", "2,00"],
      ["301", "300,00"],
    ] as const) {
      const refused = await fan.post("/joerdis", { amount });
      expect(refused.status, amount).toBe(422);
      expect(main(refused.text)).toContain(text);
    }
  });

  test("back to the defaults, the fee is as before", async () => {
    expect((await world.save("rules", {})).headers.location).toBe("/admin/settings?done=changed");
    await eventually("the second instance follows", async () =>
      /\b10\s%/.test(main((await world.get("/joerdis", "de")).text)),
    );
    expect(await feeByApi("1.00")).toEqual([200, 10]);
  });
});

test("a minimum of the fee is in prices, texts and the API, and a summary from before is shown again", async () => {
  const started = await begin("2");
  expect((await summaryForm(fan, started)).charged_minor).toBe("224");
  const saved = await world.save("rules", { service_fee_minimum_minor: "0,50" });
  expect(saved.headers.location).toBe("/admin/settings?done=changed");
  await eventually("the second instance follows", async () =>
    main((await world.get("/joerdis", "de")).text).includes("mindestens 0,50\u00a0€"),
  );
  const refused = await press(started, "224");
  expect(refused.status).toBe(422);
  expect(main(refused.text)).toMatch(/Servicegebühr \(Mindestbetrag\) ?0,50\s€.*2,60\s€/);
  expect((await press(started, "260")).status).toBe(303);
  const kept = world.db
    .selectFrom("payments")
    .select(["service_fee_bps", "service_fee_minor", "service_fee_minimum_minor", "vat_minor"]);
  expect(
    await kept.where("amount_minor", "=", minor(2_00)).where("charged_minor", "=", minor(2_60)).execute(),
  ).toEqual([{ service_fee_bps: 1000, service_fee_minor: 50, service_fee_minimum_minor: 50, vat_minor: 10 }]);
  expect([await feeByApi("1.00"), await feeByApi("5.00"), await feeByApi("5.10")]).toEqual([
    [200, 50],
    [200, 50],
    [200, 51],
  ]);
  for (const [path, said] of [
    ["/gl/nachtmus", /\+ 10\s%\s\(mindestens 0,50\s€\) Gebühr/],
    ["/voucher", /\+ 10\s%\s\(mindestens 0,50\) Gebühr/],
    ["/faq", /10\s% \(mindestens 0,50\) Servicegebühr/],
    ["/terms", /Servicegebühr von 10\s% \(mindestens 0,50\) und/],
  ] as const)
    expect(main((await world.get(path, "de")).text), path).toMatch(said);
  expect((await world.save("rules", {})).status).toBe(303);
  await eventually("the second instance follows", async () => (await feeByApi("1.00"))[1] === 10);
});

test("without a fee a creator who is paid directly takes no tips, and operators read so before and while it is", async () => {
  const settings = async (locale: "de" | "en") =>
    readStrictly((await world.get("/admin/settings/rules", locale, world.operator)).text);
  const free = "Without a fee, creators paid directly take no tips.";
  expect(textOf((await settings("en")).elements("main")[0])).not.toContain(free);
  const started = await begin("10");
  const setModel = (money_model: string) =>
    world.db
      .updateTable("users")
      .set({ money_model })
      .where("username", "=", "joerdis")
      .returning("id")
      .executeTakeFirstOrThrow();
  const { id: user_id } = await setModel("DIRECT");
  await world.db
    .insertInto("connected_accounts")
    .values({
      ...{ user_id, provider: "sandbox", account_ref: "acct_free", country: "DE", currency: "EUR" },
      ...{ takes_payments: true, pays_out: true, is_submitted: true, created_at: new Date() },
    })
    .execute();
  const classOf = async () => {
    const shown = (await settings("en")).elements("p").find((each) => textOf(each) === free);
    return attribute(shown, "class");
  };
  expect(await classOf()).toBe("help");
  expect((await fan.get(`${started}/summary`)).status).toBe(200);
  expect((await world.save("rules", { service_fee_bps: "0" })).status).toBe(303);
  await eventually("the second instance follows", async () =>
    main((await world.get("/joerdis", "de")).text).includes("nimmt gerade kein Trinkgeld an"),
  );
  expect(await classOf()).toBe("note");
  const stopped = await press(started, "1000");
  expect([stopped.status, stopped.headers.location]).toEqual([303, "/joerdis"]);
  const profile = await world.get(`/api/user/${user_id}`, "en");
  expect(JSON.parse(profile.text).data).toMatchObject({ is_paused: true });
  await setModel("HELD");
  expect((await world.save("rules", {})).status).toBe(303);
  await eventually("the second instance follows", async () => (await feeByApi("1.00"))[1] === 10);
});

test("the widest limits are kept by the tables: the smallest and the largest tip, and a creator's amounts", async () => {
  const widest = { tip_minimum_minor: "0,50", tip_maximum_minor: "5000" };
  expect((await world.save("rules", widest)).status).toBe(303);
  await eventually("the second instance follows", async () => (await feeByApi("5000.00"))[0] === 200);
  expect(await feeByApi("0.50")).toEqual([200, 5]);
  for (const [amount, charged] of [
    ["0,50", "56"],
    ["5000", "559500"],
  ] as const)
    expect((await press(await begin(amount), charged)).status, amount).toBe(303);
  const session = { Cookie: await world.sessionOf("joerdis@demo.example") };
  const creator = wireFan("de", session, world.second.url);
  const amounts = { amount_1: "0,50", amount_2: "900", amount_3: "5000", mark: "NONE" };
  const settings = { default_price_per_message: "4.999,00", email_notifications: "OFF", locale: "de" };
  for (const [path, fields] of [
    ["/account/amounts", amounts],
    ["/account/settings", settings],
  ] as const)
    expect((await creator.post(path, fields)).status, path).toBe(303);
  const item = await creator.post("/dashboard/items/new", { name: "Ein Flügel", amount: "4.500,00" });
  expect(item.status).toBe(303);
  const dear = await world.db
    .selectFrom("tribute_items")
    .select("id")
    .where("amount_minor", "=", minor(4_500_00))
    .executeTakeFirstOrThrow();
  const shownItem = async () => (await world.get(`/api/user-tribute/${dear.id}`, "en")).status;
  expect(await shownItem()).toBe(200);
  const kept = world.db.selectFrom("users").select(["tip_amounts_minor", "default_price_per_message_minor"]);
  expect(await kept.where("email", "=", "joerdis@demo.example").executeTakeFirst()).toEqual({
    tip_amounts_minor: [50, 900_00, 5_000_00],
    default_price_per_message_minor: 4_999_00,
  });
  expect((await world.save("rules", {})).status).toBe(303);
  await eventually("the second instance follows", async () => (await feeByApi("5000.00"))[0] === 422);
  expect(await shownItem()).toBe(404);
  expect((await fan.post("/joerdis", { choice: `item-${dear.id}`, way: "now" })).status).toBe(422);
  // Those of the creator that fit: none of three.
  const shown = readStrictly((await world.get("/joerdis", "en")).text).elements("input");
  const choices = shown.filter((input) => attribute(input, "name") === "choice");
  expect(choices.map((input) => attribute(input, "value"))).toContain("10.00");
});

test("what the ranges forbid is refused at its field, and nothing changes", async () => {
  const cases: [Record<string, string>, string][] = [
    [{ service_fee_bps: "31" }, "service_fee_bps"],
    [{ service_fee_bps: "2 EUR" }, "service_fee_bps"],
    [{ service_fee_minimum_minor: "1,01" }, "service_fee_minimum_minor"],
    [{ tip_minimum_minor: "0,10" }, "tip_minimum_minor"],
    [{ tip_minimum_minor: "2 %" }, "tip_minimum_minor"],
    [{ tip_maximum_minor: "0,50" }, "tip_maximum_minor"],
    [{ tip_maximum_minor: "10000,01" }, "tip_maximum_minor"],
    [{ tip_maximum_minor: "60" }, "tip_presets_minor"],
    [{ tip_presets_minor: "5; 5; 10" }, "tip_presets_minor"],
    [{ tip_presets_minor: "5; zehn; 20" }, "tip_presets_minor"],
    [{ tip_preselected_minor: "11" }, "tip_preselected_minor"],
  ];
  for (const [fields, name] of cases) {
    const refused = await world.save("rules", fields);
    expect.soft(refused.status, JSON.stringify(fields)).toBe(422);
    const page = readStrictly(refused.text);
    expect(page.problems).toEqual([]);
    const invalid = page.elements("input").filter((input) => attribute(input, "aria-invalid") === "true");
    expect.soft(invalid.map((input) => attribute(input, "name"))).toContain(name);
  }
  expect(await feeByApi("10.00")).toEqual([200, 100]);
});
