import type { RouterContextProvider } from "react-router";
import { ownCookieContext } from "../context.ts";
import { ownCookie } from "./own-cookie.server.ts";
import { isDataRequest } from "./page-url.server.ts";
import { isPrefetch } from "./prefetch.server.ts";

/** What a form has just done, and to what; the page that it leads to says so. */
const DONE = /^([a-z_]+)(?:\.([\w-]{1,40}))?$/;

/**
 * The headers of a redirect after something was done. The page it leads to says so once: what stands in an address would
 * be said again at every reload (docs/product.md, 9.1).
 */
export async function doneHeaders(
  context: Readonly<RouterContextProvider>,
  act: string,
  subject?: string,
): Promise<{ "Set-Cookie": string }> {
  const value = subject === undefined ? act : `${act}.${subject}`;
  return { "Set-Cookie": await ownCookie(context, "done").serialize(value) };
}

/**
 * What was done on the way to this page, of what the page has words for; the answer takes the cookie away. What a script
 * fetches, or a browser ahead, is not read by anybody: the page that is opened next still says it.
 */
export async function takeDone<Act extends string>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  acts: readonly Act[],
): Promise<{ act: Act; subject: string | null } | null> {
  const isScript = request.headers.get("Sec-Fetch-Dest") === "empty" && !isDataRequest(request);
  if (isScript || isPrefetch(request.headers)) return null;
  const done = await ownCookie(context, "done").parse(request.headers.get("Cookie"));
  const [, name, subject = null] = DONE.exec(done ?? "") ?? [];
  const act = acts.find((each) => each === name);
  if (act === undefined) return null;
  context.set(ownCookieContext, await ownCookie(context, "done").serialize(""));
  return { act, subject };
}
