import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { businessDate } from "../../app/domain/calendar.ts";
import { LEGAL_PAGES } from "../../app/domain/legal-texts/legal-texts.schema.ts";
import { eventually } from "../support/eventually.ts";
import { wireFan } from "../support/http/http-client.ts";
import { openSettingsWorld, type SettingsWorld } from "../support/http/settings-world.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";

// Two instances on one database: what an operator publishes on the first one, guests read on the second one.

let world: SettingsWorld;

beforeAll(async () => {
  world = await openSettingsWorld({ OPERATOR_NAME: "<b>Klein</b> & *Geld*" });
});

afterAll(async () => {
  await world?.close();
});

const get = (path: string, locale: "de" | "en" = "de") => world.get(path, locale);

const wire = () => wireFan("de", { Cookie: world.operator }, world.first.url);

const inDays = (days: number) => businessDate(new Date(Date.now() + days * 86_400_000));

/** What the form of a page holds. */
async function formOf(page: string): Promise<Record<string, string>> {
  const form = readStrictly((await wire().get(`/admin/settings/words/${page}`)).text);
  expect(form.problems).toEqual([]);
  const seen = form.elements("input").find((each) => attribute(each, "name") === "seen_version");
  const texts = form.elements("textarea").map((each) => [attribute(each, "name"), textOf(each)]);
  return { seen_version: seen ? (attribute(seen, "value") ?? "") : "", ...Object.fromEntries(texts) };
}

/** Posts the form of a page; at once, it is pressed twice. */
async function publish(page: string, change: Record<string, string>) {
  const at_once: Record<string, string> = "valid_from" in change ? {} : { at_once: "on" };
  return await wire().post(`/admin/settings/words/${page}`, {
    ...(await formOf(page)),
    ...at_once,
    ...change,
  });
}

const DONE = "/admin/settings/words?done=published";

test.for(LEGAL_PAGES)("the template of %s is accepted as it is, and reads the same", async (page) => {
  const before = readStrictly((await get(`/${page}`)).text);
  const accepted = await publish(page, {});
  expect([accepted.status, accepted.headers.location]).toEqual([303, DONE]);
  await eventually("the second instance follows", async () =>
    (await get(`/${page}`)).text.includes("Fassung 1, gültig ab"),
  );
  for (const locale of ["de", "en"] as const) {
    const { text } = await get(`/${page}`, locale);
    expect(readStrictly(text).problems).toEqual([]);
    expect(text.slice(text.indexOf("<main"))).not.toMatch(/[{}]|<b>Klein/);
  }
  const after = readStrictly((await get(`/${page}`)).text);
  const words = (read: typeof after, tag: string) => read.elements(tag).map(textOf).sort();
  for (const tag of ["h1", "h2", "td"]) expect.soft(words(after, tag), tag).toEqual(words(before, tag));
  const anchors = (read: typeof after) =>
    read
      .elements("a")
      .map((link) => attribute(link, "href"))
      .filter((href) => href?.startsWith("/"));
  expect.soft(new Set(anchors(after))).toEqual(new Set(anchors(before)));
});

describe("a new version", () => {
  const text = {
    text_de:
      "Kurz: **{{operator}}** hilft.\n\n## Geld {#money}\n\n- ab {{rule.age}} Jahren\n- [Fragen](/faq#x)",
    text_en: "Short: **{{operator}}** helps.\n\n## Money {#money}\n\n- from {{rule.age}} on\n- [FAQ](/faq#x)",
  };

  test("is announced with its day, and the old one is valid until then", async () => {
    const coming = await publish("complaint-policy", { ...text, valid_from: inDays(30) });
    expect([coming.status, coming.headers.location]).toEqual([303, DONE]);
    await eventually("the second instance follows", async () =>
      (await get("/complaint-policy")).text.includes('href="/complaint-policy/2"'),
    );
    expect((await get("/complaint-policy")).text).toContain("Fassung 1, gültig ab");
    const shown = await get("/complaint-policy/2", "en");
    expect(shown.text).toContain("This version is not valid yet.");
    expect(shown.text).toContain('<meta name="robots" content="noindex"/>');
  });

  test("is in force at once without a day; the earlier ones stay readable", async () => {
    expect((await publish("complaint-policy", text)).headers.location).toBe(DONE);
    await eventually("the second instance follows", async () =>
      (await get("/complaint-policy")).text.includes("Kurz:"),
    );
    const { text: html } = await get("/complaint-policy");
    expect(html).toContain("<strong>&lt;b&gt;Klein&lt;/b&gt; &amp; *Geld*</strong>");
    expect(html).toContain('<h2 id="money">Geld</h2>');
    expect(html).toContain("<li>ab 18 Jahren</li>");
    expect((await get("/complaint-policy", "en")).text).toContain("Short:");
    const earlier = await get("/complaint-policy/1");
    expect(earlier.text).toContain("Diese Fassung gilt nicht mehr.");
    expect(readStrictly(earlier.text).problems).toEqual([]);
    for (const missing of ["4", "0", "1e0", "x", "99999999999"])
      expect.soft((await get(`/complaint-policy/${missing}`)).status, missing).toBe(404);
  });

  test("of an old form is refused, keeps what was typed, and so is a day that is over", async () => {
    const stale = await publish("complaint-policy", { ...text, seen_version: "1" });
    expect(stale.status).toBe(422);
    const reload = readStrictly(stale.text)
      .elements("a")
      .find((each) => textOf(each) === "Seite neu laden");
    expect(reload && attribute(reload, "href")).toBe("/admin/settings/words/complaint-policy");
    expect(stale.text).toContain("{{rule.age}} Jahren");
    const past = await publish("complaint-policy", { ...text, text_de: "Neu", valid_from: inDays(-1) });
    expect([past.status, past.text.includes("Dieser Tag ist vorbei.")]).toEqual([422, true]);
    expect((await publish("complaint-policy", text)).headers.location).toBe(
      "/admin/settings/words?done=unchanged",
    );
  });

  test("at once needs a second press, which publishes what the first one showed", async () => {
    const days: Record<string, string>[] = [{}, { valid_from: inDays(0) }];
    for (const day of days) {
      const typed = { ...(await formOf("imprint")), ...text, ...day };
      const first = await wire().post("/admin/settings/words/imprint", typed);
      expect(first.status).toBe(200);
      const page = readStrictly(first.text);
      expect(page.problems).toEqual([]);
      expect(page.texts).toContain("Sofort veröffentlichen?");
      const button = page.elements("button").find((each) => attribute(each, "name") === "at_once");
      const hidden = page
        .elements("input")
        .filter((each) => each.parentNode === button?.parentNode && attribute(each, "type") === "hidden")
        .map((each) => [attribute(each, "name"), attribute(each, "value") ?? ""]);
      const shown = Object.fromEntries(hidden);
      expect(shown).toMatchObject(typed);
      expect((await get("/imprint")).text).not.toContain("Kurz:");
      if (Object.keys(day).length === 0) continue;
      const second = await wire().post("/admin/settings/words/imprint", { ...shown, at_once: "on" });
      expect(second.headers.location).toBe(DONE);
      await eventually("the second instance follows", async () =>
        (await get("/imprint")).text.includes("Kurz:"),
      );
    }
  });

  test("that is replaced before its day says that it was never valid", async () => {
    const version = async () => Number((await formOf("imprint")).seen_version);
    await publish("imprint", { ...text, text_de: "Verworfen", valid_from: inDays(20) });
    const dropped = await version();
    await eventually("the second instance follows", async () =>
      (await get(`/imprint/${dropped}`)).text.includes("Diese Fassung gilt noch nicht."),
    );
    await publish("imprint", { ...text, text_de: "Früher", valid_from: inDays(10) });
    await eventually("the second instance follows", async () =>
      (await get("/imprint")).text.includes(`Fassung ${dropped}, geplant ab`),
    );
    const shown = (await get(`/imprint/${dropped}`)).text;
    expect(shown).toContain("Diese Fassung wurde ersetzt, bevor sie galt.");
    expect(shown).not.toContain("gültig ab");
    expect((await get("/imprint")).text).toContain("galt nie");
    expect((await get(`/imprint/${dropped + 1}`)).text).toContain("Diese Fassung gilt noch nicht.");
  });

  test("is previewed without being published", async () => {
    const preview = await publish("faq", { ...text, preview: "on" });
    expect(preview.status).toBe(200);
    expect(preview.text).toContain('<h2 id="en-money">Money</h2>');
    expect(preview.text).toContain("{{rule.age}} Jahren");
    expect(readStrictly(preview.text).problems).toEqual([]);
    expect((await get("/faq")).text).not.toContain("Kurz:");
  });
});

test.for([
  ["<script>alert(1)</script>", "HTML ist nicht erlaubt: &lt;script&gt;"],
  ["x <img src=x onerror=alert(1)>", "HTML ist nicht erlaubt: &lt;img src=x onerror"],
  ["<!-- x -->", "HTML ist nicht erlaubt: &lt;!-- x --&gt;"],
  ["[x](javascript:alert(1))", "Dieser Link ist nicht erlaubt: javascript:alert(1)"],
  ["[x](data:text/html,x)", "Dieser Link ist nicht erlaubt: data:text/html,x"],
  ["![x](https://elsewhere.example/p.png)", "Bilder sind nicht erlaubt: https://elsewhere.example/p.png"],
  ["{{secret}}", "Den Wert {{secret}} gibt es nicht."],
  ["ä".repeat(100_000), "Höchstens 48 KB je Sprache."],
  ["", "Gib einen Text ein."],
] as const)("bad text %# is refused", async ([text, error]) => {
  const before = (await get("/imprint")).text;
  for (const more of ["publish", "preview"]) {
    const refused = await publish("imprint", { text_de: text, [more]: "on" });
    expect(refused.status).toBe(422);
    expect(readStrictly(refused.text).problems).toEqual([]);
    expect(refused.text).toContain(error);
    expect(refused.text).not.toMatch(/<script>alert|<img src=x|href="(javascript|data):/);
  }
  expect((await get("/imprint")).text).toBe(before);
});

test("two megabytes are too much, an unknown page is none, and guests publish nothing", async () => {
  expect((await publish("imprint", { text_de: "x".repeat(2_000_000) })).status).toBe(413);
  expect((await wire().get("/admin/settings/words/other")).status).toBe(404);
  const guest = wireFan("de", {}, world.first.url);
  expect((await guest.post("/admin/settings/words/faq", {})).headers.location).toMatch(/^\/login/);
  const typed = { seen_version: "0", text_de: "Neu", text_en: "New" };
  expect((await guest.post("/admin/settings/words/faq", typed)).status).toBe(403);
});

describe("creators and the terms", () => {
  let creator: string;
  let own: ReturnType<typeof wireFan>;

  beforeAll(async () => {
    creator = await world.sessionOf("joerdis@demo.example");
    own = wireFan("de", { Cookie: creator }, world.second.url);
  });

  const leadsToTerms = async () => (await own.get("/dashboard")).headers.location === "/account/terms";
  const banner = async () => (await own.get("/dashboard")).text.includes("Neue Nutzungsbedingungen ab");

  /** A version from a moment on, as no form makes one. */
  async function insertVersion(version: number, valid_from: Date): Promise<void> {
    const { db } = world;
    const text = JSON.stringify({ de: `Fassung Nr. ${version}`, en: `Version no. ${version}` });
    const row = { page: "terms" as const, version, text, filled: "{}", valid_from, published_at: new Date() };
    await db.insertInto("legal_texts").values(row).execute();
    await sql`select pg_notify('settings', 'legal_texts')`.execute(db);
  }

  test("terms in force are a stage; payouts, own data, security and leaving stay open", async () => {
    await eventually("the second instance follows", leadsToTerms);
    for (const path of ["/dashboard/items", "/dashboard/fans", "/account", "/account/edit", "/statistics"])
      expect
        .soft((await own.get(path)).headers.location, path)
        .toBe(`/account/terms?return_to=${encodeURIComponent(path)}`);
    for (const path of [
      ...["/payout", "/payout/settings", "/payout/withdrawal?currency=EUR", "/dashboard/payouts"],
      ...["/account/payoutdata", "/account/tax", "/account/privacy", "/account/export"],
      ...["/account/security", "/account/password", "/account/email", "/account/delete", "/joerdis"],
    ])
      expect.soft((await own.get(path)).status, path).toBe(200);
    const closed = await own.get("/api/tributes");
    expect([closed.status, JSON.parse(closed.text)]).toEqual([
      403,
      {
        code: "new_terms",
        message: expect.stringMatching(/^Nimm zuerst .* auf dieser Seite an: https?:.*\/account\/terms$/),
        errors: {},
      },
    ]);
    const code = { voucher: "x", seen_credit: "0", act: "redeem" };
    for (const joined of [own.post("/gl/invite/nachtmusnachtmus", {}), own.post("/voucher/redeem", code)])
      expect((await joined).headers.location).toBe("/account/terms");
    const typed = await own.post("/account/edit", { description: "Worte, die bleiben" });
    expect([typed.status, typed.text.includes('value="Worte, die bleiben"')]).toEqual([403, true]);
    expect(typed.text).toMatch(/<a href="\/account\/terms" target="_blank"/);
    expect((await own.post("/account/edit", {})).headers.location).toBe("/account/terms");
    expect((await own.get("/api/payouts")).status).toBe(200);
    expect((await get("/joerdis")).status).toBe(200);
    expect((await wireFan("de", { Cookie: world.operator }, world.second.url).get("/admin")).status).toBe(
      200,
    );
  });

  test("are accepted as shown, once", async () => {
    const page = await own.get("/account/terms");
    expect(readStrictly(page.text).problems).toEqual([]);
    expect(page.text).toContain('href="/terms/1"');
    for (const version of ["2", "0", "x", ""]) {
      const refused = await own.post("/account/terms", { version });
      expect([refused.status, refused.text.includes("Es gibt eine neuere Fassung.")]).toEqual([422, true]);
    }
    const from = "/account/terms?return_to=%2Fdashboard%2Fitems";
    expect((await own.get(from)).text).toContain(`action="${from}"`);
    expect((await own.post(from, { version: "1" })).headers.location).toBe("/dashboard/items");
    const home = await own.get("/dashboard");
    expect([home.status, home.text.includes("Neue Nutzungsbedingungen")]).toEqual([200, false]);
    expect((await own.get("/account/terms")).headers.location).toBe("/dashboard");
  });

  test("that come are a banner, until they are accepted", async () => {
    const text = { text_de: "Neu", text_en: "New" };
    expect((await publish("terms", { ...text, valid_from: inDays(40) })).headers.location).toBe(DONE);
    await eventually("the banner is there", banner);
    const home = await own.get("/dashboard");
    expect(home.text).toContain('<a href="/account/terms">Lesen und annehmen</a>');
    expect(readStrictly(home.text).problems).toEqual([]);
    expect((await own.get("/account/terms")).text).toContain("Nimm sie bis dahin an.");
    expect((await own.post("/account/terms", { version: "2" })).headers.location).toBe("/dashboard");
    expect(await banner()).toBe(false);
  });

  test("become the stage, and what guests read, with their moment", async () => {
    await insertVersion(3, new Date(Date.now() + 3_000));
    await eventually("the banner is there", banner);
    expect((await get("/terms")).text).not.toContain("Fassung Nr. 3");
    await eventually("they are the stage", leadsToTerms);
    expect((await get("/terms")).text).toContain("Fassung Nr. 3");
    expect((await own.get("/account/terms")).text).toContain("Nimm sie an, dann geht es weiter.");
    expect((await own.post("/account/terms", { version: "3" })).headers.location).toBe("/dashboard");
    expect((await own.get("/dashboard")).status).toBe(200);
  });
});
