import type { TypeOptions } from "i18next";
import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import type { ZodType } from "zod";
import {
  clientAddressContext,
  retryAfterContext,
  servicesContext,
  settingsContext,
  unavailableContext,
} from "../context.ts";
import type { ApiScope } from "../domain/auth/api-key.schema.ts";
import { findKeyViewer, isKeyLike } from "../domain/auth/api-keys.server.ts";
import { findApiViewer } from "../domain/auth/sessions.server.ts";
import type { Locale } from "../domain/money/minor.ts";
import { isStoredUnchanged, parseOutsideJson } from "../domain/outside-json.server.ts";
import { listCountries } from "../domain/tax/countries.server.ts";
import { type Stage, stageOf, type Viewer } from "../domain/users/viewer.ts";
import type { Settings } from "../product-settings.ts";
import { addressKey } from "./address-keys.ts";
import { readBytes, readForm, readUploads, type UploadedFile } from "./body.server.ts";
import { type ErrorValues, errorTexts } from "./forms.server.ts";
import { getI18n, getLocale, getTexts, textsIn } from "./i18n.server.ts";
import type { Budget } from "./limit-table.ts";
import { pageUrl } from "./page-url.server.ts";
import { API_PATH, OPEN_UNDER_OLD_TERMS } from "./path-kinds.ts";
import { termsVersion } from "./rules.server.ts";
import { findRequestViewer } from "./sessions.server.ts";

export const JSON_BYTES_MAXIMUM = 64 * 1024;

export function apiJson(body: unknown, init: { status?: number; headers?: HeadersInit } = {}): Response {
  const headers = new Headers(init.headers);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  return Response.json(body, { status: init.status ?? 200, headers });
}

export function apiDone(headers: HeadersInit = {}): Response {
  return new Response(null, { status: 204, headers });
}

interface ApiProblem {
  status: number;
  code: string;
  text: string;
  errors?: Record<string, string[]>;
  headers?: HeadersInit;
  values?: ErrorValues;
}

export function apiRefusal(
  context: Readonly<RouterContextProvider>,
  { status, code, text, errors = {}, headers = {}, values = {} }: ApiProblem,
): Response {
  const named = Object.entries(errors).map(([field, keys]) => [
    field,
    keys.map((key) => textOf(context, key, values)),
  ]);
  const body = { message: textOf(context, text, values), code, errors: Object.fromEntries(named) };
  return apiJson(body, { status, headers });
}

export function refuseField(
  context: Readonly<RouterContextProvider>,
  field: string,
  text: string,
  code = "invalid",
): Response {
  return apiRefusal(context, { status: 422, code, text, errors: { [field]: [text] } });
}

export function refuseOff(context: Readonly<RouterContextProvider>): Response {
  return apiRefusal(context, { status: 404, code: "feature_off", text: "errors.api.feature_off" });
}

export function refuseUnknown(context: Readonly<RouterContextProvider>, text: string): Response {
  return apiRefusal(context, { status: 404, code: "not_found", text });
}

export function refuseNotActive(context: Readonly<RouterContextProvider>): Response {
  return apiRefusal(context, { status: 403, code: "not_active", text: "errors.api.not_active" });
}

export function refuseBlocked(context: Readonly<RouterContextProvider>, text: string): Response {
  const headers = { "Retry-After": String(context.get(retryAfterContext) ?? 900) };
  return apiRefusal(context, { status: 429, code: "blocked", text, headers });
}

export function refuseTooMany(context: Readonly<RouterContextProvider>, text: string): Response {
  const headers = { "Retry-After": String(context.get(retryAfterContext) ?? 900) };
  return apiRefusal(context, { status: 429, code: "too_many_requests", text, headers });
}

const REFUSALS = {
  400: { code: "bad_request", text: "api.body" },
  403: { code: "forbidden", text: "api.origin" },
  404: { code: "not_found", text: "api.not_found" },
  405: { code: "method_not_allowed", text: "api.verb" },
  413: { code: "too_large", text: "api.too_large" },
  429: { code: "too_many_requests", text: "api.too_often" },
} as const;

export function callRefusal(settings: Settings, locale: Locale, status: keyof typeof REFUSALS) {
  const { code, text } = REFUSALS[status];
  return { message: textsIn(locale, "errors", settings)(text), code, errors: {} };
}

function isRefusal(status: number): status is keyof typeof REFUSALS {
  return status in REFUSALS;
}

export const apiRefusals: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next();
  if (!isRefusal(response.status) || !API_PATH.test(new URL(request.url).pathname)) return response;
  if (/^\{.*"code":/s.test(await response.clone().text())) return response;
  const { headers } = response;
  headers.delete("Content-Type");
  const headed = { status: response.status, headers };
  return apiJson(callRefusal(context.get(settingsContext), getLocale(context), response.status), headed);
};

/** A passing fault becomes a 503 with its own code. */
export function apiFault(
  request: Request,
  context: Readonly<RouterContextProvider>,
  response: Response,
): Response {
  if (response.status !== 500 || !API_PATH.test(new URL(request.url).pathname)) return response;
  return context.get(unavailableContext)
    ? apiRefusal(context, { status: 500, code: "unavailable", text: "errors.api.unavailable" })
    : apiRefusal(context, { status: 500, code: "fault", text: "errors.api.fault" });
}

const TEXTS_OF_CALLS: Readonly<Record<string, string>> = {
  "errors.amount.invalid": "errors.api.amount",
  "errors.message_price.invalid": "errors.api.message_price",
};

function textOf(context: Readonly<RouterContextProvider>, key: string, values: ErrorValues): string {
  const text = errorTexts(context, values)(TEXTS_OF_CALLS[key] ?? key);
  return text.replaceAll("\u2060", "");
}

/** JSON or a form, by the page's schema. Throws the 422 of the failed fields. */
export async function readCall<Value>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  schema: ZodType<Value>,
  text?: string,
  values?: ErrorValues,
): Promise<Value> {
  return parseCall(context, await readFields(request, context), schema, text, values);
}

export async function readFields(
  request: Request,
  context: Readonly<RouterContextProvider>,
  isOptional = false,
): Promise<Record<string, unknown>> {
  const length = request.headers.get("Content-Length") ?? "0";
  if (isOptional && length === "0" && !request.headers.has("Transfer-Encoding")) return {};
  const fields = isJson(request) ? await readJson(request) : formFields(await readForm(request));
  return await withCountryIds(context, fields);
}

const COUNTRY_FIELDS = ["country_id", "bank_country_id"];

/** Converts ISO codes to ids. */
async function withCountryIds(
  context: Readonly<RouterContextProvider>,
  fields: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const named = Object.entries(fields).filter(
    ([name, value]) => COUNTRY_FIELDS.includes(name) && typeof value === "string" && /^[A-Z]{2}$/.test(value),
  );
  if (named.length === 0) return fields;
  const countries = await listCountries(context.get(servicesContext).db);
  const ids = named.map(([name, code]) => [
    name,
    countries.find(({ iso_3166_1 }) => iso_3166_1 === code)?.id ?? code,
  ]);
  return { ...fields, ...Object.fromEntries(ids) };
}

function parseCall<Value>(
  context: Readonly<RouterContextProvider>,
  fields: Record<string, unknown>,
  schema: ZodType<Value>,
  text?: string,
  values?: ErrorValues,
): Value {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw invalidCall(context, parsed.error.issues, text, values);
}

export function invalidCall(
  context: Readonly<RouterContextProvider>,
  issues: readonly { path: PropertyKey[]; message: string }[],
  text = "errors.api.invalid",
  values: ErrorValues = {},
): Response {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    const field = path.join(".");
    const key = message.startsWith("errors.") ? message : "errors.api.field";
    errors[field] = [...(errors[field] ?? []), key];
  }
  return apiRefusal(context, { status: 422, code: "invalid", text, errors, values });
}

export async function readUploadCall<Value>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  fileFields: readonly string[],
  schema: ZodType<Value>,
): Promise<{ fields: Value; files: ReadonlyMap<string, UploadedFile> }> {
  const form = isJson(request) ? null : await readUploads(request, fileFields);
  const fields = await withCountryIds(context, form ? formFields(form.fields) : await readJson(request));
  const wrong = fileFields.find((name) => !["", null, undefined].some((none) => none === fields[name]));
  if (wrong !== undefined) throw refuseField(context, wrong, "errors.api.file");
  return { fields: parseCall(context, fields, schema), files: form?.files ?? new Map() };
}

/** A repeated field becomes a list, which no text schema accepts. */
function formFields(form: FormData): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

function isJson(request: Request): boolean {
  return /^application\/json\b/i.test(request.headers.get("Content-Type") ?? "");
}

async function readJson(request: Request): Promise<Record<string, unknown>> {
  const body = parseOutsideJson(await readBytes(request, JSON_BYTES_MAXIMUM), isStoredUnchanged);
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new Response("Bad Request", { status: 400 });
  return { ...body };
}

const tokenCallerContext = createContext<Promise<Viewer | null> | null>(null);

export function bearerToken(header: string | null): string | null {
  return /^Bearer ([\w-]{20,100})$/i.exec(header ?? "")?.[1] ?? null;
}

/** By bearer token, else session; null for a guest. Ignores account stages. */
export async function findCaller(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Viewer | null> {
  const { db, clock } = context.get(servicesContext);
  const token = bearerToken(request.headers.get("Authorization"));
  if (token === null) return await findRequestViewer(context);
  // Only requireScope lets a key in.
  if (isKeyLike(token)) return await context.get(tokenCallerContext);
  const caller = context.get(tokenCallerContext) ?? findApiViewer(db, token, clock(), termsVersion(context));
  context.set(tokenCallerContext, caller);
  return await caller;
}

export function isByKey(request: Request): boolean {
  return isKeyLike(bearerToken(request.headers.get("Authorization")) ?? "");
}

/** An API key passes only calls of its scopes. Throws a 401 or 403; other callers pass. */
export async function requireScope(
  request: Request,
  context: Readonly<RouterContextProvider>,
  scope: ApiScope | null,
): Promise<void> {
  const token = bearerToken(request.headers.get("Authorization"));
  if (token === null || !isKeyLike(token)) return;
  const { db, clock } = context.get(servicesContext);
  const found = await findKeyViewer(db, token, clock(), termsVersion(context));
  if (!found) throw refuseUnauthenticated(context);
  if (scope === null || !found.scopes.includes(scope)) throw refuseScope(context, scope);
  context.set(tokenCallerContext, Promise.resolve(found.viewer));
}

/** RFC 6750, 3. */
function refuseScope(context: Readonly<RouterContextProvider>, scope: ApiScope | null): Response {
  const wanted = scope === null ? "" : `, scope="${scope}"`;
  return apiRefusal(context, {
    status: 403,
    code: "scope_missing",
    text: scope === null ? "errors.api.no_key" : "errors.api.scope",
    headers: { "WWW-Authenticate": `Bearer error="insufficient_scope"${wanted}` },
    values: { scope: scope ?? "" },
  });
}

/** Throws a 401 for an unknown or expired token. */
export async function requireKnownCaller(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Viewer | null> {
  const viewer = await findCaller(request, context);
  // An expired token must not count as a guest.
  if (!viewer && /^Bearer /i.test(request.headers.get("Authorization") ?? ""))
    throw refuseUnauthenticated(context);
  return viewer;
}

export async function requireApiViewer(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Viewer> {
  const viewer = await findCaller(request, context);
  if (viewer) return viewer;
  throw refuseUnauthenticated(context);
}

export function refuseUnauthenticated(context: Readonly<RouterContextProvider>): Response {
  const headers = { "WWW-Authenticate": "Bearer" };
  return apiRefusal(context, {
    status: 401,
    code: "unauthenticated",
    text: "errors.api.unauthenticated",
    headers,
  });
}

/** Throws a 403 for a locked account; any stage passes. */
export async function requireApiUnlocked(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Viewer> {
  const viewer = await requireApiViewer(request, context);
  if (viewer.status !== "LOCKED") return viewer;
  throw apiRefusal(context, { status: 403, code: "locked", text: "errors.api.locked" });
}

const STAGE_REFUSALS: Record<Stage, { code: string; text: string }> = {
  "verify-email": { code: "email_unverified", text: "errors.api.email_unverified" },
  complete: { code: "username_missing", text: "errors.api.username_missing" },
  terms: { code: "terms_pending", text: "errors.api.terms_pending" },
  "new-terms": { code: "new_terms", text: "errors.api.new_terms" },
};

/** Past all stages, or at the one that this call completes. */
export async function requireApiMember(
  request: Request,
  context: Readonly<RouterContextProvider>,
  passes: Stage | null = null,
): Promise<Viewer> {
  const viewer = await requireApiUnlocked(request, context);
  const stage = stageOf(viewer);
  if (stage === null || stage === passes) return viewer;
  if (stage === "new-terms" && OPEN_UNDER_OLD_TERMS.test(pageUrl(request).pathname)) return viewer;
  const values = { page: `${context.get(servicesContext).publicUrl}/account/terms` };
  throw apiRefusal(context, { status: 403, ...STAGE_REFUSALS[stage], values });
}

export async function requireApiCreator(
  request: Request,
  context: Readonly<RouterContextProvider>,
  passes: Stage | null = null,
): Promise<Viewer> {
  const viewer = await requireApiMember(request, context, passes);
  if (viewer.role === "CREATOR") return viewer;
  throw apiRefusal(context, { status: 403, code: "forbidden", text: "errors.api.creators" });
}

export async function requireApiActive(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Viewer> {
  const viewer = await requireApiCreator(request, context);
  if (viewer.status === "ACTIVE") return viewer;
  throw refuseNotActive(context);
}

/** Throws a 429. The default key is the caller's address. */
export async function requireApiBudget(
  context: Readonly<RouterContextProvider>,
  budget: Budget,
  text: string,
  key = addressKey(context.get(clientAddressContext)),
): Promise<void> {
  const seconds = await context.get(servicesContext).limits.take(budget, key);
  if (seconds === null) return;
  throw apiRefusal(context, {
    status: 429,
    code: "too_many_requests",
    text,
    headers: { "Retry-After": String(seconds) },
  });
}

type CallName = keyof TypeOptions["resources"]["api"]["calls"];
type GroupName = keyof TypeOptions["resources"]["api"]["groups"];

/** A call's or group's; empty if unknown (docs/product.md, 9.14). */
export function callSummaries(context: Readonly<RouterContextProvider>): (name: string) => string {
  const i18n = getI18n(context);
  const t = getTexts(context, "api");
  // Names derive from methods and paths; a test compares them with the texts.
  const isKnown = (name: string): name is CallName => i18n.exists(`api:calls.${name}`);
  const isGroup = (name: string): name is GroupName => i18n.exists(`api:groups.${name}`);
  return (name) => (isKnown(name) ? t(`calls.${name}`) : isGroup(name) ? t(`groups.${name}`) : "");
}
