import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Locale } from "../domain/money/minor.ts";
import { CREATORS_TAG, profileTag } from "../http/cache-tags.ts";
import { isOfUser, readCookies } from "../http/cookies.server.ts";
import { isSaving } from "../http/guest-script.server.ts";
import { chooseLocale } from "../http/locale.server.ts";
import { type Choices, choicesOf, cookiesOfChoices } from "../http/preference-cookies.server.ts";
import { codingFor, codingName } from "./compression.server.ts";
import { type Dictionaries, NO_DICTIONARIES } from "./dictionaries.server.ts";

/**
 * Guest pages equal in URL, language, theme and saving share compressed bytes for seconds. One request renews
 * a stale page while others get the old one; tags drop it (docs/product.md, 9.5).
 */
export interface PageCache {
  /**
   * Answers, or returns a ticket to fill the place; null for a private answer. A promise while another
   * request renders: true means look up again, false not shareable.
   */
  lookup(
    request: IncomingMessage,
    response: ServerResponse,
  ): "answered" | CacheTicket | Promise<boolean> | null;
  drop(tag: string): void;
  dropAll(): void;
  readonly counts: { hits: number; misses: number; drops: number; entries: number; bytes: number };
}

export interface CacheTicket {
  /** Only the key's preferences: rendering the request could leak a visitor's cookie, address or header. */
  readonly headers: Record<string, string>;
  /** The replica may lack a recent change. */
  readonly readsPrimary: boolean;
  /** Sends and stores the page, unless dropped while rendering. */
  keep(page: KeptPage): void;
  /** Must be called after every outcome. */
  release(): void;
}

interface KeptPage {
  headers: Record<string, string>;
  text: Buffer;
  bytes: Buffer;
  tags: readonly string[];
}

interface Entry {
  headers: Record<string, string | number>;
  etags: readonly [string, ...string[]];
  bytes: Buffer;
  tags: readonly string[];
  renewAt: number;
  isRenewing: boolean;
}

const FRESH_MS = 5_000;
/** A page idle for longer is not served stale. */
const STALE_MS = 60_000;
const ENTRIES_MAXIMUM = 4_000;
const BYTES_MAXIMUM = 32 * 1024 * 1024;
/** Longer made-up hosts would outweigh the pages in memory. */
const HOST_CHARACTERS_MAXIMUM = 253 + ":65535".length;
const VARIANTS_MAXIMUM = 5_000;
/** Longer headers are parsed each time: invented ones cannot fill the memory. */
const VARIANT_CHARACTERS_MAXIMUM = 1_000;

export function createPageCache(
  isForEverybody: (path: string) => boolean,
  dictionaries: Dictionaries = NO_DICTIONARIES,
  now: () => number = Date.now,
  freshAsOf: () => number = () => Number.POSITIVE_INFINITY,
  news: PageNews = createPageNews(),
): PageCache {
  const counts = { hits: 0, misses: 0, drops: 0, entries: 0, bytes: 0 };
  const entries = boundedEntries(counts);
  const placeOf = placeReader(isForEverybody, dictionaries);
  const rendering = new Map<string, Promise<boolean>>();

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
          // Data from before a drop, or from a replica that may lack news, is sent once and not stored.
          const isOld = counts.drops !== dropsBefore || (!readsPrimary && news.isAfter(asOf, tags));
          if (!isOld) entries.remember(place, page);
          send(request, response, page);
        },
        release() {
          if (entry) entry.isRenewing = false;
          rendering.delete(place);
          // A disconnect aborts rendering; the next request restarts it.
          resolve(isShared || isBrokenOff);
        },
      };
    },
    drop(tag) {
      counts.drops += 1;
      news.heard(tag);
      entries.forgetTagged(tag);
    },
    dropAll() {
      counts.drops += 1;
      news.heard(null);
      entries.forgetAll();
    },
  };
}

/** Parses once per distinct header set. */
function placeReader(isForEverybody: (path: string) => boolean, dictionaries: Dictionaries) {
  const places = new Map<string, Place | null>();
  return (request: IncomingMessage): Place | null => {
    const { headers } = request;
    // One-time addresses would evict others.
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
}

/** Bounded in number and bytes. */
function boundedEntries(counts: { entries: number; bytes: number }) {
  const entries = new Map<string, Entry>();

  const forget = (place: string) => {
    counts.bytes -= entries.get(place)?.bytes.byteLength ?? 0;
    entries.delete(place);
    counts.entries = entries.size;
  };

  /** Most recently rendered last; evicts from the front. */
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
    get: (place: string) => entries.get(place),
    remember,
    forgetTagged(tag: string) {
      for (const [place, entry] of entries) if (entry.tags.includes(tag)) forget(place);
    },
    forgetAll() {
      entries.clear();
      counts.entries = 0;
      counts.bytes = 0;
    },
  };
}

/** Node slices small buffers from a pool: a 4 KB page would retain 64 KB. */
function inOwnMemory(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  bytes.copy(own);
  return own;
}

/** By text and coding: a browser with a later dictionary still gets a 304 for its brotli copy. */
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

interface Place {
  name: string;
  host: string;
  locale: Locale;
  choices: Choices;
  isSaving: boolean;
  coding: string | null;
}

function readPlace({ headers, url = "" }: IncomingMessage, dictionaries: Dictionaries): Place | null {
  const cookies = readCookies(headers.cookie);
  const { host = "" } = headers;
  if (host.length > HOST_CHARACTERS_MAXIMUM) return null;
  // A query or an identifying cookie makes a page personal.
  if (url.includes("?") || url.length > 200 || isOfUser(cookies)) return null;
  const choices = choicesOf(cookies);
  const locale = chooseLocale(choices.locale, headers["accept-language"] ?? null);
  const saves = isSaving(headers["save-data"]?.toString(), headers.ect?.toString());
  const chosen = codingFor(headers, dictionaries, { isPage: true, isKept: true });
  const coding = codingName(chosen);
  const known = typeof chosen === "object" ? chosen : null;
  // JSON separates the parts unambiguously.
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

function headersOf({ host, locale, choices, isSaving: saves }: Place): Record<string, string> {
  const cookies = cookiesOfChoices(choices);
  return {
    Host: host,
    "Accept-Language": locale,
    ...(cookies === null ? {} : { Cookie: cookies }),
    ...(saves ? { "Save-Data": "on" } : {}),
  };
}

export interface PageNews {
  heard(tag: string | null): void;
  /** Any change counts when the page's tags are unknown. */
  isAfter(moment: number, tags: readonly string[] | undefined): boolean;
}

/** Beyond this limit, every page counts as changed. */
const TAGS_MAXIMUM = 10_000;

/** `now`: the clock of the replica's freshness. */
export function createPageNews(now: () => number = () => performance.now()): PageNews {
  const heardAt = new Map<string, number>();
  let ofAll = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  return {
    heard(tag) {
      last = now();
      if (tag !== null && heardAt.size < TAGS_MAXIMUM) heardAt.set(tag, last);
      else {
        heardAt.clear();
        ofAll = last;
      }
    },
    isAfter(moment, tags) {
      if (last <= moment) return false;
      if (tags === undefined || ofAll > moment) return true;
      return tags.some((tag) => (heardAt.get(tag) ?? Number.NEGATIVE_INFINITY) > moment);
    },
  };
}

/** Whichever process caused the change. */
export function dropByNews(cache: PageCache, userId: string): void {
  cache.drop(profileTag(userId));
  cache.drop(CREATORS_TAG);
}
