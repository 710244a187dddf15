import type { RouteConfig } from "@hono/zod-openapi";
import type { z } from "zod";
import type { Refusals } from "./refusals.ts";

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
        ...(["429", "503"].includes(status) ? { headers: RETRY } : {}),
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
