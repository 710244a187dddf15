import { randomUUID } from "node:crypto";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { z } from "zod";
import { type GeneratedClients, generateClients } from "../support/clients/generated-clients.ts";
import { payAtProvider, TYPED, wireFan } from "../support/http/http-client.ts";
import { cookieOf, makeAccount, PASSWORD } from "../support/http/users.ts";

// The document as tools of others read it: Redocly's rules, and clients that are generated from it.

let document: string;
let clients: GeneratedClients;

beforeAll(async () => {
  document = (await wireFan("en").get("/api/openapi.json")).text;
  clients = await generateClients(document);
});
afterAll(() => clients?.remove());

test("Redocly's recommended rules find nothing", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  // The tests' own host is one of the rules' examples.
  const served = document.replaceAll(inject("product").url, "https://tribute.test");
  const lint = async (source: string) => {
    const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
    return problems.map(({ ruleId, location: [place] }) => `${ruleId} ${place?.pointer}`);
  };
  expect(await lint(served)).toEqual([]);
  const worse = served.replace('"operationId":"login"', '"operationId":"logout"');
  expect(await lint(worse)).toContainEqual(expect.stringContaining("operation-operationId-unique"));
});

test("clients of openapi-typescript and @hey-api/openapi-ts compile", async () => {
  await clients.compile("program");
  await expect(clients.compile("wrong")).rejects.toThrow("SHELLS");
});

const begunPayment = z.object({ payment_id: z.uuid(), url: z.url(), summary_url: z.url() });
const tips = z.array(z.object({ amount: z.string(), sender_name: z.string(), status: z.string() }));

test("a generated client makes a whole tip, and reads it with its creator's key", async () => {
  const { url } = inject("product");
  const account = await makeAccount({ status: "ACTIVE" });
  const creator = wireFan("en", { Cookie: await cookieOf(account) });
  const wanted = { name: "Bot", tips_read: "on", lasts: "30", password: PASSWORD };
  const [key] = /trk_[0-9a-f]{56}/.exec((await creator.post("/account/api", wanted)).text) ?? [];
  const { beginTip, statusOf, tipsOf } = await import(clients.program);
  const begun = begunPayment.parse(await beginTip(url, account.username, randomUUID()));
  const page = new URL(begun.url).pathname;
  expect(await payAtProvider(wireFan("en"), page, TYPED.card, "SUCCESS")).toBe(begun.payment_id);
  expect(await statusOf(url, begun.payment_id)).toBe("SUCCESS");
  expect(tips.parse(await tipsOf(url, key ?? ""))).toEqual([
    { amount: "12.50", sender_name: "Ida", status: "ACTIVE" },
  ]);
});
