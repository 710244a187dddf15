import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { wireFan } from "../support/http/http-client.ts";
import { OPERATORS_PAGES, PATTERNS } from "../support/http/patterns.ts";
import { openSettingsWorld, type SettingsWorld } from "../support/http/settings-world.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";

// Two instances on one database under the brand of an operator; what the first one changes, the second one shows.

const KLEINGELD = {
  ...{ name: "Kleingeld", accent_light: "#1b7a3d", accent_dark: "#6fd08c", hides_origin: "on" },
  ...{ headline_de: "Kleines Geld, große Freude", headline_en: "Small change, great joy" },
  ...{ support_email: "help@kleingeld.example", issuer: "Kleingeld GmbH\nMarkt 1\n04109 Leipzig" },
  social_links: "Mastodon https://kleingeld.example/@us",
};
const SETTINGS = {
  REMOVAL_EMAIL: "removal@kleingeld.example",
  OPERATOR_NAME: "Kleingeld GmbH",
  OPERATOR_DATA_PROTECTION: "privacy@kleingeld.example",
};
/** Without a thing in the address. */
const PAGES = PATTERNS.filter(
  ({ pattern, guards }) => !/[:*]/.test(pattern) && guards.length === 0 && !pattern.startsWith("/sandbox"),
).map(({ pattern }) => pattern);
const SHOWN = [...PAGES, "/joerdis", "/gl/nachtmus", "/nobody.is.here", "/api/openapi.json", "/voucher/25"];
/** Not in the specification's paths and names of the API, in headers or in addresses of mails. */
const SOFTWARE = /.{0,60}(?<![-/\w.@])[Tt]ribute(?![\w-]).{0,40}/g;
/** Names the defaults beside each field. */
const DEFAULTS = "/admin/settings/brand";

let world: SettingsWorld;
let operator: string;

beforeAll(async () => {
  world = await openSettingsWorld(SETTINGS);
  operator = world.operator;
  // The demo's operator has the software's name.
  await world.db.updateTable("users").set({ name: "Team" }).where("name", "=", "Tribute").execute();
});

afterAll(async () => {
  await world?.close();
});

const get: SettingsWorld["get"] = (...asked) => world.get(...asked);
const saveBrand = (fields: Record<string, string>) => world.save("brand", fields);
const homeSays = async (text: string) => (await get("/", "de")).text.includes(text);

/** Where an answer names the software. */
const named = (text: string) => text.replaceAll("<wbr/>", "").match(SOFTWARE) ?? [];

describe("under another brand", () => {
  const before = new Map<string, string>();

  beforeAll(async () => {
    for (const path of ["/", "/faq", "/joerdis"]) before.set(path, (await get(path, "de")).text);
    const saved = await saveBrand(KLEINGELD);
    expect([saved.status, saved.headers.location]).toEqual([303, "/admin/settings?done=changed"]);
    await eventually("the second instance follows", () => homeSays("Kleingeld"));
  });

  test.for(["de", "en"] as const)("no page of guests names the software: %s", async (locale) => {
    for (const path of SHOWN) {
      const { text } = await get(path, locale);
      expect.soft(named(text), `${path} in ${locale}`).toEqual([]);
    }
  });

  test.for(["de", "en"] as const)("no page of operators names the software: %s", async (locale) => {
    for (const path of OPERATORS_PAGES.filter((each) => each !== DEFAULTS)) {
      const { status, text } = await get(path, locale, operator);
      expect.soft(status, path).toBe(200);
      expect.soft(named(text), `${path} in ${locale}`).toEqual([]);
    }
  });

  test.for(["de", "en"] as const)("no mail names the software: %s", async (locale) => {
    const list = readStrictly((await get("/dev/mail/templates", locale)).text);
    const links = list.elements("a").flatMap((link) => {
      const href = link.attrs.find(({ name }) => name === "href")?.value ?? "";
      return href.startsWith("/dev/mail/templates/") ? [href] : [];
    });
    expect(links.length).toBeGreaterThan(20);
    for (const path of links) expect.soft(named((await get(path, locale)).text), path).toEqual([]);
  });

  test("head, footer, colours and home page are the brand's", async () => {
    const { text } = await get("/", "de");
    const page = readStrictly(text);
    expect(page.elements("title").map(textOf)[0]).toMatch(/^Kleingeld – /);
    expect(page.elements("h1").map(textOf)).toEqual(["Kleines Geld, große Freude"]);
    expect((await get("/", "en")).text).toContain("Small change, great joy");
    expect(text).toContain("--accent:#1b7a3d");
    const icon = /<link rel="icon" href="(\/media\/icon\.svg\?v=\d+)"/.exec(text)?.[1] ?? "";
    expect((await get(icon, "de")).text).toMatch(/>K<\/text>.*#6fd08c/);
    expect(text).toContain("mailto:help@kleingeld.example");
    expect(text).toContain('href="https://kleingeld.example/@us"');
    const desk = await get("/admin", "de", operator);
    expect(desk.text).toContain('data-brand="Kleingeld"');
    expect(desk.headers["content-security-policy"]).toMatch(/style-src 'self' 'sha256-/);
  });

  test("back to the defaults, pages are as before", async () => {
    expect((await saveBrand({})).headers.location).toBe("/admin/settings?done=changed");
    await eventually("the second instance follows", () => homeSays("Tribute"));
    for (const [path, text] of before) expect.soft((await get(path, "de")).text, path).toBe(text);
  });
});

test("an unreadable accent is refused with the nearest one, and the form keeps what was typed", async () => {
  const refused = await saveBrand({ name: "Kleingeld", accent_light: "#9be89b", accent_dark: "#102010" });
  expect(refused.status).toBe(422);
  const page = readStrictly(refused.text);
  expect(page.problems).toEqual([]);
  expect(refused.text).toContain("#4f764f");
  expect(refused.text).toContain('value="Kleingeld"');
  expect(refused.text).toMatch(/Auf dunklen Seiten zu dunkel/);
});

test("a brand with markup is refused, and a social link that is no address", async () => {
  const refused = await saveBrand({
    name: "<script>alert(1)</script>",
    social_links: "X javascript:alert(1)",
  });
  expect(refused.status).toBe(422);
  expect(refused.text).not.toContain("<script>alert");
});

test("a creator and a guest change no settings", async () => {
  const guest = await wireFan("de", {}, world.first.url).post("/admin/settings/brand", {
    seen_version: "0",
    name: "X",
  });
  expect(guest.headers.location).toMatch(/^\/login/);
});
