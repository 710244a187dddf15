import { expect, test } from "vitest";
import { z } from "zod";
import { CALLS, CALLS_BY_GROUP } from "../../app/api/calls.ts";
import { callName } from "../../app/api/openapi.server.ts";
import { i18nFor } from "../../locales/i18n.ts";
import { wireFan } from "../support/http/http-client.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";

// /api/docs says to people what /api/openapi.json says to programs.

const LANGUAGES = ["en", "de"] as const;
const reading = (locale: "en" | "de") => wireFan(locale);

const readText = (html: string) => textOf(readStrictly(html).elements("main")[0]).replaceAll(/\s+/g, " ");

const documented = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ summary: z.string(), tags: z.array(z.string()) })),
  ),
  tags: z.array(z.object({ name: z.string() })),
});

test.for(LANGUAGES)("the overview leads to every call, with no script needed: %s", async (locale) => {
  const answer = await reading(locale).get("/api/docs");
  expect(answer.status).toBe(200);
  expect(answer.text).toContain(`<html lang="${locale}"`);
  for (const [group, calls] of Object.entries(CALLS_BY_GROUP))
    for (const call of calls) expect(answer.text).toContain(`href="/api/docs/${group}#${callName(call)}"`);
});

test.for(LANGUAGES)(
  "each group's page describes its calls with all that the document says: %s",
  async (locale) => {
    const fan = reading(locale);
    const t = i18nFor(locale).getFixedT(locale, "api");
    const document = documented.parse(JSON.parse((await fan.get("/api/openapi.json")).text));
    expect(document.tags.map(({ name }) => name)).toEqual(Object.keys(CALLS_BY_GROUP));
    let described = 0;
    for (const [group, calls] of Object.entries(CALLS_BY_GROUP)) {
      const answer = await fan.get(`/api/docs/${group}`);
      expect(answer.status, group).toBe(200);
      const text = readText(answer.text);
      for (const call of calls) {
        const { summary, tags } = z
          .object({ summary: z.string().min(10), tags: z.array(z.string()) })
          .parse(document.paths[call.path]?.[call.method.toLowerCase()]);
        expect(tags).toEqual([group]);
        expect(answer.text).toContain(`id="${callName(call)}"`);
        expect(text).toContain(summary);
        for (const status of Object.keys(call.answers)) expect(text).toContain(t("answered", { status }));
        for (const codes of Object.values(call.refusals)) expect(text).toContain(codes.join(", "));
        described += 1;
      }
    }
    expect(described).toBe(CALLS.length);
  },
);

test("what a call takes is named with what it is, and what it cannot do without", async () => {
  const text = readText((await reading("en").get("/api/docs/tips")).text);
  expect(text).toContain("charged_minor : whole number or null");
  expect(text).toMatch(/type : one of: "INETCASH_CC".* , required/);
  expect(text).toContain("id : id, in the address, required");
  expect(text).toContain("data.payment_id : text");
  expect(text).toContain("Takes an Idempotency-Key.");
});

test("what may be null, or one of several things, is shown so", async () => {
  const fan = reading("en");
  const read = async (group: string) => readText((await fan.get(`/api/docs/${group}`)).text);
  expect(await read("grouplists")).toContain("data.owner : object or null");
  const pictures = await read("mediafiles");
  expect(pictures).toContain("data.id : text");
  expect(pictures).toContain("data.file.id : text");
  const payments = await read("payments");
  expect(payments).toContain("data.receiver.username");
  expect(payments).toContain("data.receiver.grouplist");
});

test("a call that is nothing without its file takes a form alone, and needs the file", async () => {
  const document = z
    .object({
      paths: z.record(
        z.string(),
        z.record(
          z.string(),
          z.object({
            requestBody: z
              .object({
                content: z.record(
                  z.string(),
                  z.object({ schema: z.object({ required: z.array(z.string()).default([]) }) }),
                ),
              })
              .optional(),
          }),
        ),
      ),
    })
    .parse(JSON.parse((await reading("en").get("/api/openapi.json")).text));
  const needed: [string, string][] = [
    ["/api/register", "document"],
    ["/api/mediafiles", "file"],
  ];
  for (const [path, file] of needed) {
    const content = document.paths[path]?.post?.requestBody?.content ?? {};
    expect(Object.keys(content)).toEqual(["multipart/form-data"]);
    expect(content["multipart/form-data"]?.schema.required).toContain(file);
  }
});

test("a group that is none is refused as the API refuses", async () => {
  const answer = await reading("en").get("/api/docs/nonsense");
  expect([answer.status, JSON.parse(answer.text).code]).toEqual([404, "not_found"]);
});

test("the document has a mark, and who has it gets a 304", async () => {
  const fan = reading("en");
  const { headers } = await fan.get("/api/openapi.json");
  expect(headers).not.toHaveProperty("x-lasting");
  const again = await fan.get("/api/openapi.json", { "If-None-Match": headers.etag ?? "" });
  expect([again.status, again.text]).toEqual([304, ""]);
});
