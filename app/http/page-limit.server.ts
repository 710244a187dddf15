import { data, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { quickTexts } from "../../locales/quick-texts.ts";
import {
  clientAddressContext,
  pageForAllContext,
  retryAfterContext,
  servicesContext,
  spentContext,
} from "../context.ts";
import { addressKey } from "./address-keys.ts";
import { getI18n } from "./i18n.server.ts";
import type { Budget } from "./limit-table.ts";
import { pageUrl } from "./page-url.server.ts";
import { SERVER_TO_SERVER, TRACKING } from "./path-kinds.ts";
import { findRequestViewer } from "./sessions.server.ts";

/** The error page, or one cheap line to an address beyond its refusals (docs/limits.md). */
export async function refuseRequest(
  context: Readonly<RouterContextProvider>,
  status: 403 | 405 | 429,
): Promise<Response> {
  const { limits } = context.get(servicesContext);
  const isRepeated =
    context.get(pageForAllContext)?.isRefusedAgain ??
    (await limits.take("refusals", addressKey(context.get(clientAddressContext)))) !== null;
  if (!isRepeated) throw data(null, { status });
  const text = quickTexts(getI18n(context), "common")(`error.s${status}.title`);
  return new Response(text, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

/** Cheap, and one page loads many. */
const NO_PAGES = /^\/(media|prefetch\.rules|healthz|readyz|metrics)(\/|$)/;
/** Embedded on other sites and cached: no session is looked up or renewed. */
const SHARED_FILE = /^\/(?:[^/]+\/(?:badge|goal|preview)\/[^/]+|embed\/[^/]+|oembed|overlay\/.+)$/;
/** The token in the address identifies one fan. */
const OWN_LINKS = [
  ["receipt", /^\/receipt\/([A-Za-z0-9_-]{43})(?:\/|$)/],
  ["series", /^\/monthly\/([A-Za-z0-9_-]{43})(?:\/|$)/],
  ["voucher-code", /^\/voucher\/code\/([A-Za-z0-9_-]{43})(?:\/|$)/],
  ["voucher-draft", /^\/voucher\/([A-Za-z0-9_-]{43})\//],
  ["tip-draft", /^\/(?:gl\/)?[^/]+\/tip\/([A-Za-z0-9_-]{43})(?:\/|$)/],
] as const;

/** Counts rendered pages, not cached ones. Sessions and tip links separate visitors of one address. */
export const pageLimit: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return await next();
  const { pathname } = pageUrl(request);
  if (SERVER_TO_SERVER.test(pathname) || NO_PAGES.test(pathname)) return await next();
  const forAll = context.get(pageForAllContext);
  const seconds = forAll ? forAll.waitSeconds : await takeOf(context, pathname);
  if (seconds !== null) {
    context.set(retryAfterContext, seconds);
    return await refuseRequest(context, 429);
  }
  return await next();
};

export async function countUnknownPage(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<void> {
  const seconds = await takeOf(context, pageUrl(request).pathname);
  if (seconds === null) return;
  context.set(retryAfterContext, seconds);
  throw data(null, { status: 429 });
}

async function takeOf(context: Readonly<RouterContextProvider>, pathname: string): Promise<number | null> {
  for (const [budget, key] of await visitorOf(context, pathname)) {
    const seconds = await takeNoted(context, budget, key);
    if (seconds !== null) return seconds;
  }
  return null;
}

async function takeNoted(
  context: Readonly<RouterContextProvider>,
  budget: Budget,
  key: string,
): Promise<number | null> {
  const spent = await context.get(servicesContext).limits.spend(budget, key);
  context.set(spentContext, [...context.get(spentContext), spent]);
  return spent.is_refused ? spent.reset_seconds : null;
}

async function visitorOf(
  context: Readonly<RouterContextProvider>,
  pathname: string,
): Promise<[Budget, string][]> {
  const address = addressKey(context.get(clientAddressContext));
  if (SHARED_FILE.test(pathname)) return [["pages", address]];
  // Without the database the page reports it.
  const viewer = await findRequestViewer(context).catch(() => null);
  if (viewer) return [["pages_own", viewer.session_id]];
  const { tokens } = context.get(servicesContext);
  for (const [purpose, pattern] of OWN_LINKS) {
    const id = tokens.verify(purpose, pattern.exec(pathname)?.[1] ?? "");
    if (id === null) continue;
    // Drafts cost nothing to create: no budget of their own.
    const isFree = purpose === "tip-draft" || purpose === "voucher-draft";
    const steps: [Budget, string][] = isFree ? [["pages_steps", address]] : [];
    return [...steps, ["pages_own", id]];
  }
  return [["pages", address]];
}

export const postLimit: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (request.method === "GET" || request.method === "HEAD") return await next();
  const { pathname } = pageUrl(request);
  if (SERVER_TO_SERVER.test(pathname) || TRACKING.test(pathname)) return await next();
  const seconds = await takeNoted(context, "posts", addressKey(context.get(clientAddressContext)));
  if (seconds !== null) {
    context.set(retryAfterContext, seconds);
    return await refuseRequest(context, 429);
  }
  return await next();
};
