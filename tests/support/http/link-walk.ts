import { matchRoutes } from "react-router";
import type { WireFan } from "./http-client.ts";
import { PATTERNS } from "./patterns.ts";
import { attribute, readStrictly, type StrictPage } from "./strict-html.ts";

/** Of pages that are alike, such as profiles, so many are opened. */
const ALIKE = 2;
const ROUTES = PATTERNS.map(({ pattern }) => ({ path: pattern }));

/** The pattern of the page that an address belongs to. */
export const patternOf = (path: string) => matchRoutes(ROUTES, path)?.[0]?.route.path ?? "nowhere";

/** Where a visitor came who followed links alone. */
export interface Walk {
  /** The patterns of the pages that were opened. */
  reached: Set<string>;
  /** These pages themselves, by their addresses. */
  pages: Map<string, StrictPage>;
  /** Links to pages that are not there, or not for this visitor, as "from -> to: status". */
  dead: string[];
}

/** Follows links from the home page on, wherever they lead. */
export async function walk(fan: WireFan): Promise<Walk> {
  const result: Walk = { reached: new Set(), pages: new Map(), dead: [] };
  const opened = new Map<string, number>();
  const seen = new Set<string>();
  const waiting: Link[] = [{ path: "/", from: "" }];
  for (let link = waiting.shift(); link; link = waiting.shift()) {
    const { path, from } = link;
    if (seen.has(path)) continue;
    seen.add(path);
    const pattern = patternOf(path.split("?")[0] ?? "");
    const count = opened.get(pattern) ?? 0;
    if (count >= ALIKE) continue;
    opened.set(pattern, count + 1);
    const answer = await fan.get(path);
    const onward = answer.headers.location;
    if (onward) waiting.unshift({ path: onward, from: path });
    else if (answer.status !== 200) result.dead.push(`${from} -> ${path}: ${answer.status}`);
    else {
      result.reached.add(pattern);
      if (!answer.headers["content-type"]?.startsWith("text/html")) continue;
      const page = readStrictly(answer.text);
      result.pages.set(path, page);
      waiting.push(...linksOf(page, path));
    }
  }
  return result;
}

interface Link {
  path: string;
  from: string;
}

function linksOf(page: StrictPage, from: string): Link[] {
  return page.elements("a").flatMap((link) => {
    const href = attribute(link, "href") ?? "";
    if (!/^[/?]/.test(href)) return [];
    const { pathname, search } = new URL(href, new URL(from, "http://walk.example"));
    return [{ path: pathname + search, from }];
  });
}
