import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { eventually } from "../support/eventually.ts";
import { beginTip, wireFan } from "../support/http/http-client.ts";
import { ask } from "../support/http/http-requests.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { attribute, readStrictly } from "../support/http/strict-html.ts";
import { cookieOf, makeAccount } from "../support/http/users.ts";

// The country that is chosen ahead, behind a proxy that names countries and is trusted, and without one.

let database: DemoDatabase;
let behindProxy: Product;
let bare: Product;
const codes = new Map<number, string>();

beforeAll(async () => {
  database = await createDemoDatabase();
  const proxy = { TRUSTED_PROXIES: "127.0.0.0/8", COUNTRY_HEADER: "CF-IPCountry", LOG_LEVEL: "info" };
  behindProxy = await startProduct(database.url, proxy, database);
  bare = await startProduct(database.url, { COUNTRY_HEADER: "CF-IPCountry" }, database);
  for (const { id, iso_3166_1 } of await database.db.selectFrom("countries").selectAll().execute())
    codes.set(id, iso_3166_1);
});
afterAll(async () => {
  await behindProxy?.stop();
  await bare?.stop();
  await database?.drop();
});

const GERMAN = "91.66.104.163";
const SWISS = "2a02:1205::7";
const answerSchema = z.strictObject({
  data: z.strictObject({
    country_id: z.int().nullable(),
    country: z.string().nullable(),
  }),
});

/** Where the product takes a caller to be. */
async function locate(product: Product, headers: Record<string, string>): Promise<string | undefined> {
  const { text } = await ask(`${product.url}/api/location`, { headers });
  return codes.get(answerSchema.parse(JSON.parse(text)).data.country_id ?? 0);
}

test("the likely country is what a trusted proxy says, else the address's, else the language's, else the page's", async () => {
  const at = (headers: Record<string, string>) => locate(behindProxy, headers);
  const address = { "X-Forwarded-For": GERMAN, "Accept-Language": "en-US,en;q=0.9" };
  expect(await at({ ...address, "CF-IPCountry": "AT" })).toBe("AT");
  expect(await at({ ...address, "CF-IPCountry": "at" })).toBe("AT");
  expect(await at(address)).toBe("DE");
  expect(await at({ ...address, "X-Forwarded-For": SWISS })).toBe("CH");
  expect(await at({ ...address, "X-Forwarded-For": `::ffff:${GERMAN}` })).toBe("DE");
  expect(await at({ ...address, "X-Forwarded-For": "192.168.1.1" })).toBe("US");
  expect(await at({ "Accept-Language": "en" })).toBe("GB");
});

test("a proxy's country that is none of the list is passed over", async () => {
  const address = { "X-Forwarded-For": GERMAN };
  for (const code of ["T1", "XX", "EU", "", "DEU", "DE, AT", "?"])
    expect(await locate(behindProxy, { ...address, "CF-IPCountry": code }), code).toBe("DE");
});

test("who comes by no trusted proxy names neither country nor address", async () => {
  const claimed = { "CF-IPCountry": "AT", "X-Forwarded-For": GERMAN, "Accept-Language": "en-US" };
  expect(await locate(bare, claimed)).toBe("US");
  // Beyond the proxy's own entry stands what the visitor wrote.
  expect(await locate(behindProxy, { "X-Forwarded-For": `${GERMAN}, ${SWISS}` })).toBe("CH");
});

test("a fan finds the address's country chosen on the payment step, and a choice of their own stays", async () => {
  const fan = wireFan("en", { "X-Forwarded-For": SWISS }, behindProxy.url);
  const tip = await beginTip(fan);
  await fan.post(`${tip}/details`, { name: "Ida" });
  const chosen = async () => {
    const answer = await fan.get(`${tip}/payment`);
    expect(answer.headers["cache-control"]).toBe("private, no-cache");
    const options = readStrictly(answer.text).elements("option");
    return options
      .filter((option) => attribute(option, "selected") !== null)
      .map((option) => attribute(option, "value"));
  };
  expect(await chosen()).toContain("CH");
  const choice = { step: "update", type: "INETCASH_CC", country: "FR", pay_currency: "EUR" };
  expect((await fan.post(`${tip}/payment`, choice)).status).toBe(303);
  expect(await chosen()).toContain("FR");
});

test("who registers finds the address's country chosen, on a page that nobody keeps", async () => {
  const account = await makeAccount({ username: null, name: null, country_id: null });
  const headers = { "X-Forwarded-For": SWISS, Cookie: await cookieOf(account) };
  const answer = await wireFan("en", headers).get("/register/complete");
  expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
  const options = readStrictly(answer.text).elements("option");
  const chosen = options.filter((option) => attribute(option, "selected") !== null);
  expect(chosen.map((option) => codes.get(Number(attribute(option, "value"))))).toEqual(["CH"]);
});

test("the likely country is told to the caller alone, and neither stored nor logged", async () => {
  const answer = await ask(`${behindProxy.url}/api/location`, { headers: { "X-Forwarded-For": SWISS } });
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.headers.etag).toBeUndefined();
  await eventually("the request is logged", () => behindProxy.output().includes("/api/location"));
  expect(behindProxy.output()).not.toMatch(/2a02:1205|91\.66\.104|"CH"|"DE"/);
});

test("a file of countries that is not there stands in the log, and visitors choose for themselves", async () => {
  const product = await startProduct(
    database.url,
    { TRUSTED_PROXIES: "127.0.0.0/8", COUNTRY_DATABASE: "/nowhere/countries.mmdb" },
    database,
  );
  try {
    const headers = { "X-Forwarded-For": GERMAN, "Accept-Language": "fr-FR" };
    expect(await locate(product, headers)).toBe("FR");
    await eventually("the log says so", () =>
      product.output().includes("countries of addresses cannot be read"),
    );
  } finally {
    await product.stop();
  }
});
