import type { IncomingMessage, ServerResponse } from "node:http";
import { CACHE_TAGS } from "../http/cache-tags.ts";
import { isOfUser, readCookies } from "../http/cookies.server.ts";
import { LASTING } from "../http/fresh-answer.server.ts";
import { isSaving } from "../http/guest-script.server.ts";
import { OF_DOCUMENTS, SECURITY_HEADERS } from "../http/headers.server.ts";
import { chooseLocale } from "../http/locale.server.ts";
import { choicesOf } from "../http/preference-cookies.server.ts";
import { CODING_VARY, codingFor, codingName, compress, compressOnce } from "./compression.server.ts";
import type { Dictionaries } from "./dictionaries.server.ts";
import type { CacheTicket } from "./page-cache.server.ts";

const PAGE_STATUSES: readonly number[] = [200, 422];

const COMPRESSIBLE =
  /^(text\/|application\/(json|javascript|manifest\+json|speculationrules\+json)|image\/svg)/;

export interface Head {
  status: number;
  headers: Map<string, string>;
  cookies: readonly string[];
}

const OF_EVERY_ANSWER = Object.entries({ ...SECURITY_HEADERS, "Cache-Control": "no-store" }).map(
  ([name, value]) => [name.toLowerCase(), value] as const,
);

/** Uncompressed: each event is due at once. */
export function sendHead(
  res: ServerResponse,
  { status, headers }: Head,
  { requestId, isSecure }: { requestId: string; isSecure: boolean },
): void {
  for (const [name, value] of OF_EVERY_ANSWER) if (!headers.has(name)) headers.set(name, value);
  if (isSecure) headers.set("strict-transport-security", "max-age=31536000");
  headers.set("x-request-id", requestId);
  res.writeHead(status, [...headers].flat());
}

/** One piece, compressed once; stored by its ticket. */
export function send(
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
  if (isHtml && !kept) headers.delete("vary");
  else if (isCompressible) headers.set("vary", [headers.get("vary"), CODING_VARY].filter(Boolean).join(", "));
  if (encoding) headers.set("content-encoding", encoding);
  // A displayed mail's policy forbids loading; browsers would log errors.
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
  // Unread body bytes would be parsed as the next request.
  if (!req.complete) headers.set("connection", "close");
  res.writeHead(status, [...headers, ...cookies.map((cookie) => ["Set-Cookie", cookie])].flat());
  if (req.complete) {
    res.end(req.method === "HEAD" ? undefined : bytes);
    return;
  }
  if (req.method !== "HEAD") res.write(bytes);
  hearOut(req, () => res.end());
}

/** Tip steps prefetch nothing (prefetch.server.ts). */
const OF_PAYMENT = /^(?:__Host-)?paying=/;

/** A form may change prefetched pages: any of a signed-in user, and a guest's that sets a cookie. */
function mayHaveFetchedAhead({ headers }: IncomingMessage, cookies: readonly string[]): boolean {
  return cookies.some((cookie) => !OF_PAYMENT.test(cookie)) || isOfUser(readCookies(headers.cookie));
}

/** Read and discarded after an early answer, so that the client reads it. */
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

/** Later steps; an earlier page made the offer. */
const STEP = /\/tip\/[^/]+\/(\w+)$/;
/** From this step on, the dictionary saves more than its bytes. */
const FIRST_STEP = "details";

/**
 * Browsers fetch it when idle; null for those that have it. Data savers get it at a tip's first step
 * (docs/decisions/051).
 */
function dictionaryOffer({ url = "", headers }: IncomingMessage, all: Dictionaries): string | null {
  const saves = isSaving(headers["save-data"]?.toString(), headers.ect?.toString());
  const step = STEP.exec(url.split("?")[0] ?? "")?.[1];
  const isDue = step === undefined ? !saves : saves && step === FIRST_STEP;
  if (!isDue) return null;
  const { locale } = choicesOf(readCookies(headers.cookie));
  const dictionary = all.of(chooseLocale(locale, headers["accept-language"] ?? null));
  if (dictionary === null || dictionary === all.usable(headers)) return null;
  return `<${dictionary.address}>; rel="compression-dictionary"`;
}
