import { version } from "../../package.json";
import { isOff } from "../http/features.server.ts";
import { defaultSettings, type Settings } from "../product-settings.ts";
import { callName } from "./call.server.ts";
import { CALLS, CALLS_BY_GROUP, calls } from "./calls.ts";
import type { Content, Operation, Schema } from "./document.ts";
import { explainCall, explainObject } from "./explain.ts";
import { BUDGET_HEADERS, REFUSAL } from "./responses.ts";

export { callName } from "./call.server.ts";

const ABOUT =
  "Sign in by POST /api/login and send the access token as Authorization: Bearer, or call from a page of the same origin with its session. Creators make API keys for the calls that name a scope. Texts are in the language of Accept-Language, else in English. Amounts are decimals with a point beside minor units.";

const SECURITY_SCHEMES = {
  bearer: { type: "http" as const, scheme: "bearer", description: "An access token of POST /api/login." },
  session: { type: "apiKey" as const, in: "cookie" as const, name: "session" },
  key: {
    ...{ type: "http" as const, scheme: "bearer", bearerFormat: "trk_ and 56 hexadecimal digits" },
    description: "A creator's API key, for the calls that name its scope.",
  },
};

/** From the calls; `summaryOf` gives a call's or group's text (docs/product.md, 9.14). */
export function describeApi(
  publicUrl: string,
  summaryOf: (name: string) => string,
  { brand, features }: Pick<Settings, "brand" | "features"> = defaultSettings,
) {
  const document = structuredClone(
    calls.getOpenAPI31Document({
      openapi: "3.1.0",
      info: { title: brand.name, version, description: ABOUT },
      externalDocs: { url: `${publicUrl}/api/docs` },
      servers: [{ url: publicUrl }],
      tags: Object.keys(CALLS_BY_GROUP).map((name) => ({ name, description: summaryOf(name) })),
    }),
  );
  // What the library makes of our own routes.
  const paths = document.paths as Record<string, Record<string, Operation>>;
  const schemas: Record<string, Schema> = { ...document.components?.schemas, Refusal: REFUSAL };
  for (const { method, path, files, needsFiles } of CALLS) {
    if (isOff(features, path)) {
      delete paths[path];
      continue;
    }
    const operation = paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${method} ${path} is not in the document`);
    operation.summary = summaryOf(callName({ method, path }));
    for (const [status, { content }] of Object.entries(operation.responses))
      if (Number(status) < 400) close(content?.["application/json"]?.schema);
    const { requestBody } = operation;
    if (requestBody && files.length > 0)
      requestBody.content = withFiles(requestBody.content, { files, needsFiles });
    explainCall(operation, schemas);
  }
  for (const [name, schema] of Object.entries(schemas)) {
    if (schema !== REFUSAL) close(schema);
    explainObject(name, schema, schemas);
  }
  const info = { ...document.info, license: { name: "MIT", identifier: "MIT" } };
  return {
    ...document,
    info,
    paths,
    components: { schemas, headers: BUDGET_HEADERS, securitySchemes: SECURITY_SCHEMES },
  };
}

function close(schema: Schema | undefined): void {
  if (!schema) return;
  const { properties, items, anyOf = [] } = schema;
  if (properties) schema.additionalProperties = false;
  for (const inside of [...Object.values(properties ?? {}), items, ...anyOf]) close(inside);
}

function withFiles(
  { "application/json": json }: Content,
  { files, needsFiles }: { files: readonly string[]; needsFiles: boolean },
): Content {
  if (!json) return {};
  const { properties, required = [] } = json.schema;
  const schema = {
    ...json.schema,
    properties: {
      ...properties,
      ...Object.fromEntries(files.map((name) => [name, { type: "string", format: "binary" }])),
    },
    required: [...required, ...(needsFiles ? files : [])],
  };
  return { "multipart/form-data": { schema }, ...(needsFiles ? {} : { "application/json": json }) };
}
