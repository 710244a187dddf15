import { isId } from "../../http/ids.ts";
import { productRules } from "../../product-rules.ts";

/** PostgreSQL accepts no null byte. */
export function askedWords(query: URLSearchParams, name = "q"): string {
  return (query.get(name) ?? "").replaceAll("\0", "").trim().slice(0, productRules.search_characters_maximum);
}

export function askedOf<Value extends string>(
  query: URLSearchParams,
  name: string,
  values: readonly Value[],
): Value | null {
  return values.find((each) => each === query.get(name)) ?? null;
}

export function askedSearch<Status extends string>(query: URLSearchParams, statuses: readonly Status[]) {
  return {
    words: askedWords(query),
    status: askedOf(query, "status", statuses),
    after: askedAfter(query),
  };
}

export function askedAfter(query: URLSearchParams, name = "after"): string | null {
  const after = query.get(name);
  return isId(after) ? after : null;
}

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
