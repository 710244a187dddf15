import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeApi } from "../../app/api/openapi.server.ts";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { bodiesFor, type Schema } from "../support/http/call-bodies.ts";
import { type WireFan, wireFan } from "../support/http/http-client.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { signInCreator } from "../support/http/signed-in.ts";
import { newAddress } from "../support/http/users.ts";

// Bodies and queries that are made from the document of the API, right and wrong, for every operation: no answer of 500 or
// more, and none that the document does not describe (the client holds each answer against it). CONTRACT_BODIES says how
// many; a long run is recorded in docs/bench.md.

const BODIES = Number(process.env.CONTRACT_BODIES ?? 10_000);
/** They end the caller's session: what comes after it would be a guest's. */
const ENDS = ["/api/logout"];

/** A site whose pages may call the API. */
const SHOP = "https://shop.example";

interface Operation {
  parameters: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const OPERATIONS = Object.entries(describeApi("http://localhost", (name) => name).paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as Operation,
    })),
);
const each = Math.ceil(BODIES / OPERATIONS.length);

let database: DemoDatabase;
let product: Product;
let callers: WireFan[];
let ids: string[];

beforeAll(async () => {
  database = await createDemoDatabase();
  const settings = { TRUSTED_PROXIES: "127.0.0.0/8", API_ORIGINS: `https://other.example, ${SHOP}` };
  product = await startProduct(database.url, settings, database);
  const at = { db: database.db, url: product.url };
  const creators = [await signInCreator("ACTIVE", "en", at), await signInCreator("CREATED", "de", at)];
  callers = [wireFan("en", {}, product.url), ...creators.map(({ wire }) => wire)];
  ids = [creators[0]?.id ?? "", randomUUID(), "x", "joerdis", "nachtmus"];
});
afterAll(async () => {
  await product?.stop();
  await database?.drop();
});

test.for(OPERATIONS)("$method $path answers only what its document describes", async (described) => {
  const { path, method, operation } = described;
  const [body] = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema);
  const query = operation.parameters.filter((parameter) => parameter.in === "query");
  const asked = fc.record({
    caller: fc.nat({ max: ENDS.includes(path) ? 0 : 2 }),
    id: fc.nat({ max: 4 }),
    body: bodiesFor(body ?? {}),
    query: fc.record(Object.fromEntries(query.map(({ name, schema }) => [name, bodiesFor(schema)])), {
      requiredKeys: [],
    }),
  });
  const property = fc.asyncProperty(asked, async (call) => {
    const fan = callers[call.caller];
    const search = new URLSearchParams(
      Object.entries(call.query).map(([name, value]) => [
        name,
        typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
      ]),
    );
    const address = `${path.replaceAll(/\{\w+\}/g, ids[call.id] ?? "")}?${search}`;
    const headers = { "Content-Type": "application/json", ...newAddress() };
    const text = method === "GET" ? "" : (JSON.stringify(call.body) ?? "");
    const answer = await fan?.send(method, address, text, headers);
    expect(answer?.status, answer?.text).toBeLessThan(500);
  });
  await fc.assert(property, { numRuns: each });
});

test("pages of the sites that are named may call the API without our cookies, and no others", async () => {
  const guest = callers[0] as WireFan;
  const login = JSON.stringify({ email: "nobody@shop.example", password: "x" });
  const send = (headers: Record<string, string>, method = "POST", path = "/api/login") =>
    guest.send(method, path, method === "POST" ? login : "", {
      ...{ "Content-Type": "application/json", "Sec-Fetch-Site": "cross-site" },
      ...newAddress(),
      ...headers,
    });
  const asked = await send({ Origin: SHOP, "Access-Control-Request-Method": "POST" }, "OPTIONS");
  expect([asked.status, asked.headers["access-control-allow-origin"]]).toEqual([204, SHOP]);
  expect(asked.headers["access-control-allow-headers"]).toContain("Idempotency-Key");
  const answered = await send({ Origin: SHOP });
  expect([answered.status, answered.headers["access-control-allow-origin"]]).toEqual([401, SHOP]);
  expect(answered.headers.vary).toContain("Origin");
  expect(answered.headers["access-control-allow-credentials"]).toBeUndefined();
  const read = await send({ Origin: SHOP }, "GET", "/api/countries");
  expect([read.status, read.headers["access-control-allow-origin"]]).toEqual([200, SHOP]);
  const foreign: Record<string, string>[] = [
    { Origin: "https://evil.example" },
    { Origin: "https://shop.example.evil.example" },
    { Origin: "null" },
    // Who is signed in here is nobody there.
    { Origin: SHOP, Cookie: "session=x" },
  ];
  for (const headers of foreign) {
    const refused = await send(headers);
    expect([refused.status, refused.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
  }
  // Pages are no part of it.
  const page = await guest.post("/joerdis", { amount: "5" }, { Origin: SHOP, ...newAddress() });
  expect([page.status, page.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
});
