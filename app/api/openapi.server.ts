import { z } from "zod";
import { version } from "../../package.json";
import type { Call, FieldFacts } from "./call.server.ts";
import { CALLS_BY_GROUP } from "./calls.ts";

/** As the document describes fields that depend on the caller. */
export const ANYBODY: FieldFacts = { currency: "EUR", locale: "en", today: "2026-01-01" };

/** The refusals of every call have one shape. */
const REFUSAL = {
  type: "object",
  required: ["message", "code", "errors"],
  additionalProperties: false,
  properties: {
    message: { type: "string", description: "For people, in the caller's language." },
    code: { type: "string", description: "For programs." },
    errors: {
      type: "object",
      description: "What is wrong, by field; an empty name is for all of it.",
      additionalProperties: { type: "array", items: { type: "string" } },
    },
  },
};

const DESCRIPTIONS: Record<number, string> = {
  200: "Done",
  201: "Made",
  204: "Done, and nothing to say",
  304: "Not changed since the ETag that was sent along",
  400: "The body cannot be read",
  401: "Not signed in",
  403: "Not allowed",
  404: "Not there",
  409: "Not as things stand",
  413: "Too large",
  422: "Some fields are not valid",
  429: "Too often: Retry-After says when to come back",
  500: "A fault of ours",
  503: "Not now",
};

/** What a call is called in the document and in the texts, such as getApiPaymentFee. */
export function callName({ method, path }: Pick<Call, "method" | "path">): string {
  const words = path.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `${method.toLowerCase()}${words.replaceAll(/\W/g, "")}`;
}

/**
 * The API as an OpenAPI 3.1 document, made from the calls themselves; `summaryOf` says in the reader's language what the
 * call of a name does (docs/product.md, 9.14).
 */
export function describeApi(publicUrl: string, summaryOf: (name: string) => string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [group, calls] of Object.entries(CALLS_BY_GROUP))
    for (const each of calls)
      paths[each.path] = {
        ...paths[each.path],
        [each.method.toLowerCase()]: operation(each, group, summaryOf(callName(each))),
      };
  return {
    openapi: "3.1.0",
    info: {
      title: "Tribute",
      version,
      description:
        "Sign in by POST /api/login and send the access token as Authorization: Bearer, or call from a page of the same origin with its session. Texts are in the language of Accept-Language, else in English. Amounts are decimals with a point beside minor units.",
    },
    externalDocs: { url: `${publicUrl}/api/docs` },
    servers: [{ url: publicUrl }],
    tags: Object.keys(CALLS_BY_GROUP).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        session: { type: "apiKey", in: "cookie", name: "session" },
      },
      schemas: { Refusal: REFUSAL },
    },
  };
}

function operation(each: Call, group: string, summary: string) {
  const body = each.body?.(ANYBODY);
  return {
    operationId: callName(each),
    summary,
    tags: [group],
    security: [...(each.who === "anyone" ? [{}] : []), { bearer: [] }, { session: [] }],
    parameters: [
      ...pathParameters(each),
      ...queryParameters(each),
      ...(each.isIdempotent ? [KEY] : []),
      ...(304 in each.answers ? [KNOWN] : []),
    ],
    ...(body || each.files.length > 0 ? { requestBody: requestBody(each, body) } : {}),
    responses: { ...answers(each), ...refusals(each) },
  };
}

function pathParameters({ path, ids }: Call) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: ids.includes(name) ? { type: "string", format: "uuid" } : { type: "string" },
  }));
}

function queryParameters({ query }: Call) {
  const { properties = {}, required = [] } = query ? schemaOf(query, "input") : {};
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

function requestBody({ files, needsFiles, isBodyOptional }: Call, body: z.ZodType | undefined) {
  const schema = body ? schemaOf(body, "input") : { type: "object", properties: {} };
  const withFiles = {
    ...schema,
    properties: {
      ...schema.properties,
      ...Object.fromEntries(files.map((name) => [name, { type: "string", format: "binary" }])),
    },
    required: [...(schema.required ?? []), ...(needsFiles ? files : [])],
  };
  const json = { "application/json": { schema } };
  const form = { "multipart/form-data": { schema: withFiles } };
  return {
    required: !isBodyOptional,
    content: { ...(files.length > 0 ? form : {}), ...(needsFiles ? {} : json) },
  };
}

function answers({ answers: all }: Call) {
  return Object.fromEntries(
    Object.entries(all).map(([status, schema]) => [
      status,
      {
        description: DESCRIPTIONS[Number(status)] ?? "",
        ...(schema && { content: { "application/json": { schema: schemaOf(schema, "output") } } }),
      },
    ]),
  );
}

function refusals({ refusals: all }: Call) {
  return Object.fromEntries(
    Object.entries(all).map(([status, codes]) => [
      status,
      {
        description: DESCRIPTIONS[Number(status)] ?? "",
        ...(["429", "503"].includes(status) ? { headers: RETRY } : {}),
        content: {
          "application/json": {
            schema: {
              allOf: [{ $ref: "#/components/schemas/Refusal" }],
              properties: { code: { enum: codes } },
            },
          },
        },
      },
    ]),
  );
}

const RETRY = {
  "Retry-After": { schema: { type: "integer" }, description: "Seconds" },
  Location: {
    schema: { type: "string" },
    description: "With the code wait: the page where the same order goes on after so many seconds",
  },
};

const KNOWN = {
  name: "If-None-Match",
  in: "header",
  description: "The ETag of an answer that is there already.",
  schema: { type: "string" },
};

const KEY = {
  name: "Idempotency-Key",
  in: "header",
  description: "Sent again with the same body, the call answers what the first one made; kept for a day.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

interface JsonSchema {
  [key: string]: unknown;
  properties?: Record<string, unknown>;
  required?: string[];
}

/** What goes in is what is typed, before it is read; what a check refuses beyond its type is no part of it. */
export function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const {
    $schema: _,
    "~standard": __,
    ...json
  }: JsonSchema = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      // A text that is made of something else before it is checked: what it is checked as says most.
      const { def } = zodSchema._zod;
      if (io === "input" && def.type === "pipe" && Object.keys(jsonSchema).length === 0 && "out" in def)
        Object.assign(jsonSchema, withoutHead(def.out));
    },
  });
  return json;
}

function withoutHead(schema: unknown): JsonSchema {
  if (!(schema instanceof z.ZodType)) return {};
  return schemaOf(schema, "input");
}
