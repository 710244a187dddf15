import { type ReactElement, type ReactNode, useContext } from "react";
import { Links, Meta, Scripts, ScrollRestoration } from "react-router";
import { PageKindContext } from "./hydration.ts";

/** The server puts the page's own CSS here; it never travels through the browser bundle. */
export const STYLE_PLACEHOLDER = "/*page-css*/";

interface DocumentProps {
  locale: string;
  theme: "dark" | "light" | null;
  /** The guest script's address; null where no script is sent. */
  script: string | null;
  children: ReactNode;
}

/** The HTML document around every page. */
export function Document(props: DocumentProps): ReactElement {
  return (
    <html lang={props.locale} {...(props.theme ? { "data-theme": props.theme } : {})}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Links />
        <style>{STYLE_PLACEHOLDER}</style>
        {props.script ? <script type="module" src={props.script} /> : null}
      </head>
      <body>{props.children}</body>
    </html>
  );
}

/** The HTML document around a page that React takes over in the browser. */
export function AppDocument({ locale, theme, script, children }: DocumentProps): ReactElement {
  const kind = useContext(PageKindContext);
  return (
    <html
      lang={locale}
      data-mantine-color-scheme={theme ?? "light"}
      {...(theme ? { "data-theme": theme } : {})}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Links />
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
