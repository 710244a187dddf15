import { matchRoutes } from "react-router";
import { beforeAll, describe, expect, test } from "vitest";
import en from "../../locales/en/common.ts";
import { newAddress } from "../support/accounts.ts";
import { NOT_FOR_OPERATORS, SITE } from "../support/site-map.ts";
import { attribute, readStrictly, type StrictPage, textOf } from "../support/strict-html.ts";
import { DOORS, openDoors, VISITORS, type Visitor } from "../support/visitors-of-guards.ts";
import { PATTERNS } from "../support/walk-stops.ts";
import { type WireFan, wireFan } from "../support/wire-fan.ts";

// Everybody walks the product by its links alone, from the home page on.

/** Of pages that are alike, such as profiles, so many are opened. */
const ALIKE = 2;
const ROUTES = PATTERNS.map(({ pattern }) => ({ path: pattern }));
const patternOf = (path: string) => matchRoutes(ROUTES, path)?.[0]?.route.path ?? "nowhere";

let cookies: Record<Visitor, string>;

beforeAll(async () => {
  cookies = await openDoors();
});

interface Walk {
  /** The patterns of the pages that were opened. */
  reached: Set<string>;
  /** Links to pages that are not there, or not for this visitor, as "from -> to: status". */
  dead: string[];
  /** Entries of the menus that lead to pages which are not built. */
  early: string[];
}

async function walk(fan: WireFan): Promise<Walk> {
  const result: Walk = { reached: new Set(), dead: [], early: [] };
  const opened = new Map<string, number>();
  const seen = new Set<string>();
  const waiting: Link[] = [{ path: "/", from: "", isMenu: false }];
  for (let link = waiting.shift(); link; link = waiting.shift()) {
    const { path, from, isMenu } = link;
    if (seen.has(path)) continue;
    seen.add(path);
    const pattern = patternOf(path.split("?")[0] ?? "");
    const count = opened.get(pattern) ?? 0;
    if (count >= ALIKE) continue;
    opened.set(pattern, count + 1);
    const answer = await fan.get(path);
    const onward = answer.headers.location;
    if (onward) waiting.unshift({ path: onward, from: path, isMenu });
    else if (answer.status !== 200) result.dead.push(`${from} -> ${path}: ${answer.status}`);
    else {
      result.reached.add(pattern);
      if (!answer.headers["content-type"]?.startsWith("text/html")) continue;
      const page = readStrictly(answer.text);
      if (isMenu && textOf(page.elements("h1")[0]) === en.later.title) result.early.push(path);
      waiting.push(...linksOf(page, path));
    }
  }
  return result;
}

interface Link {
  path: string;
  from: string;
  isMenu: boolean;
}

function linksOf(page: StrictPage, from: string): Link[] {
  return page.elements("a").flatMap((link) => {
    const href = attribute(link, "href") ?? "";
    if (!/^[/?]/.test(href)) return [];
    const { pathname, search } = new URL(href, new URL(from, "http://walk.example"));
    return [{ path: pathname + search, from, isMenu: isInMenu(link) }];
  });
}

/** In a navigation other than the footer's, which names also what has to be named from the start. */
function isInMenu(link: ReturnType<StrictPage["elements"]>[number]): boolean {
  for (let parent = link.parentNode; parent; parent = "parentNode" in parent ? parent.parentNode : null)
    if ("tagName" in parent && parent.tagName === "nav")
      return attribute(parent, "aria-label") !== en.footer.label;
  return false;
}

const BY_LINKS = Object.entries(SITE).flatMap(([pattern, way]) =>
  typeof way === "object" && "door" in way ? [[pattern, way.door] as const] : [],
);

describe.for(VISITORS)("%s", (visitor) => {
  test("comes to every page that is theirs by links alone, and no link is dead or early", async () => {
    const fan = wireFan("en", { ...newAddress(), ...(cookies[visitor] ? { Cookie: cookies[visitor] } : {}) });
    const { reached, dead, early } = await walk(fan);
    const isOperator = visitor.startsWith("operator");
    const theirs = BY_LINKS.filter(([, door]) => DOORS[door][visitor] === "page")
      .map(([pattern]) => pattern)
      .filter((pattern) => !isOperator || !NOT_FOR_OPERATORS.includes(pattern));
    expect(theirs.filter((pattern) => !reached.has(pattern))).toEqual([]);
    expect(dead).toEqual([]);
    expect(early).toEqual([]);
  });
});

test("every page of the product is on the map, and what is not built stands there as such", () => {
  const pages = PATTERNS.filter(({ file }) => file.endsWith(".tsx") && !file.endsWith("/not-found.tsx"));
  const isLater = ({ file }: { file: string }) => file.endsWith("/later.tsx");
  const patternsOf = (some: typeof pages) => some.map(({ pattern }) => pattern);
  // One case of a list, and what is done on a page, belong to that page.
  const isPart = /^\/(account|dashboard|admin)\/.+\/.+|^\/email\/undo/;
  const built = patternsOf(pages.filter((each) => !isLater(each)));
  expect(built.filter((pattern) => !SITE[pattern] && !isPart.test(pattern))).toEqual([]);
  const early = Object.keys(SITE).filter((pattern) => SITE[pattern] === "later");
  expect(early.sort()).toEqual(patternsOf(pages.filter(isLater)).sort());
});

test("header and footer offer signing in to visitors alone, and an account to who has one", async () => {
  const hrefsOf = async (visitor: Visitor, place: "header" | "footer") => {
    const headers: Record<string, string> = cookies[visitor] ? { Cookie: cookies[visitor] } : {};
    const { text } = await wireFan("en").get("/joerdis", headers);
    const part = readStrictly(new RegExp(`<${place}.*</${place}>`, "s").exec(text)?.[0] ?? "");
    return part.elements("a").map((link) => attribute(link, "href"));
  };
  const signingIn = ["/login", "/register", "/password/forgot"];
  expect(await hrefsOf("guest", "header")).toEqual(["/", "/login", "/register"]);
  expect(await hrefsOf("guest", "footer")).toEqual(expect.arrayContaining(signingIn));
  expect(await hrefsOf("guest", "footer")).toContain("https://mastodon.example");
  for (const visitor of ["unverified", "PENDING", "ACTIVE", "LOCKED", "operator"] as const) {
    const all = [...(await hrefsOf(visitor, "header")), ...(await hrefsOf(visitor, "footer"))];
    expect(all.filter((href) => href !== null && signingIn.includes(href))).toEqual([]);
    expect(all).toContain("/account");
  }
});
