import { beforeAll, describe, expect, test } from "vitest";
import { demoCreators } from "../../db/seeds/world/creators.ts";
import { formsWithLesserEnter } from "../support/browser/enter-key.ts";
import { type WireFan, wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { PATTERNS } from "../support/http/patterns.ts";
import type { Stop } from "../support/http/stop.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { makeWorld, STOPS, type World } from "../support/http/walk-stops.ts";
import { textsOf, withoutPlural } from "../support/text-keys.ts";

// Every address of the product, as a guest in either language: by the browser's language, and by a stored choice.

const VISITORS = [
  { who: "a German browser", locale: "de", headers: {} },
  { who: "an English browser", locale: "en", headers: {} },
  { who: "a German browser that chose English, dark and to save data", locale: "de", chosen: "en" },
  { who: "an English browser that chose German, dark and to save data", locale: "en", chosen: "de" },
] as const;

let world: World;

beforeAll(async () => {
  world = await makeWorld(wireFan("de"));
});

test("every address of app/routes.ts is visited by the walk, and no other", () => {
  expect(Object.keys(STOPS).sort()).toEqual(PATTERNS.map(({ pattern }) => pattern).sort());
});

describe.for(VISITORS)("$who", (visitor) => {
  const chosen = "chosen" in visitor ? visitor.chosen : visitor.locale;
  const headers: Record<string, string> =
    "chosen" in visitor ? { Cookie: `locale=${chosen}; theme=dark; notice=seen`, "Save-Data": "on" } : {};

  test.for(Object.keys(STOPS))(`the visitor ${visitor.who} gets a true page at %s`, async (pattern) => {
    const fan = wireFan(visitor.locale, headers);
    for (const stop of STOPS[pattern]?.(world) ?? []) {
      const answer = await fan.get(stop.path);
      expect.soft(answer.status, stop.path).toBe(stop.status);
      checkHeaders(stop, answer);
      if (stop.kind === undefined) checkPage(stop, answer, chosen, headers);
      await checkHead(fan, stop, answer);
    }
  });
});

function checkHeaders(stop: Stop, { headers, rawHeaders, text }: Answer): void {
  const name = stop.path.slice(0, 100);
  const policy = headers["content-security-policy"]?.toString() ?? "";
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "by default";
  // Where an answer only leads on, there is no document that these could speak of.
  if (headers.location === undefined) {
    expect.soft(policy, name).toMatch(/default-src 'none'/);
    expect
      .soft(policy, name)
      .toMatch(stop.kind === "frame" ? /frame-ancestors \*/ : /frame-ancestors 'none'/);
    expect.soft(scripts, name).not.toMatch(/unsafe|\*|http|data:/);
    expect.soft(headers["x-content-type-options"], name).toBe("nosniff");
  }
  expect.soft(headers["cross-origin-opener-policy"], name).toBe("same-origin");
  // The address of an overlay is its secret.
  const referrer = stop.path.startsWith("/overlay/") ? "no-referrer" : "same-origin";
  expect.soft(headers["referrer-policy"], name).toBe(referrer);
  expect.soft(headers["set-cookie"], name).toBeUndefined();
  expect.soft(headers["x-powered-by"], name).toBeUndefined();
  expect.soft(headers["tribute-cache-tags"], name).toBeUndefined();
  const cache = {
    immutable: "public, max-age=31536000, immutable",
    shared: "public, max-age=600",
    minute: "public, max-age=60",
    daily: "public, max-age=86400",
    revalidated: "private, no-cache",
    never: expect.stringMatching(/^(private, )?no-store$/),
  };
  const isPage = stop.kind === undefined && stop.status === 200;
  // A page that is given back as it was left would bring a typed password along.
  const usual = isPage && !text.includes('type="password"') ? "revalidated" : "never";
  expect.soft(headers["cache-control"], name).toEqual(cache[stop.cache ?? usual]);
  expect.soft(headers.etag === undefined || stop.cache !== undefined, `${name}: a mark`).toBe(true);
  const names = rawHeaders.filter((_, place) => place % 2 === 0).map((each) => each.toLowerCase());
  expect.soft(names.length, `${name}: each header once`).toBe(new Set(names).size);
}

function checkPage(stop: Stop, answer: Answer, locale: "de" | "en", sent: Record<string, string>): void {
  const name = stop.path.slice(0, 100);
  expect.soft(answer.headers["content-type"], name).toBe("text/html; charset=utf-8");
  expect
    .soft(answer.headers.vary ?? "", name)
    .toMatch(
      stop.cache === "revalidated" ? /Cookie.*Accept-Language.*Save-Data.*Available-Dictionary/ : /^$/,
    );
  const page = readStrictly(answer.text);
  expect.soft(page.problems, name).toEqual([]);
  expect.soft(attribute(page.elements("html")[0], "lang"), name).toBe(locale);
  expect
    .soft(page.elements("title").map(textOf), `${name}: its title`)
    .toEqual([expect.stringMatching(/\S/)]);
  expect.soft(page.elements("h1"), `${name}: its heading`).toHaveLength(1);
  expect.soft(page.elements("main"), name).toHaveLength(1);
  expect.soft(formsWithLesserEnter(page), `${name}: Enter does the main action`).toEqual([]);
  if ("Save-Data" in sent) {
    expect.soft(page.elements("script"), name).toEqual([]);
    expect.soft(attribute(page.elements("html")[0], "data-theme"), name).toBe("dark");
  }
  // The names that fields have in the API are no texts of ours.
  const fields = page.elements("code").map(textOf).join(" ");
  for (const text of page.texts.filter((each) => !USERNAMES.has(each) && !fields.includes(each))) {
    expect.soft(KEYS.has(text), `${name}: the key ${text} instead of its text`).toBe(false);
    expect.soft(text, `${name}: a key instead of a text`).not.toMatch(/^[a-z]\w*([:.]\w+)+$/);
    expect.soft(text, `${name}: a gap in a text`).not.toMatch(/\{\{|\}\}|undefined|\bNaN\b|\[object /);
  }
}

const USERNAMES = new Set(demoCreators.map(({ username }) => username));
const KEYS = new Set(
  [...textsOf("en").keys()].flatMap((key) => [key, key.split(":")[1] ?? ""]).map(withoutPlural),
);

/** HEAD answers as GET does, and sends nothing. */
async function checkHead(fan: WireFan, stop: Stop, answer: Answer): Promise<void> {
  const head = await fan.send("HEAD", stop.path, "", {});
  expect.soft(head.status, `HEAD ${stop.path}`).toBe(answer.status);
  expect.soft(head.body.byteLength, `HEAD ${stop.path}`).toBe(0);
  for (const name of ["content-type", "content-security-policy", "cache-control", "location"] as const) {
    expect.soft(head.headers[name], `HEAD ${stop.path}: ${name}`).toBe(answer.headers[name]);
  }
}
