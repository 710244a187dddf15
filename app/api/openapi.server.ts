import { version } from "../../package.json";
import { isOff } from "../http/features.server.ts";
import { defaultSettings, type Settings } from "../product-settings.ts";
import { CALLS, CALLS_BY_GROUP, calls } from "./calls.ts";
import { REFUSAL } from "./responses.ts";

export { callName } from "./call.server.ts";

const SECURITY_SCHEMES = {
  bearer: { type: "http" as const, scheme: "bearer", description: "An access token of POST /api/login." },
  session: { type: "apiKey" as const, in: "cookie" as const, name: "session" },
  key: {
    ...{ type: "http" as const, scheme: "bearer", bearerFormat: "trk_ and 56 hexadecimal digits" },
    description: "A creator's API key, for the calls that name its scope.",
  },
};

export interface Schema {
  [key: string]: unknown;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}
type Content = Record<string, { schema: Schema }>;

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}

/** Derived from the calls; `summaryOf` returns a call's text (docs/product.md, 9.14). */
export function describeApi(
  publicUrl: string,
  summaryOf: (name: string) => string,
  { brand, features }: Pick<Settings, "brand" | "features"> = defaultSettings,
) {
  const document = calls.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: brand.name,
      version,
      description:
        "Sign in by POST /api/login and send the access token as Authorization: Bearer, or call from a page of the same origin with its session. Texts are in the language of Accept-Language, else in English. Amounts are decimals with a point beside minor units.",
    },
    externalDocs: { url: `${publicUrl}/api/docs` },
    servers: [{ url: publicUrl }],
    tags: Object.keys(CALLS_BY_GROUP).map((name) => ({ name })),
  });
  // What the library has made of our own routes.
  const paths = document.paths as Record<string, Record<string, Operation>>;
  for (const { method, path, files, needsFiles } of CALLS) {
    if (isOff(features, path)) {
      delete paths[path];
      continue;
    }
    const operation = paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${method} ${path} is not in the document`);
    operation.summary = summaryOf(operation.operationId);
    for (const [status, { content }] of Object.entries(operation.responses))
      if (Number(status) < 400) close(content?.["application/json"]?.schema);
    const { requestBody } = operation;
    if (requestBody && files.length > 0)
      requestBody.content = withFiles(requestBody.content, { files, needsFiles });
  }
  const components = { schemas: { Refusal: REFUSAL }, securitySchemes: SECURITY_SCHEMES };
  return { ...document, paths, components };
}

/** Answers have no undocumented fields. */
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
