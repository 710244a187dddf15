import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { describeApi } from "../../app/api/openapi.server.ts";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { mixed, type Schema } from "../support/http/call-bodies.ts";
import { type WireFan, wireFan } from "../support/http/http-client.ts";
import {
  findThings,
  likelyId,
  nearlyRight,
  rightFields,
  type ThingsOfDemo,
} from "../support/http/likely-calls.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { signInCreator } from "../support/http/signed-in.ts";
import { newAddress } from "../support/http/users.ts";

// Bodies and queries that are made from the document of the API, right and wrong, for every operation: no answer of 500 or
// more, and none that the document does not describe (the client holds each answer against it). CONTRACT_BODIES says how
// many; a long run is recorded in docs/bench.md.

const BODIES = Number(process.env.CONTRACT_BODIES ?? 10_000);
/** They end the caller's session: what comes after it would be a guest's. */
const ENDS = ["/api/logout"];

/** Their places among the callers, and beyond the ids. */
const [DEMO_CREATOR, LIKELY_ID] = [3, 9];

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
let things: ThingsOfDemo;

beforeAll(async () => {
  database = await createDemoDatabase();
  const settings = { TRUSTED_PROXIES: "127.0.0.0/8", API_ORIGINS: `https://other.example, ${SHOP}` };
  product = await startProduct(database.url, settings, database);
  const at = { db: database.db, url: product.url };
  const creators = [await signInCreator("ACTIVE", "en", at), await signInCreator("CREATED", "de", at)];
  const guest = wireFan("en", {}, product.url);
  callers = [guest, ...creators.map(({ wire }) => wire), await logIn(guest)];
  things = await findThings(database.db);
  ids = [creators[0]?.id ?? "", randomUUID(), "x", "joerdis", "nachtmus"];
});
afterAll(async () => {
  await product?.stop();
  await database?.drop();
});

/** The demo's creator, who has some of everything. */
async function logIn(guest: WireFan): Promise<WireFan> {
  const fields = JSON.stringify({ email: "joerdis@demo.example", password: "thank-you-note" });
  const answer = await guest.send("POST", "/api/login", fields, { "Content-Type": "application/json" });
  const { accessToken } = z.object({ accessToken: z.string() }).parse(JSON.parse(answer.text));
  return wireFan("de", { Authorization: `Bearer ${accessToken}` }, product.url);
}

interface Asked {
  caller: number;
  id: number;
  body: unknown;
  query: Record<string, unknown>;
}

async function send({ method, path }: { method: string; path: string }, call: Asked) {
  const fan = callers[call.caller];
  const search = new URLSearchParams(
    Object.entries(call.query).map(([name, value]) => [
      name,
      typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
    ]),
  );
  const id = ids[call.id] ?? likelyId(method, path, things);
  const headers = { "Content-Type": "application/json", ...newAddress() };
  const text = method === "GET" ? "" : (JSON.stringify(call.body) ?? "");
  const answer = await fan?.send(method, `${path.replaceAll(/\{\w+\}/g, id)}?${search}`, text, headers);
  expect(answer?.status, answer?.text).toBeLessThan(500);
  return answer;
}

const WITH_RIGHT = OPERATIONS.filter(({ method, path }) => rightFields(method, path) !== null);

// Before what is not right, which changes things.
test.for(WITH_RIGHT)("$method $path takes what is right", async ({ method, path }) => {
  const [right, isQuery] = [rightFields(method, path) ?? {}, method === "GET"];
  const fields = { body: isQuery ? {} : right, query: isQuery ? right : {} };
  const answer = await send({ method, path }, { caller: DEMO_CREATOR, id: LIKELY_ID, ...fields });
  expect(answer?.status, answer?.text).toBeLessThan(300);
});

test.for(OPERATIONS)("$method $path answers only what its document describes", async (described) => {
  const { path, method, operation } = described;
  const [body] = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema);
  const query = operation.parameters.filter((parameter) => parameter.in === "query");
  const properties = Object.fromEntries(query.map(({ name, schema }) => [name, schema]));
  const [right, isQuery] = [rightFields(method, path), method === "GET"];
  const bodies = mixed(body ?? {});
  const queries: fc.Arbitrary<Record<string, unknown>> = fc.record(
    Object.fromEntries(query.map(({ name, schema }) => [name, mixed(schema)])),
    { requiredKeys: [] },
  );
  const asked = fc.record({
    caller: fc.nat({ max: ENDS.includes(path) ? 0 : 3 }),
    // Beyond the list is the one that the address most likely means.
    id: fc.nat({ max: 9 }),
    body: isQuery || !right ? bodies : fc.oneof(bodies, nearlyRight(right, body?.properties ?? {})),
    query: isQuery && right ? fc.oneof(queries, nearlyRight(right, properties)) : queries,
  });
  const property = fc.asyncProperty(asked, async (call) => void (await send(described, call)));
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
