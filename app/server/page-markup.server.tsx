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

export interface PageParts {
  routerContext: EntryContext;
  url: string;
  texts: i18n;
  frame: LayoutData;
  facts: ErrorFacts;
  isRefused: boolean;
}

/**
 * Without CSS and hydration marks. Strings, not streams: pages wait for nothing, and one compression is
 * cheaper.
 */
export function pageMarkup({ routerContext, url, texts, frame, facts, isRefused }: PageParts): string {
  return renderToStaticMarkup(
    <I18nextProvider i18n={texts}>
      <LayoutFallback value={frame}>
        <KeptFrame value={guestFrame(frame, texts)}>
          <ErrorContext value={facts}>
            <RefusedContext value={isRefused}>
              <ServerRouter
                context={{ ...pageOnly(routerContext), serverHandoffStream: undefined }}
                url={url}
              />
            </RefusedContext>
          </ErrorContext>
        </KeptFrame>
      </LayoutFallback>
    </I18nextProvider>,
  );
}

/** The CSS, two thirds of a page, is encoded once. */
export function withStyle(page: string, css: Buffer): Buffer {
  const [before = "", after = ""] = page.split(`<style>${STYLE_PLACEHOLDER}`);
  return Buffer.concat([Buffer.from(`<!DOCTYPE html>${before}<style>`), css, Buffer.from(after)]);
}

/** The page's own routes; a browser asks for others. The full manifest halves throughput (docs/bench.md). */
export function pageOnly(whole: EntryContext): EntryContext {
  const shown = whole.staticHandlerContext.matches.map((match) => match.route.id);
  const only = <Value,>(all: Record<string, Value>) =>
    Object.fromEntries(shown.flatMap((id) => (all[id] === undefined ? [] : [[id, all[id]]])));
  const manifest = { ...whole.manifest, routes: only(whole.manifest.routes) };
  return { ...whole, manifest, routeModules: only(whole.routeModules) };
}
