import type { RouterContextProvider } from "react-router";
import { ownCookieContext, servicesContext } from "../context.ts";
import { readCookies } from "./cookies.server.ts";
import { isDataRequest } from "./page-url.server.ts";
import { isPrefetch } from "./prefetch.server.ts";

/** What a form has just done, and to what; the page that it leads to says so. */
const DONE = /^([a-z_]+)(?:\.([\w-]{1,40}))?$/;
/** Time for the redirect, not more. */
const SECONDS = 60;

/**
 * The headers of a redirect after something was done. The page it leads to says so once: what stands in an address would
 * be said again at every reload (docs/product.md, 9.1).
 */
export function doneHeaders(
  context: Readonly<RouterContextProvider>,
  act: string,
  subject?: string,
): { "Set-Cookie": string } {
  return { "Set-Cookie": doneCookie(context, subject === undefined ? act : `${act}.${subject}`, SECONDS) };
}

/**
 * What was done on the way to this page, of what the page has words for; the answer takes the cookie away. What a script
 * fetches, or a browser ahead, is not read by anybody: the page that is opened next still says it.
 */
export function takeDone<Act extends string>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  acts: readonly Act[],
): { act: Act; subject: string | null } | null {
  const isScript = request.headers.get("Sec-Fetch-Dest") === "empty" && !isDataRequest(request);
  if (isScript || isPrefetch(request.headers)) return null;
  const [, name, subject = null] =
    DONE.exec(readCookies(request.headers.get("Cookie")).get("done") ?? "") ?? [];
  const act = acts.find((each) => each === name);
  if (act === undefined) return null;
  context.set(ownCookieContext, doneCookie(context, "", 0));
  return { act, subject };
}

function doneCookie(context: Readonly<RouterContextProvider>, value: string, seconds: number): string {
  const isSecure = context.get(servicesContext).publicUrl.startsWith("https:");
  return `done=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
