import { type ReactNode, useContext } from "react";
import { Links, Meta, Scripts, ScrollRestoration, useMatches, useRouteLoaderData } from "react-router";
import appPagesCss from "../css/app-pages.css?url";
import appThemeCss from "../css/app-theme.css?url";
import { useTexts } from "../texts.ts";
import { PageKindContext } from "./hydration.ts";
import type { LayoutData } from "./layout-data.ts";
import { RefusedContext } from "./refused-page.ts";

/** Replaced on the server, so never in the browser bundle. */
export const STYLE_PLACEHOLDER = "/*page-css*/";

interface DocumentProps {
  icon: string;
  locale: string;
  theme: "dark" | "light" | null;
  script: string | null;
  children: ReactNode;
}

interface AppDocumentProps extends DocumentProps {
  css: string | null;
  tipLimits: LayoutData["tipLimits"] | undefined;
}

export function Document({ icon, ...props }: DocumentProps) {
  return (
    <html lang={props.locale} {...(props.theme ? { "data-theme": props.theme } : {})}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <DocumentTitle />
        <Meta />
        <link rel="icon" href={icon} />
        <Links />
        <style>{STYLE_PLACEHOLDER}</style>
        {props.script ? <script type="module" src={props.script} /> : null}
      </head>
      <body>{props.children}</body>
    </html>
  );
}

function DocumentTitle() {
  const { t } = useTexts();
  const isRefused = useContext(RefusedContext);
  const root = useRouteLoaderData<{ frame: LayoutData }>("root");
  const hasNewTips = Boolean(root?.frame.viewer?.latestNewTipId);
  const title = titleOf(useMatches().at(-1)?.loaderData);
  if (title === null) return null;
  const words = [isRefused ? t("form.errorTitle") : "", title, hasNewTips ? t("newTipsSuffix") : ""];
  return <title>{words.filter(Boolean).join(" ")}</title>;
}

function titleOf(data: unknown): string | null {
  const title = typeof data === "object" && data !== null && "title" in data ? data.title : null;
  return typeof title === "string" ? title : null;
}

export function AppDocument({ icon, locale, theme, tipLimits, script, css, children }: AppDocumentProps) {
  const kind = useContext(PageKindContext);
  const { t } = useTexts();
  return (
    <html
      lang={locale}
      data-brand={t("brand")}
      data-short-brand={t("shortBrand")}
      data-tip-minimum={tipLimits?.minimum_minor}
      data-tip-maximum={tipLimits?.maximum_minor}
      data-mantine-color-scheme={theme ?? "light"}
      {...(theme ? { "data-theme": theme } : {})}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <link rel="icon" href={icon} />
        <Links />
        {/* Not by route links: an error's page has none in the browser. */}
        <link rel="stylesheet" href={appThemeCss} />
        <link rel="stylesheet" href={appPagesCss} />
        {css === null ? null : <style>{css}</style>}
      </head>
      <body>
        {children}
        {kind === "app" ? (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        ) : (
          <script type="module" src={script ?? undefined} />
        )}
      </body>
    </html>
  );
}
