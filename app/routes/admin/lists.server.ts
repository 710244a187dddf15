import { isId } from "../../http/ids.ts";
import { productRules } from "../../product-rules.ts";

// What the address of a list of the back office asks for. What makes no sense counts as not asked.

/** The words of a search; PostgreSQL takes no null byte. */
export function askedWords(query: URLSearchParams, name = "q"): string {
  return (query.get(name) ?? "").replaceAll("\0", "").trim().slice(0, productRules.search_characters_maximum);
}

/** One of the values that there are. */
export function askedOf<Value extends string>(
  query: URLSearchParams,
  name: string,
  values: readonly Value[],
): Value | null {
  return values.find((each) => each === query.get(name)) ?? null;
}

/** What a list with a search asks for: words, one of its statuses, and where its page begins. */
export function askedSearch<Status extends string>(query: URLSearchParams, statuses: readonly Status[]) {
  return {
    words: askedWords(query),
    status: askedOf(query, "status", statuses),
    after: askedAfter(query),
  };
}

/** The row after which a page begins; of a second list on it, by another name. */
export function askedAfter(query: URLSearchParams, name = "after"): string | null {
  const after = query.get(name);
  return isId(after) ? after : null;
}

/** The address of the next page, with what else was asked for; null when there is none. */
export function nextPage(
  path: string,
  next: string | null,
  asked: Record<string, string | null> = {},
  name = "after",
): string | null {
  if (next === null) return null;
  const query = Object.entries({ ...asked, [name]: next }).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  );
  return `${path}?${new URLSearchParams(query)}`;
}
