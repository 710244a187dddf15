import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { eventually } from "../support/eventually.ts";
import { acceptLanguage, ask, formBody } from "../support/http/http-requests.ts";
import { LIVE_SETTINGS } from "../support/http/live-settings.ts";
import { freePort, type Product, startProduct } from "../support/http/product.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";

// A live product behind a proxy that speaks TLS, with no demo in it; and what it says when it breaks.

const PUBLIC = LIVE_SETTINGS.PUBLIC_URL;
const POSTS_PER_MINUTE = 6;

let database: TestDatabase;
let product: Product;

beforeAll(async () => {
  database = await createTestDatabase();
  product = await startProduct(database.url, {
    ...LIVE_SETTINGS,
    PORT: await freePort(),
    POSTS_PER_MINUTE: String(POSTS_PER_MINUTE),
  });
});

afterAll(async () => {
  await product?.stop();
  await database?.drop();
});

const get = (path: string, locale: "de" | "en" = "de") =>
  ask(product.url + path, { headers: acceptLanguage(locale) });

function post(
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string>,
  locale: "de" | "en" = "de",
) {
  const form = formBody(fields);
  const all = { ...form.headers, ...acceptLanguage(locale), ...headers };
  return ask(product.url + path, { method: "POST", headers: all, body: form.body });
}

describe("a live product", () => {
  test("a live start says once whose money is held, and where to read about it", () => {
    expect(product.output().match(/^MONEY_MODEL is held: .*docs\/licences\.md$/gm)).toHaveLength(1);
  });

  test("a live product shows nothing of a demo, and asks browsers to stay with TLS", async () => {
    const home = await get("/");
    expect(home.status).toBe(200);
    expect(home.text).not.toContain("Demo");
    expect(home.headers["strict-transport-security"]).toMatch(/max-age=\d{7,}/);
    for (const path of [
      "mail",
      "networks",
      "x/oauth/authorize",
      "x/api/2/tweets",
      "discord/oauth2/authorize",
    ])
      expect((await get(`/dev/${path}`)).status, path).toBe(404);
    expect((await get("/dev/discord/api/v10/webhooks/1/x")).status).toBe(404);
    for (const path of ["x/api/oauth/request_token", "discord/api/v10/oauth2/token", "networks"])
      expect((await post(`/dev/${path}`, {}, { Origin: PUBLIC })).status, path).toBe(404);
    expect((await get("/joerdis")).status).toBe(404);
  });

  test("a live product has a security.txt that is valid for less than a year (RFC 9116)", async () => {
    const answer = await get("/.well-known/security.txt");
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    const [contact, expires = "", ...others] = answer.text.split("\n");
    expect(contact).toBe("Contact: mailto:hello@tribute.test");
    expect(others).toEqual([
      "Preferred-Languages: en, de",
      `Canonical: ${PUBLIC}/.well-known/security.txt`,
      "",
    ]);
    const days = (Date.parse(expires.replace("Expires: ", "")) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(170);
    expect(days).toBeLessThan(365);
  });

  test("a live product keeps choices in cookies for TLS alone, and takes posts from its public address alone", async () => {
    const kept = await post("/locale", { locale: "de", return_to: "/faq" }, { Origin: PUBLIC });
    expect([kept.status, kept.headers.location]).toEqual([303, "/faq"]);
    expect(kept.headers["set-cookie"]).toEqual([
      "locale=de; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure",
    ]);
    for (const Origin of [product.url, "http://tribute.example", "https://tribute.example.evil.example"]) {
      expect((await post("/locale", { locale: "de" }, { Origin })).status, Origin).toBe(403);
    }
  });

  test("a live product asks visitors who send too much to wait, with a page", async () => {
    const statuses: number[] = [];
    for (let sent = 0; sent < POSTS_PER_MINUTE; sent += 1) {
      statuses.push((await post("/theme", { theme: "dark" }, { Origin: PUBLIC })).status);
    }
    expect(statuses.at(-1)).toBe(429);
    for (const [locale, title, subtitle] of [
      ["de", "Zu viele Anfragen", "Das war viel in kurzer Zeit"],
      ["en", "Too many requests", "A lot in a short time"],
    ] as const) {
      const answer = await post("/theme", { theme: "dark" }, { Origin: PUBLIC }, locale);
      expect(answer.status).toBe(429);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
      const page = readStrictly(answer.text);
      expect(page.problems).toEqual([]);
      expect(page.elements("h1").map(textOf)).toEqual([title]);
      expect(page.texts).toContain(subtitle);
    }
    expect((await get("/")).status).toBe(200);
  });

  test("a live product answers an internal error with the request's id, and reveals nothing else", async () => {
    const admin = database.db;
    await admin.schema.alterTable("users").renameTo("users_gone").execute();
    await admin.schema.alterTable("rate_limits").renameTo("rate_limits_gone").execute();
    try {
      for (const [locale, title, message] of [
        [
          "de",
          "Etwas ist schiefgegangen",
          "Ein unbekannter Fehler ist aufgetreten. Bitte versuche es später noch einmal.",
        ],
        ["en", "Something went wrong", "An unkown error occured. Please try again later."],
      ] as const) {
        const answers = [
          await get("/joerdis", locale),
          await post("/joerdis", { amount: "5" }, { Origin: PUBLIC }, locale),
        ];
        for (const answer of answers) {
          expect(answer.status).toBe(500);
          const page = readStrictly(answer.text);
          expect(page.problems).toEqual([]);
          expect(page.elements("title").map(textOf)).toEqual([title]);
          expect(page.elements("h1").map(textOf)).toEqual([title]);
          expect(page.texts).toContain(message);
          expect(answer.text).toContain(String(answer.headers["x-request-id"]));
          expect(answer.text).not.toMatch(/users|relation|postgres|node_modules|at async|kysely/i);
        }
      }
    } finally {
      await admin.schema.alterTable("users_gone").renameTo("users").execute();
      await admin.schema.alterTable("rate_limits_gone").renameTo("rate_limits").execute();
    }
    await eventually("the log names the request", () =>
      /"request_id":"[\w-]{12}".*users/.test(product.output()),
    );
    expect((await get("/joerdis")).status).toBe(404);
  });
});
