import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createDemoDatabase } from "../support/database/database.ts";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { callApi } from "../support/http/api-caller.ts";
import { ask } from "../support/http/http-requests.ts";
import { startProduct } from "../support/http/product.ts";
import { cookieOf, makeAccount } from "../support/http/users.ts";

// What anybody may look up: countries, currencies, where they probably are, and the event that is on.

async function read<Data>(path: string, data: z.ZodType<Data>, headers: Record<string, string> = {}) {
  const answer = await callApi("GET", path, "", headers);
  expect(answer.status).toBe(200);
  return z.strictObject({ data }).parse(JSON.parse(answer.text)).data;
}

const countries = z.array(
  z.strictObject({ id: z.int(), iso_3166_1: z.string().regex(/^[A-Z]{2}$/), name: z.string().min(2) }),
);
const german = { "Accept-Language": "de" };

test("GET /api/countries returns all countries, named and ordered in the caller's language", async () => {
  const rows = await records().selectFrom("countries").select(["id", "iso_3166_1"]).execute();
  for (const [headers, name, locale] of [
    [{ "Accept-Language": "en" }, "Austria", "en"],
    [german, "Österreich", "de"],
    [{ Cookie: "locale=de" }, "Österreich", "de"],
  ] as [Record<string, string>, string, string][]) {
    const listed = await read("/api/countries", countries, headers);
    expect(listed.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
    expect(listed.find(({ iso_3166_1 }) => iso_3166_1 === "AT")?.name).toBe(name);
    const names = listed.map((country) => country.name);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, locale)));
  }
});

test("GET /api/location returns a country of the list, by the caller's language and region", async () => {
  const location = z.strictObject({ country_id: z.int().nullable(), country: z.string().nullable() });
  const listed = await read("/api/countries", countries);
  for (const [language, code] of [
    ["de-AT,de;q=0.9", "AT"],
    ["en-US,en;q=0.9", "US"],
    ["de", "DE"],
    ["en", "GB"],
    // No country of the list: the page's own.
    ["en-ZZ", "GB"],
  ] as const) {
    const { country_id, country } = await read("/api/location", location, { "Accept-Language": language });
    expect([listed.find(({ id }) => id === country_id)?.iso_3166_1, country]).toEqual([code, code]);
  }
});

test("GET /api/currencies returns those of the pay page, with those of profiles", async () => {
  const currency = z.strictObject({
    code: z.string().regex(/^[A-Z]{3}$/),
    name: z.string().min(3),
    digits: z.literal([0, 2]),
    profile: z.boolean(),
  });
  const listed = await read("/api/currencies", z.array(currency), german);
  expect(listed.filter(({ profile }) => profile).map(({ code }) => code)).toEqual(["EUR", "USD", "GBP"]);
  expect(listed.find(({ code }) => code === "CHF")).toEqual({
    code: "CHF",
    name: "Schweizer Franken",
    digits: 2,
    profile: false,
  });
  expect(listed.find(({ code }) => code === "JPY")?.digits).toBe(0);
});

describe("what seldom changes", () => {
  test.for(["/api/countries", "/api/currencies", "/api/special-event/active"])(
    "%s answers 304 to a client that has it already in that language",
    async (path) => {
      const { etag = "" } = (await callApi("GET", path)).headers;
      const same = await callApi("GET", path, "", { "If-None-Match": etag });
      expect([same.status, same.text]).toEqual([304, ""]);
      expect(same.headers["cache-control"]).toBe("private, no-cache");
      if (path === "/api/special-event/active") return;
      expect((await callApi("GET", path, "", { ...german, "If-None-Match": etag })).status).toBe(200);
    },
  );

  test("countries, location, currencies and the special event are there for locked and unfinished accounts too", async () => {
    for (const change of [
      { status: "LOCKED" as const },
      { email_verified_at: null, username: null, name: null },
    ]) {
      const Cookie = await cookieOf(await makeAccount(change));
      for (const path of ["/api/countries", "/api/location", "/api/currencies", "/api/special-event/active"])
        expect((await callApi("GET", path, "", { Cookie })).status).toBe(200);
    }
  });
});

describe("GET /api/special-event/active", () => {
  const event = z.strictObject({
    title: z.string(),
    text: z.string(),
    url: z.string().nullable(),
    color: z.string(),
  });

  test("GET /api/special-event/active is null while there is no event", async () => {
    expect(await read("/api/special-event/active", event.nullable())).toBeNull();
  });

  // An event stands on every page: it has a product of its own.
  test("GET /api/special-event/active is the event that is on, in the caller's language", async () => {
    const database = await createDemoDatabase();
    const product = await startProduct(database.url, {}, database);
    const active = async (language: string) => {
      const { text } = await ask(`${product.url}/api/special-event/active`, {
        headers: { "Accept-Language": language },
      });
      return z.strictObject({ data: event.nullable() }).parse(JSON.parse(text)).data;
    };
    try {
      const shown = { url: "https://example.com/feast", color: "#0a7d8c" };
      const id = randomUUID();
      await database.db
        .insertInto("special_events")
        .values({
          id,
          starts_at: new Date(Date.now() - 60_000),
          ends_at: new Date(Date.now() + 3_600_000),
          ...shown,
        })
        .execute();
      await database.db
        .insertInto("special_event_texts")
        .values([
          { special_event_id: id, locale: "en", title: "Feast of the sea", text: "Three days of it" },
          { special_event_id: id, locale: "de", title: "Fest des Meeres", text: "Drei Tage lang" },
        ])
        .execute();
      await eventually("the event is on", async () => (await active("en")) !== null);
      expect(await active("en")).toEqual({ title: "Feast of the sea", text: "Three days of it", ...shown });
      expect(await active("de")).toEqual({ title: "Fest des Meeres", text: "Drei Tage lang", ...shown });
    } finally {
      await product.stop();
      await database.drop();
    }
  });
});
