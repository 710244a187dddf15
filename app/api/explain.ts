import { type Operation, REFERENCE, type Schema } from "./document.ts";
import { type Meaning, meaningOf } from "./vocabulary.ts";

type Schemas = Readonly<Record<string, Schema>>;

const COUNTRIES = /^(bank_)?country_id$/;
const ISO_CODE = { type: "string", pattern: "^[A-Z]{2}$" };

export function explainCall(operation: Operation, schemas: Schemas): void {
  const { operationId, parameters = [], requestBody, responses } = operation;
  for (const parameter of parameters) {
    const [text, example] = partsOf(meaningOf(operationId, parameter.name));
    parameter.description ??= text;
    parameter.schema.examples ??= [example ?? exampleOf(parameter.schema, schemas)];
  }
  for (const { schema } of Object.values(requestBody?.content ?? {})) {
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      if (COUNTRIES.test(name) && schema.properties) schema.properties[name] = withIsoCode(property);
    explainFields(operationId, schema, schemas);
  }
  for (const [status, { content }] of Object.entries(responses)) {
    const schema = content?.["application/json"]?.schema;
    if (schema) explainFields(Number(status) < 400 ? operationId : "Refusal", schema, schemas);
  }
}

export function explainObject(name: string, schema: Schema, schemas: Schemas): void {
  const [text, example] = partsOf(meaningOf("", name));
  schema.description ??= text;
  if (example !== undefined) schema.examples ??= [example];
  explainFields(name, schema, schemas);
}

/** Readers of `anyOf` count its parts, so a type of one part stays one. */
function withIsoCode({ anyOf, ...schema }: Schema): Schema {
  return { anyOf: [...(anyOf ?? [schema]), ISO_CODE] };
}

function explainFields(at: string, schema: Schema, schemas: Schemas): void {
  const { properties = {}, items, anyOf = [] } = schema;
  for (const inside of [items, ...anyOf]) if (inside) explainFields(at, inside, schemas);
  for (const [name, property] of Object.entries(properties)) {
    explainFields(at, property, schemas);
    const [text, example] = partsOf(meaningOf(at, name));
    property.description ??= text;
    property.examples ??= [example ?? exampleOf(property, schemas)];
  }
}

function partsOf(meaning: Meaning | undefined): readonly [string?, (string | number)?] {
  return typeof meaning === "string" ? [meaning] : (meaning ?? []);
}

const EXAMPLES: Record<string, string> = {
  date: "2026-11-21",
  "date-time": "2026-11-21T09:30:00.000Z",
  uuid: "3f2c1a9e-5d7b-4c1e-9a55-0b8f6f0e2d31",
  binary: "the file's bytes",
};

/** From the type, where no words give one. */
function exampleOf(schema: Schema, schemas: Schemas): unknown {
  const { examples, $ref, anyOf, properties, items, format = "" } = schema;
  if (examples) return examples[0];
  if ($ref) return exampleOfNamed($ref.slice(REFERENCE.length), schemas);
  if (schema.enum) return schema.enum[0];
  if (anyOf?.[0]) return exampleOf(anyOf[0], schemas);
  if (properties) return exampleOfFields("", properties, schemas);
  if (items) return [exampleOf(items, schemas)];
  const type = [schema.type].flat()[0];
  if (type === "null") return null;
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return 1;
  return type === "object" ? {} : (EXAMPLES[format] ?? "text");
}

function exampleOfNamed(name: string, schemas: Schemas): unknown {
  const [, example] = partsOf(meaningOf("", name));
  const schema = schemas[name] ?? {};
  return (
    example ??
    (schema.properties ? exampleOfFields(name, schema.properties, schemas) : exampleOf(schema, schemas))
  );
}

function exampleOfFields(at: string, properties: Record<string, Schema>, schemas: Schemas): unknown {
  const fields = Object.entries(properties).map(([name, property]) => {
    const [, example] = partsOf(meaningOf(at, name));
    return [name, property.examples?.[0] ?? example ?? exampleOf(property, schemas)];
  });
  return Object.fromEntries(fields);
}
