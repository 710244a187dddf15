import { data, type RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";
import { formatsOf } from "../../http/i18n.server.ts";
import { isId } from "../../http/ids.ts";
import { productRules } from "../../product-rules.ts";

export type Desk = ReturnType<typeof deskOf>;

export function deskOf(context: Readonly<RouterContextProvider>) {
  const services = context.get(servicesContext);
  const { db, clock, second_operator_from_minor } = services;
  const isAlone = second_operator_from_minor === null;
  return { context, services, db, clock, isAlone, ...formatsOf(context) };
}

export async function requireFound<Found>(
  id: string | undefined,
  find: (id: string) => Promise<Found | null | undefined>,
): Promise<Found> {
  const found = isId(id) ? await find(id) : null;
  if (!found) throw data(null, { status: 404 });
  return found;
}

export function doneText<Done extends string>(
  url: URL,
  outcomes: readonly Done[],
  text: (done: Done) => string,
): string | null {
  const done = askedOf(url.searchParams, "done", outcomes);
  return done && text(done);
}

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
