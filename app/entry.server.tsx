import { renderToString } from "react-dom/server";
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
import { requestIdContext, servicesContext, unavailableContext } from "./context.ts";
import { frameFacts } from "./http/frame.server.ts";
import { pagePolicy } from "./http/headers.server.ts";
import { getI18n } from "./http/i18n.server.ts";
import { guestCss } from "./ui/guest-css.server.ts";
import { STYLE_PLACEHOLDER } from "./ui/page/document.tsx";
import { FrameFallback, RequestId, Unavailable } from "./ui/page/frame-facts.ts";

/**
 * Renders a page in one piece and puts the CSS that it uses into it; the policy names exactly that style sheet.
 * Whole strings instead of streams: our pages wait for nothing, and one compression of a whole page is cheaper.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Response {
  const html = renderToString(
    <I18nextProvider i18n={i18nOf(context)}>
      <FrameFallback value={frameFacts(request, context)}>
        <Unavailable value={context.get(unavailableContext)}>
          <RequestId value={context.get(requestIdContext)}>
            <ServerRouter context={routerContext} url={request.url} />
          </RequestId>
        </Unavailable>
      </FrameFallback>
    </I18nextProvider>,
  );
  const { css, hash } = guestCss(html);
  const { provider } = context.get(servicesContext);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set(
    "Content-Security-Policy",
    pagePolicy({ styleHash: hash, formOrigins: provider.redirectOrigins() }),
  );
  headers.set("Vary", "Cookie, Accept-Language, Save-Data, ECT");
  return new Response(`<!DOCTYPE html>${html.replace(STYLE_PLACEHOLDER, () => css)}`, { status, headers });
}

function i18nOf(context: Readonly<RouterContextProvider>) {
  try {
    return getI18n(context);
  } catch {
    // The language is found by the root's middleware; what fails before it speaks English.
    return i18nFor("en");
  }
}

/** Faults are logged with their request's id; what a visitor caused (404, 405, a hung-up connection) is not a fault. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  if (isDatabaseUnavailable(error)) context.set(unavailableContext, true);
  const services = context.get(servicesContext);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  services.log.error({ request_id: context.get(requestIdContext), error: text }, "request failed");
};
