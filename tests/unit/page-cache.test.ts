import { createServer, IncomingMessage, type Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPageCache, createPageNews, type PageCache } from "../../app/server/page-cache.server.ts";
import { eventually } from "../support/eventually.ts";
import { type Answer, ask } from "../support/http/http-requests.ts";

// The cache behind a real server, on a clock that the test moves, with renderings that end when the test says so.

interface Rendering {
  url: string;
  readsPrimary: boolean;
  /** Ends it: a page for everybody, or an answer for this visitor alone. */
  end(page: string | null): void;
}

const mine = { locale: "en", address: "/assets/en-01234567.dict", compress: (page: Buffer) => page };
let now: number;
let cache: PageCache;
let server: Server;
let origin: string;
let renderings: Rendering[];
let requests: number;
let hangUps: number;
/** Of all pages that are rendered. */
let tags: string[];

beforeEach(async () => {
  now = 1_000_000;
  renderings = [];
  requests = 0;
  hangUps = 0;
  tags = ["profile:a", "creators"];
  cache = createPageCache(
    () => true,
    { usable: (headers) => (headers["available-dictionary"] === ":mine:" ? mine : null), of: () => mine },
    () => now,
  );
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** As the listener does it. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  requests += 1;
  let found = cache.lookup(request, response);
  response.once("close", () => {
    if (!response.writableEnded) hangUps += 1;
  });
  while (found instanceof Promise) found = (await found) ? cache.lookup(request, response) : null;
  if (found === "answered") return;
  const readsPrimary = found?.readsPrimary === true;
  const page = await new Promise<string | null>((end) =>
    renderings.push({ url: request.url ?? "", readsPrimary, end }),
  );
  if (found && page !== null) found.keep({ headers: { vary: "Cookie" }, ...sent(page), tags });
  else response.writeHead(404).end(page ?? "nobody");
  found?.release();
}

/** A page, sent as it is. */
const sent = (page: string) => ({ text: Buffer.from(page), bytes: Buffer.from(page) });

const get = (path = "/a", headers: Record<string, string> = {}) => ask(origin + path, { headers });

async function begun(count: number): Promise<void> {
  await eventually(`${count} renderings have begun`, () => renderings.length === count);
}

/** Renders the page that is asked for now. */
async function render(coming: Promise<Answer>, page: string | null): Promise<Answer> {
  await eventually("a rendering has begun", () => renderings.length > 0);
  renderings.shift()?.end(page);
  return await coming;
}

const texts = async (coming: readonly Promise<Answer>[]) =>
  (await Promise.all(coming)).map(({ text }) => text);

/** So many requests have come in since the test began. */
async function arrived(count: number): Promise<void> {
  await eventually(`${count} requests have arrived`, () => requests === count);
}

describe("a page for everybody", () => {
  test("a page for everybody is rendered once for all who ask at the same time, and for requests in the next seconds", async () => {
    const crowd = Array.from({ length: 30 }, () => get());
    await begun(1);
    await arrived(30);
    expect(renderings).toHaveLength(1);
    renderings.shift()?.end("one");
    expect(await texts(crowd)).toEqual(crowd.map(() => "one"));
    now += 4_999;
    expect((await get()).text).toBe("one");
    expect(renderings).toHaveLength(0);
    expect(cache.counts).toMatchObject({ misses: 1, entries: 1, bytes: 3 });
  });

  test("a page for everybody that is due is renewed by one request, and the others get the old one meanwhile", async () => {
    await render(get(), "old");
    now += 5_000;
    const first = get();
    await begun(1);
    expect(await texts(Array.from({ length: 20 }, () => get()))).toEqual(
      Array.from({ length: 20 }, () => "old"),
    );
    expect(renderings).toHaveLength(1);
    expect((await render(first, "new")).text).toBe("new");
    expect((await get()).text).toBe("new");
  });

  test("a page for everybody is kept under no name that is longer than a host's can be", async () => {
    const longest = "h".repeat(253);
    await render(get("/a", { Host: `${longest}:65535` }), "kept");
    expect((await get("/a", { Host: `${longest}:65535` })).text).toBe("kept");
    for (const host of [`${longest}:655350`, "h".repeat(15_000)])
      await render(get("/a", { Host: host }), "for this visitor");
    expect(cache.counts.entries).toBe(1);
  });

  test("a page for everybody that nobody asked for in a minute is not shown once more", async () => {
    await render(get(), "very old");
    now += 65_000;
    const both = [get(), get()];
    await begun(1);
    await arrived(3);
    renderings.shift()?.end("new");
    expect(await texts(both)).toEqual(["new", "new"]);
  });

  test("a page for everybody is renewed by the next request when the client of the renewing one disconnected", async () => {
    const leaving = new AbortController();
    const headers = { "Accept-Encoding": "identity" };
    const gone = fetch(`${origin}/a`, { headers, signal: leaving.signal }).catch(() => null);
    await begun(1);
    const waiting = [get(), get()];
    await arrived(3);
    leaving.abort();
    await gone;
    await eventually("the server has noticed", () => hangUps === 1);
    renderings.shift()?.end(null);
    await begun(1);
    renderings.shift()?.end("new");
    expect(await texts(waiting)).toEqual(["new", "new"]);
  });

  test("a page for everybody is not kept when its content changed while it was rendered, and waiting requests get a newer one", async () => {
    const both = [get(), get()];
    await begun(1);
    await arrived(2);
    cache.drop("profile:a");
    renderings.shift()?.end("before the change");
    await begun(1);
    renderings.shift()?.end("after it");
    expect((await texts(both)).sort()).toEqual(["after it", "before the change"]);
    expect((await get()).text).toBe("after it");
  });

  test("a page for everybody is dropped by any of its tags, and by all of them, and by no other", async () => {
    await render(get(), "1");
    cache.drop("profile:b");
    expect((await get()).text).toBe("1");
    cache.drop("creators");
    expect((await render(get(), "2")).text).toBe("2");
    cache.dropAll();
    expect((await render(get(), "3")).text).toBe("3");
    expect(cache.counts).toMatchObject({ misses: 3, entries: 1, bytes: 1 });
  });
});

test("an answer that is not for everybody is made for each request that waited, all at once", async () => {
  const crowd = Array.from({ length: 5 }, () => get());
  await begun(1);
  await arrived(5);
  renderings.shift()?.end(null);
  await begun(4);
  for (const rendering of renderings.splice(0)) rendering.end(null);
  expect(await texts(crowd)).toEqual(crowd.map(() => "nobody"));
  expect(cache.counts).toMatchObject({ hits: 0, misses: 0, entries: 0 });
});

describe("a page is another one", () => {
  test.for<[string, string, Record<string, string>]>([
    ["in another language", "/a", { "Accept-Language": "de" }],
    ["in a chosen language", "/a", { Cookie: "locale=de" }],
    ["in a chosen theme", "/a", { Cookie: "theme=dark" }],
    ["without the cookie notice", "/a", { Cookie: "notice=seen" }],
    ["for who saves data", "/a", { "Save-Data": "on" }],
    ["on a slow line", "/a", { ECT: "2g" }],
    ["in brotli", "/a", { "Accept-Encoding": "gzip, br" }],
    ["in gzip", "/a", { "Accept-Encoding": "gzip" }],
    ["with a dictionary", "/a", { "Available-Dictionary": ":mine:" }],
    ["at another host", "/a", { Host: "elsewhere.example" }],
    ["at another address", "/b", {}],
  ])("a kept page is another one %s", async ([, path, headers]) => {
    await render(get(), "plain");
    expect((await render(get(path, headers), "other")).text).toBe("other");
    expect((await get(path, headers)).text).toBe("other");
    expect((await get()).text).toBe("plain");
  });

  test("a page is never kept for a request with a session or with a query", async () => {
    for (const [path, headers] of [
      ["/a", { Cookie: "theme=dark; session=abc" }],
      ["/a?tip=x", {}],
      [`/${"a".repeat(200)}`, {}],
    ] as [string, Record<string, string>][]) {
      await render(get(path, headers), "mine");
      await render(get(path, headers), "mine again");
    }
    expect(cache.counts).toMatchObject({ hits: 0, misses: 0, entries: 0 });
  });

  test("a kept page is another one where the host holds what an address could", async () => {
    await render(get("/anna|/b", { Host: "x" }), "one");
    expect((await render(get("/b", { Host: "x|/anna" }), "other")).text).toBe("other");
  });

  test("a kept page is the same one for cookies that change nothing in it", async () => {
    await render(get(), "same");
    expect((await get("/a", { Cookie: "other=1; theme=pink", "Accept-Language": "fr" })).text).toBe("same");
  });
});

describe("with a replica", () => {
  /** Until when it has provably all changes, and the time, on one clock. */
  let fresh: number;
  let clock: number;

  beforeEach(() => {
    [fresh, clock] = [100, 100];
    cache = createPageCache(
      () => true,
      undefined,
      () => now,
      () => fresh,
      createPageNews(() => clock),
    );
  });

  /** Renders the page that is asked for now, and tells where it was read. */
  async function renderAndTell(page: string): Promise<"primary" | "replica"> {
    const coming = get();
    await begun(1);
    const reads = renderings[0]?.readsPrimary ? "primary" : "replica";
    expect((await render(coming, page)).text).toBe(page);
    return reads;
  }

  test("a page is read on the primary until the replica provably has its news", async () => {
    expect(await renderAndTell("one")).toBe("replica");
    clock = 200;
    cache.drop("profile:a");
    expect(await renderAndTell("two")).toBe("primary");
    now += 5_000;
    expect(await renderAndTell("three")).toBe("primary");
    now += 5_000;
    fresh = 201;
    expect(await renderAndTell("four")).toBe("replica");
  });

  test("news of another page sends nobody to the primary, and news of all pages everybody", async () => {
    await renderAndTell("one");
    clock = 200;
    cache.drop("profile:b");
    now += 5_000;
    expect(await renderAndTell("two")).toBe("replica");
    cache.dropAll();
    expect(await renderAndTell("three")).toBe("primary");
  });

  test("a page that shows more than before is sent once and not kept, if the replica may lack the news of that", async () => {
    await renderAndTell("one");
    clock = 200;
    cache.drop("profile:b");
    now += 5_000;
    tags = ["profile:a", "profile:b"];
    expect(await renderAndTell("two")).toBe("replica");
    // Whoever comes next is not shown it: the old page stands in until it is renewed.
    expect(await renderAndTell("three")).toBe("replica");
    fresh = 201;
    expect(await renderAndTell("four")).toBe("replica");
    expect((await get()).text).toBe("four");
    expect(renderings).toHaveLength(0);
  });
});

test("dictionaries that are not ours make no more pages, however many are named", async () => {
  const headers = { "Accept-Encoding": "br, dcz" };
  await render(get("/a", headers), "same");
  for (let named = 0; named < 20; named += 1)
    expect((await get("/a", { ...headers, "Available-Dictionary": `:${named}:` })).text).toBe("same");
  expect(cache.counts).toMatchObject({ misses: 1, entries: 1 });
});

test("the page cache is bounded, in number and in bytes: the pages that were rendered first go", async () => {
  const big = "x".repeat(1024 * 1024);
  for (let place = 0; place < 40; place += 1) await render(get(`/${place}`), big);
  expect(cache.counts).toMatchObject({ entries: 32, bytes: 32 * 1024 * 1024 });
  expect((await get("/39")).text).toBe(big);
  expect((await render(get("/0"), "anew")).text).toBe("anew");
  cache.dropAll();
  for (let place = 0; place < 4_050; place += 1) {
    const { ticket, response } = takeTicket(`/many/${place}`);
    ticket.keep({ headers: {}, ...sent("x"), tags: [] });
    ticket.release();
    response.destroy();
  }
  expect(cache.counts.entries).toBe(4_000);
});

/** The right to fill a place, for a request that never was on a wire. */
function takeTicket(url: string) {
  const request = new IncomingMessage(new Socket());
  request.method = "GET";
  request.url = url;
  const response = new ServerResponse(request);
  const ticket = cache.lookup(request, response);
  if (ticket === null || ticket === "answered" || ticket instanceof Promise) throw new Error("no ticket");
  return { ticket, response };
}
