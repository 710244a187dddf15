import { createRoute, type RouteConfig, type RouteHandler } from "@hono/zod-openapi";
import type { Context, Env, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import type { Viewer } from "../domain/users/viewer.ts";
import {
  apiRefusal,
  readFields,
  requireApiActive,
  requireApiCreator,
  requireApiMember,
  requireApiUnlocked,
  requireApiViewer,
} from "../http/api.server.ts";
import { CHECK_HEADER } from "../http/body.server.ts";
import { isId } from "../http/ids.ts";
import { once } from "./idempotent.server.ts";
import { type Refusals, type Who, withUsualRefusals } from "./refusals.ts";
import { answersOf, KEY, KNOWN, refusalsOf } from "./responses.ts";

/** What every call finds at hand. */
export interface ApiEnv extends Env {
  Bindings: { context: RouterContextProvider };
}

export interface CallEnv<W extends Who> extends ApiEnv {
  Variables: {
    viewer: W extends "anyone" ? null : Viewer;
    /** Keeps what a call with a key has made, such as a payment's id, for the same call again. */
    keep: (subjectId: string) => Promise<void>;
  };
}

/** A call's context, for functions that a handler is made of. */
export type CallContext<W extends Who> = Context<CallEnv<W>>;

interface Requested extends Pick<NonNullable<RouteConfig["request"]>, "params" | "query"> {
  body?: ReturnType<typeof fields<z.ZodType>>;
}

interface Definition<W extends Who, Path extends string, Request extends Requested> {
  method: "get" | "post" | "patch" | "delete";
  path: Path;
  who: W;
  /** The stage of a new account that the call is there to pass. */
  passes?: "complete" | "terms";
  /** What the library validates. */
  request?: Request;
  /** The body, where `handler` reads it itself: after something else, with what is looked up, or with files. */
  described?: z.ZodType;
  /** The fields that take files; the body is a multipart form then, or JSON without files. */
  files?: readonly string[];
  /** Nothing comes of it without its files: it is no JSON. */
  needsFiles?: true;
  /** What is answered, by status; null for an answer without a body. */
  answers: Record<number, z.ZodType | null>;
  /** The codes of the call's own refusals, by status. */
  refusals?: Refusals;
  /** The same answer again for what `handler` said to keep; calls that move money have it, and take an Idempotency-Key. */
  again?(c: CallContext<W>, subjectId: string): Promise<Response> | Response;
}

type CallRoute<Path extends string, Request extends Requested> = Omit<RouteConfig, "path" | "request"> & {
  path: Path;
  request: Request;
};

/**
 * A call of the API (docs/product.md, 9.14) as the library's route and handler: with what all calls have in common, its caller
 * is let in, its key is looked at, its body is read within bounds. What is thrown as a Response is the answer.
 */
export function call<W extends Who, Path extends string, Request extends Requested = object>({
  handler,
  again,
  ...given
}: Definition<W, Path, Request> & {
  handler: RouteHandler<CallRoute<Path, Request>, CallEnv<W>>;
}) {
  const { method, path, who, passes, request, described, files = [], needsFiles = false, answers } = given;
  const operationId = callName(given);
  const body = described ?? request?.body?.content["application/json"].schema ?? null;
  const isIdempotent = again !== undefined;
  const refusals = withUsualRefusals({ ...given, body, query: request?.query, again });
  const middleware = [
    ...(method === "get" ? [] : [refuseCheck]),
    admit(who, passes ?? null),
    ...(again ? [once(again)] : []),
    ...(request?.body ? [bounded(request.body.required === false)] : []),
  ];
  const route = createRoute({
    ...{ method, path, operationId },
    security: [...(who === "anyone" ? [{}] : []), { bearer: [] }, { session: [] }],
    parameters: [...(isIdempotent ? [KEY] : []), ...(304 in answers ? [KNOWN] : [])],
    ...(request && { request }),
    responses: { ...answersOf(answers), ...refusalsOf(refusals) },
  });
  const facts = { operationId, who, body, described: described ?? null, files, needsFiles, isIdempotent };
  return { ...facts, method: method.toUpperCase(), path, answers, refusals, route, middleware, handler };
}

/** A call of the API: what the router, the document and the tests know of it. */
export type Call = Omit<ReturnType<typeof call>, "handler" | "path" | "who" | "route"> & {
  path: string;
  who: Who;
  route: RouteConfig;
  handler: unknown;
};

/** What a call is called in the document and in the texts, such as getApiPaymentFee. */
export function callName({ method, path }: { method: string; path: string }): string {
  const words = path.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `${method.toLowerCase()}${words.replaceAll(/\W/g, "")}`;
}

/** The parameters of the address. */
export const byId = z.object({ id: z.string() });
export const bySlug = z.object({ slug: z.string() });
export const byToken = z.object({ token: z.string() });
/** An id of ours; what cannot be one is not found. */
export const byOwnId = z.object({ id: z.guid().refine(isId) });

/** A body that has to be there, as JSON or as a form. */
export function fields<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { "application/json": { schema } } };
}

/** The answer's schema of one thing: {data}. */
export function dataOf<Schema extends z.ZodType>(schema: Schema) {
  return z.object({ data: schema });
}

/** The answer's schema of a list, page by page: {data, meta}. */
export function pagesOf<Schema extends z.ZodType>(schema: Schema) {
  return z.object({
    data: z.array(schema),
    meta: z.object({ page: z.int(), next_page: z.int().nullable() }),
  });
}

/** No call can be tried without being made. */
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

/** The library gets JSON to validate, of what was read within our bounds, as JSON or as a form. */
function bounded(isOptional: boolean): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { raw } = c.req;
    const body = JSON.stringify(await readFields(raw, isOptional), refuseInfinite);
    const headers = new Headers(raw.headers);
    headers.set("Content-Type", "application/json");
    headers.delete("Content-Length");
    c.req.raw = new Request(raw, { headers, body });
    await next();
  };
}

/** No number of JavaScript: JSON has no way to write it again. */
function refuseInfinite(_: string, value: unknown): unknown {
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    throw new Response("Bad Request", { status: 400 });
  return value;
}
