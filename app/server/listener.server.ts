import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createRequest } from "@remix-run/node-fetch-server";
import { RouterContextProvider } from "react-router";
import {
  bodyArrivalContext,
  clientAddressContext,
  pageContext,
  pageForAllContext,
  proxyCountryContext,
  requestIdContext,
  retryAfterContext,
  type Services,
  servicesContext,
  settingsContext,
  streamContext,
  unavailableContext,
} from "../context.ts";
import { addressKey } from "../http/address-keys.ts";
import { apiFault } from "../http/api.server.ts";
import { createAddressReader, createProxyCheck } from "../http/client-address.server.ts";
import { refuseEarly } from "../http/early-refusals.server.ts";
import { SECURITY_HEADERS } from "../http/headers.server.ts";
import { withCors } from "../http/origin-guard.server.ts";
import { DATA, pagePath } from "../http/page-url.server.ts";
import { API_PATH, CALL_PATH, ROUTE_LIST } from "../http/path-kinds.ts";
import type { Dictionaries } from "./dictionaries.server.ts";
import type { CacheTicket, PageCache } from "./page-cache.server.ts";
import { type Head, send, sendHead } from "./send-answer.server.ts";
import type { OtherBuilds } from "./static-files.server.ts";
import { type StaticFiles, sendFile } from "./static-files.server.ts";

type Handler = (request: Request, context: RouterContextProvider) => Promise<Response>;

type UserPoll = (request: IncomingMessage) => Promise<Record<string, string> | null> | null;

/** One of this many hits and unchanged polls is logged; all are counted. */
const LOGGED_HIT = 100;

const streams = new WeakSet<ServerResponse>();

/** Retry-After while the database is down. */
const AWAY_SECONDS = 10;

interface ListenerParts {
  services: Services;
  handler: Handler;
  callHandler: Handler;
  staticFiles: StaticFiles;
  pageCache: PageCache;
  dictionaries: Dictionaries;
  shapeOf: (path: string) => string;
  userPoll: UserPoll;
  otherBuilds: OtherBuilds;
}

interface Answering extends ListenerParts {
  publicUrl: URL | null;
  isSecure: boolean;
  addressOf: ReturnType<typeof createAddressReader>;
  isProxy: ReturnType<typeof createProxyCheck>;
}

interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  requestId: string;
}

/**
 * Static files, then API calls by Hono, the rest by the framework. Each answer has a request id, security
 * headers and one log line.
 */
export function createListener(parts: ListenerParts): RequestListener {
  const { services, staticFiles, pageCache, userPoll, otherBuilds } = parts;
  const { PUBLIC_URL, TRUSTED_PROXIES } = services.config;
  const publicUrl = PUBLIC_URL ? new URL(PUBLIC_URL) : null;
  const answering: Answering = {
    ...parts,
    publicUrl,
    isSecure: publicUrl?.protocol === "https:",
    isProxy: createProxyCheck(TRUSTED_PROXIES),
    addressOf: createAddressReader(TRUSTED_PROXIES),
  };
  let quietPolls = 0;
  return (incoming, outgoing) => {
    // HTTP/1.1 keeps connections anyway; the header costs a whole tip 700 bytes.
    if (incoming.httpVersion === "1.1" && outgoing.shouldKeepAlive) outgoing.removeHeader("Connection");
    const { url = "" } = incoming;
    const isApi = API_PATH.test(url);
    if (!canBeNamed(url) || (isApi && FOR_FRAMEWORK.test(url)))
      incoming.url = isApi ? NOWHERE_OF_API : NOWHERE;
    if (staticFiles(incoming, outgoing)) return;
    const poll = userPoll(incoming);
    const foreign = poll ? null : otherBuilds(incoming);
    const found = poll || foreign ? null : pageCache.lookup(incoming, outgoing);
    if (found === "answered") {
      if (pageCache.counts.hits % LOGGED_HIT === 0)
        logRequest(services, incoming, outgoing, pathOf(answering, incoming), {
          cache: `1 of ${LOGGED_HIT} hits`,
        });
      return;
    }
    // Short, as every answer carries it: unique within days of log.
    const requestId = randomUUID().slice(-12);
    const startedAt = performance.now();
    outgoing.on("finish", () => {
      if (streams.has(outgoing)) return;
      const duration = performance.now() - startedAt;
      const { statusCode: status } = outgoing;
      const path = pathOf(answering, incoming);
      if (poll && status === 304) quietPolls += 1;
      if (!poll || status !== 304 || quietPolls % LOGGED_HIT === 1)
        logRequest(services, incoming, outgoing, path, {
          ...{ request_id: requestId, duration_ms: Math.round(duration) },
        });
      services.metrics.request({ method: incoming.method ?? "", path, status }, duration / 1000);
    });
    const exchange = { req: incoming, res: outgoing, requestId };
    answer(answering, exchange, { found, poll, foreign }).catch((error: unknown) => {
      services.log.error({ request_id: requestId, error: String(error) }, "request failed");
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500, SECURITY_HEADERS).end();
    });
  };
}

function pathOf({ shapeOf }: Answering, { url = "" }: IncomingMessage): string {
  const [path = ""] = url.split("?");
  if (path === ROUTE_LIST) return path;
  // Page data is cheaper, so counted separately.
  return shapeOf(pagePath(path)) + (path.endsWith(DATA) ? DATA : "");
}

function logRequest(
  { log }: Pick<Services, "log">,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  more: Record<string, string | number>,
): void {
  const head = { method: req.method, path, status: res.statusCode };
  log.info({ ...head, ...more }, "request");
}

async function answer(
  answering: Answering,
  exchange: Exchange,
  { found, poll, foreign }: Beginning,
): Promise<void> {
  const { services, dictionaries, isSecure, pageCache, publicUrl } = answering;
  const { req, res, requestId } = exchange;
  const sending = { requestId, isSecure, ticket: null, dictionaries };
  // Unknown until the database is back: another build may have it.
  const file =
    foreign &&
    (await foreign.catch((error: unknown) => {
      services.log.warn({ error: String(error) }, "another build's file cannot be looked up");
      return "unknown" as const;
    }));
  if (file === "unknown") {
    const head = { ...SECURITY_HEADERS, "Cache-Control": "no-store", "Retry-After": AWAY_SECONDS };
    res.writeHead(503, head).end();
    return;
  }
  if (file) {
    sendFile(req, res, file);
    return;
  }
  const unchanged = poll && (await poll);
  if (unchanged) {
    const headers = new Map(Object.entries(unchanged).map(([name, value]) => [name.toLowerCase(), value]));
    send(req, res, { status: 304, headers, cookies: [] }, NOTHING, sending);
    return;
  }
  const address = answering.addressOf(req.socket.remoteAddress, req.headers["x-forwarded-for"]?.toString());
  const origin = publicUrl?.origin ?? URL.parse(`http://${req.headers.host}`)?.origin ?? "";
  const refusal = await refuseEarly(services, { req, address, origin });
  if (refusal) {
    const { body, ...head } = refusal;
    send(req, res, { ...head, cookies: [] }, body, sending);
    return;
  }
  let ticket = found;
  while (ticket instanceof Promise) {
    const again: ReturnType<PageCache["lookup"]> = (await ticket) ? pageCache.lookup(req, res) : null;
    if (again === "answered") return;
    ticket = again;
  }
  try {
    await answerByRoutes(answering, exchange, { address, ticket });
  } finally {
    ticket?.release();
  }
}

interface Visit {
  address: string;
  ticket: CacheTicket | null;
}

async function answerByRoutes(answering: Answering, exchange: Exchange, visit: Visit): Promise<void> {
  const { services, dictionaries, isSecure, publicUrl, handler, callHandler } = answering;
  const { req, res, requestId } = exchange;
  const { ticket } = visit;
  const asked = readRequest(req, res, publicUrl);
  if (!asked) {
    res.writeHead(400, SECURITY_HEADERS).end();
    return;
  }
  // A shared page is made from its cache key; its visitor is counted, not logged.
  const request = ticket ? anonymous(asked, ticket) : asked;
  const context = await contextOf(answering, exchange, visit);
  const answerer = CALL_PATH.test(new URL(request.url).pathname) ? callHandler : handler;
  const response = await withCors(request, services.config.API_ORIGINS, async () =>
    apiFault(request, context, await answerer(request, context)),
  );
  const stream = context.get(streamContext);
  if (stream && response.status === 200 && req.method === "GET") {
    sendHead(res, headFor(response, context), { requestId, isSecure });
    streams.add(res);
    logRequest(services, req, res, pathOf(answering, req), { request_id: requestId });
    stream(res);
    return;
  }
  const page = context.get(pageContext);
  const body = page?.answer === response ? page.body : Buffer.from(await response.arrayBuffer());
  send(req, res, headFor(response, context), body, { requestId, isSecure, ticket, dictionaries });
}

async function contextOf(
  { services, isProxy }: Answering,
  { req, requestId }: Exchange,
  { address, ticket }: Visit,
): Promise<RouterContextProvider> {
  const { COUNTRY_HEADER } = services.config;
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(settingsContext, services.settings.current());
  context.set(requestIdContext, requestId);
  if (ticket) {
    const { limits } = services;
    const waitSeconds = await limits.take("pages", addressKey(address));
    const isRefusedAgain =
      waitSeconds !== null && (await limits.take("refusals", addressKey(address))) !== null;
    context.set(pageForAllContext, { waitSeconds, isRefusedAgain, readsPrimary: ticket.readsPrimary });
  } else {
    context.set(clientAddressContext, address);
    // Callers past the proxies could forge it.
    if (COUNTRY_HEADER && isProxy(req.socket.remoteAddress))
      context.set(proxyCountryContext, req.headers[COUNTRY_HEADER]?.toString() ?? null);
  }
  const before = req.socket.bytesRead;
  context.set(bodyArrivalContext, {
    receivedBytes: () => req.socket.bytesRead - before,
    isWhole: () => req.complete,
    cut: () => void req.destroy(),
  });
  return context;
}

interface Beginning {
  found: CacheTicket | Promise<boolean> | null;
  poll: ReturnType<UserPoll>;
  foreign: ReturnType<OtherBuilds>;
}

function anonymous({ url, signal }: Request, { headers }: CacheTicket): Request {
  return new Request(url, { headers, signal });
}

const NOWHERE = "/-/-/-";
const NOWHERE_OF_API = "/api/-/-/-";

const NOTHING = Buffer.alloc(0);

/** Data addresses of the framework have its own notation. */
const FOR_FRAMEWORK = /^[^?]*\.data(\?|$)/;

/** False for broken escapes, which the framework logs, and null bytes, which PostgreSQL refuses. */
function canBeNamed(url: string): boolean {
  try {
    return !decodeURIComponent(url.split("?")[0] ?? "").includes("\0");
  } catch {
    return false;
  }
}

/** Null for invalid methods or hosts, such as TRACE. */
function readRequest(req: IncomingMessage, res: ServerResponse, publicUrl: URL | null): Request | null {
  const options = publicUrl ? { host: publicUrl.host, protocol: publicUrl.protocol } : {};
  try {
    const request = createRequest(req, res, options);
    // The framework answers HEAD without a body: length and cache entry would be missing.
    return req.method === "HEAD" ? new Request(request, { method: "GET" }) : request;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** A passing database fault asks to retry: nothing was written. */
function headFor(response: Response, context: RouterContextProvider): Head {
  const headers = new Map(response.headers);
  headers.delete("set-cookie");
  const isAway = response.status === 500 && context.get(unavailableContext);
  const seconds = isAway ? AWAY_SECONDS : context.get(retryAfterContext);
  if (seconds !== null) headers.set("retry-after", String(seconds));
  return { status: isAway ? 503 : response.status, headers, cookies: response.headers.getSetCookie() };
}
