import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { createRequest } from "@remix-run/node-fetch-server";
import { RouterContextProvider } from "react-router";
import {
  clientAddressContext,
  requestIdContext,
  retryAfterContext,
  type Services,
  servicesContext,
  unavailableContext,
} from "../context.ts";
import { createAddressReader } from "./client-address.server.ts";
import { SECURITY_HEADERS } from "./headers.server.ts";
import { pathShape } from "./log.server.ts";
import { CACHE_TAGS, type CacheTicket, type PageCache } from "./page-cache.server.ts";
import type { StaticFiles } from "./static-files.server.ts";

type Handler = (request: Request, context: RouterContextProvider) => Promise<Response>;

/** One cached answer of so many is logged; all are counted. */
const LOGGED_HIT = 100;

const COMPRESSIBLE = /^(text\/|application\/(json|javascript|manifest\+json)|image\/svg)/;

/**
 * The way of a request through the process: static files first, then the framework; every answer with its request id,
 * security headers and one log line, text compressed once and sent in one piece.
 */
export function createListener(
  services: Services,
  handler: Handler,
  staticFiles: StaticFiles,
  pageCache: PageCache,
): RequestListener {
  const addressOf = createAddressReader(services.config.TRUSTED_PROXIES);
  const publicUrl = services.config.PUBLIC_URL ? new URL(services.config.PUBLIC_URL) : null;
  const isSecure = publicUrl?.protocol === "https:";
  return (incoming, outgoing) => {
    if (!canBeNamed(incoming.url ?? "")) incoming.url = NOWHERE;
    if (staticFiles(incoming, outgoing)) return;
    const found = pageCache.lookup(incoming, outgoing);
    if (found === "answered") {
      if (pageCache.counts.hits % LOGGED_HIT === 0)
        logRequest(services, incoming, outgoing, { cache: `1 of ${LOGGED_HIT} hits` });
      return;
    }
    const requestId = randomUUID();
    const startedAt = performance.now();
    outgoing.on("finish", () => {
      const duration = performance.now() - startedAt;
      const path = logRequest(services, incoming, outgoing, {
        request_id: requestId,
        duration_ms: Math.round(duration),
      });
      services.metrics.request(
        { method: incoming.method ?? "", path, status: outgoing.statusCode },
        duration / 1000,
      );
    });
    answer(incoming, outgoing, requestId, found).catch((error: unknown) => {
      services.log.error({ request_id: requestId, error: String(error) }, "request failed");
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500, SECURITY_HEADERS).end();
    });
  };

  async function answer(
    req: IncomingMessage,
    res: ServerResponse,
    requestId: string,
    found: CacheTicket | Promise<void> | null,
  ): Promise<void> {
    let ticket = found;
    while (ticket instanceof Promise) {
      await ticket;
      const again = pageCache.lookup(req, res);
      if (again === "answered") return;
      ticket = again;
    }
    try {
      const request = readRequest(req, res, publicUrl);
      if (!request) {
        res.writeHead(400, SECURITY_HEADERS).end();
        return;
      }
      const context = new RouterContextProvider();
      context.set(servicesContext, services);
      context.set(requestIdContext, requestId);
      const forwarded = req.headers["x-forwarded-for"]?.toString();
      context.set(clientAddressContext, addressOf(req.socket.remoteAddress, forwarded));
      const response = answerFor(await handler(request, context), context);
      await send(req, res, response, { requestId, isSecure, ticket });
    } finally {
      ticket?.release();
    }
  }
}

/** An address that no route has. */
const NOWHERE = "/-/-/-";

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
    return createRequest(req, res, options);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** A fault that passes when the database is back is told as such: come again, nothing was done. */
function answerFor(response: Response, context: RouterContextProvider): Response {
  const seconds = context.get(retryAfterContext);
  if (seconds !== null) response.headers.set("Retry-After", String(seconds));
  if (response.status !== 500 || !context.get(unavailableContext)) return response;
  const headers = new Headers(response.headers);
  headers.set("Retry-After", "10");
  return new Response(response.body, { status: 503, headers });
}

function logRequest(
  services: Services,
  req: IncomingMessage,
  res: ServerResponse,
  more: Record<string, string | number>,
): string {
  const path = pathShape((req.url ?? "").split("?")[0] ?? "", services.reservedNames);
  services.log.info({ method: req.method, path, status: res.statusCode, ...more }, "request");
  return path;
}

async function send(
  req: IncomingMessage,
  res: ServerResponse,
  response: Response,
  { requestId, isSecure, ticket }: { requestId: string; isSecure: boolean; ticket: CacheTicket | null },
): Promise<void> {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(SECURITY_HEADERS))
    if (!headers.has(name)) headers.set(name, value);
  const tags = headers.get(CACHE_TAGS)?.split(" ") ?? null;
  headers.delete(CACHE_TAGS);
  if (isSecure) headers.set("Strict-Transport-Security", "max-age=31536000");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  const body = Buffer.from(await response.arrayBuffer());
  const encoded =
    body.byteLength > 500 && COMPRESSIBLE.test(headers.get("Content-Type") ?? "")
      ? compress(req, body)
      : null;
  if (encoded) {
    headers.set("Content-Encoding", encoded.encoding);
    headers.append("Vary", "Accept-Encoding");
  }
  const bytes = encoded?.bytes ?? body;
  if (ticket && tags && response.status === 200) {
    headers.set("Cache-Control", "private, no-cache");
    ticket.keep({ headers: Object.fromEntries(headers), bytes, tags });
    return;
  }
  headers.set("X-Request-Id", requestId);
  if (response.status !== 204 && response.status !== 304)
    headers.set("Content-Length", String(bytes.byteLength));
  // A body that nobody read would be taken for the next request on this connection.
  if (!req.complete) headers.set("Connection", "close");
  const cookies = headers.getSetCookie();
  headers.delete("Set-Cookie");
  res.writeHead(
    response.status,
    [...headers, ...cookies.map((cookie) => ["Set-Cookie", cookie] as [string, string])].flat(),
  );
  res.end(req.method === "HEAD" ? undefined : bytes);
}

function compress(req: IncomingMessage, body: Buffer): { encoding: string; bytes: Buffer } | null {
  const accepted = req.headers["accept-encoding"]?.toString() ?? "";
  if (/\bbr\b/.test(accepted)) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    };
    return { encoding: "br", bytes: brotliCompressSync(body, { params }) };
  }
  return /\bgzip\b/.test(accepted) ? { encoding: "gzip", bytes: gzipSync(body) } : null;
}
