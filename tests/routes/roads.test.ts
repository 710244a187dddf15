import { beforeAll, describe, expect, test } from "vitest";
import { DOORS, openDoors, VISITORS, type Visitor } from "../support/http/guard-visitors.ts";
import { wireFan } from "../support/http/http-client.ts";
import { walk } from "../support/http/link-walk.ts";
import { PATTERNS } from "../support/http/patterns.ts";
import { NOT_FOR_OPERATORS, SITE } from "../support/http/site-map.ts";
import { attribute, readStrictly } from "../support/http/strict-html.ts";
import { newAddress } from "../support/http/users.ts";

// Everybody walks the product by its links alone, from the home page on.

let cookies: Record<Visitor, string>;

beforeAll(async () => {
  cookies = await openDoors();
});

const BY_LINKS = Object.entries(SITE).flatMap(([pattern, way]) =>
  "door" in way ? [[pattern, way.door] as const] : [],
);

describe.for(VISITORS)("%s", (visitor) => {
  test(`the visitor ${visitor} reaches every page that is theirs by links alone, and no link is dead`, async () => {
    const fan = wireFan("en", { ...newAddress(), ...(cookies[visitor] ? { Cookie: cookies[visitor] } : {}) });
    const { reached, dead } = await walk(fan);
    const isOperator = visitor.startsWith("operator");
    const theirs = BY_LINKS.filter(([, door]) => DOORS[door][visitor] === "page")
      .map(([pattern]) => pattern)
      .filter((pattern) => !isOperator || !NOT_FOR_OPERATORS.includes(pattern));
    expect(theirs.filter((pattern) => !reached.has(pattern))).toEqual([]);
    expect(dead).toEqual([]);
  });
});

test("every page of the product is on the map of the site", () => {
  const pages = PATTERNS.filter(({ file }) => file.endsWith(".tsx") && !file.endsWith("/not-found.tsx"));
  // One case of a list, and what is done on a page, belong to that page.
  // What a provider calls is no page: a visitor finds none.
  const isPart = /^\/(account|dashboard|admin)\/.+\/.+|^\/email\/undo|^\/webhooks\//;
  const built = pages.map(({ pattern }) => pattern);
  expect(built.filter((pattern) => !SITE[pattern] && !isPart.test(pattern))).toEqual([]);
});

test("header and footer offer signing in to visitors alone, and an account to signed-in users", async () => {
  const hrefsOf = async (visitor: Visitor, place: "header" | "footer") => {
    const headers: Record<string, string> = cookies[visitor] ? { Cookie: cookies[visitor] } : {};
    const { text } = await wireFan("en").get("/joerdis", headers);
    const part = readStrictly(new RegExp(`<${place}.*</${place}>`, "s").exec(text)?.[0] ?? "");
    return part.elements("a").map((link) => attribute(link, "href"));
  };
  const signingIn = ["/login", "/register", "/password/forgot"];
  expect(await hrefsOf("guest", "header")).toEqual([
    "/",
    "/leaderboard/creators",
    "/faq",
    "/login",
    "/register",
  ]);
  expect(await hrefsOf("guest", "footer")).toEqual(expect.arrayContaining(signingIn));
  expect(await hrefsOf("guest", "footer")).toContain("https://mastodon.example");
  for (const visitor of ["unverified", "PENDING", "ACTIVE", "LOCKED", "operator"] as const) {
    const all = [...(await hrefsOf(visitor, "header")), ...(await hrefsOf(visitor, "footer"))];
    expect(all.filter((href) => href !== null && signingIn.includes(href))).toEqual([]);
    expect(all).toContain("/account");
  }
});
