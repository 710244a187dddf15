import fc from "fast-check";

/** As much of a JSON schema as the document of the API is made of. */
export interface Schema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  format?: string;
}

/** Texts that some field or other takes: with them many a body gets further than its first field. */
export const LIKELY = [
  ...["5", "12.50", "EUR", "USD", "1", "0", "", "true", "ida@fans.example", "joerdis", "Danke!"],
  ...["INETCASH_CC", "7K2M-QX4D-9VTB-3HNA", "2026-11-01", "123456", "thank-you-note", "MEMBER", "FRONTEND"],
];

const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...LIKELY) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 300 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
);

/** What a schema describes, as far as its types go; a part of it is left out now and then. */
function described(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(described));
  const types = [schema.type ?? []].flat();
  if (types.length > 1) return fc.oneof(...types.map((type) => described({ ...schema, type })));
  switch (types[0]) {
    case "object":
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, each]) => [name, mixed(each)]),
        ),
        { requiredKeys: [] },
      );
    case "array":
      return fc.array(described(schema.items ?? {}), { maxLength: 5 });
    case "integer":
      return fc.oneof(fc.integer({ min: 0, max: 300 }), fc.maxSafeInteger());
    case "number":
      return fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return schema.format === "uuid" ? fc.oneof(fc.uuid(), text) : text;
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Mostly what is described, else any JSON at all. For a body: with parts missing, wrong or too many. */
export function mixed(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 5, arbitrary: described(schema) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  );
}
