import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import type { MiddlewareFunction, RouterContextProvider } from "react-router";
import { z } from "zod";
import { servicesContext, settingsContext, spentContext } from "../context.ts";
import { apiRefusal, apiRefusals, callSummaries, refuseUnknown } from "../http/api.server.ts";
import { bodyBudget } from "../http/body-budget.server.ts";
import { freshAnswer, LASTING, type MarkedText, markedText } from "../http/fresh-answer.server.ts";
import { getLocale, i18nMiddleware } from "../http/i18n.server.ts";
import { originGuard } from "../http/origin-guard.server.ts";
import { pageLimit, postLimit } from "../http/page-limit.server.ts";
import { writerNote } from "../http/reader.server.ts";
import { sessionMiddleware } from "../http/sessions.server.ts";
import type { ApiEnv } from "./call.server.ts";
import { CALLS, calls } from "./calls.ts";
import { describeApi } from "./openapi.server.ts";

interface Asked {
  request: Request;
  context: RouterContextProvider;
}

/** draft-ietf-httpapi-ratelimit-headers-10. */
const budgetHeaders: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  const spent = context.get(spentContext);
  // A lasting document is alike for all callers.
  if (spent.length === 0 || response.status === 304 || response.headers.has(LASTING)) return response;
  const policies = spent.map(
    ({ budget, quota, window_seconds }) => `"${budget}";q=${quota};w=${window_seconds}`,
  );
  const states = spent.map(({ budget, left, reset_seconds }) => `"${budget}";r=${left};t=${reset_seconds}`);
  response.headers.set("RateLimit-Policy", policies.join(", "));
  response.headers.set("RateLimit", states.join(", "));
  return response;
};

const BEFORE_CALLS = [
  budgetHeaders,
  i18nMiddleware,
  apiRefusals,
  originGuard,
  postLimit,
  bodyBudget,
  sessionMiddleware,
  writerNote,
  pageLimit,
];

/**
 * /api and /oauth except their pages. A fault goes to `report` and becomes an empty 500 (docs/product.md,
 * 9.14).
 */
export function createApi(report: (error: unknown, asked: Asked) => void) {
  const api = new OpenAPIHono<ApiEnv>();
  api.use(...BEFORE_CALLS.map(asOfPages), thrownAnswers);
  api.route("/", calls);
  for (const [path, same] of Map.groupBy(CALLS, (each) => each.path))
    api.all(path.replaceAll(/\{(\w+)\}/g, ":$1"), ({ env: { context } }) => {
      const headers = { Allow: same.map(({ method }) => method).join(", ") };
      return apiRefusal(context, {
        status: 405,
        code: "method_not_allowed",
        text: "errors.api.verb",
        headers,
      });
    });
  api.get("/api/openapi.json", lastingDocument);
  api.notFound(({ env: { context } }) => refuseUnknown(context, "errors.api.not_found"));
  api.onError((error, { req, env: { context } }) => {
    report(error, { request: req.raw, context });
    return new Response(null, { status: 500 });
  });
  return async (request: Request, context: RouterContextProvider): Promise<Response> =>
    await api.fetch(request, { context });
}

function asOfPages(middleware: MiddlewareFunction<Response>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const request = c.req.raw;
    const asked = { request, url: new URL(request.url), pattern: "", params: {}, context: c.env.context };
    const further = async () => {
      await next();
      return c.res;
    };
    const answer = await Promise.resolve(middleware(asked, further)).catch(statusAlone);
    if (answer && answer !== c.res) {
      // Otherwise headers of the previous response would be merged.
      c.res = undefined;
      c.res = answer;
    }
  };
}

const pageOfStatus = z.object({ init: z.object({ status: z.int() }) });

/** Guards throw a page; a call gets JSON. */
function statusAlone(thrown: unknown): Response {
  const page = pageOfStatus.safeParse(thrown);
  if (page.success) return new Response(null, page.data.init);
  throw thrown;
}

const thrownAnswers: MiddlewareHandler<ApiEnv> = async (c, next) => {
  try {
    await next();
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    c.res = thrown;
  }
};

const DOCUMENTS_MAXIMUM = 50;

/** Once per language: it costs more than a page. */
const documents = new Map<string, MarkedText>();

function lastingDocument({ req, env: { context } }: Context<ApiEnv>): Response {
  const { publicUrl } = context.get(servicesContext);
  const settings = context.get(settingsContext);
  const key = `${getLocale(context)} ${publicUrl} ${settings.version}`;
  const document = documents.get(key) ?? markedText(describeApi(publicUrl, callSummaries(context), settings));
  if (!documents.has(key) && documents.size >= DOCUMENTS_MAXIMUM) documents.clear();
  documents.set(key, document);
  return freshAnswer(req.raw, document, { [LASTING]: document.etag });
}
