import { createHash } from "node:crypto";
import { createRoute, type RouteConfig, type RouteHandler } from "@hono/zod-openapi";
import type { Context, Env, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { clientAddressContext, servicesContext } from "../context.ts";
import type { ApiScope } from "../domain/auth/api-key.schema.ts";
import { freeKey, keepSubject, takeKey } from "../domain/idempotency.server.ts";
import type { Viewer } from "../domain/users/viewer.ts";
import { addressKey } from "../http/address-keys.ts";
import {
  apiRefusal,
  JSON_BYTES_MAXIMUM,
  readFields,
  refuseField,
  refuseOff,
  requireApiActive,
  requireApiCreator,
  requireApiMember,
  requireApiUnlocked,
  requireApiViewer,
  requireKnownCaller,
  requireScope,
} from "../http/api.server.ts";
import { CHECK_HEADER, readBytes } from "../http/body.server.ts";
import { featuresOf, isOff } from "../http/features.server.ts";
import { isId } from "../http/ids.ts";
import {
  answersOf,
  KEY,
  KNOWN,
  type Refusals,
  refusalsOf,
  type Who,
  withUsualRefusals,
} from "./responses.ts";

export interface ApiEnv extends Env {
  Bindings: { context: RouterContextProvider };
}

export interface CallEnv<W extends Who> extends ApiEnv {
  Variables: {
    viewer: W extends "anyone" ? null : Viewer;
    /** Stores a created id for a repeated Idempotency-Key. */
    keep: (subjectId: string) => Promise<void>;
  };
}

export type CallContext<W extends Who> = Context<CallEnv<W>>;

interface Requested extends Pick<NonNullable<RouteConfig["request"]>, "params" | "query"> {
  body?: ReturnType<typeof fields<z.ZodType>>;
}

interface Definition<W extends Who, Path extends string, Request extends Requested> {
  name: string;
  method: "get" | "post" | "patch" | "delete";
  path: Path;
  who: W;
  /** Of the API keys that it takes; none without. */
  scope?: ApiScope;
  /** The onboarding stage that it completes. */
  passes?: "complete" | "terms";
  /** Validated by the library. */
  request?: Request;
  described?: z.ZodType;
  /** Makes the body multipart, or JSON without files. */
  files?: readonly string[];
  needsFiles?: true;
  answers: Record<number, z.ZodType | null>;
  refusals?: Refusals;
  /** Rebuilds the answer. Calls that move money have it, with an Idempotency-Key. */
  again?(c: CallContext<W>, subjectId: string): Promise<Response> | Response;
}

type CallRoute<Path extends string, Request extends Requested> = Omit<RouteConfig, "path" | "request"> & {
  path: Path;
  request: Request;
};

/** Adds access, idempotency key and bounded body. A thrown Response is the answer (docs/product.md, 9.14). */
export function call<W extends Who, Path extends string, Request extends Requested = object>({
  handler,
  again,
  ...given
}: Definition<W, Path, Request> & {
  handler: RouteHandler<CallRoute<Path, Request>, CallEnv<W>>;
}) {
  const {
    name: operationId,
    method,
    path,
    who,
    scope = null,
    passes,
    request,
    described,
    files = [],
    needsFiles = false,
    answers,
  } = given;
  const body = described ?? request?.body?.content["application/json"].schema ?? null;
  const isIdempotent = again !== undefined;
  const refusals = withUsualRefusals({ ...given, body, query: request?.query, again });
  const middleware = [
    closed(path),
    ...(method === "get" ? [] : [refuseCheck]),
    scoped(scope),
    admit(who, passes ?? null),
    ...(again ? [once(again)] : []),
    ...(request?.body ? [bounded(request.body.required === false)] : []),
  ];
  const route = createRoute({
    ...{ method, path, operationId },
    security: [
      ...(who === "anyone" ? [{}] : []),
      ...[{ bearer: [] }, { session: [] }],
      ...(scope === null ? [] : [{ key: [scope] }]),
    ],
    parameters: [...(isIdempotent ? [KEY] : []), ...(304 in answers ? [KNOWN] : [])],
    ...(request && { request }),
    responses: { ...answersOf(answers), ...refusalsOf(refusals) },
  });
  const facts = {
    operationId,
    who,
    scope,
    body,
    described: described ?? null,
    files,
    needsFiles,
    isIdempotent,
  };
  return { ...facts, method: method.toUpperCase(), path, answers, refusals, route, middleware, handler };
}

function scoped(scope: ApiScope | null) {
  return createMiddleware<ApiEnv>(async ({ req, env: { context } }, next) => {
    await requireScope(req.raw, context, scope);
    await next();
  });
}

function closed(path: string) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const { context } = c.env;
    if (isOff(featuresOf(context), path)) return refuseOff(context);
    return await next();
  });
}

export type Call = Omit<ReturnType<typeof call>, "handler" | "path" | "who" | "route"> & {
  path: string;
  who: Who;
  route: RouteConfig;
  handler: unknown;
};

export function callName({ method, path }: { method: string; path: string }): string {
  const words = path.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `${method.toLowerCase()}${words.replaceAll(/\W/g, "")}`;
}

export const byId = z.object({ id: z.string() });
export const bySlug = z.object({ slug: z.string() });
export const byToken = z.object({ token: z.string() });
export const byOwnId = z.object({ id: z.guid().refine(isId) });

export function fields<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { "application/json": { schema } } };
}

export function dataOf<Schema extends z.ZodType>(schema: Schema) {
  return z.object({ data: schema });
}

const pageData = z
  .object({ page: z.int(), next_page: z.int().nullable(), next: z.string().nullable() })
  .meta({ id: "Page" });

export function pagesOf<Schema extends z.ZodType>(schema: Schema) {
  return z.object({
    data: z.array(schema),
    meta: pageData,
  });
}

const refuseCheck = createMiddleware<ApiEnv>(async ({ req, env: { context } }, next) => {
  if (!req.raw.headers.has(CHECK_HEADER)) return await next();
  return apiRefusal(context, { status: 400, code: "bad_request", text: "errors.api.check" });
});

function admit(who: Who, passes: "complete" | "terms" | null): MiddlewareHandler<CallEnv<Who>> {
  const require: Record<Who, (...asked: Parameters<typeof requireApiViewer>) => Promise<Viewer | null>> = {
    anyone: async () => null,
    user: requireApiViewer,
    unlocked: requireApiUnlocked,
    member: (...asked) => requireApiMember(...asked, passes),
    creator: (...asked) => requireApiCreator(...asked, passes),
    active: requireApiActive,
  };
  return async (c, next) => {
    c.set("viewer", await require[who](c.req.raw, c.env.context));
    c.set("keep", async () => undefined);
    await next();
  };
}

/** Passes our bounded body to the library as JSON. */
function bounded(isOptional: boolean): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { raw } = c.req;
    const body = JSON.stringify(await readFields(raw, c.env.context, isOptional), refuseInfinite);
    const headers = new Headers(raw.headers);
    headers.set("Content-Type", "application/json");
    headers.delete("Content-Length");
    c.req.raw = new Request(raw, { headers, body });
    await next();
  };
}

/** JSON has no infinite numbers. */
function refuseInfinite(_: string, value: unknown): unknown {
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    throw new Response("Bad Request", { status: 400 });
  return value;
}

const HEADER = "Idempotency-Key";
const KEY_TEXT = /^[\x21-\x7e]{1,255}$/;

/**
 * Once per Idempotency-Key of an account, or of a guest's address. `again` answers the same body; an invalid
 * token is a 401.
 */
function once(again: (c: Context, subjectId: string) => Promise<Response> | Response): MiddlewareHandler {
  return async (c, next) => {
    const context: RouterContextProvider = c.env.context;
    const key = c.req.header(HEADER);
    if (key === undefined) return await next();
    if (!KEY_TEXT.test(key)) return refuseField(context, HEADER, "errors.api.idempotency_key");
    const { db, clock, limits } = context.get(servicesContext);
    const viewer = await requireKnownCaller(c.req.raw, context);
    const who = viewer ? `account ${viewer.id}` : `address ${addressKey(context.get(clientAddressContext))}`;
    const key_hash = limits.hash(`idempotency ${who} ${key}`);
    const body_hash = await hashOf(c.req.raw);
    const now = clock();
    const known = await takeKey(db, { key_hash, body_hash, now });
    switch (known.outcome) {
      case "again":
        return await again(c, known.subject_id);
      case "other_call":
        return refuseField(context, HEADER, "errors.api.idempotency_reused", "idempotency_key_reused");
      case "under_way": {
        const text = "errors.api.idempotency_wait";
        const headers = { "Retry-After": "1" };
        return apiRefusal(context, { status: 409, code: "under_way", text, headers });
      }
      case "first":
        c.set("keep", async (subjectId: string) => await keepSubject(db, key_hash, subjectId));
        try {
          return await next();
        } finally {
          await freeKey(db, key_hash, now);
        }
    }
  };
}

async function hashOf(request: Request): Promise<Buffer> {
  const { pathname } = new URL(request.url);
  const body = await readBytes(request.clone(), JSON_BYTES_MAXIMUM);
  return createHash("sha256").update(`${request.method} ${pathname}\0`).update(body).digest();
}
