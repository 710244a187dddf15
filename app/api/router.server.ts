import { type Context, Hono } from "hono";
import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../context.ts";
import { apiRefusal } from "../http/api.server.ts";
import { callSummaries } from "../http/api-texts.server.ts";
import { CHECK_HEADER } from "../http/body.server.ts";
import { freshAnswer, LASTING, type MarkedText, markedText } from "../http/fresh-answer.server.ts";
import { getLocale } from "../http/i18n.server.ts";
import type { Call } from "./call.server.ts";
import { CALLS } from "./calls.ts";
import { describeApi } from "./openapi.server.ts";

type Env = { Bindings: { context: Readonly<RouterContextProvider> } };

const router = routerOf(CALLS);

/** The answer to a request under /api or /oauth, whatever it asks for (docs/product.md, 9.14). */
export async function answerApi(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  return await router.fetch(request, { context });
}

/** One route an address; the methods that it does not take are a 405 that names those it takes. */
function routerOf(calls: readonly Call[]): Hono<Env> {
  const hono = new Hono<Env>();
  for (const [path, same] of Map.groupBy(calls, ({ path }) => path))
    hono.all(path.replaceAll(/\{(\w+)\}/g, ":$1"), async (c) => await dispatch(c, same));
  hono.get("/api/openapi.json", ({ req, env: { context } }) => lastingAnswer(req.raw, context));
  hono.notFound(({ env: { context } }) =>
    apiRefusal(context, { status: 404, code: "not_found", text: "errors.api.not_found" }),
  );
  // What is thrown as a Response is the answer; all else is a fault, which the framework reports.
  hono.onError((error) => {
    throw error;
  });
  return hono;
}

/** The document is made once a language: that costs more than a page. */
const documents = new Map<string, MarkedText>();

function documentFor(context: Readonly<RouterContextProvider>): MarkedText {
  const { publicUrl } = context.get(servicesContext);
  const key = `${getLocale(context)} ${publicUrl}`;
  const made = documents.get(key) ?? markedText(describeApi(publicUrl, callSummaries(context)));
  documents.set(key, made);
  return made;
}

/** It is compressed once, too. */
function lastingAnswer(request: Request, context: Readonly<RouterContextProvider>): Response {
  const document = documentFor(context);
  return freshAnswer(request, document, { [LASTING]: document.etag });
}

async function dispatch({ req, env }: Context<Env>, same: readonly Call[]): Promise<Response> {
  const { context } = env;
  const request = req.raw;
  const method = request.method === "HEAD" ? "GET" : request.method;
  const found = same.find((each) => each.method === method);
  if (!found) {
    const headers = { Allow: same.map((each) => each.method).join(", ") };
    return apiRefusal(context, { status: 405, code: "method_not_allowed", text: "errors.api.verb", headers });
  }
  // No call can be tried without being made.
  if (method !== "GET" && request.headers.has(CHECK_HEADER))
    return apiRefusal(context, { status: 400, code: "bad_request", text: "errors.api.check" });
  try {
    return await found.answer(request, context, req.param());
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}
