import { createHash } from "node:crypto";
import { zstdDecompressSync } from "node:zlib";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { records } from "../support/database/records.ts";
import { beginTip, goToProvider, prepareTip, wireFan } from "../support/http/http-client.ts";
import { type Answer, ask } from "../support/http/http-requests.ts";
import { signInCreator } from "../support/http/signed-in.ts";

// Pages compressed with a dictionary (docs/decisions/051), as they come over the wire. An amount that nobody else asks
// for makes an address cold.

const PLAIN = "gzip, deflate, br, zstd";
const ABLE = `${PLAIN}, dcb, dcz`;
const fan = wireFan("de", { "Accept-Encoding": PLAIN });

let cents = 10;
function coldAddress(): string {
  cents += 1;
  // Nobody signs in as her, so no mark of presence comes and goes while a test looks twice.
  return `/rosalind.paints/41.${cents}`;
}

interface Fetched {
  address: string;
  answer: Answer;
  headers: Record<string, string>;
}

/** The dictionary that a page offers, and the headers of a browser that has it. */
async function fetchDictionary(language: "de" | "en"): Promise<Fetched> {
  const page = await fan.get("/joerdis", { "Accept-Language": language });
  const address = offerOf(page) ?? "";
  const answer = await ask(new URL(address, inject("product").url).href, {
    headers: { "Accept-Encoding": PLAIN },
  });
  return { address, answer, headers: having(answer.body) };
}

function having(dictionary: Buffer): Record<string, string> {
  const name = createHash("sha256").update(dictionary).digest("base64");
  return { "Accept-Encoding": ABLE, "Available-Dictionary": `:${name}:` };
}

function offerOf({ headers }: Answer): string | null {
  const found = /^<(\/assets\/[\w-]+\.dict)>; rel="compression-dictionary"$/.exec(
    headers.link?.toString() ?? "",
  );
  return found?.[1] ?? null;
}

let german: Fetched;
let english: Fetched;
beforeAll(async () => {
  german = await fetchDictionary("de");
  english = await fetchDictionary("en");
});

/** The page in an answer that was compressed with the dictionary. */
function read({ body }: Answer, { answer }: Fetched): string {
  expect(body.subarray(8, 40)).toEqual(createHash("sha256").update(answer.body).digest());
  return zstdDecompressSync(body.subarray(40), { dictionary: answer.body }).toString("utf8");
}

test("a dictionary is everybody's, never changes, and is for pages alone", () => {
  expect(german.address).not.toBe(english.address);
  for (const { address, answer } of [german, english]) {
    expect(answer.status).toBe(200);
    expect(address).toContain(createHash("sha256").update(answer.body).digest("hex").slice(0, 8));
    expect(answer.headers).toMatchObject({
      "use-as-dictionary": 'match="/*", match-dest=("document" "")',
      "cache-control": "public, max-age=31536000, immutable",
      "content-encoding": "br",
      "x-content-type-options": "nosniff",
      vary: "Accept-Encoding",
    });
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(answer.wireBytes).toBeLessThan(12_500);
  }
});

test("nobody's data is in a dictionary: it is the same on every host, and knows no creator", async () => {
  for (const { answer } of [german, english]) {
    expect(answer.text).not.toMatch(/joerdis|Jördis|maximiliane|localhost:|127\.0\.0\.1/i);
    expect(answer.text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7/);
  }
});

test("a page for who has the dictionary of its language is small, and the same page", async () => {
  const path = coldAddress();
  const plain = await fan.get(path);
  for (const time of ["rendered", "kept"]) {
    const small = await fan.get(path, german.headers);
    expect([small.status, small.headers["content-encoding"]], time).toEqual([200, "dcz"]);
    expect(read(small, german), time).toBe(plain.text);
    expect(small.headers.vary, time).toBe(plain.headers.vary);
    expect(small.wireBytes, time).toBeLessThan(2_600);
    expect(offerOf(small), time).toBeNull();
  }
});

test("pages that are made for one visitor are compressed with it, too, and so are refused forms", async () => {
  const tip = await beginTip(fan, "joerdis", "5");
  for (const path of [`${tip}/details`, `${tip}/payment`, "/login", "/register", "/joerdis?for=me"]) {
    const plain = await fan.get(path);
    const small = await fan.get(path, german.headers);
    expect([path, small.headers["content-encoding"]]).toEqual([path, "dcz"]);
    expect(read(small, german)).toBe(plain.text);
    expect(small.headers.link).toBeUndefined();
    expect(Number(small.headers["content-length"])).toBeLessThan(Number(plain.headers["content-length"]) / 2);
  }
  const refused = await fan.post("/joerdis", { amount: "501" }, german.headers);
  expect([refused.status, refused.headers["content-encoding"]]).toEqual([422, "dcz"]);
  expect(read(refused, german)).toContain("501");
});

describe("everybody else gets brotli", () => {
  const other = having(Buffer.from("the dictionary of an earlier build"));
  test.for<[string, Record<string, string>]>([
    ["without a dictionary", {}],
    ["with one of an earlier build", other],
    ["with one that is named, and an encoding that is not taken", { ...other, "Accept-Encoding": PLAIN }],
    ["with a name that cannot be read", { "Available-Dictionary": ":???:", "Accept-Encoding": ABLE }],
    ["with nothing in the header", { "Available-Dictionary": "", "Accept-Encoding": ABLE }],
  ])("a visitor %s gets brotli, rendered and kept", async ([, headers]) => {
    const path = coldAddress();
    const plain = await fan.get(path);
    for (const _ of ["rendered", "kept"]) {
      const answer = await fan.get(path, headers);
      expect([answer.status, answer.headers["content-encoding"]]).toEqual([200, "br"]);
      expect(answer.text).toBe(plain.text);
      expect(offerOf(answer)).toBe(german.address);
    }
  });

  test("a visitor with the right dictionary, who does not take the encoding, gets brotli", async () => {
    const headers = { ...german.headers, "Accept-Encoding": "br, dcz;q=0" };
    expect((await fan.get(coldAddress(), headers)).headers["content-encoding"]).toBe("br");
  });

  test("errors, calls, redirects and files are sent without it", async () => {
    const lost = await fan.get("/nobody.of.that.name", german.headers);
    expect([lost.status, lost.headers["content-encoding"]]).toEqual([404, "zstd"]);
    const called = await fan.get("/api/openapi.json", german.headers);
    expect([called.status, called.headers["content-encoding"]]).toEqual([200, "zstd"]);
    const led = await fan.get("/dashboard", german.headers);
    expect([led.status, led.headers["content-encoding"], led.body.byteLength]).toEqual([303, undefined, 0]);
    const file = await fan.get(german.address, german.headers);
    expect(file.headers["content-encoding"]).toBe("br");
    const part = await fan.get(coldAddress(), { ...german.headers, Range: "bytes=0-99" });
    expect([part.status, part.headers["content-encoding"]]).toEqual([200, "dcz"]);
  });
});

test("the dictionary of the other language helps as well, and the page offers that of its own", async () => {
  const path = coldAddress();
  const plain = await fan.get(path);
  const answer = await fan.get(path, english.headers);
  expect(answer.headers["content-encoding"]).toBe("dcz");
  expect(read(answer, english)).toBe(plain.text);
  expect(answer.wireBytes).toBeLessThan(plain.wireBytes / 2);
  expect(offerOf(answer)).toBe(german.address);
});

test("a page offers its dictionary, kept or not, but no step of a tip, which comes after one", async () => {
  const tip = await beginTip(fan, "joerdis", "5");
  for (const path of ["/", "/faq", "/login", "/joerdis?for=me"])
    expect([path, offerOf(await fan.get(path))]).toEqual([path, german.address]);
  for (const path of [`${tip}/details`, `${tip}/payment`, "/nobody.of.that.name", "/robots.txt"])
    expect([path, (await fan.get(path)).headers.link]).toEqual([path, undefined]);
  expect(offerOf(await fan.get("/login", { Cookie: "locale=en" }))).toBe(english.address);
});

test("who saves data is offered it with a tip's first step", async () => {
  const tip = await beginTip(fan, "joerdis", "5");
  const wish = { "Save-Data": "on" };
  expect(offerOf(await fan.get(`${tip}/details`, wish))).toBe(german.address);
  expect(offerOf(await fan.get(`${tip}/payment`, wish))).toBeNull();
  expect(offerOf(await fan.get(`${tip}/details`, { ...wish, ...german.headers }))).toBeNull();
});

test("who saves data is offered nothing on a page that may be the only one, and uses what there is", async () => {
  for (const wish of [{ "Save-Data": "on" }, { ECT: "2g" }] as Record<string, string>[]) {
    const path = coldAddress();
    const plain = await fan.get(path, wish);
    expect(plain.headers.link).toBeUndefined();
    const small = await fan.get(path, { ...wish, ...german.headers });
    expect(small.headers["content-encoding"]).toBe("dcz");
    expect(read(small, german)).toBe(plain.text);
  }
});

test("each form of a kept page has its own mark, and who has the same page as brotli needs no other", async () => {
  const path = coldAddress();
  const [brotli, small, foreign] = [
    await fan.get(path),
    await fan.get(path, german.headers),
    await fan.get(path, english.headers),
  ];
  const [mark = "", smallMark = ""] = [brotli, small].map(({ headers }) => headers.etag ?? "");
  expect(smallMark).toMatch(/^"[\w-]{22}"$/);
  expect(new Set([mark, smallMark]).size).toBe(2);
  const ask = async (headers: Record<string, string>, known: string) => {
    const { status, headers: got, body } = await fan.get(path, { ...headers, "If-None-Match": known });
    return [status, got.etag, got.vary === brotli.headers.vary, body.byteLength > 0];
  };
  expect(await ask({}, mark)).toEqual([304, mark, true, false]);
  expect(await ask(german.headers, smallMark)).toEqual([304, smallMark, true, false]);
  // The dictionary came after the page.
  expect(await ask(german.headers, mark)).toEqual([304, mark, true, false]);
  expect(await ask(english.headers, mark)).toEqual([304, mark, true, false]);
  // Who has lost the dictionary cannot be told that the small form is still good.
  expect(await ask({}, smallMark)).toEqual([200, mark, true, true]);
  expect(await ask({ "Accept-Encoding": "gzip" }, mark)).toEqual([
    200,
    expect.not.stringMatching(mark),
    true,
    true,
  ]);
  expect(foreign.headers.etag).toMatch(/^"[\w-]{22}"$/);
});

test("HEAD tells of a page with a dictionary what GET does", async () => {
  const path = coldAddress();
  const head = await fan.send("HEAD", path, "", german.headers);
  const page = await fan.get(path, german.headers);
  expect([head.status, head.body.byteLength]).toEqual([200, 0]);
  for (const name of ["content-length", "content-encoding", "etag", "vary", "cache-control"])
    expect([name, head.headers[name]]).toEqual([name, page.headers[name]]);
});

test("who is signed in and led here by another site gets the page as it is, whose length tells nothing", async () => {
  const { wire } = await signInCreator("ACTIVE");
  const codingFrom = async (site: string) => {
    const answer = await wire.get("/dashboard?guess=nele", { ...german.headers, "Sec-Fetch-Site": site });
    expect(answer.status).toBe(200);
    return answer.headers["content-encoding"];
  };
  for (const site of ["cross-site", "same-site"])
    expect([site, await codingFrom(site)]).toEqual([site, undefined]);
  for (const site of ["same-origin", "none"]) expect([site, await codingFrom(site)]).toEqual([site, "dcz"]);
  const guest = await fan.get("/joerdis", { ...german.headers, "Sec-Fetch-Site": "cross-site" });
  expect(guest.headers["content-encoding"]).toBe("dcz");
});

test("a page that renews itself goes to its own address, without what another site has put behind it", async () => {
  const page = await goToProvider(fan, await prepareTip(fan, { type: "INETCASH_CC" }));
  const payment = records().selectFrom("payments").select("id").where("redirect_url", "like", `%${page}`);
  const { id } = await payment.executeTakeFirstOrThrow();
  const { wire } = await signInCreator("ACTIVE");
  for (const [asked, own] of [
    [`/payment/success/${id}?guess=nele`, `/payment/success/${id}`],
    [`/payment/failed?payment=${id}&guess=nele`, `?payment=${id}`],
  ]) {
    const { text } = await wire.get(asked ?? "");
    expect(text).toMatch(/<meta http-equiv="refresh"/i);
    expect(text).toContain(`;url=${own}"`);
    expect(text).toContain(`data-address="${own}"`);
  }
});
