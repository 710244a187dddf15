import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { servicesContext } from "../context.ts";
import { businessDate } from "../domain/calendar/business-date.ts";
import type { Locale } from "../domain/money/minor.ts";
import type { Viewer } from "../domain/users/users.server.ts";
import {
  apiRefusal,
  parseCall,
  readCall,
  readCallIfAny,
  readUploadCall,
  requireApiActive,
  requireApiCreator,
  requireApiMember,
  requireApiUnlocked,
  requireApiViewer,
} from "../http/api.server.ts";
import type { UploadedFile } from "../http/body.server.ts";
import { getLocale } from "../http/i18n.server.ts";
import { isId } from "../http/ids.ts";
import { onceForKey } from "./idempotent.server.ts";
import { type Refusals, type Who, withUsualRefusals } from "./refusals.ts";

/** More than there are currencies and languages together. */
const FACTS_KEPT = 32;

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** What a call's fields may depend on: the caller's currency, their language, and the day in Berlin. */
export interface FieldFacts {
  currency: string;
  locale: Locale;
  today: string;
}

type Fields<Value> = z.ZodType<Value> | ((facts: FieldFacts) => z.ZodType<Value>);

/** What a call is asked with, read and checked. */
export interface Asked<W extends Who, Body, Query> {
  request: Request;
  context: Readonly<RouterContextProvider>;
  url: URL;
  /** The parts of the address that stand for something, by their names. */
  params: Readonly<Record<string, string>>;
  viewer: W extends "anyone" ? null : Viewer;
  body: Body;
  query: Query;
  files: ReadonlyMap<string, UploadedFile>;
  /** Told by a call that may come again with its key: what it has made, such as a payment's id. */
  keep(subjectId: string): Promise<void>;
}

interface Definition<W extends Who, Body, Query> {
  method: Method;
  /** Such as "/api/payoutdata/{id}/confirm". */
  path: string;
  who: W;
  /** The stage of a new account that the call is there to pass. */
  passes?: "complete" | "terms";
  /** The parts of the address that are ids of ours; what cannot be one is not found. */
  ids?: readonly string[];
  body?: Fields<Body>;
  /** `run` reads the body itself, after something that comes before it, or with what has to be looked up. */
  isReadLater?: true;
  /** All of the body may be left out. */
  isBodyOptional?: true;
  /** The fields that take files; the body is a multipart form then, or JSON without files. */
  files?: readonly string[];
  /** Nothing comes of it without its files: it is no JSON. */
  needsFiles?: true;
  query?: z.ZodType<Query>;
  /** The key of what is said when a field is not right. */
  refused?: string;
  /** What is answered, by status; null for an answer without a body. */
  answers: Record<number, z.ZodType | null>;
  /** The codes of the call's own refusals, by status. */
  refusals?: Refusals;
  run(asked: Asked<W, Body, Query>): Promise<Response> | Response;
  /** The same answer again for what `run` said to keep; calls that move money have it, and take an Idempotency-Key. */
  again?(asked: Asked<W, undefined, undefined>, subjectId: string): Promise<Response> | Response;
}

/** A call of the API: what the router, the document and the tests know of it. */
export interface Call {
  method: Method;
  path: string;
  who: Who;
  ids: readonly string[];
  body: ((facts: FieldFacts) => z.ZodType) | null;
  isBodyOptional: boolean;
  files: readonly string[];
  needsFiles: boolean;
  /** It takes an Idempotency-Key. */
  isIdempotent: boolean;
  query: z.ZodType | null;
  answers: Record<number, z.ZodType | null>;
  refusals: Refusals;
  answer(
    request: Request,
    context: Readonly<RouterContextProvider>,
    params: Readonly<Record<string, string>>,
  ): Promise<Response>;
}

/**
 * One call of the API (docs/product.md, 9.14): its caller is let in, its fields are read by the schema that its page has, and
 * `run` calls one domain function. What is thrown as a Response is the answer.
 */
export function call<W extends Who, Body = undefined, Query = undefined>(
  definition: Definition<W, Body, Query>,
): Call {
  const { method, path, who, ids = [], files = [], answers, refused } = definition;
  const { body, query = null, isBodyOptional = false, needsFiles = false } = definition;
  const schemaOf = typeof body === "function" ? onceForFacts(body) : body && (() => body);
  return {
    ...{ method, path, who, ids, files, needsFiles, answers, query, isBodyOptional },
    body: schemaOf ?? null,
    isIdempotent: definition.again !== undefined,
    refusals: withUsualRefusals(definition),
    async answer(request, context, params) {
      const viewer = await admit(who, request, context, definition.passes ?? null);
      if (ids.some((name) => !isId(params[name] ?? "")))
        return apiRefusal(context, { status: 404, code: "not_found", text: "errors.api.id" });
      const asked = { request, context, params, viewer, url: new URL(request.url) };
      type Whole = Asked<W, Body, Query>;
      const make = async (keep: Whole["keep"]) => {
        const uploads = files.length > 0 ? await readUploadCall(request, context, files) : null;
        const read = async (schema: z.ZodType<Body>) => {
          if (uploads) return parseCall(context, uploads.fields, schema, refused);
          if (isBodyOptional) return await readCallIfAny(request, context, schema);
          return await readCall(request, context, schema, refused);
        };
        const searched = Object.fromEntries(asked.url.searchParams);
        const isRead = schemaOf && !definition.isReadLater;
        const whole: unknown = {
          ...asked,
          body: isRead ? await read(schemaOf(factsOf(context, viewer))) : undefined,
          query: query ? parseCall(context, searched, query) : undefined,
          files: uploads?.files ?? new Map(),
          keep,
        };
        // The definition's types say what was read by its schemas, and whom `admit` let in.
        return await definition.run(whole as Whole);
      };
      const { again } = definition;
      if (!again) return await make(async () => undefined);
      const rest = { body: undefined, query: undefined, files: new Map(), keep: async () => undefined };
      const bare: unknown = { ...asked, ...rest };
      return await onceForKey(request, context, {
        make,
        // As above, of a call whose fields nobody reads again.
        again: (subjectId) => again(bare as Asked<W, undefined, undefined>, subjectId),
      });
    },
  };
}

async function admit(
  who: Who,
  request: Request,
  context: Readonly<RouterContextProvider>,
  passes: "complete" | "terms" | null,
): Promise<Viewer | null> {
  switch (who) {
    case "anyone":
      return null;
    case "user":
      return await requireApiViewer(request, context);
    case "unlocked":
      return await requireApiUnlocked(request, context);
    case "member":
      return await requireApiMember(request, context, passes);
    case "creator":
      return await requireApiCreator(request, context, passes);
    case "active":
      return await requireApiActive(request, context);
  }
}

/** A schema is made, and compiled, once for the same facts; those of yesterday go when there are many. */
function onceForFacts<Schema>(make: (facts: FieldFacts) => Schema): (facts: FieldFacts) => Schema {
  const made = new Map<string, Schema>();
  return (facts) => {
    const key = `${facts.currency} ${facts.locale} ${facts.today}`;
    const schema = made.get(key) ?? make(facts);
    if (made.size >= FACTS_KEPT) made.clear();
    made.set(key, schema);
    return schema;
  };
}

function factsOf(context: Readonly<RouterContextProvider>, viewer: Viewer | null): FieldFacts {
  return {
    currency: viewer?.currency ?? "EUR",
    locale: getLocale(context),
    today: businessDate(context.get(servicesContext).clock()),
  };
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
