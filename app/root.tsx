import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isRouteErrorResponse, Outlet, useMatches, useRouteLoaderData } from "react-router";
import { version } from "../package.json";
import type { Route } from "./+types/root";
import { requestIdContext, servicesContext } from "./context.ts";
import { readChoices } from "./http/choices.server.ts";
import { formCheck } from "./http/forms.server.ts";
import { scriptFor } from "./http/guest-script.server.ts";
import { getLocale, i18nMiddleware } from "./http/i18n.server.ts";
import { originGuard } from "./http/origin-guard.server.ts";
import { Document } from "./ui/page/document.tsx";
import { ErrorPage } from "./ui/page/error-page.tsx";
import { PageFrame } from "./ui/page/page-frame.tsx";

export const middleware: Route.MiddlewareFunction[] = [i18nMiddleware, originGuard, formCheck];

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { config } = context.get(servicesContext);
  return {
    locale: getLocale(context),
    theme: readChoices(request.headers.get("Cookie")).theme,
    script: scriptFor(request.headers),
    isDemo: config.mode === "demo",
    path: url.pathname + url.search,
    requestId: context.get(requestIdContext),
    version: `v${version}`,
  };
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const { i18n } = useTranslation();
  const bare = useMatches().some((match) => isBare(match.handle));
  return (
    <Document
      locale={i18n.language}
      theme={root?.theme ?? null}
      script={bare ? null : (root?.script ?? null)}
    >
      {bare ? children : <PageFrame {...frameOf(root)}>{children}</PageFrame>}
    </Document>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof loader>("root");
  return (
    <ErrorPage
      status={isRouteErrorResponse(error) ? error.status : 500}
      requestId={root?.requestId ?? null}
    />
  );
}

export function meta() {
  return [{ title: "Tribute" }];
}

export function headers({ errorHeaders, loaderHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? loaderHeaders;
}

function isBare(handle: unknown): boolean {
  return typeof handle === "object" && handle !== null && "frame" in handle && handle.frame === "bare";
}

function frameOf(
  root: { isDemo: boolean; path: string; theme: "dark" | "light" | null; version: string } | undefined,
) {
  return {
    isDemo: root?.isDemo ?? false,
    path: root?.path ?? "/",
    theme: root?.theme ?? null,
    version: root?.version ?? `v${version}`,
  };
}
