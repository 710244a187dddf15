import { expect, inject, test } from "vitest";
import { wireFan } from "../support/http/http-client.ts";
import { type Answer, ask } from "../support/http/http-requests.ts";
import { attribute, readStrictly } from "../support/http/strict-html.ts";

// What the cache of guest pages looks like from outside. An amount that nobody else asks for makes an address cold.

let cents = 10;
function coldAddress(): string {
  cents += 1;
  return `/joerdis/37.${cents}`;
}
const fan = wireFan("de", { "Accept-Encoding": "br" });

test("a page that is asked for by HEAD first is whole for the next one", async () => {
  const path = coldAddress();
  const head = await fan.send("HEAD", path, "", {});
  const page = await fan.get(path);
  expect([head.status, head.body.byteLength]).toEqual([200, 0]);
  expect(page.text).toContain("</html>");
  for (const name of ["content-length", "content-encoding", "etag", "vary", "cache-control"])
    expect([name, head.headers[name]]).toEqual([name, page.headers[name]]);
  expect(Number(head.headers["content-length"])).toBeGreaterThan(1_000);
});

test("HEAD tells the length of personal pages, too", async () => {
  const path = `${coldAddress()}?for=me`;
  const head = await fan.send("HEAD", path, "", {});
  expect(head.body.byteLength).toBe(0);
  expect(head.headers["content-length"]).toBe((await fan.get(path)).headers["content-length"]);
});

test("a client that has the page already gets a 304, and one with another page gets it whole", async () => {
  const path = coldAddress();
  const german = await fan.get(path);
  const etag = german.headers.etag ?? "";
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  for (const known of [etag, `"other", ${etag}`, `W/${etag}`]) {
    const answer = await fan.get(path, { "If-None-Match": known });
    expect([answer.status, answer.body.byteLength], known).toEqual([304, 0]);
    for (const name of ["etag", "vary", "cache-control", "content-security-policy"])
      expect([name, answer.headers[name]]).toEqual([name, german.headers[name]]);
    expect(answer.wireBytes).toBeLessThan(1_000);
  }
  for (const headers of [
    { "Accept-Language": "en" },
    { "Accept-Encoding": "gzip" },
    { "Save-Data": "on" },
    { Cookie: "theme=dark" },
  ] as Record<string, string>[]) {
    const answer = await fan.get(path, { ...headers, "If-None-Match": etag });
    expect([answer.status, answer.headers.etag === etag], JSON.stringify(headers)).toEqual([200, false]);
  }
});

test("a page is the same in every encoding, and says what it depends on", async () => {
  const path = coldAddress();
  const encodings = { br: "br", "gzip, deflate": "gzip", identity: undefined, "deflate;q=0.5": undefined };
  const pages: Answer[] = [];
  for (const [accepted, encoding] of Object.entries(encodings)) {
    const answer = await fan.get(path, { "Accept-Encoding": accepted });
    expect(answer.headers["content-encoding"], accepted).toBe(encoding);
    expect(answer.headers.vary, accepted).toBe(
      "Cookie, Accept-Language, Save-Data, ECT, Accept-Encoding, Available-Dictionary",
    );
    expect(answer.headers["cache-control"], accepted).toBe("private, no-cache");
    pages.push(answer);
  }
  for (const page of pages) expect(page.text).toBe(pages[0]?.text);
  expect(pages[0]?.wireBytes).toBeLessThan((pages[2]?.wireBytes ?? 0) / 3);
});

test("language, theme, saving and the cookie notice each make a page of their own", async () => {
  const path = coldAddress();
  const look = async (headers: Record<string, string>) => {
    const page = readStrictly((await fan.get(path, headers)).text);
    const [html] = page.elements("html");
    return {
      lang: attribute(html, "lang"),
      theme: attribute(html, "data-theme"),
      scripts: page.elements("script").length,
      notices: page.elements("aside").length,
    };
  };
  type Look = Awaited<ReturnType<typeof look>>;
  const plain: Look = { lang: "de", theme: null, scripts: 1, notices: 1 };
  const variants: [Record<string, string>, Partial<Look>][] = [
    [{}, {}],
    [{ "Accept-Language": "en" }, { lang: "en" }],
    [{ Cookie: "locale=en" }, { lang: "en" }],
    [{ Cookie: "theme=dark" }, { theme: "dark" }],
    [{ Cookie: "theme=light" }, { theme: "light" }],
    [{ "Save-Data": "on" }, { scripts: 0 }],
    [{ ECT: "slow-2g" }, { scripts: 0 }],
    [{ ECT: "4g" }, {}],
    [{ Cookie: "notice=seen" }, { notices: 0 }],
    [
      { Cookie: "notice=seen; theme=dark; locale=en", "Save-Data": "on" },
      { lang: "en", theme: "dark", scripts: 0, notices: 0 },
    ],
  ];
  // Twice: rendered, and from the cache, where they stand side by side.
  for (const [headers, differs] of [...variants, ...variants])
    expect(await look(headers), JSON.stringify(headers)).toEqual({ ...plain, ...differs });
});

test("files of the build are compressed ahead, and never change", async () => {
  const [script] = readStrictly((await fan.get("/joerdis")).text).elements("script");
  const address = new URL(attribute(script, "src") ?? "", inject("product").url).href;
  const [plain, gzip, brotli] = await Promise.all(
    ["identity", "gzip", "gzip, br"].map((accepted) =>
      ask(address, { headers: { "Accept-Encoding": accepted } }),
    ),
  );
  if (!plain || !gzip || !brotli) throw new Error("no script");
  expect([plain, gzip, brotli].map(({ headers }) => headers["content-encoding"])).toEqual([
    undefined,
    "gzip",
    "br",
  ]);
  for (const answer of [plain, gzip, brotli]) {
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(plain.text);
    expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(answer.headers.vary).toBe("Accept-Encoding");
  }
  expect(Number(gzip.headers["content-length"])).toBeLessThan(plain.body.byteLength);
  expect(Number(brotli.headers["content-length"])).toBeLessThan(Number(gzip.headers["content-length"]));
});
