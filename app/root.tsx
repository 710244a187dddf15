import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isRouteErrorResponse, Outlet, useMatches, useRouteLoaderData } from "react-router";
import { version } from "../package.json";
import type { Route } from "./+types/root";
import { requestIdContext, servicesContext } from "./context.ts";
import { readChoices } from "./http/choices.server.ts";
import { formCheck } from "./http/forms.server.ts";
import { scriptFor } from "./http/guest-script.server.ts";
import { i18nMiddleware } from "./http/i18n.server.ts";
import { originGuard } from "./http/origin-guard.server.ts";
import { Document } from "./ui/page/document.tsx";
import { ErrorPage } from "./ui/page/error-page.tsx";
import { type FrameFacts, PageFrame } from "./ui/page/page-frame.tsx";

export const middleware: Route.MiddlewareFunction[] = [i18nMiddleware, originGuard, formCheck];

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { config } = context.get(servicesContext);
  const choices = readChoices(request.headers.get("Cookie"));
  return {
    script: scriptFor(request.headers),
    requestId: context.get(requestIdContext),
    frame: {
      isDemo: config.mode === "demo",
      path: url.pathname + url.search,
      theme: choices.theme,
      hasSeenNotice: choices.hasSeenNotice,
      version: `v${version}`,
      contactEmail: config.CONTACT_EMAIL,
      removalEmail: config.REMOVAL_EMAIL,
      socialLinks: config.SOCIAL_LINKS,
    } satisfies FrameFacts,
  };
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const { i18n } = useTranslation();
  const bare = useMatches().some((match) => isBare(match.handle));
  return (
    <Document
      locale={i18n.language}
      theme={root?.frame.theme ?? null}
      script={bare ? null : (root?.script ?? null)}
    >
      {bare || !root ? children : <PageFrame {...root.frame}>{children}</PageFrame>}
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
