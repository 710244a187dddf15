import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { CALLS } from "../../app/api/calls.ts";
import type { Schema } from "../../app/api/document.ts";
import { describeApi } from "../../app/api/openapi.server.ts";

// What developers and their tools read: names, descriptions and examples of the whole document.

const document = describeApi("https://tribute.example", (name) => `Text of ${name}.`);
const { schemas } = document.components;
const OPERATIONS = Object.values(document.paths).flatMap((methods) => Object.values(methods));

const ajv = new Ajv2020({ strict: false, validateFormats: true });
formats.default(ajv);
ajv.addFormat("binary", true);
ajv.addSchema({ $id: "https://tribute.example/", components: { schemas } });

interface Place {
  at: string;
  schema: Schema;
}

/** Each property of a schema and of what is inside, by its place. */
function propertiesOf(schema: Schema | undefined, at: string): Place[] {
  const { properties = {}, items, anyOf = [], allOf = [] } = schema ?? {};
  const parts = [items, ...anyOf, ...[allOf].flat().filter((each) => typeof each === "object")];
  return [
    ...Object.entries(properties).flatMap(([name, each]) => [
      { at: `${at}.${name}`, schema: each },
      ...propertiesOf(each, `${at}.${name}`),
    ]),
    ...parts.flatMap((each) => (each ? propertiesOf({ ...each }, at) : [])),
  ];
}

const PROPERTIES: Place[] = [
  ...Object.entries(schemas).flatMap(([name, schema]) => propertiesOf(schema, name)),
  ...OPERATIONS.flatMap(({ operationId, parameters = [], requestBody, responses }) => [
    ...parameters.map(({ name, schema, description }) => ({
      at: `${operationId}(${name})`,
      schema: { ...schema, description: description ?? "" },
    })),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => propertiesOf(schema, operationId)),
    ...Object.entries(responses).flatMap(([status, { content }]) =>
      propertiesOf(content?.["application/json"]?.schema, `${operationId} ${status}`),
    ),
  ]),
];

describe("each property and parameter", () => {
  test("has a description that is a sentence", () => {
    expect(PROPERTIES.length).toBeGreaterThan(1000);
    const bare = PROPERTIES.filter(({ schema }) => !/^[A-Z0-9].*[.]$/.test(schema.description ?? ""));
    expect(bare.map(({ at }) => at)).toEqual([]);
  });

  test("has an example that it would take", () => {
    const wrong = PROPERTIES.flatMap(({ at, schema }) => {
      const { examples = [], ...rules } = schema;
      const [example] = examples;
      const text = JSON.stringify(rules).replaceAll('"#/', '"https://tribute.example/#/');
      const isTaken = examples.length === 1 && ajv.validate(JSON.parse(text), example);
      return isTaken ? [] : [`${at}: ${JSON.stringify(example)} ${ajv.errorsText()}`];
    });
    expect(wrong).toEqual([]);
  });
});

test("objects of answers have names and descriptions, and each is used", () => {
  const used = JSON.stringify(document);
  for (const [name, { description = "" }] of Object.entries(schemas)) {
    expect(description, name).toMatch(/^[A-Z].*[.]$/);
    expect(used).toContain(`"#/components/schemas/${name}"`);
  }
  const inline = OPERATIONS.flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, { content }]) => {
      const data = content?.["application/json"]?.schema.properties?.data;
      const parts = [data, data?.items, ...(data?.anyOf ?? [])];
      return Number(status) < 400 && parts.some((each) => each?.properties) ? [operationId] : [];
    }),
  );
  expect(inline).toEqual([]);
});

test("operations have names of their own, good for functions, and tags say what they hold", () => {
  const names = OPERATIONS.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(CALLS.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+(?:[A-Z][a-z]+)*$/);
  for (const { name, description } of document.tags ?? []) expect(description).toBe(`Text of ${name}.`);
});

test("an operation names the scope that its call takes from an API key, and no other", () => {
  const scoped = CALLS.filter(({ scope }) => scope !== null);
  expect(scoped.length).toBeGreaterThan(5);
  for (const { path, method, scope } of CALLS) {
    const operation = document.paths[path]?.[method.toLowerCase()];
    const keys = (operation?.security ?? []).flatMap(({ key }) => key ?? []);
    expect(keys, path).toEqual(scope === null ? [] : [scope]);
  }
});

test("a country is given by its id or by ISO 3166-1", () => {
  const [post] = OPERATIONS.filter(({ operationId }) => operationId === "tipCreator");
  const field = post?.requestBody?.content["application/json"]?.schema.properties?.country_id ?? {};
  const takes = (country: unknown) => ajv.validate(field, country);
  expect([57, "57", "DE", "Germany"].map(takes)).toEqual([true, true, true, false]);
});
