import { createStaticHandler, type EntryContext, type ServerBuild } from "react-router";
import { i18nFor } from "../../locales/i18n.ts";
import { LOCALES } from "../../locales/index.ts";
import { version } from "../../package.json";
import type { Locale } from "../domain/money/minor.ts";
import { scriptFor } from "../http/guest-script.server.ts";
import { defaultSettings } from "../product-settings.ts";
import { pageMarkup, withStyle } from "../server/page-markup.server.tsx";
import { guestCss } from "../ui/css/guest-css.server.ts";
import type { LayoutData } from "../ui/shells/layout-data.ts";
import { type SamplePage, samplePages } from "./sample-pages.ts";

/** A tip's pages with sample data (RFC 9842). Deterministic. */
export async function renderDictionaries(build: ServerBuild): Promise<{ locale: Locale; bytes: Buffer }[]> {
  return await Promise.all(
    LOCALES.map(async (locale) => {
      const pages: Buffer[] = [];
      for (const sample of samplePages(locale, i18nFor(locale)))
        pages.push(await render(build, sample, locale));
      return { locale, bytes: Buffer.concat(pages) };
    }),
  );
}

async function render(build: ServerBuild, sample: SamplePage, locale: Locale): Promise<Buffer> {
  const frame = frameOf(sample.path);
  const { routes, assets, future, ssr, routeDiscovery } = build;
  if (!routes[sample.routeId]) throw new Error(`there is no route ${sample.routeId}`);
  const { query } = createStaticHandler([
    {
      id: "root",
      path: "",
      loader: () => ({ script: scriptFor(new Headers(), false, false), frame }),
      children: [{ id: sample.routeId, path: sample.path, loader: () => sample.loaderData }],
    },
  ]);
  const url = `http://localhost${sample.path}`;
  const staticHandlerContext = await query(new Request(url));
  if (staticHandlerContext instanceof Response) throw new Error(`${sample.routeId} answers without a page`);
  const routerContext: EntryContext = {
    manifest: assets,
    routeModules: Object.fromEntries(
      Object.values(routes).flatMap((route) => (route ? [[route.id, route.module]] : [])),
    ),
    staticHandlerContext,
    branches: [],
    future,
    ssr,
    isSpaMode: false,
    routeDiscovery,
  };
  const facts = { requestId: null, isUnavailable: false, isPost: false, again: null, profile: null };
  const page = { routerContext, url, texts: i18nFor(locale), frame, facts, isRefused: false };
  const html = pageMarkup(page);
  return withStyle(html, guestCss(html, frame.brand).bytes);
}

function frameOf(path: string): LayoutData {
  return {
    isDemo: false,
    path,
    theme: null,
    hasSeenNotice: false,
    version: `v${version}`,
    ...{
      brand: defaultSettings.brand,
      features: defaultSettings.features,
      tipLimits: defaultSettings.rules.tip,
      logo: null,
    },
    icon: "/favicon.svg",
    removalEmail: "removal@tribute.example",
    viewer: null,
    notices: [],
    event: null,
    season: null,
  };
}
