import { type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import { isRouteErrorResponse, Outlet, useMatches, useRouteError, useRouteLoaderData } from "react-router";
import type { Route } from "./+types/root";
import { formCheck } from "./http/forms.server.ts";
import { frameFacts } from "./http/frame.server.ts";
import { scriptFor } from "./http/guest-script.server.ts";
import { i18nMiddleware } from "./http/i18n.server.ts";
import { postLimit } from "./http/limits.server.ts";
import { originGuard } from "./http/origin-guard.server.ts";
import { Document } from "./ui/page/document.tsx";
import { ErrorPage } from "./ui/page/error-page.tsx";
import { FrameFallback, RequestId, Unavailable } from "./ui/page/frame-facts.ts";
import { PageFrame } from "./ui/page/page-frame.tsx";

export const middleware: Route.MiddlewareFunction[] = [i18nMiddleware, originGuard, postLimit, formCheck];

export async function loader({ request, context }: Route.LoaderArgs) {
  return {
    script: scriptFor(request.headers),
    frame: frameFacts(request, context),
  };
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const frame = useContext(FrameFallback) ?? root?.frame;
  const { i18n } = useTranslation();
  const error = useRouteError();
  const bare = useMatches().some((match) => isBare(match.handle)) && !error;
  return (
    <Document
      locale={i18n.language}
      theme={frame?.theme ?? null}
      script={bare ? null : (root?.script ?? null)}
    >
      {bare || !frame ? children : <PageFrame {...frame}>{children}</PageFrame>}
    </Document>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const fault = useContext(Unavailable) ? 503 : 500;
  return (
    <ErrorPage
      status={isRouteErrorResponse(error) ? error.status : fault}
      requestId={useContext(RequestId)}
    />
  );
}

/** An error page brings a title of its own. */
export function meta({ error }: Route.MetaArgs) {
  return error ? [] : [{ title: "Tribute" }];
}

export function headers({ errorHeaders, loaderHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? loaderHeaders;
}

function isBare(handle: unknown): boolean {
  return typeof handle === "object" && handle !== null && "frame" in handle && handle.frame === "bare";
}
