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
  unavailableContext,
} from "../context.ts";
import { addressKey } from "../http/address-keys.ts";
import { apiFault } from "../http/api.server.ts";
import { CACHE_TAGS } from "../http/cache-tags.ts";
import { createAddressReader, createProxyCheck } from "../http/client-address.server.ts";
import { namesSomebody, readCookies } from "../http/cookies.server.ts";
import { withCors } from "../http/cors.server.ts";
import { LASTING } from "../http/fresh-answer.server.ts";
import { OF_DOCUMENTS, SECURITY_HEADERS } from "../http/headers.server.ts";
import { API_PATH } from "../http/path-kinds.ts";
import type { OtherBuilds } from "./build-assets.server.ts";
import { CODING_VARY, codingFor, codingName, compress, compressOnce } from "./compression.server.ts";
import type { Dictionaries } from "./dictionaries.server.ts";
import { dictionaryOffer } from "./dictionary-offer.server.ts";
import type { CacheTicket, PageCache } from "./page-cache.server.ts";
import { type StaticFiles, sendFile } from "./static-files.server.ts";

type Handler = (request: Request, context: RouterContextProvider) => Promise<Response>;

/** Answers a poll that brings no news ahead of the framework: app/api/user-poll.server.ts. */
type UserPoll = (request: IncomingMessage) => Promise<Record<string, string> | null> | null;

/** One cached answer of so many is logged, and one poll without news; all are counted. */
const LOGGED_HIT = 100;

/** Whoever finds the database away is asked to come again after so long. */
const AWAY_SECONDS = 10;

/** Pages as they are meant: shown, or with a form that was refused. */
const PAGE_STATUSES: readonly number[] = [200, 422];

const COMPRESSIBLE =
  /^(text\/|application\/(json|javascript|manifest\+json|speculationrules\+json)|image\/svg)/;

/**
 * The way of a request through the process: static files first, then the framework; every answer with its request id,
 * security headers and one log line, text compressed once and sent in one piece.
 */
export function createListener(
  services: Services,
  handler: Handler,
  staticFiles: StaticFiles,
  pageCache: PageCache,
  dictionaries: Dictionaries,
  shapeOf: (path: string) => string,
  userPoll: UserPoll,
  otherBuilds: OtherBuilds,
): RequestListener {
  const isProxy = createProxyCheck(services.config.TRUSTED_PROXIES);
  const addressOf = createAddressReader(services.config.TRUSTED_PROXIES);
  const { COUNTRY_HEADER } = services.config;
  const publicUrl = services.config.PUBLIC_URL ? new URL(services.config.PUBLIC_URL) : null;
  const isSecure = publicUrl?.protocol === "https:";
  let quietPolls = 0;
  return (incoming, outgoing) => {
    // A connection of HTTP/1.1 stays open anyway; saying so costs a whole tip 700 bytes.
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
        logRequest(incoming, outgoing, pathOf(incoming), { cache: `1 of ${LOGGED_HIT} hits` });
      return;
    }
    // Every answer carries it, so it is short: enough to find a request in the log of some days.
    const requestId = randomUUID().slice(-12);
    const startedAt = performance.now();
    outgoing.on("finish", () => {
      const duration = performance.now() - startedAt;
      const { statusCode: status } = outgoing;
      const path = pathOf(incoming);
      if (poll && status === 304) quietPolls += 1;
      if (!poll || status !== 304 || quietPolls % LOGGED_HIT === 1)
        logRequest(incoming, outgoing, path, { request_id: requestId, duration_ms: Math.round(duration) });
      services.metrics.request({ method: incoming.method ?? "", path, status }, duration / 1000);
    });
    answer(incoming, outgoing, requestId, { found, poll, foreign }).catch((error: unknown) => {
      services.log.error({ request_id: requestId, error: String(error) }, "request failed");
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500, SECURITY_HEADERS).end();
    });
  };

  function pathOf({ url = "" }: IncomingMessage): string {
    return shapeOf(url.split("?")[0] ?? "");
  }

  function logRequest(
    req: IncomingMessage,
    res: ServerResponse,
    path: string,
    more: Record<string, string | number>,
  ): void {
    const head = { method: req.method, path, status: res.statusCode };
    services.log.info({ ...head, ...more }, "request");
  }

  /** Whether another build has such a file is known when the database is back. */
  function unknownFile(error: unknown): "unknown" {
    services.log.warn({ error: String(error) }, "another build's file cannot be looked up");
    return "unknown";
  }

  async function answer(
    req: IncomingMessage,
    res: ServerResponse,
    requestId: string,
    { found, poll, foreign }: Beginning,
  ): Promise<void> {
    const file = foreign && (await foreign.catch(unknownFile));
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
      send(req, res, { status: 304, headers, cookies: [] }, NOTHING, {
        ...{ requestId, isSecure, ticket: null, dictionaries },
      });
      return;
    }
    let ticket = found;
    while (ticket instanceof Promise) {
      const again: ReturnType<PageCache["lookup"]> = (await ticket) ? pageCache.lookup(req, res) : null;
      if (again === "answered") return;
      ticket = again;
    }
    try {
      const asked = readRequest(req, res, publicUrl);
      if (!asked) {
        res.writeHead(400, SECURITY_HEADERS).end();
        return;
      }
      const context = new RouterContextProvider();
      context.set(servicesContext, services);
      context.set(requestIdContext, requestId);
      const address = addressOf(req.socket.remoteAddress, req.headers["x-forwarded-for"]?.toString());
      // A page for everybody is made of what its place is named by; its visitor counts, and is not in the log.
      const request = ticket ? anonymous(asked, ticket) : asked;
      if (ticket) {
        const { limits } = services;
        const waitSeconds = await limits.take("pages", addressKey(address));
        const isRefusedAgain =
          waitSeconds !== null && (await limits.take("refusals", addressKey(address))) !== null;
        context.set(pageForAllContext, { waitSeconds, isRefusedAgain, readsPrimary: ticket.readsPrimary });
      } else {
        context.set(clientAddressContext, address);
        // Whoever comes by no proxy of ours could write anything there.
        if (COUNTRY_HEADER && isProxy(req.socket.remoteAddress))
          context.set(proxyCountryContext, req.headers[COUNTRY_HEADER]?.toString() ?? null);
      }
      const before = req.socket.bytesRead;
      context.set(bodyArrivalContext, {
        receivedBytes: () => req.socket.bytesRead - before,
        isWhole: () => req.complete,
        cut: () => void req.destroy(),
      });
      const { API_ORIGINS } = services.config;
      const response = await withCors(request, API_ORIGINS, async () =>
        apiFault(request, context, await handler(request, context)),
      );
      const page = context.get(pageContext);
      const body = page?.answer === response ? page.body : Buffer.from(await response.arrayBuffer());
      send(req, res, headFor(response, context), body, { requestId, isSecure, ticket, dictionaries });
    } finally {
      ticket?.release();
    }
  }
}

/** What was begun for a request before the framework sees it. */
interface Beginning {
  found: CacheTicket | Promise<boolean> | null;
  poll: ReturnType<UserPoll>;
  foreign: ReturnType<OtherBuilds>;
}

function anonymous({ url, signal }: Request, { headers }: CacheTicket): Request {
  return new Request(url, { headers, signal });
}

/** An address that no route has. */
const NOWHERE = "/-/-/-";
/** The same among what programs call, where it is told as JSON. */
const NOWHERE_OF_API = "/api/-/-/-";

const NOTHING = Buffer.alloc(0);

/** Addresses that the framework's own script would ask: it gets its own notation, of which programs know nothing. */
const FOR_FRAMEWORK = /^[^?]*\.data(\?|$)/;

/** False for a path with broken escapes, which the framework writes about, or a null byte, which PostgreSQL refuses. */
function canBeNamed(url: string): boolean {
  try {
    return !decodeURIComponent(url.split("?")[0] ?? "").includes("\0");
  } catch {
    return false;
  }
}

/** Null for a method or a host that no request of the web can have, such as TRACE. */
function readRequest(req: IncomingMessage, res: ServerResponse, publicUrl: URL | null): Request | null {
  const options = publicUrl ? { host: publicUrl.host, protocol: publicUrl.protocol } : {};
  try {
    const request = createRequest(req, res, options);
    // The framework answers HEAD without the page: the head would lack its length, and the cache keep nothing for all.
    return req.method === "HEAD" ? new Request(request, { method: "GET" }) : request;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** What is sent before a body: each header by its name in lower case, cookies aside, of which there may be several. */
interface Head {
  status: number;
  headers: Map<string, string>;
  cookies: readonly string[];
}

/** A fault that passes when the database is back is told as such: come again, nothing was done. */
function headFor(response: Response, context: RouterContextProvider): Head {
  const headers = new Map(response.headers);
  headers.delete("set-cookie");
  const isAway = response.status === 500 && context.get(unavailableContext);
  const seconds = isAway ? AWAY_SECONDS : context.get(retryAfterContext);
  if (seconds !== null) headers.set("retry-after", String(seconds));
  return { status: isAway ? 503 : response.status, headers, cookies: response.headers.getSetCookie() };
}

const OF_EVERY_ANSWER = Object.entries({ ...SECURITY_HEADERS, "Cache-Control": "no-store" }).map(
  ([name, value]) => [name.toLowerCase(), value] as const,
);

function send(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, cookies }: Head,
  body: Buffer,
  sending: { requestId: string; isSecure: boolean; ticket: CacheTicket | null; dictionaries: Dictionaries },
): void {
  const { requestId, isSecure, ticket, dictionaries } = sending;
  for (const [name, value] of OF_EVERY_ANSWER) if (!headers.has(name)) headers.set(name, value);
  if (req.method === "POST" && !headers.has("clear-site-data") && mayHaveFetchedAhead(req, cookies))
    headers.set("clear-site-data", '"prefetchCache"');
  if (headers.has("location") && body.byteLength === 0) for (const name of OF_DOCUMENTS) headers.delete(name);
  const tags = headers.get(CACHE_TAGS)?.split(" ") ?? null;
  headers.delete(CACHE_TAGS);
  if (isSecure) headers.set("strict-transport-security", "max-age=31536000");
  const kept = ticket && tags && status === 200 && cookies.length === 0 ? { ticket, tags } : null;
  const type = headers.get("content-type") ?? "";
  const isCompressible = body.byteLength > 500 && COMPRESSIBLE.test(type);
  const isHtml = type.startsWith("text/html");
  const isPage = isHtml && PAGE_STATUSES.includes(status);
  const coding = isCompressible
    ? codingFor(req.headers, dictionaries, { isPage, isKept: kept !== null })
    : null;
  const encoding = codingName(coding);
  if (kept) headers.set("cache-control", "private, no-cache");
  // A page without a mark is asked for anew each time, and nobody mistakes it for another: on a tip's steps each byte counts.
  if (isHtml && !kept) headers.delete("vary");
  else if (isCompressible) headers.set("vary", [headers.get("vary"), CODING_VARY].filter(Boolean).join(", "));
  if (encoding) headers.set("content-encoding", encoding);
  // A letter that is shown, whose policy lets it load nothing, would only complain.
  const mayFetch = headers.get("content-security-policy")?.includes("connect-src 'self'");
  const offer = isHtml && status === 200 && mayFetch ? dictionaryOffer(req, dictionaries) : null;
  if (offer !== null) headers.set("link", offer);
  const lasting = headers.get(LASTING) ?? null;
  headers.delete(LASTING);
  const bytes = !encoding
    ? body
    : lasting === null
      ? compress(coding, body, kept !== null)
      : compressOnce(coding, body, lasting);
  if (kept) {
    kept.ticket.keep({ headers: Object.fromEntries(headers), text: body, bytes, tags: kept.tags });
    return;
  }
  headers.set("x-request-id", requestId);
  if (status !== 204 && status !== 304) headers.set("content-length", String(bytes.byteLength));
  // What nobody read of a body would be taken for the next request on this connection.
  if (!req.complete) headers.set("connection", "close");
  res.writeHead(status, [...headers, ...cookies.map((cookie) => ["Set-Cookie", cookie])].flat());
  if (req.complete) {
    res.end(req.method === "HEAD" ? undefined : bytes);
    return;
  }
  if (req.method !== "HEAD") res.write(bytes);
  hearOut(req, () => res.end());
}

/** What a payment leaves with its browser: on a tip's way, where each byte counts, nothing is fetched ahead (prefetch.server.ts). */
const OF_PAYMENT = /^(?:__Host-)?paying=/;

/**
 * A form changes what pages say, and its redirect may lead to one that the browser has fetched ahead of it: any form of who
 * is signed in, and of a guest each that leaves a cookie, by which they are signed in, have chosen how pages look, or are told
 * what was done.
 */
function mayHaveFetchedAhead({ headers }: IncomingMessage, cookies: readonly string[]): boolean {
  return cookies.some((cookie) => !OF_PAYMENT.test(cookie)) || namesSomebody(readCookies(headers.cookie));
}

/** Who is still sending gets to read the answer only while somebody listens: so much, and so long, is thrown away. */
const HEARD_BYTES = 16 * 1024 * 1024;
const HEARD_MS = 3000;

function hearOut(req: IncomingMessage, done: () => void): void {
  let bytes = 0;
  const timer = setTimeout(done, HEARD_MS);
  const end = () => {
    clearTimeout(timer);
    done();
  };
  req.removeAllListeners("data");
  req.on("data", (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > HEARD_BYTES) end();
  });
  for (const event of ["end", "close", "error"]) req.once(event, end);
  req.resume();
}
