import type { RouteConfig } from "@hono/zod-openapi";
import type { z } from "zod";
import { OPEN_UNDER_OLD_TERMS, TRACKING } from "../http/path-kinds.ts";

/** "member": past all stages; "active": an ACTIVE creator. */
export type Who = "anyone" | "user" | "unlocked" | "member" | "creator" | "active";

export type Refusals = Readonly<Record<number, readonly string[]>>;

export function codesByStatus(statuses: Readonly<Record<string, number>>): Refusals {
  const codes = Map.groupBy(Object.keys(statuses), (code) => statuses[code] ?? 0);
  return Object.fromEntries(codes);
}

const SIGNED_OUT = { 401: ["unauthenticated"] };
const STAGES = ["locked", "email_unverified", "username_missing", "terms_pending", "new_terms"];
const OF_CALLERS: Record<Who, Refusals> = {
  anyone: {},
  user: SIGNED_OUT,
  unlocked: { ...SIGNED_OUT, 403: ["locked"] },
  member: { ...SIGNED_OUT, 403: STAGES },
  creator: { ...SIGNED_OUT, 403: [...STAGES, "forbidden"] },
  active: { ...SIGNED_OUT, 403: [...STAGES, "forbidden", "not_active"] },
};

/** The stage's own call omits them. */
const PASSED = { complete: "username_missing", terms: "terms_pending" } as const;

/** API keys reach only calls of their scopes. */
const OF_KEYS: Refusals = { 401: ["unauthenticated"], 403: ["scope_missing"] };

const OF_FAULTS: Refusals = { 500: ["fault"], 503: ["unavailable"] };

export function withUsualRefusals(definition: {
  method: string;
  path: string;
  who: Who;
  passes?: keyof typeof PASSED;
  body?: unknown;
  query?: unknown;
  again?: unknown;
  refusals?: Refusals;
}): Refusals {
  const { method, path, who, passes, body, query, again, refusals = {} } = definition;
  const isWriting = method !== "get";
  const all: Refusals[] = [OF_CALLERS[who], refusals, OF_KEYS, OF_FAULTS];
  if (again) all.push({ 401: ["unauthenticated"], 409: ["under_way"], 422: ["idempotency_key_reused"] });
  if (isWriting) all.push({ 400: ["bad_request"], 403: ["forbidden"] });
  if (!TRACKING.test(path)) all.push({ 429: ["too_many_requests"] });
  if (body) all.push({ 413: ["too_large"] });
  if (body || query) all.push({ 422: ["invalid"] });
  const statuses = [...new Set(all.flatMap((each) => Object.keys(each).map(Number)))].sort();
  const codesOf = (status: number) =>
    [...new Set(all.flatMap((each) => each[status] ?? []))]
      .filter((code) => !passes || code !== PASSED[passes])
      .filter((code) => code !== "new_terms" || !OPEN_UNDER_OLD_TERMS.test(path))
      .sort();
  return Object.fromEntries(statuses.map((status) => [status, codesOf(status)]));
}

type Responses = RouteConfig["responses"];

export const REFUSAL = {
  type: "object" as const,
  required: ["message", "code", "errors"],
  additionalProperties: false,
  properties: {
    message: { type: "string" as const, description: "For people, in the caller's language." },
    code: { type: "string" as const, description: "For programs." },
    errors: {
      type: "object" as const,
      description: "What is wrong, by field; an empty name is for all of it.",
      additionalProperties: { type: "array" as const, items: { type: "string" as const } },
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

const RETRY = {
  "Retry-After": { schema: { type: "integer" as const }, description: "Seconds" },
  Location: {
    schema: { type: "string" as const },
    description: "With the code wait: the page where the same order goes on after so many seconds",
  },
};

export const BUDGET_HEADERS = {
  "RateLimit-Policy": {
    description: "How many calls a budget has (q) in how many seconds (w).",
    schema: { type: "string" as const, examples: ['"pages";q=600;w=60'] },
  },
  RateLimit: {
    description: "How many calls are left of it (r), for how many seconds (t).",
    schema: { type: "string" as const, examples: ['"pages";r=599;t=60'] },
  },
};

const NAMED_HEADERS = Object.fromEntries(
  Object.keys(BUDGET_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

export const KNOWN = {
  name: "If-None-Match",
  in: "header" as const,
  description: "The ETag of an answer that is there already.",
  schema: { type: "string" as const },
};

export const KEY = {
  name: "Idempotency-Key",
  in: "header" as const,
  description: "Sent again with the same body, the call answers what the first one made; kept for a day.",
  schema: { type: "string" as const, minLength: 1, maxLength: 255 },
};

export function answersOf(all: Record<number, z.ZodType | null>): Responses {
  return Object.fromEntries(
    Object.entries(all).map(([status, schema]) => [
      status,
      {
        description: DESCRIPTIONS[Number(status)] ?? "",
        ...(status === "304" ? {} : { headers: NAMED_HEADERS }),
        ...(schema && { content: { "application/json": { schema } } }),
      },
    ]),
  );
}

export function refusalsOf(all: Refusals): Responses {
  return Object.fromEntries(
    Object.entries(all).map(([status, codes]) => [
      status,
      {
        description: DESCRIPTIONS[Number(status)] ?? "",
        headers: { ...NAMED_HEADERS, ...(["429", "503"].includes(status) ? RETRY : {}) },
        content: {
          "application/json": {
            schema: {
              allOf: [{ $ref: "#/components/schemas/Refusal" }],
              properties: { code: { enum: [...codes] } },
            },
          },
        },
      },
    ]),
  );
}
