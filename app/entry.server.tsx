import { randomBytes } from "node:crypto";
import type { i18n } from "i18next";
import { renderToReadableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { isDatabaseUnavailable } from "../db/unavailable.ts";
import { i18nFor } from "../locales/i18n.ts";
import { DEFAULT_LOCALE } from "../locales/index.ts";
import { type Area, quickTexts } from "../locales/quick-texts.ts";
import {
  formOriginsContext,
  pageContext,
  requestIdContext,
  servicesContext,
  settingsContext,
  unavailableContext,
} from "./context.ts";
import { BusyError } from "./domain/concurrency.server.ts";
import { MediaStoreError } from "./domain/media/media-port.ts";
import { SHARE_INTENT } from "./domain/users/social-networks.ts";
import { againAt } from "./http/forms.server.ts";
import { isSavingData, prefetchRules } from "./http/guest-script.server.ts";
import { appPolicy, pagePolicy } from "./http/headers.server.ts";
import { getI18n } from "./http/i18n.server.ts";
import { layoutData, plainLayoutData } from "./http/layout-data.server.ts";
import { pageMarkup, pageOnly, withStyle } from "./server/page-markup.server.tsx";
import { guestCss } from "./ui/css/guest-css.server.ts";
import { brandCss } from "./ui/css/theme-css.ts";
import { handleOf, PageKindContext } from "./ui/shells/hydration.ts";
import type { ErrorFacts, LayoutData } from "./ui/shells/layout-data.ts";

/** Inlines the used CSS; the policy names its hash. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  return isApp(routerContext)
    ? await renderApp(request, status, headers, routerContext, context)
    : await renderPage(request, status, headers, routerContext, context);
}

async function renderPage(
  request: Request,
  given: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { statusCode } = routerContext.staticHandlerContext;
  const status = given === 200 ? statusCode : given;
  const frame = await frameOfPage(request, routerContext, context);
  const html = pageMarkup({
    routerContext,
    url: request.url,
    texts: i18nOf(context),
    frame,
    facts: errorFacts(request, routerContext, context),
    isRefused: status === 422,
  });
  const css = guestCss(html, frame.brand);
  const formOrigins = [...new Set(context.get(formOriginsContext))];
  if (frame.viewer) formOrigins.push(new URL(SHARE_INTENT).origin);
  // The browser must not restore a typed password for its next user.
  if (status === 200 && html.includes('type="password"') && !headers.has("Cache-Control"))
    headers.set("Cache-Control", "private, no-store");
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", pagePolicy({ styleHash: css.hash, formOrigins }));
  headers.set("Vary", "Cookie, Accept-Language, Save-Data, ECT");
  const routeIds = routerContext.staticHandlerContext.matches.map(({ route }) => route.id);
  const rules = status === 200 ? prefetchRules(request, routeIds) : null;
  if (rules !== null) headers.set("Speculation-Rules", rules);
  const answer = new Response(null, { status, headers });
  context.set(pageContext, { answer, body: withStyle(html, css.bytes) });
  return answer;
}

/** A failed page stays a plain document. */
function isApp({ staticHandlerContext: { matches, errors } }: EntryContext): boolean {
  return !errors && matches.some(({ route }) => handleOf(route.handle).isApp);
}

async function renderApp(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const nonce = randomBytes(16).toString("base64");
  const stream = await renderToReadableStream(
    <I18nextProvider i18n={forHooks(i18nOf(context))}>
      <PageKindContext value={isSavingData(request.headers) ? "saving" : "app"}>
        <ServerRouter context={pageOnly(routerContext)} url={request.url} nonce={nonce} />
      </PageKindContext>
    </I18nextProvider>,
    { nonce },
  );
  await stream.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set(
    "Content-Security-Policy",
    appPolicy({
      nonce,
      css: brandCss(context.get(settingsContext).brand),
      formOrigins: [new URL(SHARE_INTENT).origin, ...context.get(formOriginsContext)],
    }),
  );
  const routeIds = routerContext.staticHandlerContext.matches.map(({ route }) => route.id);
  const rules = status === 200 ? prefetchRules(request, routeIds) : null;
  if (rules !== null) headers.set("Speculation-Rules", rules);
  return new Response(stream, { status, headers });
}

/**
 * react-i18next's hook copies an instance's own fields at each call, a tenth of a dashboard's time; repeated
 * texts take a twentieth.
 */
function forHooks(texts: i18n): i18n {
  const getFixedT = (_locale: string, area: Area | [Area]) =>
    quickTexts(texts, typeof area === "string" ? area : area[0]);
  return Object.create(texts, { getFixedT: { value: getFixedT } });
}

function errorFacts(
  request: Request,
  { staticHandlerContext }: EntryContext,
  context: Readonly<RouterContextProvider>,
): ErrorFacts {
  const profile = staticHandlerContext.matches.map(({ params }) => params.profile).find(Boolean);
  return {
    requestId: context.get(requestIdContext),
    isUnavailable: context.get(unavailableContext),
    isPost: request.method === "POST",
    again: againAt(context),
    profile: profile ?? null,
  };
}

/** Without a root loader, still with the viewer if known. */
async function frameOfPage(
  request: Request,
  { staticHandlerContext }: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<LayoutData> {
  const root: { frame: LayoutData } | undefined = staticHandlerContext.loaderData.root;
  return root?.frame ?? (await layoutData(request, context).catch(() => plainLayoutData(request, context)));
}

function i18nOf(context: Readonly<RouterContextProvider>) {
  try {
    return getI18n(context);
  } catch {
    // Errors before the root's middleware are in English.
    return i18nFor(DEFAULT_LOCALE, context.get(settingsContext));
  }
}

/** Visitors' errors (404, 405, disconnects) are no faults. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  if (error instanceof BusyError) {
    context.set(unavailableContext, true);
    context.get(servicesContext).log.warn({ error: error.message }, "busy");
    return;
  }
  const { log } = context.get(servicesContext);
  const request_id = context.get(requestIdContext);
  const isStoreAway = error instanceof MediaStoreError && error.isAway;
  if (isStoreAway || isDatabaseUnavailable(error)) {
    context.set(unavailableContext, true);
    log.warn({ request_id, error: String(error) }, "database or storage away");
    return;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.error({ request_id, error: text }, "request failed");
};
