import fc from "fast-check";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { records } from "../support/database/records.ts";
import { type Answer, ask } from "../support/http/http-requests.ts";
import { makeAccount, openSessionOf } from "../support/http/users.ts";

// Whoever asks first for a page that is kept for all guests, and whatever they send: the next guest gets the page that
// they would have got without them. An amount that nobody else asks for makes an address that is in no cache.

let cents = 41_00;
function coldAddress(): string {
  cents += 1;
  return new URL(`/wren.field/${(cents / 100).toFixed(2)}`, inject("product").url).href;
}

const CLEAN = { "Accept-Language": "de", "Accept-Encoding": "br" };

/** What a guest gets, but for the address itself and what is about the bytes of this one answer. */
function pageOf({ status, headers, text }: Answer) {
  const { etag, date, "content-length": length, ...rest } = headers;
  expect([typeof etag, typeof date, typeof length]).toEqual(["string", "string", "string"]);
  return { status, headers: rest, text: text.replace(/4[1-4][.,]\d\d/g, "41") };
}

let reference: ReturnType<typeof pageOf>;
let token: string;

beforeAll(async () => {
  reference = pageOf(await ask(coldAddress(), { headers: CLEAN }));
  expect(reference.status).toBe(200);
  token = await openSessionOf(await makeAccount({ name: "Somebody Signed In" }));
});

async function cleanAfter(headers: Record<string, string>, method = "GET"): Promise<void> {
  const address = coldAddress();
  const odd = await ask(address, { method, headers: { ...CLEAN, ...headers } });
  expect(odd.status).toBeLessThan(500);
  expect(pageOf(await ask(address, { headers: CLEAN }))).toEqual(reference);
}

describe("a session that one reader of cookies sees and another does not", () => {
  test.for([
    "\u00a0session=TOKEN",
    "theme=dark;\u00a0session=TOKEN",
    "\tsession=TOKEN",
    "session =TOKEN",
    "session=TOKEN\u00a0",
    "\u0085session=TOKEN",
    "a=b,session=TOKEN",
    'a="; session=TOKEN',
    "session=; session=TOKEN",
    "session=TOKEN; session=",
    "SESSION=TOKEN",
    "__Host-session=TOKEN",
    "=session=TOKEN",
    ";;;session=TOKEN",
  ])("a session cookie written as %j leaves no signed-in page for others", async (cookie) => {
    await cleanAfter({ Cookie: cookie.replace("TOKEN", token) });
  });

  test("a session that is due to be renewed leaves no cookie behind for others", async () => {
    const old = await makeAccount({ name: "Somebody For Long" });
    const due = await openSessionOf(old);
    const soon = new Date(Date.now() + 86_400_000);
    await records().updateTable("sessions").set({ expires_at: soon }).where("user_id", "=", old.id).execute();
    await cleanAfter({ Cookie: `\u00a0session=${due}` });
    await cleanAfter({ Cookie: `theme=dark; session=${due}` });
  });
});

/** Cookie headers of pieces that one reader or another takes for a session or a choice. */
const oddCookies = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ...["session=TOKEN", "\u00a0session=TOKEN", "__Host-session=TOKEN", "second_step=TOKEN", "shared=1"],
        ...["theme=dark", "locale=en\u00a0", "notice=seen", "=", "x", "\u00ff=1", "logging_out=1"],
      ),
      fc.constantFrom("; ", ";", ";\u00a0", ";\t", ",", "; ;", " "),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((pieces) => pieces.flat().slice(0, -1).join(""));

test("no cookie of a visitor reaches a page that is kept, except their choices", async () => {
  await fc.assert(
    fc.asyncProperty(oddCookies, async (cookies) => {
      await cleanAfter({ Cookie: cookies.replaceAll("TOKEN", token) });
    }),
    { numRuns: 60, examples: [["\u00a0session=TOKEN"], ["x;\u00a0session=TOKEN; =;"]] },
  );
});

test("no other header reaches a page that is kept, except those of language and saving data", async () => {
  // One or two at a time: each that is a preference of its own asks for another page than the clean guest does.
  const values: Record<string, fc.Arbitrary<string>> = {
    "Accept-Language": fc.constantFrom(
      "de",
      "en",
      "de-AT-\u00e9,*;q=0",
      "en;q=0,de;q=0.1",
      "xx",
      "de".repeat(300),
    ),
    "Accept-Encoding": fc.constantFrom(
      "br;q=0, gzip",
      "gzip;q=0.000",
      "*",
      "BR",
      "br, br;q=0",
      "dcz, zstd",
      "identity",
    ),
    Host: fc.constantFrom("evil.example", "LOCALHOST:1", "a,b", "evil.example:80"),
    Authorization: fc.constant(`Bearer ${token}`),
    "Save-Data": fc.constantFrom("on", "ON", "off", "on, off"),
    ECT: fc.constantFrom("2g", "slow-2g", "4g", "2g\u00a0"),
    "X-Forwarded-Host": fc.constant("evil.example"),
    "X-Forwarded-For": fc.constantFrom("1.2.3.4", "::1, \u00ff"),
    "X-Forwarded-Proto": fc.constant("https"),
    "X-HTTP-Method-Override": fc.constant("POST"),
    "Tribute-Check": fc.constant("1"),
    "Tribute-Cache-Tags": fc.constant("all"),
    "If-None-Match": fc.constant("*"),
    Range: fc.constant("bytes=0-1"),
    Origin: fc.constant("null"),
    Referer: fc.constant("https://evil.example/<script>"),
    "User-Agent": fc.constant("<script>alert(1)</script>"),
  };
  const headers = fc
    .subarray(Object.keys(values), { minLength: 1, maxLength: 2 })
    .chain((names) =>
      fc.record(Object.fromEntries(names.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))),
    );
  await fc.assert(
    fc.asyncProperty(headers, fc.constantFrom("GET", "HEAD"), async (sent, method) => {
      await cleanAfter(sent, method);
    }),
    { numRuns: 50 },
  );
});

/** What the frame shows of whoever is signed in and has no picture. */
const initialsOf = (name: string) => name.replace(/[^A-Z]/g, "");

test("a page about a signed-in user is never kept: two users and a guest each get their own", async () => {
  const address = coldAddress();
  const faces = await Promise.all(
    ["Ada First", "Ben Second"].map(async (name) => ({
      name,
      cookie: `session=${await openSessionOf(await makeAccount({ name }))}`,
    })),
  );
  for (const { name, cookie } of [...faces, ...faces]) {
    const { text, headers } = await ask(address, { headers: { ...CLEAN, Cookie: cookie } });
    expect(text).toContain(`>${initialsOf(name)}<`);
    for (const other of faces)
      if (other.name !== name) expect(text).not.toContain(`>${initialsOf(other.name)}<`);
    expect(headers["cache-control"]).toMatch(/no-store/);
  }
  expect(pageOf(await ask(address, { headers: CLEAN }))).toEqual(reference);
});
