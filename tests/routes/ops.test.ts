import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { type Answer, ask } from "../support/http/http-requests.ts";
import { LIVE_SETTINGS } from "../support/http/live-settings.ts";
import { freePort, type Product, startProduct } from "../support/http/product.ts";

const PAGES = ["/healthz", "/readyz", "/metrics"];
const METRICS_TOKEN = "a-token-of-the-tests";
const BEARER = { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } };
const READY = { database: "ok", migrations: "ok", storage: "ok", jobs: "ok", process: "ok" };

let database: TestDatabase;
let product: Product;
let ops: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const OPS_PORT = await freePort();
  ops = `http://127.0.0.1:${OPS_PORT}`;
  const PORT = await freePort();
  product = await startProduct(database.url, { ...LIVE_SETTINGS, PORT, OPS_PORT, METRICS_TOKEN });
});
afterAll(async () => {
  await product?.stop();
  await database?.drop();
});

const json = (answer: Answer) => ({ status: answer.status, parts: JSON.parse(answer.text) });

test("75 callers of /readyz at once all hear that it is ready", async () => {
  const { url } = inject("product");
  const answers = await Promise.all(Array.from({ length: 75 }, () => ask(`${url}/readyz`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  for (const answer of answers) expect(json(answer)).toEqual({ status: 200, parts: READY });
});

test("with a port of their own, health, readiness and metrics are served there", async () => {
  expect(json(await ask(`${ops}/readyz`))).toEqual({ status: 200, parts: READY });
  expect((await ask(`${ops}/healthz`)).text).toBe("ok\n");
  const metrics = await ask(`${ops}/metrics`, BEARER);
  expect([metrics.status, metrics.text]).toEqual([200, expect.stringContaining("tribute_open")]);
  const head = await ask(`${ops}/readyz`, { method: "HEAD" });
  expect([head.status, head.text]).toEqual([200, ""]);
});

test("with a port of their own, none of health, readiness and metrics is on the public port, however they are written, with a token or without", async () => {
  for (const page of PAGES)
    for (const path of [
      page,
      `${page}/`,
      page.toUpperCase(),
      `${page}?x=1`,
      `/%${hex(page)}${page.slice(2)}`,
    ])
      for (const headers of [{}, BEARER.headers])
        expect((await ask(product.url + path, { headers })).status, path).toBe(404);
});

test("the port of health, readiness and metrics has nothing else, and keeps the metrics to the token", async () => {
  const refused = [
    await ask(`${ops}/joerdis`),
    await ask(`${ops}/`),
    await ask(`${ops}/constructor`),
    await ask(`${ops}/readyz`, { method: "POST" }),
    await ask(`${ops}/metrics`),
    await ask(`${ops}/metrics`, { headers: { Authorization: "Bearer wrong" } }),
  ];
  expect(refused.map(({ status, text }) => [status, text])).toEqual(refused.map(() => [404, ""]));
});

/** The first letter of a path, as an escape. */
function hex(path: string): string {
  return path.charCodeAt(1).toString(16);
}
