import type { RouterContextProvider } from "react-router";
import { ownCookieContext } from "../context.ts";
import { isPrefetch } from "./guest-script.server.ts";
import { ownCookie } from "./own-cookie.server.ts";
import { isDataRequest } from "./page-url.server.ts";

const DONE = /^([a-z_]+)(?:\.([\w-]{1,40}))?$/;

/** In a cookie: a reload must not repeat the message (docs/product.md, 9.1). */
export async function doneHeaders(
  context: Readonly<RouterContextProvider>,
  act: string,
  subject?: string,
): Promise<{ "Set-Cookie": string }> {
  const value = subject === undefined ? act : `${act}.${subject}`;
  return { "Set-Cookie": await ownCookie(context, "done").serialize(value) };
}

/** Removes the cookie. Prefetches and data requests leave it. */
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
