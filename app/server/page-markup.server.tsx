import type { i18n } from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { type EntryContext, ServerRouter } from "react-router";
import { STYLE_PLACEHOLDER } from "../ui/shells/document.tsx";
import { guestFrame } from "../ui/shells/guest-frame.server.tsx";
import {
  ErrorContext,
  type ErrorFacts,
  KeptFrame,
  type LayoutData,
  LayoutFallback,
} from "../ui/shells/layout-data.ts";
import { RefusedContext } from "../ui/shells/refused-page.ts";

/** What a page is rendered from. */
export interface PageParts {
  routerContext: EntryContext;
  url: string;
  texts: i18n;
  frame: LayoutData;
  facts: ErrorFacts;
  /** The page answers a form that was refused. */
  isRefused: boolean;
}

/**
 * The page's markup without its CSS. Whole strings instead of streams: our pages wait for nothing, and one compression of
 * a whole page is cheaper. Plain markup without React's marks, which only a script that takes a page over would look for.
 */
export function pageMarkup({ routerContext, url, texts, frame, facts, isRefused }: PageParts): string {
  return renderToStaticMarkup(
    <I18nextProvider i18n={texts}>
      <LayoutFallback value={frame}>
        <KeptFrame value={guestFrame(frame, texts)}>
          <ErrorContext value={facts}>
            <RefusedContext value={isRefused}>
              <ServerRouter context={pageOnly(routerContext)} url={url} />
            </RefusedContext>
          </ErrorContext>
        </KeptFrame>
      </LayoutFallback>
    </I18nextProvider>,
  );
}

/** The page as it is sent. Its CSS, two thirds of it, was encoded once for all pages that use the same. */
export function withStyle(page: string, css: Buffer): Buffer {
  const [before = "", after = ""] = page.split(`<style>${STYLE_PLACEHOLDER}`);
  return Buffer.concat([Buffer.from(`<!DOCTYPE html>${before}<style>`), css, Buffer.from(after)]);
}

/**
 * What the framework needs for this one page: the routes that stand in it, and no data for the browser, which never
 * takes a page over. With every route of the product, a processor renders half as many pages (docs/bench.md).
 */
function pageOnly(whole: EntryContext): EntryContext {
  const shown = whole.staticHandlerContext.matches.map((match) => match.route.id);
  const only = <Value,>(all: Record<string, Value>) =>
    Object.fromEntries(shown.flatMap((id) => (all[id] === undefined ? [] : [[id, all[id]]])));
  const manifest = { ...whole.manifest, routes: only(whole.manifest.routes) };
  return { ...whole, manifest, routeModules: only(whole.routeModules), serverHandoffStream: undefined };
}
