import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { multipart, wireFan } from "../support/http/http-client.ts";
import { ask } from "../support/http/http-requests.ts";
import { OPERATORS_PAGES, PATTERNS } from "../support/http/patterns.ts";
import { openSettingsWorld, type SettingsWorld } from "../support/http/settings-world.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";

// Two instances on one database under the brand of an operator; what the first one changes, the second one shows.

const KLEINGELD = {
  ...{ name: "Kleingeld", accent_light: "#1b7a3d", accent_dark: "#6fd08c", hides_origin: "on" },
  ...{ headline_de: "Kleines Geld, große Freude", headline_en: "Small change, great joy" },
  ...{ support_email: "help@kleingeld.example", issuer: "Kleingeld GmbH\nMarkt 1\n04109 Leipzig" },
  social_links: "Mastodon https://kleingeld.example/@us",
  values_de: "Aus Leipzig: Seit 2026.\nOhne Konto: Nur ein Betrag & ein <b>Wort</b>.",
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
const LOGO_PAGE = "/admin/settings/logo";

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

const LOGO = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 60" onload="alert(1)">
  <script>alert(1)</script><rect width="300" height="60" rx="9" fill="#1b7a3d"/></svg>`;

async function sendPicture(fields: Record<string, string>, file?: string) {
  const part = file && { field: "file", name: "l.svg", type: "image/svg+xml", bytes: Buffer.from(file) };
  const { body, headers } = multipart(fields, part || undefined);
  return await wireFan("de", { Cookie: operator }, world.first.url).send("POST", LOGO_PAGE, body, headers);
}

/** Of the first picture in the head. */
function logoIn(text: string): Record<string, string> {
  const head = /<header.*?<\/header>/s.exec(text)?.[0] ?? "";
  const [img] = readStrictly(head).elements("img");
  return Object.fromEntries((img?.attrs ?? []).map(({ name, value }) => [name, value]));
}

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
    expect(page.elements("h3").map(textOf).slice(0, 2)).toEqual(["Aus Leipzig", "Ohne Konto"]);
    expect(text).toContain("ein &lt;b&gt;Wort&lt;/b&gt;.");
    expect((await get("/", "en")).text).toContain("The whole tip arrives");
  });

  test("logo and icon are drawn from what was uploaded, and stay when the brand is saved", async () => {
    for (const picture of ["logo_light", "icon"]) {
      const sent = await sendPicture({ picture, act: "upload" }, LOGO);
      expect([sent.status, sent.headers.location]).toEqual([303, `${LOGO_PAGE}?done=changed`]);
    }
    await eventually("the second instance follows", async () =>
      /rel="icon" href="\/media\/brand\//.test((await get("/", "de")).text),
    );
    expect((await saveBrand({ ...KLEINGELD, mail_sender: "Klein" })).status).toBe(303);
    const shown = readStrictly(
      (await wireFan("de", { Cookie: operator }, world.first.url).get(LOGO_PAGE)).text,
    );
    expect([shown.problems, shown.elements("main")[0] && shown.elements("img").length]).toEqual([[], 3]);
    for (const page of [await get("/joerdis", "de"), await get("/admin", "de", operator)]) {
      expect(readStrictly(page.text).problems).toEqual([]);
      const logo = logoIn(page.text);
      expect(logo).toMatchObject({ alt: "Kleingeld", width: "140", height: "28" });
      const answer = await fetch(world.second.url + logo.src);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(answer.headers.get("content-type")).toBe("image/png");
      expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(bytes.subarray(1, 4).toString()).toBe("PNG");
      expect(bytes.length).toBeLessThan(20_000);
    }
    const saving = await ask(`${world.second.url}/joerdis`, { headers: { "Save-Data": "on" } });
    expect(logoIn(saving.text).src).toBeUndefined();
    const { text } = await get("/", "de");
    const [, icon = ""] = /<link rel="icon" href="(\/media\/brand\/[^"]+)"/.exec(text) ?? [];
    expect((await get(icon, "de")).status).toBe(200);
    for (const path of ["0".repeat(32), "..%2f..%2fsecret", "x"])
      expect((await get(`/media/brand/${path}.png`, "de")).status).toBe(404);
  });

  test("what is no picture is refused at its form", async () => {
    for (const [file, words] of [
      [undefined, "Wähle eine Datei"],
      ["<svg", "Kein SVG oder PNG"],
      ["GIF89a", "Kein SVG oder PNG"],
      [
        `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${" ".repeat(600_000)}</svg>`,
        "Zu groß",
      ],
    ] as const) {
      const refused = await sendPicture({ picture: "logo_dark", act: "upload" }, file);
      expect([refused.status, readStrictly(refused.text).problems]).toEqual([422, []]);
      expect(refused.text).toContain(words);
    }
    expect((await sendPicture({ picture: "name", act: "upload" }, LOGO)).status).toBe(422);
    expect((await sendPicture({ picture: "icon" }, LOGO)).status).toBe(422);
  });

  test("a removed logo is the name again", async () => {
    for (const picture of ["logo_light", "icon"])
      expect((await sendPicture({ picture, act: "remove" })).headers.location).toBe(
        `${LOGO_PAGE}?done=changed`,
      );
    await eventually("the second instance follows", async () => {
      const { text } = await get("/", "de");
      return logoIn(text).src === undefined && text.includes("/media/icon.svg?v=");
    });
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
  const asShown = { seen_version: "0", name: "Fremd & Co" };
  for (const cookie of ["", await world.sessionOf("joerdis@demo.example")]) {
    const wire = wireFan("de", { Cookie: cookie }, world.first.url);
    expect((await wire.post("/admin/settings/brand", asShown)).status).toBe(403);
  }
  expect((await world.get("/", "de")).text).not.toContain("Fremd &amp; Co");
});
