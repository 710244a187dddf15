import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type WireFan, wireFan } from "../support/http/http-client.ts";
import { openSettingsWorld, type SettingsWorld } from "../support/http/settings-world.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";

// What an operator sets of contents runs on all instances.

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

async function set(fields: Record<string, string>, follows: () => Promise<boolean>) {
  const saved = await world.save("content", fields);
  expect([saved.status, saved.headers.location]).toEqual([303, "/admin/settings?done=changed"]);
  await eventually("the second instance follows", follows);
}

describe("fewer characters, and one thank-you", () => {
  let words: string;

  beforeAll(async () => {
    const begun = await fan.post("/joerdis", { amount: "10" });
    words = (begun.headers.location ?? "").replace(/\/\w+$/, "/details");
    await set({ message_characters_maximum: "60", thank_yous_maximum: "1" }, async () =>
      /\b60 Zeichen/.test((await fan.get(words)).text),
    );
  });

  test("pages, their counters and errors name the length, which holds for tips, vouchers and the API", async () => {
    const [page, voucher] = [(await fan.get(words)).text, (await fan.get("/voucher")).text];
    for (const text of [page, voucher]) {
      const [area] = readStrictly(text).elements("textarea");
      expect(area && attribute(area, "data-counter")).toBe("noch 60");
      expect(main(text)).toContain("Höchstens 60 Zeichen");
    }
    const message = "x".repeat(61);
    const refused = await fan.post(words, { message });
    expect([refused.status, main(refused.text)]).toEqual([
      422,
      expect.stringContaining("Höchstens 60 Zeichen"),
    ]);
    expect((await fan.post(words, { message: "x".repeat(60) })).status).toBe(303);
    const bought = await fan.post("/voucher", {
      ...{ choice: "25.00", currency: "EUR", email: "ada@example.org", country: "DE" },
      message,
    });
    expect([bought.status, main(bought.text)]).toEqual([
      422,
      expect.stringContaining("Höchstens 60 Zeichen"),
    ]);
  });

  test("a call refuses a longer message by its field, and begins no tip", async () => {
    const { id } = await world.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", "joerdis@demo.example")
      .executeTakeFirstOrThrow();
    const country_id = await countryId("DE");
    const tip = { amount: "10.00", type: "INETCASH_CC", country_id, message: "x".repeat(61) };
    const english = wireFan("en", {}, world.second.url);
    const { status, text } = await english.post(`/api/user/${id}/tribute`, tip);
    expect([status, JSON.parse(text).errors]).toEqual([422, { message: ["At most 60 characters"] }]);
  });

  test("one thank-you is the last one, and without any the forms are gone and the call is off", async () => {
    const creator = wireFan(
      "en",
      { Cookie: await world.sessionOf("joerdis@demo.example") },
      world.second.url,
    );
    const { id } = await thankableTip();
    const page = `/dashboard/tips/${id}`;
    const thank = (message: string) => creator.post(`/api/tribute/${id}/reply`, { message });
    expect((await thank("Thank you!")).status).toBe(200);
    expect(main((await creator.get(page)).text)).toContain("No more thank-yous for this tip.");
    const second = await thank("Once more!");
    expect([second.status, JSON.parse(second.text).code]).toEqual([409, "used_up"]);
    expect((await creator.post(`${page}/reply`, { message: "Once more!" })).status).toBe(422);

    await set({ thank_yous_maximum: "0" }, async () => (await creator.get(`${page}/reply`)).status === 404);
    expect((await creator.post(`${page}/reply`, { message: "Once more!" })).status).toBe(404);
    const off = await thank("Once more!");
    expect([off.status, JSON.parse(off.text).code]).toEqual([404, "feature_off"]);
    expect(JSON.parse((await creator.get(`/api/tribute/${id}`)).text).data.reply_refusal).toBe("off");
    // The one that was sent can still be taken back, by a form without words.
    for (const path of ["/dashboard", page])
      expect((await creator.get(path)).text).not.toContain('name="message"');
    expect((await world.get("/faq", "en")).text).not.toContain("Can a creator thank me?");
    await set({ thank_yous_maximum: "2" }, async () => (await creator.get(`${page}/reply`)).status === 200);
    expect((await world.get("/faq", "en")).text).toContain("Can a creator thank me?");
  });
});

describe("limits, years and days of vouchers", () => {
  const bought = { choice: "25.00", currency: "EUR", email: "ada@example.org", country: "DE" };
  const LAW = /gilt 3 Jahre .* binnen 14 Tagen/;
  let begun: string;

  beforeAll(async () => {
    begun = await begin();
    const fields = {
      ...{ voucher_minimum_minor: "10", voucher_maximum_minor: "200", voucher_presets_minor: "20; 60; 80" },
      ...{ voucher_valid_years: "5", voucher_withdrawal_days: "30" },
    };
    await set(fields, async () => /gilt 5 Jahre .* binnen 30 Tagen/s.test((await fan.get("/faq")).text));
  });

  async function begin(): Promise<string> {
    const answer = await fan.post("/voucher", bought);
    expect(answer.status).toBe(303);
    const { location = "" } = answer.headers;
    const paid = await fan.post(location, { type: "INETCASH_CC", pay_currency: "EUR" });
    expect(paid.status).toBe(303);
    return paid.headers.location ?? "";
  }

  test("pages offer and name them, and other amounts are refused, in the API, too", async () => {
    const { text } = await fan.get("/voucher");
    const choices = readStrictly(text)
      .elements("input")
      .filter((input) => attribute(input, "name") === "choice");
    expect(choices.map((input) => attribute(input, "value"))).toEqual(["20.00", "60.00", "80.00"]);
    expect(choices.map((input) => typeof attribute(input, "checked") === "string")).toEqual([
      ...[false, true, false],
    ]);
    expect(text).toContain("von 10,00 bis 200,00");
    for (const [amount, limit] of [
      ["9,99", "ab 10,00"],
      ["200,01", "bis 200,00"],
    ] as const) {
      const refused = await fan.post("/voucher", { ...bought, choice: "", amount });
      expect([refused.status, main(refused.text)]).toEqual([422, expect.stringContaining(limit)]);
    }
    const call = { amount: "9.99", currency: "EUR", email: "ada@example.org", type: "INETCASH_CC" };
    const english = wireFan("en", {}, world.second.url);
    const answer = await english.post("/api/voucher/send", { ...call, country_id: await countryId("DE") });
    expect([answer.status, JSON.parse(answer.text).errors]).toEqual([
      422,
      { amount: ["Vouchers start at 10.00"] },
    ]);
  });

  test("a voucher keeps the years and days of its purchase", async () => {
    const year = Number(
      new Intl.DateTimeFormat("en", { timeZone: "Europe/Berlin", year: "numeric" }).format(),
    );
    const earlier = main((await fan.get(begun)).text);
    expect(earlier).toContain(String(year + 3));
    expect(earlier).toContain("14 Tage lang");
    const later = main((await fan.get(await begin())).text);
    expect(later).toContain(String(year + 5));
    expect(later).toContain("30 Tage lang");
    const kept = await world.db
      .selectFrom("vouchers")
      .select(["valid_years", "withdrawal_days"])
      .where("status", "=", "DRAFT")
      .where("email", "=", bought.email)
      .orderBy("created_at")
      .execute();
    expect(kept).toEqual([
      { valid_years: 3, withdrawal_days: 14 },
      { valid_years: 5, withdrawal_days: 30 },
    ]);
    await set({}, async () => LAW.test((await fan.get("/faq")).text));
  });

  test("less than the law wants is refused with the reason, and nothing changes", async () => {
    for (const [fields, reason] of [
      [{ voucher_valid_years: "2" }, "Das Gesetz verlangt mindestens 3 Jahre"],
      [{ voucher_withdrawal_days: "13" }, "Das Gesetz verlangt mindestens 14 Tage"],
    ] as const) {
      const refused = await world.save("content", fields);
      expect([refused.status, main(refused.text)]).toEqual([422, expect.stringContaining(reason)]);
    }
    expect((await fan.get("/faq")).text).toMatch(LAW);
  });
});

describe("fewer currencies", () => {
  const bought = { choice: "25.00", email: "ada@example.org", country: "DE" };

  beforeAll(async () => {
    const fields = { currencies: "gbp; USD", pay_currencies: "own" };
    await set(fields, async () => !/value="EUR"/.test((await fan.get("/voucher")).text));
  });

  const optionsOf = (text: string, name: string) => {
    const select = new RegExp(`<select[^>]*name="${name}".*?</select>`, "s").exec(text)?.[0] ?? "";
    return [...select.matchAll(/value="([A-Z]{3})"/g)].map(([, code]) => code);
  };

  test("new profiles, groups and vouchers are of those on offer, and a profile keeps its own", async () => {
    expect(optionsOf((await fan.get("/voucher")).text, "currency")).toEqual(["USD", "GBP"]);
    expect((await fan.post("/voucher", { ...bought, currency: "EUR" })).status).toBe(422);
    const creator = wireFan(
      "de",
      { Cookie: await world.sessionOf("joerdis@demo.example") },
      world.second.url,
    );
    expect(optionsOf((await creator.get("/account/currency")).text, "currency")).toEqual([
      ...["EUR", "USD", "GBP"],
    ]);
    expect((await creator.post("/account/currency", { currency: "EUR" })).status).toBe(303);
    expect(optionsOf((await creator.get("/grouplists")).text, "currency")).toEqual(["EUR", "USD", "GBP"]);
    const session = { Cookie: await world.sessionOf("joerdis@demo.example") };
    const english = wireFan("en", session, world.second.url);
    const listed = JSON.parse((await english.get("/api/currencies")).text).data;
    expect(listed.map(({ code, profile }: { code: string; profile: boolean }) => [code, profile])).toEqual([
      ["USD", true],
      ["GBP", true],
    ]);
  });

  test("a fan pays in the profile's currency alone, on pages and by the API", async () => {
    const begun = await fan.post("/joerdis", { amount: "10" });
    const payment = (begun.headers.location ?? "").replace(/\/\w+$/, "/payment");
    expect(optionsOf((await fan.get(payment)).text, "pay_currency")).toEqual(["EUR"]);
    const choice = { type: "INETCASH_CC", country: "DE", email: "" };
    expect((await fan.post(payment, { ...choice, pay_currency: "USD" })).status).toBe(422);
    const english = wireFan("en", {}, world.second.url);
    const fee = `/api/payment/fee?amount=10.00&currency=EUR&country_id=${await countryId("DE")}`;
    expect((await english.get(`${fee}&pay_currency=EUR`)).status).toBe(200);
    const refused = await english.get(`${fee}&pay_currency=USD`);
    expect([refused.status, JSON.parse(refused.text).errors]).toEqual([
      422,
      { pay_currency: ["Choose a currency"] },
    ]);
    await set({ pay_currencies: "common" }, async () =>
      optionsOf((await fan.get(payment)).text, "pay_currency").includes("CHF"),
    );
    expect((await english.get(`${fee}&pay_currency=USD`)).status).toBe(200);
    expect((await english.get(`${fee}&pay_currency=JPY`)).status).toBe(422);
    await set({}, async () => (await english.get(`${fee}&pay_currency=JPY`)).status === 200);
  });
});

test("with a review before all is shown, a creator's harmless tribute waits, and is shown without the rule", async () => {
  const creator = wireFan("de", { Cookie: await world.sessionOf("joerdis@demo.example") }, world.second.url);
  const settings = async () =>
    readStrictly((await world.get("/admin/settings/content", "de", world.operator)).text);
  const isTicked = async () =>
    (await settings()).elements("input").some((each) => {
      const name = attribute(each, "name");
      return name === "review_always" && attribute(each, "checked") !== null;
    });
  expect(await isTicked()).toBe(false);
  await set({ review_always: "on" }, isTicked);
  const statusOf = async (name: string) => {
    const row = world.db
      .selectFrom("tribute_items")
      .select(["status", "review_reason"])
      .where("name", "=", name);
    return await row.executeTakeFirst();
  };
  await eventually("the second instance follows", async () => {
    const name = `Ein Kaffee ${randomUUID().slice(0, 8)}`;
    expect((await creator.post("/dashboard/items/new", { name, amount: "5", image_id: "" })).status).toBe(
      303,
    );
    return (await statusOf(name))?.review_reason === "always";
  });
  await set({}, async () => !(await isTicked()));
});

const countryId = async (code: string) => {
  const row = world.db.selectFrom("countries").select("id").where("iso_3166_1", "=", code);
  return String((await row.executeTakeFirstOrThrow()).id);
};

/** Of Jördis, without a thank-you. */
const thankableTip = async () =>
  await world.db
    .selectFrom("tips as t")
    .innerJoin("users as u", "u.id", "t.creator_id")
    .select("t.id")
    .where("u.email", "=", "joerdis@demo.example")
    .where("t.status", "=", "ACTIVE")
    .where("t.voucher_id", "is", null)
    .where("t.sender_name", "is not", null)
    .where("t.sender_email", "is not", null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("tip_replies as r").select("r.id").whereRef("r.tip_id", "=", "t.id"))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("tip_allocations as a")
            .innerJoin("refund_parts as p", "p.allocation_id", "a.id")
            .select("a.id")
            .whereRef("a.tip_id", "=", "t.id"),
        ),
      ),
    )
    .executeTakeFirstOrThrow();

test("what the ranges forbid is refused at its field, and nothing changes", async () => {
  const cases: Record<string, string>[] = [
    { message_characters_maximum: "49" },
    { message_characters_maximum: "1001" },
    { thank_yous_maximum: "3" },
    { currencies: "EUR; CHF" },
  ];
  for (const fields of cases) {
    const refused = await world.save("content", fields);
    expect.soft(refused.status, JSON.stringify(fields)).toBe(422);
    const page = readStrictly(refused.text);
    expect(page.problems).toEqual([]);
    const invalid = page.elements("input").filter((input) => attribute(input, "aria-invalid") === "true");
    expect.soft(invalid.map((input) => attribute(input, "name"))).toEqual(Object.keys(fields));
  }
});
