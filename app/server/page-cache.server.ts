import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Locale } from "../domain/money/minor.ts";
import { isOfUser, readCookies } from "../http/cookies.server.ts";
import { isSaving } from "../http/guest-script.server.ts";
import { chooseLocale } from "../http/locale.server.ts";
import { type Choices, choicesOf, cookiesOfChoices } from "../http/preference-cookies.server.ts";
import { codingFor, codingName } from "./compression.server.ts";
import { type Dictionaries, NO_DICTIONARIES } from "./dictionaries.server.ts";
import { createPageNews, type PageNews } from "./page-news.server.ts";

/**
 * Guest pages of the same URL, language, theme and saving mode are the same bytes: rendered once, kept compressed for
 * seconds, and answered on node:http ahead of the framework (docs/product.md, 9.5). When a page is due,
 * one request renews it and the others get the old one. What the page is made of drops it at once, by its tags.
 */
export interface PageCache {
  /**
   * Answers from the cache, or gives the right to fill a place of it; null when the answer is nobody else's. A promise
   * when somebody is rendering that very page for the first time: true says to look again, false that the answer was
   * not everybody's, so that each who waits makes their own.
   */
  lookup(
    request: IncomingMessage,
    response: ServerResponse,
  ): "answered" | CacheTicket | Promise<boolean> | null;
  /** Drops every page that carries the tag. */
  drop(tag: string): void;
  dropAll(): void;
  /** Answers from the cache, pages rendered for it, how often something dropped pages, and what it holds. */
  readonly counts: { hits: number; misses: number; drops: number; entries: number; bytes: number };
}

/** The right to fill one place of the cache. */
export interface CacheTicket {
  /**
   * What the page may be made of: the visitor's preferences that the place is named by, and nothing else of their request.
   * Who would render the request itself might show one visitor's cookie, address or header to all.
   */
  readonly headers: Record<string, string>;
  /** Something that the page may show has changed, and the replica may not have it yet. */
  readonly readsPrimary: boolean;
  /** Sends a page and keeps it for others, unless something was dropped while it was being made. */
  keep(page: KeptPage): void;
  /** The rendering is over, whatever came of it. */
  release(): void;
}

interface KeptPage {
  headers: Record<string, string>;
  /** The page itself, and the bytes that are sent for it. */
  text: Buffer;
  bytes: Buffer;
  tags: readonly string[];
}

interface Entry {
  headers: Record<string, string | number>;
  /** Its own mark, and those of the same page in codings that its visitor may have it in. */
  etags: readonly [string, ...string[]];
  bytes: Buffer;
  tags: readonly string[];
  renewAt: number;
  isRenewing: boolean;
}

const FRESH_MS = 5_000;
/** A page that nobody asked for in so long is not shown once more while it is renewed. */
const STALE_MS = 60_000;
const ENTRIES_MAXIMUM = 4_000;
const BYTES_MAXIMUM = 32 * 1024 * 1024;
/** What a host of the web may have, with its port: with longer ones, each made up, the names of pages would outweigh them. */
const HOST_CHARACTERS_MAXIMUM = 253 + ":65535".length;
const VARIANTS_MAXIMUM = 5_000;
/** Longer headers are read anew each time: made-up ones cannot fill the memory. */
const VARIANT_CHARACTERS_MAXIMUM = 1_000;

/** `isForEverybody` tells by the path which pages are the same for all guests. */
export function createPageCache(
  isForEverybody: (path: string) => boolean,
  dictionaries: Dictionaries = NO_DICTIONARIES,
  now: () => number = Date.now,
  /** The moment before which all changes are provably where pages are read, on the clock of `news`. */
  freshAsOf: () => number = () => Number.POSITIVE_INFINITY,
  news: PageNews = createPageNews(),
): PageCache {
  const entries = new Map<string, Entry>();
  /** From the raw headers to the place: reading cookies and preferences once for each different visitor. */
  const places = new Map<string, Place | null>();
  const rendering = new Map<string, Promise<boolean>>();
  const counts = { hits: 0, misses: 0, drops: 0, entries: 0, bytes: 0 };

  const placeOf = (request: IncomingMessage): Place | null => {
    const { headers } = request;
    // Addresses that nobody asks for twice would only push others out.
    if (request.url?.includes("?")) return null;
    const raw = `${request.url}\n${headers.cookie}\n${headers["accept-language"]}\n${headers["save-data"]}\n${headers.ect}\n${headers["accept-encoding"]}\n${headers["available-dictionary"]}\n${headers.host}`;
    let place = places.get(raw);
    if (place === undefined) {
      place = isForEverybody(request.url ?? "") ? readPlace(request, dictionaries) : null;
      if (raw.length > VARIANT_CHARACTERS_MAXIMUM) return place;
      if (places.size >= VARIANTS_MAXIMUM) places.clear();
      places.set(raw, place);
    }
    return place;
  };

  const forget = (place: string) => {
    counts.bytes -= entries.get(place)?.bytes.byteLength ?? 0;
    entries.delete(place);
    counts.entries = entries.size;
  };

  /** The page that was rendered last goes to the end of the line; from its front go those that are too many. */
  const remember = (place: string, entry: Entry) => {
    forget(place);
    entries.set(place, entry);
    counts.entries = entries.size;
    counts.bytes += entry.bytes.byteLength;
    for (const oldest of entries.keys()) {
      if (entries.size <= ENTRIES_MAXIMUM && counts.bytes <= BYTES_MAXIMUM) break;
      forget(oldest);
    }
  };

  return {
    counts,
    lookup(request, response) {
      if (request.method !== "GET" && request.method !== "HEAD") return null;
      const asked = placeOf(request);
      if (asked === null) return null;
      const place = asked.name;
      const kept = entries.get(place);
      const entry = kept && kept.renewAt + STALE_MS > now() ? kept : undefined;
      if (entry && (entry.renewAt > now() || entry.isRenewing)) {
        counts.hits += 1;
        send(request, response, entry);
        return "answered";
      }
      const first = rendering.get(place);
      if (first && !entry) return first;
      if (entry) entry.isRenewing = true;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      rendering.set(place, promise);
      const dropsBefore = counts.drops;
      const asOf = freshAsOf();
      const readsPrimary = news.isAfter(asOf, kept?.tags);
      let isShared = false;
      let isBrokenOff = false;
      response.once("close", () => {
        isBrokenOff = !response.writableEnded;
      });
      return {
        headers: headersOf(asked),
        readsPrimary,
        keep({ headers, text, bytes, tags }) {
          counts.misses += 1;
          isShared = true;
          const etags = etagsOf(text, asked.coding);
          const page: Entry = {
            headers: { ...headers, ETag: etags[0], "Content-Length": bytes.byteLength },
            etags,
            bytes: inOwnMemory(bytes),
            tags,
            renewAt: now() + FRESH_MS,
            isRenewing: false,
          };
          // What was read before the drop is old; it is sent once, and not kept. So is what a replica said that may lack
          // the news of something that nobody knew the page shows.
          const isOld = counts.drops !== dropsBefore || (!readsPrimary && news.isAfter(asOf, tags));
          if (!isOld) remember(place, page);
          send(request, response, page);
        },
        release() {
          if (entry) entry.isRenewing = false;
          rendering.delete(place);
          // Whoever hangs up breaks off the rendering: the next one begins it again.
          resolve(isShared || isBrokenOff);
        },
      };
    },
    drop(tag) {
      counts.drops += 1;
      news.heard(tag);
      for (const [place, entry] of entries) if (entry.tags.includes(tag)) forget(place);
    },
    dropAll() {
      counts.drops += 1;
      news.heard(null);
      entries.clear();
      counts.entries = 0;
      counts.bytes = 0;
    },
  };
}

/** Node cuts small buffers out of larger ones: a kept page of 4 KB would hold on to all the 64 KB around it. */
function inOwnMemory(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  bytes.copy(own);
  return own;
}

/**
 * The marks of a page by its text, one a coding. Who fetched a dictionary after the page still has the page as brotli: it
 * is the same page, and need not be sent again.
 */
function etagsOf(text: Buffer, coding: string | null): Entry["etags"] {
  const mark = (name: string | null) =>
    `"${createHash("sha256").update(`${name}\0`).update(text).digest("base64url").slice(0, 22)}"`;
  return coding === "dcz" ? [mark(coding), mark("br")] : [mark(coding)];
}

function send(request: IncomingMessage, response: ServerResponse, entry: Entry): void {
  const known = request.headers["if-none-match"];
  const etag = known === undefined ? undefined : entry.etags.find((each) => known.includes(each));
  if (etag !== undefined) {
    response.writeHead(304, {
      ETag: etag,
      ...pick(entry.headers, ["cache-control", "vary", "content-security-policy"]),
    });
    response.end();
    return;
  }
  response.writeHead(200, entry.headers);
  response.end(request.method === "HEAD" ? undefined : entry.bytes);
}

function pick(headers: Entry["headers"], names: readonly string[]): Record<string, string | number> {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
}

/** A page in one of the forms that guests may prefer. */
interface Place {
  name: string;
  host: string;
  locale: Locale;
  choices: Choices;
  isSaving: boolean;
  coding: string | null;
}

/** What makes two answers to the same URL differ, or null for a request whose answer is nobody else's. */
function readPlace({ headers, url = "" }: IncomingMessage, dictionaries: Dictionaries): Place | null {
  const cookies = readCookies(headers.cookie);
  const { host = "" } = headers;
  if (host.length > HOST_CHARACTERS_MAXIMUM) return null;
  // With a query, or a cookie that names somebody, a page may be about its visitor.
  if (url.includes("?") || url.length > 200 || isOfUser(cookies)) return null;
  const choices = choicesOf(cookies);
  const locale = chooseLocale(choices.locale, headers["accept-language"] ?? null);
  const saves = isSaving(headers["save-data"]?.toString(), headers.ect?.toString());
  const chosen = codingFor(headers, dictionaries, { isPage: true, isKept: true });
  const coding = codingName(chosen);
  const known = typeof chosen === "object" ? chosen : null;
  // No part can run over into the next: a host may hold any sign that an address holds.
  const name = JSON.stringify([
    host,
    url,
    locale,
    choices.theme,
    choices.hasSeenNotice,
    saves,
    coding,
    known?.address,
  ]);
  return { name, host, locale, choices, isSaving: saves, coding };
}

/** The headers of a guest with the preferences of that place, and nothing else. */
function headersOf({ host, locale, choices, isSaving: saves }: Place): Record<string, string> {
  const cookies = cookiesOfChoices(choices);
  return {
    Host: host,
    "Accept-Language": locale,
    ...(cookies === null ? {} : { Cookie: cookies }),
    ...(saves ? { "Save-Data": "on" } : {}),
  };
}
